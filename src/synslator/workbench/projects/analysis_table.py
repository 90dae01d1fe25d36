"""The analysis of a project as it is invoiced: each file and all together, weighted by match band."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from synslator.formats.documents.analysis import BANDS, INTERNAL, Analysis
from synslator.text.counts import Counts
from synslator.workbench.projects.rates import Rates

HEADER = (
    *("File", "Match type", "Segments", "Words", "Characters", "Words and characters"),
    *("% of total", "Rate (%)", "Weighted"),
)
ALL_FILES = "All files"
TOTAL = "Total"
_NAMES = {"101": "101% (context)", "repetitions": "Repetitions", "100": "100%", "new": "No match"}


@dataclass(frozen=True, slots=True)
class BandLine:
    """A match band, or the total: how much text it is, and how much of it is paid for."""

    band: str
    counts: Counts
    rate: float | None
    """Per cent of a new word that one of this band is worth; the total has none."""
    weighted: float


@dataclass(frozen=True, slots=True)
class FileAnalysis:
    """What was counted in a document, or in all of them."""

    document: int | None
    name: str
    analysis: Analysis

    def lines(self, rates: Rates) -> list[BandLine]:
        """Return the bands in order, empty ones too, and the total."""
        lines = [
            BandLine(band, counts, rates.of(band), round(counts.total * rates.of(band) / 100, 2))
            for band in BANDS
            for counts in (self.analysis.bands.get(band, Counts()),)
        ]
        weighted = round(sum(line.weighted for line in lines), 2)
        return [*lines, BandLine("total", self.analysis.total, None, weighted)]


def kept(files: Sequence[FileAnalysis]) -> list[dict[str, Any]]:
    """Return analyses as a job keeps them."""
    return [
        {
            "document": one.document,
            "name": one.name,
            "bands": {band: asdict(counts) for band, counts in one.analysis.bands.items()},
        }
        for one in files
    ]


def read(files: Sequence[Mapping[str, Any]]) -> list[FileAnalysis]:
    """Return the analyses that a job has kept."""
    return [
        FileAnalysis(
            one["document"],
            one["name"],
            Analysis({band: Counts(**counts) for band, counts in one["bands"].items()}),
        )
        for one in files
    ]


def together(files: Sequence[FileAnalysis]) -> FileAnalysis:
    """Return what was counted in all documents."""
    return FileAnalysis(None, ALL_FILES, sum((one.analysis for one in files), Analysis({})))


def write_csv(path: Path, files: Sequence[FileAnalysis], rates: Rates) -> None:
    """Write a table that spreadsheets open as it is."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([HEADER, *_rows(files, rates)])


def write_workbook(path: Path, files: Sequence[FileAnalysis], rates: Rates) -> None:
    """Write the same as an XLSX workbook."""
    import openpyxl
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Analysis")
    sheet.freeze_panes = "A2"
    for column, width in zip("ABCDEFGHI", (36, 22, 11, 11, 12, 21, 11, 10, 12), strict=True):
        sheet.column_dimensions[column].width = width
    for number, row in enumerate([HEADER, *_rows(files, rates)]):
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, value)
            if isinstance(value, str):
                # A file's name that begins with = is text here, not a formula.
                cell.data_type = "s"
            cell.font = Font(bold=number == 0 or row[1] == TOTAL)
            cells.append(cell)
        sheet.append(cells)
    book.save(path)


def _rows(files: Sequence[FileAnalysis], rates: Rates) -> Iterator[tuple[str | float, ...]]:
    for file in [*files, together(files)]:
        whole = max(file.analysis.total.total, 1)
        for line in file.lines(rates):
            counts = line.counts
            share = round(100 * counts.total / whole)
            rate = "" if line.rate is None else line.rate
            figures = (counts.segments, counts.words, counts.characters, counts.total)
            yield (file.name, _name(line.band), *figures, share, rate, line.weighted)


def _name(band: str) -> str:
    if band == "total":
        return TOTAL
    if band.startswith(INTERNAL):
        return f"Internal fuzzy {band.removeprefix(INTERNAL)}%"
    return _NAMES.get(band, f"{band}%")
