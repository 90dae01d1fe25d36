"""Excel: the text of cells; formulas, numbers, locked cells, table headers, sheet names and comments stay.

Most text stands in the shared strings, one entry for all cells with the same text. An entry that is used by
cells that must stay (locked, or symbols) and by open ones alike must not change: its open cells get a string
of their own instead.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from synslator.formats.documents.core.inline import Flat, InlineText, Item, Mark, unit_of
from synslator.formats.documents.core.model import Code, Document, Layout, Markup, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.xml import Type, XmlToken, escape
from synslator.formats.documents.core.xml_cursor import Cursor
from synslator.formats.documents.office.drawing import CHARTS_AND_DIAGRAMS, drawing_parts
from synslator.formats.documents.office.ooxml import OfficePackage, office_cursor
from synslator.formats.documents.office.runs import Dialect, Look, RunText, run_unit
from synslator.formats.documents.office.sheets import FONT_NAME, Cell, Sheet, draws_symbols, read_sheets
from synslator.formats.documents.office.symbols import only_symbols
from synslator.text.tags import Tag, TagKind

_PREFIX = re.compile(r"<((?:[\w.-]+:)?)")
_CELL_TYPE = re.compile(r"""(?<=\st=["'])s(?=["'])""")


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a workbook."""
    package = OfficePackage.open(data, name, options)
    sheets = read_sheets(package)
    strings = _shared_strings(package)
    uses: dict[int, list[tuple[Sheet, Cell]]] = defaultdict(list)
    for sheet in sheets:
        for cell in sheet.cells:
            if cell.shared is not None:
                uses[cell.shared].append((sheet, cell))
    found: list[tuple[Part, list[Unit]]] = []
    own: dict[str, list[Unit]] = defaultdict(list)
    if strings is not None:
        shared_units = list(_shared_units(strings, uses, own))
        found.append((strings.part, shared_units))
    for sheet in sheets:
        units = own[sheet.member] + _inline_units(sheet)
        if units:
            found.append((Part(sheet.member, sheet.text), units))
    found.extend(drawing_parts(package, "officedocument.drawing+xml", *CHARTS_AND_DIAGRAMS))
    document = package.document("xlsx", found)
    places = {_note(sheet, cell): place for place, (sheet, cell) in enumerate(_all_cells(sheets))}
    return replace(
        document, units=tuple(sorted(document.units, key=lambda unit: places.get(unit.note, len(places))))
    )


def _all_cells(sheets: Sequence[Sheet]) -> Iterator[tuple[Sheet, Cell]]:
    for sheet in sheets:
        for cell in sheet.cells:
            yield sheet, cell


@dataclass(slots=True)
class _Strings:
    """The shared strings; None where an entry has nothing to translate."""

    part: Part
    units: list[Unit | None] = field(default_factory=list)


def _shared_strings(package: OfficePackage) -> _Strings | None:
    for member in package.parts("spreadsheetml.sharedStrings+xml"):
        strings = _Strings(Part(member, package.text(member)))
        cursor = office_cursor(strings.part.text, member)
        for token in cursor:
            if token.name == "x:si" and token.type is not Type.END:
                strings.units.append(_string_unit(cursor, token))
        return strings
    return None


def _shared_units(
    strings: _Strings, uses: dict[int, list[tuple[Sheet, Cell]]], own: dict[str, list[Unit]]
) -> Iterator[Unit]:
    """Yield the entries that may change; put the open cells of the others into `own`, by sheet."""
    for index, unit in enumerate(strings.units):
        if unit is None:
            continue
        free = [(sheet, cell) for sheet, cell in uses[index] if not (cell.locked or _is_drawn(unit, cell))]
        if free and len(free) == len(uses[index]):
            yield replace(unit, note=_note(*free[0]))
            continue
        for sheet, cell in free:
            own[sheet.member].append(_own_string(unit, sheet, cell, strings.part.text))


def _inline_units(sheet: Sheet) -> list[Unit]:
    """Find the texts that stand in the cells themselves."""
    inside = {cell.span.start: cell for cell in sheet.cells if cell.shared is None and not cell.locked}
    if not inside:
        return []
    units = []
    cursor = office_cursor(sheet.text, sheet.member)
    cell: Cell | None = None
    for token in cursor:
        if token.name == "x:c":
            cell = inside.get(token.start)
        elif token.name == "x:is" and token.type is Type.START and cell is not None:
            unit = _string_unit(cursor, token)
            if unit is not None and not _is_drawn(unit, cell):
                units.append(replace(unit, note=_note(sheet, cell)))
    return units


def _is_drawn(unit: Unit, cell: Cell) -> bool:
    """Return whether a cell shows a plain string as symbols; runs have their own fonts."""
    return cell.symbols and isinstance(unit.layout, Flat) and only_symbols(unit.source, in_symbol_font=True)


def _note(sheet: Sheet, cell: Cell) -> str:
    return f"{sheet.name}!{cell.reference}"


def _string_unit(cursor: Cursor, start: XmlToken) -> Unit | None:
    """Read a string, plain or made of runs, up to its end tag."""
    if start.type is Type.EMPTY:
        return None
    items: list[Item] = []
    prefix = ""
    for token in cursor:
        if token.type is Type.END and token.name == start.name:
            break
        if token.type not in {Type.START, Type.EMPTY}:
            continue
        prefix = _PREFIX.match(cursor.raw(token))[1]  # type: ignore[index]
        if token.name == "x:t":
            items.append(InlineText(*cursor.content(token)))
        elif token.name == "x:r":
            items.append(_run(cursor, token))
        else:
            items.append(Mark(TagKind.ALONE, cursor.skip(token), "reading"))
    if any(isinstance(item, RunText) for item in items):
        return run_unit(items, PartSpan(items[0].span.start, items[-1].span.end), _dialect(prefix))
    return unit_of(items, Flat(escape, wrap=lambda body: _text_element(prefix, body)))


def _run(cursor: Cursor, run: XmlToken) -> RunText:
    opening = cursor.raw(run)
    properties = text = ""
    end = run.end
    for token in cursor:
        if token.type is Type.END and token.name == "x:r":
            end = token.end
            break
        if token.type not in {Type.START, Type.EMPTY}:
            continue
        if token.name == "x:rPr":
            span = cursor.skip(token)
            properties = cursor.text[span.start : span.end]
        elif token.name == "x:t":
            text, _ = cursor.content(token)
    return RunText(text, PartSpan(run.start, end), _look(opening, properties))


def _look(opening: str, properties: str) -> Look:
    bold = re.search(r"<(?:\w+:)?b\s*/>", properties)
    italic = re.search(r"<(?:\w+:)?i\s*/>", properties)
    label = "bold" if bold else "italic" if italic else "formatting"
    plain = _look(opening, FONT_NAME.sub("", properties)) if draws_symbols(properties) else None
    return Look(opening + properties, properties, label, plain)


def _text_element(prefix: str, body: str) -> str:
    space = ' xml:space="preserve"' if body != body.strip() or "\n" in body else ""
    return f"<{prefix}t{space}>{body}</{prefix}t>"


def _dialect(prefix: str) -> Dialect:
    return Dialect(
        text=lambda text: _text_element(prefix, escape(text)), closing=f"</{prefix}r>", one_text_per_run=True
    )


@dataclass(frozen=True, slots=True)
class _OwnString:
    """Writes a cell with a string of its own, made from a shared one."""

    layout: Layout
    opening: str
    prefix: str
    strings: str

    def write(
        self, content: Sequence[str | Tag], codes: Sequence[Code], resolve: Callable[[Markup], str]
    ) -> str:
        """Write the whole cell; the markup of its tags stands among the shared strings."""

        def from_strings(markup: Markup) -> str:
            return markup if isinstance(markup, str) else self.strings[markup.start : markup.end]

        body = self.layout.write(content, codes, from_strings)
        prefix = self.prefix
        return f"{self.opening}<{prefix}is>{body}</{prefix}is></{prefix}c>"


def _own_string(unit: Unit, sheet: Sheet, cell: Cell, strings: str) -> Unit:
    opening = _CELL_TYPE.sub("inlineStr", sheet.text[cell.opening.start : cell.opening.end])
    prefix = opening[1:].partition("c")[0]
    layout = _OwnString(unit.layout, opening, prefix, strings)
    return replace(unit, span=cell.span, layout=layout, note=_note(sheet, cell))
