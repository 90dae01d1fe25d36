"""Which format an exchange file is in, and reading and writing it as that."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from synslator.formats.exchange.model import (
    Concept,
    Concepts,
    Languages,
    TranslationUnit,
    Units,
    UnknownExchangeFormat,
)
from synslator.formats.exchange.sheets import write_rows
from synslator.formats.exchange.stream import root_element
from synslator.formats.exchange.tables import (
    ColumnMapping,
    concept_rows,
    read_concept_table,
    read_unit_table,
    unit_rows,
)
from synslator.formats.exchange.tbx import read_tbx, write_tbx
from synslator.formats.exchange.tmx import read_tmx, write_tmx
from synslator.formats.exchange.training_notice import TrainingNotice
from synslator.formats.exchange.xliff import read_xliff, write_xliff

_Item = TypeVar("_Item")
TABLES = (".csv", ".tsv", ".xlsx", ".txt")
_XLIFF = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")


def read_units(path: Path, languages: Languages, mapping: ColumnMapping | None = None) -> Units:
    """Read a memory; XML by its first element, whatever its name, and a table by its name."""
    _check_readable(path)
    if path.suffix.lower() in TABLES:
        return read_unit_table(path, languages, mapping)
    root = root_element(path)
    if root == "tmx" or (not root and path.suffix.lower() == ".tmx"):
        return read_tmx(path, languages)
    if root == "xliff" or (not root and path.suffix.lower() in _XLIFF):
        return read_xliff(path, languages)
    raise _unknown(path, root, "TMX, XLIFF, CSV, TSV or XLSX")


def write_units(
    units: Iterable[TranslationUnit], path: Path, languages: Languages, notice: TrainingNotice | None = None
) -> int:
    """Write a memory in the format that the name of the file says; return the number of units.

    TMX also says whether it may be trained on.
    """
    suffix = path.suffix.lower()
    counted = _Counted(units)
    if suffix in TABLES:
        write_rows(path, unit_rows(counted))
    elif suffix == ".tmx" or suffix in _XLIFF:
        with path.open("w", encoding="utf-8", newline="") as file:
            if suffix == ".tmx":
                write_tmx(counted, file, languages, notice)
            else:
                write_xliff(counted, file, languages)
    else:
        raise _unknown(path, "", "TMX, XLIFF, CSV, TSV or XLSX")
    return counted.count


def read_concepts(
    path: Path, languages: Languages, mapping: ColumnMapping | None = None, separator: str = ";"
) -> Concepts:
    """Read a termbase."""
    _check_readable(path)
    if path.suffix.lower() in TABLES:
        return read_concept_table(path, languages, mapping, separator)
    root = root_element(path)
    if root in {"martif", "tbx"} or (not root and path.suffix.lower() == ".tbx"):
        return read_tbx(path)
    raise _unknown(path, root, "TBX, CSV, TSV or XLSX")


def write_concepts(concepts: Iterable[Concept], path: Path, languages: Languages) -> int:
    """Write a termbase in the format that the name of the file says; return the number of concepts."""
    counted = _Counted(concepts)
    if path.suffix.lower() in TABLES:
        write_rows(path, concept_rows(counted, languages))
    elif path.suffix.lower() == ".tbx":
        with path.open("w", encoding="utf-8", newline="") as file:
            write_tbx(counted, file)
    else:
        raise _unknown(path, "", "TBX, CSV, TSV or XLSX")
    return counted.count


class _Counted(Iterable[_Item]):
    """Passes items on and counts them."""

    def __init__(self, items: Iterable[_Item]) -> None:
        self.count = 0
        self._items = items

    def __iter__(self) -> Iterator[_Item]:
        for item in self._items:
            self.count += 1
            yield item


def _check_readable(path: Path) -> None:
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        raise UnknownExchangeFormat(f"{path} cannot be read: {error.strerror}.") from error


def _unknown(path: Path, root: str, supported: str) -> UnknownExchangeFormat:
    found = f"its first element is <{root}>" if root else f"its name ends in {path.suffix or 'no extension'}"
    return UnknownExchangeFormat(f"The format of {path} is not supported: {found}. Use {supported}.")
