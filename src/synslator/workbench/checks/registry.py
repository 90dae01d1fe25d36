"""Which checks there are: ours, and those of plug-ins."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from synslator.plugins import Registry
from synslator.workbench.checks.model import Finding, Pair


@dataclass(frozen=True)
class Check:
    """A check of a translation. Every project runs it until the project switches it off."""

    name: str
    summary: str
    """What it looks for, for translators."""
    find: Callable[[Pair], Iterable[Finding]]
    """Returns what it finds; each finding carries the check's name."""
    any_language: bool = False
    """Whether its fixes are right in languages of which nothing is known, as those of tags are."""
    blocking: bool = False
    """Whether a segment is confirmed only after somebody has seen what it finds."""


CHECKS: Registry[Check] = Registry("synslator.checks", Check, "check")
"""By name, in the order of their findings."""
