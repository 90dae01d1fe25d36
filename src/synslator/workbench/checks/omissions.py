"""What the translation leaves out of its source, as far as the project's model can tell."""

from collections.abc import Iterator

from synslator.text.tags import TAG
from synslator.workbench.checks.model import Finding, Pair

MOST_SHOWN = 3


def omissions(pair: Pair) -> Iterator[Finding]:
    """Name the words of the source that nothing covers; without a model nothing is known of them."""
    if pair.left_out is None:
        return
    source, places = _without_tags(pair.source)
    spans = [
        (places[start], places[end - 1] + 1)
        for start, end in pair.left_out(source, TAG.sub("", pair.target))
        if start < end
    ]
    if spans:
        words = [TAG.sub("", pair.source[slice(*span)]) for span in spans[:MOST_SHOWN]]
        more = f" … (and {len(spans) - MOST_SHOWN} more)" if len(spans) > MOST_SHOWN else ""
        message = f"Part of the source may be missing: {' … '.join(words)}{more}"
        yield Finding("omissions", message, source=tuple(spans))


def _without_tags(text: str) -> tuple[str, list[int]]:
    """Return a text without its tags, and where each of its characters stands with them."""
    inside = {place for found in TAG.finditer(text) for place in range(*found.span())}
    places = [place for place in range(len(text)) if place not in inside]
    return "".join(text[place] for place in places), places
