"""Which pairs are worth learning from, by what is known about their two languages."""

import re
from dataclasses import dataclass

from synslator.text.languages import profile
from synslator.text.scripts import SCRIPTS
from synslator.training.recipe import FilterRecipe

TextPair = tuple[str, str]
EVERYWHERE = frozenset({"Latin"})
"""Scripts that stand in texts of every language: names, units, code."""
SPACELESS_TO_SPACED = (0.4, 12.0)
BOTH_ALIKE = (0.2, 5.0)
"""Target characters for each source character, the least and the most."""


@dataclass(frozen=True)
class PairFilter:
    """Says why a pair is dropped."""

    longest: int
    """The most pieces on either side."""
    least_ratio: float
    greatest_ratio: float
    source: re.Pattern[str] | None
    """A letter that tells the source's language from the target's, where there is one."""
    target: re.Pattern[str] | None

    @classmethod
    def of(cls, recipe: FilterRecipe, source_language: str, target_language: str) -> "PairFilter":
        """Return the filter of a recipe between two languages."""
        ratios = recipe.least_ratio, recipe.greatest_ratio
        least, greatest = ratios if any(ratios) else usual_ratios(source_language, target_language)
        languages = source_language, target_language
        source, target = (
            own_letters(*order) if recipe.scripts else None for order in (languages, languages[::-1])
        )
        return cls(recipe.longest, least, greatest, source, target)

    def reason_to_drop(self, pair: TextPair) -> str | None:
        """Return why a pair is not worth learning from, or None."""
        source, target = pair
        if not source.strip() or not target.strip():
            return "empty"
        if any(ord(c) < 32 for c in source + target):
            return "control character"
        if not self.least_ratio <= len(target) / len(source) <= self.greatest_ratio:
            return "length ratio"
        if is_strange(source, self.source, self.target):
            return "language of the source"
        return "language of the target" if is_strange(target, self.target, self.source) else None


def is_strange(text: str, own: re.Pattern[str] | None, other: re.Pattern[str] | None) -> bool:
    """Return whether a text lacks its language's letters or has the other one's."""
    return bool((own and not own.search(text)) or (other and other.search(text)))


def own_letters(language: str, other: str) -> re.Pattern[str] | None:
    """Return what matches a letter of scripts that a language has and the other one has not."""
    own = set(profile(language).scripts) - set(profile(other).scripts) - EVERYWHERE
    return re.compile(f"[{''.join(SCRIPTS[name] for name in sorted(own))}]") if own else None


def usual_ratios(source_language: str, target_language: str) -> tuple[float, float]:
    """Return how many target characters stand for a source character, at least and at most."""
    source, target = profile(source_language).spaced, profile(target_language).spaced
    least, greatest = SPACELESS_TO_SPACED
    if source == target:
        return BOTH_ALIKE
    return (least, greatest) if target else (1 / greatest, 1 / least)
