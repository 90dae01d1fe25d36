"""From a run of text and inline markup to a unit's text with numbered tags."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from synslator.formats.documents.core.model import Code, Layout, Markup, PartSpan, Unit
from synslator.formats.documents.core.translatable import worth_translating
from synslator.text.tags import BRACKETS, Tag, TagKind

_UNSAFE = re.compile("[⟦⟧\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class InlineText:
    """A stretch of text, decoded, with the span of the part that it was read from."""

    text: str
    span: PartSpan


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of inline markup; `key` names the pair that an opening and a closing mark form."""

    kind: TagKind
    span: PartSpan
    label: str
    key: str = ""
    markup: Markup | None = None
    required: bool = False
    word: bool = False

    @property
    def written(self) -> Markup:
        """What stands for the mark in the file."""
        return self.span if self.markup is None else self.markup


Item = InlineText | Mark


@dataclass(slots=True)
class Assembled:
    """A unit's text with its tags, and which of the items it was made of."""

    source: str
    codes: tuple[Code, ...]
    first: int
    last: int
    marks: tuple[tuple[Mark, ...], ...] = ()
    """The marks that each code was made of: one, or an opening and a closing one."""


@dataclass(frozen=True, slots=True)
class Flat:
    """The layout of most formats: text escaped, tags written as they were, the whole wrapped once."""

    escape: Callable[[str], str] = field(default=lambda text: text)
    wrap: Callable[[str], str] = field(default=lambda text: text)

    def write(
        self, content: Sequence[str | Tag], codes: Sequence[Code], resolve: Callable[[Markup], str]
    ) -> str:
        """Write text and tags one after the other."""
        pieces: list[str] = []
        for piece in content:
            if isinstance(piece, str):
                pieces.append(self.escape(piece))
                continue
            code = codes[piece.number - 1]
            markup = code.close if piece.kind is TagKind.CLOSE else code.open
            pieces.append(resolve(markup or ""))
        return self.wrap("".join(pieces))


def unit_of(items: Sequence[Item], layout: Layout, note: str = "", any_text: bool = False) -> Unit | None:
    """Build a unit from the items, or None where they hold nothing to translate.

    The unit's span runs from the first to the last item that is kept: markup at the edges stays outside.
    """
    items = collapse(items, _joined)
    assembled = assemble(items, any_text)
    if assembled is None:
        return None
    span = PartSpan(items[assembled.first].span.start, items[assembled.last - 1].span.end)
    return Unit(span, assembled.source, layout, assembled.codes, note=note)


def assemble(items: Sequence[Item], any_text: bool = False, trim: bool = True) -> Assembled | None:
    """Pair the marks, trim the edges, number what is left; None where nothing is left to translate."""
    paired, partner = _pair(items)
    first, last = _trim(paired, partner) if trim else (0, len(paired))
    kept = paired[first:last]
    plain = "".join(item.text for item in kept if isinstance(item, InlineText))
    words = any(isinstance(item, Mark) and item.word for item in kept)
    if not (plain.strip() if any_text else worth_translating(plain, words)):
        return None
    source: list[str] = []
    codes: list[Code] = []
    marks: list[tuple[Mark, ...]] = []
    numbers: dict[int, int] = {}
    for index in range(first, last):
        item = paired[index]
        if isinstance(item, InlineText):
            source.append(_protected(item.text, codes, marks))
        elif item.kind is TagKind.CLOSE:
            source.append(str(Tag(TagKind.CLOSE, numbers[index])))
        else:
            closing = paired[partner[index]] if item.kind is TagKind.OPEN else None
            pair = (item,) if closing is None else (item, closing)
            codes.append(_code(pair))  # type: ignore[arg-type]
            marks.append(pair)  # type: ignore[arg-type]
            numbers[partner.get(index, index)] = len(codes)
            source.append(str(Tag(item.kind, len(codes))))
    return Assembled("".join(source), tuple(codes), first, last, tuple(marks))


