"""Tags of languages, such as `zh` and `zh-Hans-CN`: whether two of them name the same language."""

from functools import lru_cache


@lru_cache(maxsize=1024)
def same_language(wanted: str, found: str) -> bool:
    """Return whether one tag takes the other: `zh` takes zh-CN and zh_Hans, and `zh-CN` takes zh too."""
    ours, theirs = (tag.lower().replace("_", "-").split("-") for tag in (wanted, found))
    shared = min(len(ours), len(theirs))
    return ours[:shared] == theirs[:shared]
