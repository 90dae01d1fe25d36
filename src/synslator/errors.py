"""The one error that is meant for people.

Everything a user can cause or fix is raised as a `SynslatorError` (or a subclass in the part that raises it).
Its message says what is wrong and, where that helps, what to do next. The command line prints it without a
traceback; the server turns it into its one JSON error shape.
"""


class SynslatorError(Exception):
    """A problem that a person can understand and fix."""

    exit_code = 1
    """What the command line exits with; `docs/commands.md` lists the codes."""


class UsageProblem(SynslatorError):
    """The request itself is wrong: a bad option, a bad setting, a bad file name."""

    exit_code = 2


class NotThere(UsageProblem):
    """What was asked for does not exist, or is hidden from whoever asks."""


class Busy(SynslatorError):
    """Too much else is being worked on; the same request may succeed in a moment."""
