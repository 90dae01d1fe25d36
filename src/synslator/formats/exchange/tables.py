"""Tables as memories and as termbases: which column is what.

Without a mapping the first row is taken as a header if it names the columns (`source`, `target`, a language
tag, `definition`, …); otherwise the first column is the source and the second the target.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast, get_args

from synslator.errors import UsageProblem
from synslator.formats.exchange.model import (
    Concept,
    Concepts,
    Fault,
    Languages,
    Term,
    TermStatus,
    TranslationUnit,
    Units,
)
from synslator.formats.exchange.sheets import Row, read_rows
from synslator.text.language_tags import same_language

UNIT_COLUMNS = ("source", "target", "changed_by", "changed_at", "document", "note")
CONCEPT_COLUMNS = ("source", "target", "status", "subject", "definition", "note")
_ROLES = tuple(dict.fromkeys(UNIT_COLUMNS + CONCEPT_COLUMNS))


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Where each role stands, by the header's name or by number from 1; those not named are guessed."""

    columns: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = sorted(set(self.columns) - set(_ROLES))
        if unknown:
            raise UsageProblem(f"There is no column {', '.join(unknown)}. Columns are {', '.join(_ROLES)}.")


def read_unit_table(path: Path, languages: Languages, mapping: ColumnMapping | None = None) -> Units:
    """Yield the pairs of a table."""
    for row, cell in _cells(path, languages, mapping or ColumnMapping()):
        if isinstance(row, Fault):
            yield row
        elif fault := _missing(row, cell):
            yield fault
        else:
            yield TranslationUnit(
                cell["source"],
                cell["target"],
                cell.get("changed_by", ""),
                int(moment) if (moment := cell.get("changed_at", "")).isdecimal() else 0,
                cell.get("document") or None,
                notes=(cell["note"],) if cell.get("note") else (),
            )


def read_concept_table(
    path: Path, languages: Languages, mapping: ColumnMapping | None = None, separator: str = ";"
) -> Concepts:
    """Yield the concepts of a table; a separator, if there is one, stands between the terms in a cell."""
    for row, cell in _cells(path, languages, mapping or ColumnMapping()):
        if isinstance(row, Fault):
            yield row
        elif fault := _missing(row, cell) or _bad_status(row, cell):
            yield fault
        else:
            status = cast("TermStatus", cell.get("status", "").strip() or "admitted")
            terms = [Term(languages.source, text) for text in _parts(cell["source"], separator)]
            terms += [Term(languages.target, text, status) for text in _parts(cell["target"], separator)]
            about = {name: cell.get(name, "") for name in ("subject", "definition", "note")}
            yield Concept(tuple(terms), **about)


def unit_rows(units: Iterable[TranslationUnit]) -> Iterator[Sequence[str]]:
    """Yield the rows of a table of pairs, the header first."""
    yield UNIT_COLUMNS
    for unit in units:
        moment = str(unit.changed_at) if unit.changed_at else ""
        notes = "\n".join(unit.notes)
        yield (unit.source, unit.target, unit.changed_by, moment, unit.document or "", notes)


def concept_rows(concepts: Iterable[Concept], languages: Languages) -> Iterator[Sequence[str]]:
    """Yield the rows of a table of terms, the header first: a row for each pair of terms."""
    yield CONCEPT_COLUMNS
    for concept in concepts:
        sources = [term for term in concept.terms if same_language(languages.source, term.language)]
        targets = [term for term in concept.terms if same_language(languages.target, term.language)]
        for source in sources:
            for target in targets:
                about = (concept.subject, concept.definition, concept.note)
                yield (source.text, target.text, target.status, *about)


def _cells(
    path: Path, languages: Languages, mapping: ColumnMapping
) -> Iterator[tuple[Row | Fault, Mapping[str, str]]]:
    """Yield each row with its cells by role; rows that cannot be read with none."""
    places: dict[str, int] | None = None
    for row in read_rows(path):
        if isinstance(row, Fault):
            yield row, {}
            continue
        if places is None:
            places, is_header = _places(row, languages, mapping)
            if is_header:
                continue
        yield row, {role: row.cells[at] for role, at in places.items() if at < len(row.cells)}


def _places(row: Row, languages: Languages, mapping: ColumnMapping) -> tuple[dict[str, int], bool]:
    """Return where the roles stand, and whether the row is a header that says so."""
    names = [cell.strip().lower() for cell in row.cells]
    places = {role: names.index(role) for role in _ROLES if role in names}
    for role, language in (("source", languages.source), ("target", languages.target)):
        tagged = [at for at, name in enumerate(names) if name and same_language(language, name)]
        if tagged:
            places.setdefault(role, tagged[0])
    is_header = "source" in places and "target" in places
    if not is_header:
        places = {"source": 0, "target": 1}
    for role, column in mapping.columns.items():
        if column.isdecimal() and int(column) > 0:
            places[role] = int(column) - 1
        elif column.strip().lower() in names:
            places[role], is_header = names.index(column.strip().lower()), True
        else:
            found = ", ".join(row.cells)
            raise UsageProblem(f"The header has no column {column} for {role}. It has: {found}.")
    return places, is_header


def _missing(row: Row, cell: Mapping[str, str]) -> Fault | None:
    empty = [side for side in ("source", "target") if not cell.get(side, "").strip()]
    if not empty:
        return None
    reason = f"the row has {len(row.cells)} columns" if len(row.cells) < 2 else "the cell is empty"
    return Fault(row.line, f"there is no {' and no '.join(empty)} text: {reason}")


def _bad_status(row: Row, cell: Mapping[str, str]) -> Fault | None:
    status = cell.get("status", "").strip()
    if not status or status in get_args(TermStatus):
        return None
    return Fault(row.line, f"the status must be one of {', '.join(get_args(TermStatus))}, not {status!r}")


def _parts(text: str, separator: str) -> list[str]:
    parts = text.split(separator) if separator else [text]
    return [part.strip() for part in parts if part.strip()]
