"""CSV and TSV: the cells that hold text; quoting stays as each cell has it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DocumentProblem
from synslator.formats.documents.resources.placeholders import string_unit

_DELIMITERS = ",\t;|"
_SNIFFED_LINES = 20


class _Cell(NamedTuple):
    row: int
    column: int
    span: PartSpan
    value: str


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a table of cells."""
    decoded = decode(data, name)
    delimiter = _sniff(decoded.text)
    cells = list(_cells(decoded.text, delimiter))
    wanted = _wanted_columns(cells, options, name)
    units: list[Unit] = []
    for cell in cells:
        if wanted is not None and (cell.column not in wanted or cell.row == 0):
            continue
        quoted = decoded.text[cell.span.start : cell.span.start + 1] == '"'

        def quote(value: str, quoted: bool = quoted, original: str = cell.value) -> str:
            if _FORMULA.match(value) and not _FORMULA.match(original):
                # A translation must not become a formula for whoever opens the file in a spreadsheet.
                value = f"'{value}"
            needed = quoted or any(char in value for char in f'"\r\n{delimiter}') or value != value.strip()
            return '"' + value.replace('"', '""') + '"' if needed else value

        note = f"row {cell.row + 1}, column {cell.column + 1}"
        unit = string_unit(cell.value, cell.span, quote, options, note=note)
        if unit is not None:
            units.append(unit)
    return Document("csv", name, (Part(name, decoded.text),), tuple(units), TextPacker(data, decoded, name))


_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\s|[\d.,]+[^|!(]*\Z)")
"""How a cell begins that a spreadsheet takes for a formula; a number is none."""


def _sniff(text: str) -> str:
    """Choose the delimiter that cuts the first rows into the same number of cells, and into the most."""
    lines = text[:65536].splitlines()[:_SNIFFED_LINES]

    def score(delimiter: str) -> tuple[bool, int]:
        rows: dict[int, int] = {}
        for cell in _cells("\n".join(lines), delimiter):
            rows[cell.row] = cell.column + 1
        widths = [width for width in rows.values() if width]
        return bool(widths) and min(widths) == max(widths) > 1, max(widths, default=0)

    return max(_DELIMITERS, key=score)


def _cells(text: str, delimiter: str) -> Iterator[_Cell]:
    cell = re.compile(
        rf'(?P<quoted>"(?:[^"]++|"")*+"(?=[{re.escape(delimiter)}\r\n]|\Z))|(?P<bare>[^{re.escape(delimiter)}\r\n]*)'
    )
    row = column = position = 0
    while position < len(text):
        found = cell.match(text, position)
        if found is None:
            break
        value = found[0][1:-1].replace('""', '"') if found["quoted"] is not None else found[0]
        yield _Cell(row, column, PartSpan(*found.span()), value)
        position = found.end()
        if position >= len(text):
            break
        if text[position] == delimiter:
            column += 1
            position += 1
        else:
            row, column = row + 1, 0
            position += 2 if text.startswith("\r\n", position) else 1


def _wanted_columns(cells: list[_Cell], options: ReadOptions, name: str) -> set[int] | None:
    """Find the columns that the options name; with none named every cell counts, the header row too."""
    if not options.columns:
        return None
    header = {cell.value.strip(): cell.column for cell in cells if cell.row == 0}
    width = max((cell.column for cell in cells), default=-1) + 1
    wanted = set()
    for column in options.columns:
        if column in header:
            wanted.add(header[column])
        elif column.isdecimal() and 1 <= int(column) <= width:
            wanted.add(int(column) - 1)
        else:
            raise DocumentProblem(
                f"{name} has no column {column!r}; it has {width} columns, headed {', '.join(header)}."
            )
    return wanted
