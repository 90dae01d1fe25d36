"""XLIFF 1.2 and 2.x: sources with their translations; everything else in the file stays."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.inline import Assembled, Flat, Mark, assemble
from synslator.formats.documents.core.model import Code, Document, Part, PartSpan, SideEdit, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.core.xml import (
    Type,
    XmlToken,
    attribute_span,
    attributes,
    character_reference,
    check,
    escape,
    tokens,
    unescape,
)
from synslator.formats.documents.resources.xliff_inline import NAMESPACES, Content, read_content
from synslator.text.tags import Tag, split

_HOLDERS = frozenset({"x:trans-unit", "x:segment"})
_SCOPES = frozenset({"x:file", "x:group", "x:unit"})
_CLOSED = frozenset({"x:alt-trans", "x:header", "x:skeleton", "x:bin-unit", "x:originalData", "x:ignorable"})
_OPEN_STATES = frozenset({"new", "needs-translation", "needs-adaptation", "needs-l10n", "initial"})


@dataclass(slots=True)
class _Holder:
    """A source with room for its translation: a trans-unit of 1.2, a segment of 2.x."""

    start: XmlToken
    note: str
    source: Content | None = None
    segmented: Content | None = None
    target: Content | None = None
    notes: list[str] = field(default_factory=list)


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read an XLIFF file."""
    decoded = decode(data, name)
    check(decoded.text, name)
    text = decoded.text
    version = re.search(r"<(?:[\w.-]+:)?xliff\b[^>]*?\sversion\s*=\s*[\"']([\d.]+)", text)
    if version is None or version[1][0] not in "12":
        found = version[1] if version else "none"
        raise DamagedDocument(f"{name} is XLIFF of version {found}. Only versions 1 and 2 are supported.")
    units = [
        unit for holder in _holders(text, options) for unit in _units(text, holder, version[1][0] == "2")
    ]
    package = TextPacker(data, decoded, name, escape=character_reference)
    return Document("xliff", name, (Part(name, text),), tuple(units), package)


def _holders(text: str, options: ReadOptions) -> Iterator[_Holder]:
    stream = tokens(text, NAMESPACES)
    open_scopes: list[tuple[str, bool, str]] = [("", True, "")]
    holder: _Holder | None = None
    for token in stream:
        raw = text[token.start : token.end]
        if token.type is Type.END:
            if holder is not None and token.name in _HOLDERS:
                if open_scopes[-1][1]:
                    yield holder
                holder = None
            if token.name == open_scopes[-1][0]:
                open_scopes.pop()
        elif token.type is Type.START and token.name in _CLOSED:
            _skip(stream)
        elif token.type is Type.START and (token.name in _SCOPES or token.name in _HOLDERS):
            given = attributes(raw)
            _, inherited, above = open_scopes[-1]
            translate = {"yes": True, "no": False}.get(given.get("translate", ""), inherited)
            note = given.get("resname") or given.get("name") or given.get("id") or above
            open_scopes.append((token.name, translate, note))
            if token.name in _HOLDERS:
                holder = _Holder(token, note)
        elif holder is not None:
            _fill(holder, text, token, stream, options)


def _skip(stream: Iterator[XmlToken]) -> None:
    depth = 1
    while depth:
        depth += {Type.START: 1, Type.END: -1}.get(next(stream).type, 0)


def _fill(
    holder: _Holder, text: str, token: XmlToken, stream: Iterator[XmlToken], options: ReadOptions
) -> None:
    if token.type not in {Type.START, Type.EMPTY}:
        return
    match token.name:
        case "x:source":
            holder.source = read_content(text, token, stream, options)
        case "x:seg-source":
            holder.segmented = read_content(text, token, stream, options)
        case "x:target":
            holder.target = read_content(text, token, stream, options)
        case "x:note":
            content = read_content(text, token, stream, options)
            holder.notes.append(unescape(text[content.inner.start : content.inner.end]).strip())
        case _ if token.type is Type.START:
            _skip(stream)


def _units(text: str, holder: _Holder, fixed: bool) -> Iterator[Unit]:
    if holder.source is None:
        return
    note = ": ".join(filter(None, [holder.note, "; ".join(holder.notes)]))
    segments = holder.segmented.segments if holder.segmented else {}
    targets = holder.target.segments if holder.target else {}
    if segments and all(mid in targets for mid in segments):
        for number, (mid, source) in enumerate(segments.items()):
            target = targets[mid]
            edits = _state_edits(text, holder) if number == 0 else ()
            unit = _unit(source, target, Flat(escape), target.inner, edits)
            if unit is not None:
                yield _described(unit, note, whole=True)
        return
    last = holder.segmented or holder.source
    unit = _unit(holder.source, holder.target, *_room(text, holder, last))
    if unit is not None:
        yield _described(unit, note, whole=fixed)


