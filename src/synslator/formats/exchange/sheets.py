"""Rows out of and into CSV, TSV and XLSX files, whatever they mean; bounded in memory, charset detected."""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from synslator.errors import SynslatorError
from synslator.formats.exchange.model import Fault

_LONGEST_LINE = 1_000_000
_SAMPLE = 1 << 18
_UNPACKED = 256 << 20
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CELL = 32_767
"""Characters that a cell of a workbook holds."""
_ESCAPE = re.compile("[\x01-\x08\x0b-\x1f]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that may be a formula, or one that is marked as text already."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row and the line on which it ends."""

    line: int
    cells: Sequence[str]


SheetRows = Iterator[Row | Fault]


def read_rows(path: Path) -> SheetRows:
    """Yield the rows of a file; a fault where it breaks off or must be refused."""
    return _workbook_rows(path) if path.suffix.lower() == ".xlsx" else _text_rows(path)


def write_rows(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write rows to a file, in the format that its name says."""
    if path.suffix.lower() == ".xlsx":
        _write_workbook(path, rows)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix.lower() == ".tsv":
            csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL).writerows(map(_as_text, rows))
        else:
            csv.writer(file).writerows(map(_as_text, rows))


def _as_text(cells: Sequence[str]) -> list[str]:
    """Mark cells that a spreadsheet would take for formulas as text, as people do: by an apostrophe."""
    return [f"'{cell}" if _FORMULA.match(cell) else cell for cell in cells]


def _as_written(cells: Sequence[str]) -> list[str]:
    """Return the cells without the apostrophes that mark them as text."""
    return [cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell for cell in cells]


def charset_of(path: Path) -> str:
    """Say which charset a text file is in: by its mark, as UTF-8 if it is that, else by a guess."""
    with path.open("rb") as file:
        sample = file.read(_SAMPLE)
    for mark, name in _MARKS:
        if sample.startswith(mark):
            return name
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes

        best = from_bytes(sample).best()
        guess = best.encoding if best else "gb18030"
        # The names for simplified Chinese are parts of gb18030, which reads rarer characters too.
        return "gb18030" if guess in {"gb2312", "gbk", "hz"} else guess
    return "utf-8"


def _text_rows(path: Path) -> SheetRows:
    charset = charset_of(path)
    with path.open("rb") as file:
        text = io.TextIOWrapper(file, encoding=charset, newline="")
        reader = csv.reader(_lines(text), _dialect(path, charset))
        try:
            for cells in reader:
                if any(cells):
                    yield Row(reader.line_num, _as_written(cells))
        except csv.Error as error:
            yield Fault(max(1, reader.line_num), f"the table cannot be read: {error}")
        except UnicodeDecodeError:
            yield Fault(reader.line_num + 1, f"the text is not valid {charset}")
        except _LineTooLong:
            yield Fault(reader.line_num + 1, f"the line has more than {_LONGEST_LINE:,} characters")


class _LineTooLong(Exception):
    pass


def _lines(text: io.TextIOWrapper) -> Iterator[str]:
    while line := text.readline(_LONGEST_LINE + 1):
        if len(line) > _LONGEST_LINE:
            raise _LineTooLong
        yield line


def _dialect(path: Path, charset: str) -> type[csv.Dialect]:
    """Return what parts the columns, and whether quotation marks around a cell are part of its text."""
    with path.open("rb") as file:
        first = file.readline(_SAMPLE).decode(charset, "replace")
    is_tsv = path.suffix.lower() == ".tsv"
    mark = "\t" if is_tsv else max(",;\t|", key=lambda mark: (first.count(mark), mark == ","))

    class Dialect(csv.excel):
        delimiter = mark
        # Most programs write tabs without quoting anything; those that quote (as this one) quote everything.
        quoting = csv.QUOTE_NONE if mark == "\t" and not first.startswith('"') else csv.QUOTE_MINIMAL
        strict = True

    return Dialect


def _workbook_rows(path: Path) -> SheetRows:
    import openpyxl
    from defusedxml import DefusedXmlException

    try:
        with path.open("rb") as file:
            _check_archive(file)
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            sheet = book.worksheets[0]
            for line, values in enumerate(sheet.iter_rows(values_only=True), 1):
                cells = ["" if value is None else _unescaped(str(value)) for value in values]
                if any(cells):
                    yield Row(line, cells)
    except _Refused as refused:
        yield Fault(1, str(refused))
    except DefusedXmlException:
        yield Fault(1, "the workbook declares XML entities, which are not allowed")
    except Exception as error:
        # openpyxl lets through whatever a damaged part makes it stumble over.
        yield Fault(1, f"this file is damaged or is not an XLSX workbook ({type(error).__name__})")


class _Refused(Exception):
    pass


def _check_archive(file: BinaryIO) -> None:
    """Refuse an archive that would unpack to more than is reasonable; zipfile holds it to what it says."""
    with zipfile.ZipFile(file) as archive:
        total = sum(member.file_size for member in archive.infolist())
    if total > _UNPACKED:
        raise _Refused(
            f"the workbook unpacks to {total >> 20} MiB; at most {_UNPACKED >> 20} MiB are allowed"
        )
    file.seek(0)


def _write_workbook(path: Path, rows: Iterable[Sequence[str]]) -> None:
    import openpyxl
    from openpyxl.cell import WriteOnlyCell

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for number, row in enumerate(rows, 1):
        cells = []
        for text in map(_escaped, row):
            if len(text) > _CELL:
                raise SynslatorError(
                    f"{path}, row {number}: a text has {len(text):,} characters, but a cell of XLSX holds"
                    f" at most {_CELL:,}. Use another format."
                )
            cell = WriteOnlyCell(sheet, text)
            # Text that begins with = is text here, not a formula.
            cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    book.save(path)


def _escaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
