"""What is known about each language, in one place: `profile("de-AT")` is what everybody asks.

A profile is facts, not behaviour: how words part, how sentences join and end, how numbers and quotes are
written. Of a language that is not here nothing is assumed, and a check offers no fix for it.
"""

from functools import lru_cache

from synslator.text.languages import asian, germanic, others, romance
from synslator.text.languages.model import UNKNOWN, Abbreviations, Profile, Quotes

__all__ = ["PROFILES", "UNKNOWN", "Abbreviations", "Profile", "Quotes", "base", "profile"]

PROFILES: dict[str, Profile] = {
    one.code: one for one in (*germanic.PROFILES, *romance.PROFILES, *asian.PROFILES, *others.PROFILES)
}
"""The profiles by language; a few regions that write otherwise have their own."""


def base(language: str) -> str:
    """Return the language of a tag without script and region: `zh` of zh-Hans-CN."""
    return language.lower().replace("_", "-").split("-")[0]


@lru_cache(maxsize=256)
def profile(language: str) -> Profile:
    """Return what is known about a language: its region's profile, its own, or one that knows nothing."""
    tag = language.lower().replace("_", "-")
    return PROFILES.get(tag) or PROFILES.get(base(tag), UNKNOWN)