def collapse(items: Sequence[Item], join: Callable[[Mark, Mark], Mark | None]) -> list[Item]:
    """Create one pair of two where one holds just the other: a link whose text is bold needs one tag."""
    result = list(items)
    if sum(isinstance(item, Mark) for item in items) < 4:
        return result
    paired, partner = _pair(items)
    dropped: set[int] = set()
    for first, last in sorted(partner.items()):
        if first > last or first in dropped:
            continue
        inner, end = first, last
        while partner.get(inner + 1) == end - 1 and inner + 1 < end - 1:
            opening = join(result[first], paired[inner + 1])  # type: ignore[arg-type]
            closing = join(paired[end - 1], result[last])  # type: ignore[arg-type]
            if opening is None or closing is None:
                break
            result[first], result[last] = opening, replace(closing, key=opening.key)
            inner, end = inner + 1, end - 1
            dropped |= {inner, end}
    return [item for index, item in enumerate(result) if index not in dropped]


def _joined(first: Mark, second: Mark) -> Mark | None:
    """Join two marks that follow each other without anything between them in the file."""
    if first.markup is not None or second.markup is not None or first.span.end != second.span.start:
        return None
    label = first.label if second.label in first.label else f"{first.label}, {second.label}"
    return replace(
        first,
        span=PartSpan(first.span.start, second.span.end),
        label=label,
        required=first.required or second.required,
    )


def _code(pair: Sequence[Mark]) -> Code:
    mark = pair[0]
    close = pair[1].written if len(pair) > 1 else None
    return Code(mark.label, mark.written, close, mark.required, mark.word)


def _protected(text: str, codes: list[Code], marks: list[tuple[Mark, ...]]) -> str:
    """Turn characters that would be read as a tag, or that no text can carry, into atoms."""

    def atom(found: re.Match[str]) -> str:
        label = found[0] if found[0] in BRACKETS else "a byte that is no text"
        codes.append(Code(label, literal=found[0], required=True))
        marks.append(())
        return str(Tag(TagKind.ALONE, len(codes)))

    return _UNSAFE.sub(atom, text)


def _pair(items: Sequence[Item]) -> tuple[list[Item], dict[int, int]]:
    """Match opening and closing marks; those without a partner become marks that stand alone."""
    partner: dict[int, int] = {}
    opened: list[int] = []
    by_key: dict[str, list[int]] = defaultdict(list)
    for index, item in enumerate(items):
        if isinstance(item, InlineText) or item.kind is TagKind.ALONE:
            continue
        if item.kind is TagKind.OPEN:
            opened.append(index)
            by_key[item.key].append(index)
        elif by_key[item.key]:
            start = by_key[item.key][-1]
            partner[start], partner[index] = index, start
            # What was opened inside and is still open cannot be closed any more.
            while opened and opened[-1] >= start:
                inside = items[opened.pop()]
                assert isinstance(inside, Mark)
                by_key[inside.key].pop()
    paired = [
        replace(item, kind=TagKind.ALONE, required=True)
        if isinstance(item, Mark) and item.kind is not TagKind.ALONE and index not in partner
        else item
        for index, item in enumerate(items)
    ]
    return paired, partner


def _trim(items: Sequence[Item], partner: dict[int, int]) -> tuple[int, int]:
    """Leave out, from both ends, what a translator need not see."""
    first, last = 0, len(items)
    while first < last:
        if _edge(items[first]):
            first += 1
        elif _edge(items[last - 1]):
            last -= 1
        elif partner.get(first) == first + 1:
            first += 2
        elif partner.get(last - 1) == last - 2:
            last -= 2
        elif partner.get(first) == last - 1:
            first, last = first + 1, last - 1
        else:
            break
    return first, last


def _edge(item: Item) -> bool:
    if isinstance(item, InlineText):
        return not item.text.strip()
    return item.kind is TagKind.ALONE and not item.word


def text_items(raw: str, start: int, decode: Callable[[str], str]) -> list[Item]:
    """Split off the blank edges of a stretch of text, so that they can stay outside the unit."""
    body = raw.strip(" \t\r\n\f")
    if not body:
        return [InlineText(decode(raw), PartSpan(start, start + len(raw)))] if raw else []
    lead = raw.index(body[0])
    tail = lead + len(body)
    pieces = ((0, lead), (lead, tail), (tail, len(raw)))
    return [InlineText(decode(raw[a:b]), PartSpan(start + a, start + b)) for a, b in pieces if a < b]