def _described(unit: Unit, note: str, whole: bool) -> Unit:
    return Unit(
        unit.span, unit.source, unit.layout, unit.codes, unit.target, note, whole=whole, edits=unit.edits
    )


def _room(text: str, holder: _Holder, last: Content) -> tuple[Flat, PartSpan, tuple[SideEdit, ...]]:
    """Find where the translation goes, and make the element for it where there is none."""
    target = holder.target
    if target is not None and not target.empty:
        return Flat(escape), target.inner, _state_edits(text, holder)
    source_tag = text[last.outer.start : last.inner.start]
    prefix = re.match(r"<([\w.-]+:)?", source_tag)
    name = f"{(prefix and prefix[1]) or ''}target"
    if target is not None:
        opening = _with_open_state_closed(text[target.outer.start : target.outer.end])[:-2].rstrip() + ">"
        return (
            Flat(escape, lambda body: f"{opening}{body}</{name}>"),
            target.outer,
            _segment_state(text, holder),
        )
    line = text.rfind("\n", 0, last.outer.start)
    blank = text[line : last.outer.start] if line >= 0 and not text[line : last.outer.start].strip() else ""
    place = PartSpan(last.outer.end, last.outer.end)
    return Flat(escape, lambda body: f"{blank}<{name}>{body}</{name}>"), place, _segment_state(text, holder)


def _with_open_state_closed(tag: str) -> str:
    where = attribute_span(tag, "state")
    if where is None or tag[where[0] : where[1]] not in _OPEN_STATES:
        return tag
    return tag[: where[0]] + "translated" + tag[where[1] :]


def _state_edits(text: str, holder: _Holder) -> tuple[SideEdit, ...]:
    """Say that what was to be translated is translated."""
    assert holder.target is not None
    return (
        *_state_edit(text, holder.target.outer.start, holder.target.inner.start),
        *_segment_state(text, holder),
    )


def _segment_state(text: str, holder: _Holder) -> tuple[SideEdit, ...]:
    return _state_edit(text, holder.start.start, holder.start.end)


def _state_edit(text: str, start: int, end: int) -> tuple[SideEdit, ...]:
    tag = text[start:end]
    where = attribute_span(tag, "state")
    if where is None or tag[where[0] : where[1]] not in _OPEN_STATES:
        return ()
    return (SideEdit(PartSpan(start + where[0], start + where[1]), "translated"),)


def _unit(
    source: Content, target: Content | None, layout: Flat, span: PartSpan, edits: tuple[SideEdit, ...]
) -> Unit | None:
    """Create a unit; codes at the edges are shown too, since other tools look for them in the target."""
    assembled = assemble(source.items, trim=False)
    if assembled is None:
        return None
    existing, extra = _existing(target, assembled)
    return Unit(span, assembled.source, layout, (*assembled.codes, *extra), existing, edits=edits)


def _existing(target: Content | None, assembled: Assembled) -> tuple[str, tuple[Code, ...]]:
    """Write the translation that is there with the source's numbers; codes of its own follow after them."""
    found = assemble(target.items, any_text=True, trim=False) if target else None
    if found is None:
        return "", ()
    numbers = {_identity(marks): n for n, marks in enumerate(assembled.marks, start=1) if marks}
    extra: list[Code] = []
    renumbered: dict[int, int] = {}
    for own, marks in enumerate(found.marks, start=1):
        number = numbers.pop(_identity(marks), None)
        if number is None:
            extra.append(found.codes[own - 1])
            number = len(assembled.codes) + len(extra)
        renumbered[own] = number
    pieces = [
        piece if isinstance(piece, str) else str(Tag(piece.kind, renumbered[piece.number]))
        for piece in split(found.source)
    ]
    return "".join(pieces), tuple(extra)


def _identity(marks: Sequence[Mark]) -> tuple[str, str, int]:
    """Tell codes apart by element and id, and placeholders by how they are written."""
    return (marks[0].key, "" if marks[0].key else marks[0].label, len(marks)) if marks else ("", "", 0)
