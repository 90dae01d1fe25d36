"""Checks of a translation while it is being written; each can be switched off."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from synslator.workbench.checks.model import Finding, Pair
from synslator.workbench.checks.numbers import numbers
from synslator.workbench.checks.tagging import tags
from synslator.workbench.checks.terminology import forbidden_terms, missing_terms
from synslator.workbench.checks.typography import punctuation, repeated_words, spaces
from synslator.workbench.checks.whole import inconsistent, length, untranslated

__all__ = ["CHECKS", "Finding", "Pair", "check", "names_of"]

Check = Callable[[Pair], Iterable[Finding]]

CHECKS: Mapping[str, tuple[str, Check]] = {
    "numbers": ("Numbers of the source that are missing, and others that are not in it.", numbers),
    "tags": ("Tags that are missing, extra or wrongly nested.", tags),
    "terms": ("Terms that were not translated as the termbase says.", missing_terms),
    "forbidden_terms": ("Translations that the termbase forbids.", forbidden_terms),
    "punctuation": ("Punctuation that is wrong for the language, doubled, unpaired or lost.", punctuation),
    "spaces": ("Spaces that are doubled, in the wrong place or missing.", spaces),
    "repeated_words": ("Words that stand there twice.", repeated_words),
    "length": ("Translations that are much longer or shorter than usual.", length),
    "inconsistent": ("Translations that differ from that of the same source elsewhere.", inconsistent),
    "untranslated": ("Text that was left in the source language.", untranslated),
}
"""By name: what a check looks for, and the check. One that is added here is run and can be switched off."""


def check(pair: Pair, off: Collection[str] = ()) -> list[Finding]:
    """Run the checks on a translation, except those that are switched off."""
    if not pair.target.strip():
        return []
    found = (finding for name, (_, look) in CHECKS.items() if name not in off for finding in look(pair))
    return [_with_certain_fix(finding, pair) for finding in found]


def _with_certain_fix(finding: Finding, pair: Pair) -> Finding:
    """Take away the fix where nothing is known about the language; tags are the same in all of them."""
    if finding.fix is None or finding.check == "tags" or pair.target_profile.known:
        return finding
    return replace(finding, fix=None, safe=False)


def names_of(findings: Iterable[Finding]) -> str:
    """Return the names of the checks that found something, each between spaces, as segments keep them."""
    names = dict.fromkeys(finding.check for finding in findings)
    return f" {' '.join(names)} " if names else ""
