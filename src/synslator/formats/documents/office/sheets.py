"""The sheets of a workbook: which cells hold text, are locked, are named by formulas or show symbols."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from synslator.formats.documents.core.model import PartSpan
from synslator.formats.documents.core.xml import Type, XmlToken, attribute, attributes, tokens
from synslator.formats.documents.core.xml_cursor import Cursor
from synslator.formats.documents.office.ooxml import NAMESPACES, OfficePackage, office_cursor
from synslator.formats.documents.office.symbols import is_symbol_font

_WORKBOOK = (
    "spreadsheetml.sheet.main+xml",
    "spreadsheetml.template.main+xml",
    "sheet.macroEnabled.main+xml",
    "template.macroEnabled.main+xml",
)
_TABLE = "spreadsheetml.table+xml"
_SHEET = "spreadsheetml.worksheet+xml"
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")
FONT_NAME = re.compile(r"<(?:\w+:)?(rFont|name|charset)\s[^>]*/>")
_TRUE = frozenset({"1", "true", "on"})


class Cell(NamedTuple):
    """A cell with text: a shared string or one of its own."""

    reference: str
    span: PartSpan
    opening: PartSpan
    locked: bool
    shared: int | None
    """The number of the shared string; None: the string is inside the cell."""
    symbols: bool = False
    """Its font draws symbols for letters."""


class _CellStyle(NamedTuple):
    locked: bool = True
    """Locked where the sheet is protected."""
    symbols: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with its cells that hold text."""

    name: str
    member: str
    text: str
    cells: list[Cell]


def read_sheets(package: OfficePackage) -> list[Sheet]:
    """Read the sheets in the order of their tabs."""
    styles = _cell_styles(package)
    sheets = []
    for name, member in _sheet_members(package):
        text = package.text(member)
        protected = _is_protected(text)
        headers = _table_headers(package, member)
        cells = [
            cell._replace(
                locked=cell.reference in headers or (protected and style.locked), symbols=style.symbols
            )
            for cell, number in _cells(text, member)
            for style in (styles.get(number, _CellStyle()),)
        ]
        sheets.append(Sheet(name, member, text, cells))
    return sheets


def _sheet_members(package: OfficePackage) -> Iterator[tuple[str, str]]:
    for main in package.parts(*_WORKBOOK):
        for given, member in package.listed(main, "x:sheet", _SHEET):
            yield given.get("name", ""), member


def _cell_styles(package: OfficePackage) -> dict[str, _CellStyle]:
    """Read the cell styles, by their numbers."""
    fonts: dict[str, bool] = {}
    styles: dict[str, _CellStyle] = {}
    for member in package.parts("spreadsheetml.styles+xml"):
        inside, number = "", ""
        cursor = office_cursor(package.text(member), member)
        for token in cursor:
            if token.name in {"x:fonts", "x:cellXfs"}:
                inside = token.name if token.type is Type.START else ""
            elif not inside or token.type not in {Type.START, Type.EMPTY}:
                continue
            elif token.name == "x:font":
                span = cursor.skip(token)
                fonts[str(len(fonts))] = draws_symbols(cursor.text[span.start : span.end])
            elif token.name == "x:xf":
                number = str(len(styles))
                font = attributes(cursor.raw(token)).get("fontId", "")
                styles[number] = _CellStyle(symbols=fonts.get(font, False))
            elif token.name == "x:protection" and number:
                locked = attributes(cursor.raw(token)).get("locked", "1")
                styles[number] = styles[number]._replace(locked=locked in _TRUE)
    return styles


def draws_symbols(font: str) -> bool:
    """Return whether a font is a symbol font, by its name or by its charset, which is 2 then."""
    for element in FONT_NAME.finditer(font):
        value = attribute(element[0], "val") or ""
        if value == "2" if element[1] == "charset" else is_symbol_font(value):
            return True
    return False


def _is_protected(text: str) -> bool:
    found = re.search(r"<(?:\w+:)?sheetProtection\b[^>]*>", text)
    return bool(found and attributes(found[0]).get("sheet", "0") in _TRUE)


_MOST_COLUMNS = 16_384
"""Of a sheet, in every program that writes them."""


def _table_headers(package: OfficePackage, member: str) -> set[str]:
    """Find the header cells of tables: formulas name them, so their text must not change."""
    headers: set[str] = set()
    for target in package.relations(member).values():
        if not package.types.get(target, "").endswith(_TABLE) or target not in package.archive:
            continue
        text = package.text(target)
        root = next((token for token in tokens(text, NAMESPACES) if token.name == "x:table"), None)
        if root is None:
            continue
        given = attributes(text[root.start : root.end])
        corners = _REFERENCE.findall(given.get("ref", ""))
        if given.get("headerRowCount", "1") != "0" and corners:
            first, last = _column_number(corners[0][0]), min(_column_number(corners[-1][0]), _MOST_COLUMNS)
            headers.update(f"{_column_name(number)}{corners[0][1]}" for number in range(first, last + 1))
    return headers


def _column_number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number


def _column_name(number: int) -> str:
    name = ""
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(65 + letter) + name
    return name


def _cells(text: str, member: str) -> Iterator[tuple[Cell, str]]:
    """Yield the cells with text, each with the number of its style."""
    cursor = office_cursor(text, member)
    for token in cursor:
        if token.name == "x:c" and token.type is Type.START:
            given = attributes(cursor.raw(token))
            kind = given.get("t", "")
            if kind in {"s", "inlineStr"}:
                cell = _cell(cursor, token, given.get("r", ""), kind == "s")
                if cell is not None:
                    yield cell, given.get("s", "0")


def _cell(cursor: Cursor, start: XmlToken, reference: str, is_shared: bool) -> Cell | None:
    shared: int | None = None
    computed = False
    for token in cursor:
        if token.type is Type.END and token.name == "x:c":
            if computed or (is_shared and shared is None):
                return None
            return Cell(
                reference, PartSpan(start.start, token.end), PartSpan(start.start, start.end), False, shared
            )
        if token.type is Type.START and token.name == "x:v":
            content = cursor.content(token)[0].strip()
            shared = int(content) if is_shared and content.isdecimal() else None
        elif token.name == "x:f":
            computed = True
    return None
