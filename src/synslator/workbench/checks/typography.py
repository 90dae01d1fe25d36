"""Punctuation, spaces and doubled words."""

import re
from collections.abc import Iterator

from synslator.text.languages import PROFILES, Profile
from synslator.text.languages.model import CANONICAL, HALF_WIDTH
from synslator.text.scripts import HAN, KANA
from synslator.workbench.checks.model import MASK, Finding, Pair, Span, edits, masked

_DOUBLED = re.compile(r"([,;:،؛])\1+|(?<!\.)\.\.(?!\.)|([。，、；：！？])\2+")
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("（", "）"), ("「", "」"), ("『", "』"), ("《", "》"))
_CLOSERS = frozenset("\"'”’)]）」』»" + MASK)
_EAST_ASIAN = HAN + KANA
_NARROW_IN_WIDE = re.compile(rf"(?<=[{_EAST_ASIAN}])(?:[,!?;]|[.:](?![.\w])) *")
"""Half-width marks behind a character of a script with full-width ones; not the stop of `文件.txt`."""
_NARROW_BRACKETS = re.compile(r"(?<! ) *(\()([^()]*)(\)) *")
_EAST_ASIAN_CHARACTER = re.compile(f"[{_EAST_ASIAN}]")
_STRAIGHT = re.compile(r'(")([^"]*)(")')
_SPACE_BETWEEN = re.compile(
    rf"(?<=[{_EAST_ASIAN}，。！？：；、”]) +(?=[{_EAST_ASIAN}“])|(?<=[{_EAST_ASIAN}]) +(?=[，。！？：；、”])"
)
_TWICE = re.compile(r"\b([^\W\d_]+)([ \t]+)(\1)\b", re.IGNORECASE)


def punctuation(pair: Pair) -> Iterator[Finding]:
    """Look for punctuation of the other language, doubled or unpaired marks, and a lost end."""
    target = masked(pair.target)
    yield from _width(pair, target)
    yield from _straight_quotes(pair, target)
    for found in _DOUBLED.finditer(target):
        fix = edits(pair.target, [(found.span(), found[0][0])])
        message = f"Repeated punctuation: {found[0][0]}"
        yield Finding("punctuation", message, (found.span(),), fix=fix, safe=True)
    yield from _unpaired(pair, target)
    yield from _ending(pair, target)


def _width(pair: Pair, target: str) -> Iterator[Finding]:
    """Find marks that are full-width where the language has half-width ones, or the other way round."""
    profile = pair.target_profile
    if profile.width == "half":
        message = "Full-width punctuation in target"
        wrong = [
            (found.span(), _narrow(target, found)) for found in re.finditer("[，。！？：；（）]", target)
        ]
    elif profile.width == "full":
        message = "Half-width punctuation in target"
        wrong = [(found.span(), profile.wide[found[0][0]]) for found in _NARROW_IN_WIDE.finditer(target)]
        for found in _NARROW_BRACKETS.finditer(target):
            if _EAST_ASIAN_CHARACTER.search(found[2]):
                wrong += [(found.span(1), profile.wide["("]), (found.span(3), profile.wide[")"])]
    else:
        return
    if wrong:
        spans = tuple(sorted(span for span, _ in wrong))
        yield Finding("punctuation", message, spans, fix=edits(pair.target, wrong), safe=True)


def _straight_quotes(pair: Pair, target: str) -> Iterator[Finding]:
    """Find straight quotes around text of a script with full-width marks."""
    profile = pair.target_profile
    if profile.width != "full" or not profile.quotes:
        return
    opening, closing = profile.quotes[0]
    wrong: list[tuple[Span, str]] = []
    for found in _STRAIGHT.finditer(target):
        if _EAST_ASIAN_CHARACTER.search(found[2]):
            wrong += [(found.span(1), opening), (found.span(3), closing)]
    if wrong:
        spans = tuple(span for span, _ in wrong)
        fix = edits(pair.target, wrong)
        yield Finding(
            "punctuation", f"Straight quotes instead of {opening}{closing}", spans, fix=fix, safe=True
        )


def _narrow(text: str, found: re.Match[str]) -> str:
    """Return a wide mark's narrow form, with the space that it needs beside it."""
    mark, at = HALF_WIDTH[found[0]], found.end()
    following = text[at : at + 1]
    if mark == "(":
        before = text[found.start() - 1 : found.start()]
        return " (" if before and not before.isspace() else "("
    spaced = following and not following.isspace() and following not in _CLOSERS | HALF_WIDTH.keys()
    return mark + " " if spaced else mark


