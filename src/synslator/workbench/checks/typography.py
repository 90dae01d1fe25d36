"""Punctuation, spaces and doubled words."""

import re
from collections.abc import Iterator

from synslator.workbench.checks.model import MASK, Finding, Pair, Span, masked, replaced

_WIDE = dict(zip("，。！？：；（）", ",.!?:;()", strict=True))
_ENDS = {
    "。": ".",
    ".": ".",
    "！": "!",
    "!": "!",
    "？": "?",
    "?": "?",
    "：": ":",
    ":": ":",
    "；": ";",
    ";": ";",
}
_DOUBLED = re.compile(r"([,;:])\1+|(?<!\.)\.\.(?!\.)|([。，；：！？])\2+")
_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", "“": "”", "「": "」", "『": "』", "《": "》"}
_CLOSERS = "\"'”’)]）」』»" + MASK
_TWICE = re.compile(r"\b([^\W\d_]+)([ \t]+)(\1)\b", re.IGNORECASE)
_MAY_REPEAT = {"had", "that", "is", "bye", "so", "very", "no"}


def punctuation(pair: Pair) -> Iterator[Finding]:
    """Look for punctuation of the other language, doubled or unpaired marks, and a lost end."""
    target = masked(pair.target)
    if pair.spaced:
        wide = [(found.span(), _narrow(target, found)) for found in re.finditer("[，。！？：；（）]", target)]
        if wide:
            spans = tuple(span for span, _ in wide)
            message = "The translation has full-width punctuation."
            yield Finding("punctuation", message, spans, fix=replaced(pair.target, wide))
    for found in _DOUBLED.finditer(target):
        fix = replaced(pair.target, [(found.span(), found[0][0])])
        yield Finding("punctuation", f"The mark {found[0][0]} stands there twice.", (found.span(),), fix=fix)
    yield from _unpaired(pair, target)
    yield from _ending(pair, target)


def _narrow(text: str, found: re.Match[str]) -> str:
    """Return a wide mark's narrow form, with the space that it needs beside it."""
    mark, at = _WIDE[found[0]], found.end()
    following = text[at : at + 1]
    if mark == "(":
        before = text[found.start() - 1 : found.start()]
        return " (" if before and not before.isspace() else "("
    spaced = following and not following.isspace() and following not in _CLOSERS and following not in _WIDE
    return mark + " " if spaced else mark


def _unpaired(pair: Pair, target: str) -> Iterator[Finding]:
    """A bracket or quote without its other half, unless the source has it like that too."""
    source = masked(pair.source)
    for opening, closing in _PAIRS.items():
        surplus = target.count(opening) - target.count(closing)
        if surplus and source.count(opening) - source.count(closing) != surplus:
            mark = opening if surplus > 0 else closing
            spans = tuple((found.start(), found.end()) for found in re.finditer(re.escape(mark), target))
            yield Finding("punctuation", f"A {mark} has no counterpart.", spans)


def _ending(pair: Pair, target: str) -> Iterator[Finding]:
    """Compare how the two sides end."""
    source_end, _ = _last_mark(masked(pair.source))
    target_end, place = _last_mark(target)
    wanted, found = _ENDS.get(source_end, ""), _ENDS.get(target_end, "")
    if wanted == found or (target_end and not found and not target_end.isalnum()):
        return
    mark = wanted if pair.spaced else source_end
    body = len(pair.target.rstrip())
    if not wanted:
        fix = replaced(pair.target, [((place, place + 1), "")])
        message = f"The translation ends with {target_end}, the source with no such mark."
        yield Finding("punctuation", message, ((place, place + 1),), fix=fix)
    elif not found:
        at = place + 1 if target_end else body
        message = f"The source ends with {source_end}, the translation with no such mark."
        yield Finding("punctuation", message, fix=replaced(pair.target, [((at, at), mark)]))
    else:
        fix = replaced(pair.target, [((place, place + 1), mark)])
        message = f"The source ends with {source_end}, the translation with {target_end}."
        yield Finding("punctuation", message, ((place, place + 1),), fix=fix)


def _last_mark(text: str) -> tuple[str, int]:
    """Return the last character that is no closing quote, bracket or tag, and its place."""
    bare = text.rstrip()
    while bare and bare[-1] in _CLOSERS:
        bare = bare[:-1].rstrip()
    return bare[-1:], len(bare) - 1


def spaces(pair: Pair) -> Iterator[Finding]:
    """Look for spaces at the edges, doubled ones, and ones before punctuation."""
    target = masked(pair.target)
    source = masked(pair.source)
    edges = [span for span in _edges(target) if not _same_edge(source, target, span)]
    if edges:
        fix = replaced(pair.target, [(span, "") for span in edges])
        yield Finding("spaces", "The translation begins or ends with a space.", tuple(edges), fix=fix)
    doubled = [found.span() for found in re.finditer(r"(?<=\S)[ \u00a0\u3000]{2,}(?=\S)", target)]
    if doubled and not re.search(r"\S {2,}\S", source):
        fix = replaced(pair.target, [(span, " ") for span in doubled])
        yield Finding("spaces", "There are several spaces in a row.", tuple(doubled), fix=fix)
    if pair.spaced and pair.target_language.split("-")[0].lower() != "fr":
        before = [found.span() for found in re.finditer(r"(?<=\w) +(?=[,.;:!?](?:\s|$))", target)]
        if before:
            fix = replaced(pair.target, [(span, "") for span in before])
            yield Finding("spaces", "There is a space before a punctuation mark.", tuple(before), fix=fix)


def _edges(text: str) -> list[Span]:
    body = text.strip()
    start = len(text) - len(text.lstrip())
    spans = [(0, start), (start + len(body), len(text))]
    return [span for span in spans if span[0] < span[1]]


def _same_edge(source: str, target: str, span: Span) -> bool:
    blank = target[span[0] : span[1]]
    return source.startswith(blank) if span[0] == 0 else source.endswith(blank)


def repeated_words(pair: Pair) -> Iterator[Finding]:
    """Look for a word that stands there twice in a row."""
    for found in _TWICE.finditer(masked(pair.target)):
        if found[1].lower() not in _MAY_REPEAT:
            fix = replaced(pair.target, [((found.start(2), found.end(3)), "")])
            yield Finding(
                "repeated_words", f"The word {found[1]} stands there twice.", (found.span(),), fix=fix
            )
