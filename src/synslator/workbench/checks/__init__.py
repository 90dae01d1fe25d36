"""Checks of a translation while it is being written; each can be switched off."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import islice

from synslator.logs import Log
from synslator.workbench.checks.model import MOST_PLACES, Finding, Pair
from synslator.workbench.checks.registry import CHECKS, Check

__all__ = ["CHECKS", "Check", "Finding", "Pair", "check", "names_of"]

_log = Log("checks")

MOST_FINDINGS = 50
"""Findings of one segment at most, and of one check."""
LONGEST_CHECKED = 10_000
"""Characters of a text that is checked; each edit is checked, and checks may take the square of a length."""
LONGEST_MESSAGE = 500


def check(pair: Pair, off: Collection[str] = ()) -> list[Finding]:
    """Run the checks on a translation, except those that are switched off."""
    if not pair.target.strip():
        return []
    if max(len(pair.source), len(pair.target)) > LONGEST_CHECKED:
        message = f"Texts of more than {LONGEST_CHECKED:,} characters are not checked. Split the segment."
        return [] if "length" in off else [Finding("length", message)]
    wanted = (one for name, one in CHECKS.items() if name not in off)
    found = (finding for one in wanted for finding in _findings(one, pair))
    return [_short(finding) for finding in islice(found, MOST_FINDINGS)]


def _findings(one: Check, pair: Pair) -> Iterable[Finding]:
    """Run a check. The fault of one, which may be a plug-in's, must not cost a translator the others."""
    try:
        some = islice(one.find(pair), MOST_FINDINGS)
        return [_as_its_check_says(one, finding, pair) for finding in some]
    except Exception as error:
        _log.error("a check failed", error=error, check=one.name)
        return []


def _as_its_check_says(one: Check, finding: Finding, pair: Pair) -> Finding:
    """Note whether it is blocking; take away the fix where nothing is known about the language."""
    noted = replace(finding, blocking=one.blocking) if finding.blocking != one.blocking else finding
    if noted.fix is None or one.any_language or pair.target_profile.known:
        return noted
    return replace(noted, fix=None, safe=False)


def _short(finding: Finding) -> Finding:
    """Leave out what nobody would read of a finding with very many places or a very long message."""
    return replace(
        finding,
        message=shorten(finding.message, LONGEST_MESSAGE),
        target=finding.target[:MOST_PLACES],
        source=finding.source[:MOST_PLACES],
        fix=finding.fix and finding.fix[:MOST_PLACES],
    )


def shorten(text: str, most: int) -> str:
    """Cut a long text short, and show that it was."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def names_of(findings: Iterable[Finding]) -> str:
    """Return the names of the checks that found something, each between spaces, as segments keep them.

    What is ignored does not count.
    """
    names = dict.fromkeys(finding.check for finding in findings if not finding.ignored)
    return f" {' '.join(names)} " if names else ""