def _unpaired(pair: Pair, target: str) -> Iterator[Finding]:
    """Yield a bracket or quote without its other half, unless the source has it like that too."""
    source, quotes = masked(pair.source), pair.target_profile.quotes
    for opening, closing in (*_BRACKETS, *quotes):
        surplus = target.count(opening) - target.count(closing)
        if (opening, closing) in quotes and _paired_elsewhere(target, opening, closing):
            continue
        if surplus and source.count(opening) - source.count(closing) != surplus:
            mark = opening if surplus > 0 else closing
            spans = tuple((found.start(), found.end()) for found in re.finditer(re.escape(mark), target))
            kind = "quote" if (opening, closing) in quotes else "bracket"
            yield Finding("punctuation", f"Unmatched {kind}: {mark}", spans)


def _paired_elsewhere(target: str, opening: str, closing: str) -> bool:
    """Return whether quotes are paired as another language pairs them: German „…“, English “…”."""
    every = {pair for one in PROFILES.values() for pair in one.quotes} - {(opening, closing)}
    here = [pair for pair in every if {opening, closing} & set(pair)]
    return any(target.count(first) == target.count(second) > 0 for first, second in here)


def _ending(pair: Pair, target: str) -> Iterator[Finding]:
    """Compare how the two sides end; a mark that a language does not have is not missed in it."""
    there, here = pair.source_profile, pair.target_profile
    source_end, _ = _last_mark(masked(pair.source), there)
    target_end, place = _last_mark(target, here)
    wanted, found = CANONICAL.get(source_end, ""), CANONICAL.get(target_end, "")
    if wanted == found or (target_end and not found and not target_end.isalnum()):
        return
    lacking = [(wanted, here), (found, there)]
    if any(mark and profile.known and mark not in profile.stops for mark, profile in lacking):
        return
    mark = here.stops.get(wanted, wanted)
    safe = {wanted, found} == {"", "."}
    spans: tuple[Span, ...] = ((place, place + 1),)
    if not wanted:
        message = f"Extra end punctuation: {target_end}"
        fix = edits(pair.target, [(spans[0], "")])
    elif not found:
        at = place + 1 if target_end else len(pair.target.rstrip())
        spans = ()
        message = f"Missing end punctuation: {mark}"
        fix = edits(pair.target, [((at, at), mark)])
    else:
        message = f"Different end punctuation: {source_end} → {target_end}"
        fix = edits(pair.target, [(spans[0], mark)])
    yield Finding("punctuation", message, spans, fix=fix, safe=safe)


def _last_mark(text: str, profile: Profile) -> tuple[str, int]:
    """Return the last character that is no closing quote, bracket or tag, and its place."""
    bare, closers = text.rstrip(), _CLOSERS | profile.closers
    while bare and bare[-1] in closers:
        bare = bare[:-1].rstrip()
    return bare[-1:], len(bare) - 1


def spaces(pair: Pair) -> Iterator[Finding]:
    """Look for spaces at the edges, doubled ones, and ones before punctuation."""
    target = masked(pair.target)
    source = masked(pair.source)
    edges = [span for span in _edges(target) if not _same_edge(source, target, span)]
    if edges:
        fix = edits(pair.target, [(span, "") for span in edges])
        message = "Space at the beginning or end"
        yield Finding("spaces", message, tuple(edges), fix=fix, safe=True)
    doubled = [found.span() for found in re.finditer(r"(?<=\S)[ \u00a0\u3000]{2,}(?=\S)", target)]
    if doubled and not re.search(r"\S {2,}\S", source):
        fix = edits(pair.target, [(span, " ") for span in doubled])
        yield Finding("spaces", "Multiple spaces", tuple(doubled), fix=fix, safe=True)
    between = _between_characters(pair, target)
    if between:
        fix = edits(pair.target, [(span, "") for span in between])
        yield Finding("spaces", "Space between characters", tuple(between), fix=fix, safe=True)
    before = _before_marks(pair, target)
    if before:
        fix = edits(pair.target, [(span, "") for span in before])
        message = "Space before punctuation"
        yield Finding("spaces", message, tuple(before), fix=fix, safe=True)


def _between_characters(pair: Pair, target: str) -> list[Span]:
    """Return the spaces inside text that is written without any; a source that has them so keeps them."""
    if pair.target_profile.joiner or pair.target_profile.width != "full":
        return []
    if _SPACE_BETWEEN.search(masked(pair.source)):
        return []
    return [found.span() for found in _SPACE_BETWEEN.finditer(target)]


def _before_marks(pair: Pair, target: str) -> list[Span]:
    """Return the spaces before marks that have none in this language."""
    profile = pair.target_profile
    if not profile.known or profile.width == "full":
        return []
    marks = "".join(mark for mark in ",.;:!?" if mark not in profile.space_before)
    return [found.span() for found in re.finditer(rf"(?<=\w) +(?=[{marks}](?:\s|$))", target)]


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
        if found[1].lower() not in pair.target_profile.repeatable:
            fix = edits(pair.target, [((found.start(2), found.end(3)), "")])
            message = f"Repeated word: {found[1]}"
            yield Finding("repeated_words", message, (found.span(),), fix=fix)
