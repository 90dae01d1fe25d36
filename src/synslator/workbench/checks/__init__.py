"""Checks of a translation while it is being written; each can be switched off."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from synslator.logs import Log
from synslator.workbench.checks.model import Finding, Pair
from synslator.workbench.checks.registry import CHECKS, Check

__all__ = ["CHECKS", "Check", "Finding", "Pair", "check", "names_of"]

_log = Log("checks")


def check(pair: Pair, off: Collection[str] = ()) -> list[Finding]:
    """Run the checks on a translation, except those that are switched off."""
    if not pair.target.strip():
        return []
    wanted = (one for name, one in CHECKS.items() if name not in off)
    return [finding for one in wanted for finding in _findings(one, pair)]


def _findings(one: Check, pair: Pair) -> Iterable[Finding]:
    """Run a check. The fault of one, which may be a plug-in's, must not cost a translator the others."""
    try:
        return [_with_certain_fix(one, finding, pair) for finding in one.find(pair)]
    except Exception as error:
        _log.error("a check failed", error=error, check=one.name)
        return []


def _with_certain_fix(one: Check, finding: Finding, pair: Pair) -> Finding:
    """Take away the fix where nothing is known about the language."""
    if finding.fix is None or one.any_language or pair.target_profile.known:
        return finding
    return replace(finding, fix=None, safe=False)


def names_of(findings: Iterable[Finding]) -> str:
    """Return the names of the checks that found something, each between spaces, as segments keep them."""
    names = dict.fromkeys(finding.check for finding in findings)
    return f" {' '.join(names)} " if names else ""
