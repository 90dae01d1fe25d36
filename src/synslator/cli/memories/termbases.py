"""`synslator terms`: termbases on the command line."""

import getpass
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from synslator.cli.memories.commands import FILE, mapping_of, print_report
from synslator.cli.options import takes_settings
from synslator.formats.exchange.model import Concept, Languages
from synslator.progress import bar
from synslator.settings import Loaded
from synslator.storage.database import Database
from synslator.workbench.resources.memories import DATABASE
from synslator.workbench.resources.termbases import Termbases, TermsImport

COLUMN_HELP = (
    "Of a table: which column, by header or number from 1, holds source, target, status, subject, definition"
    " or note."
)
SOURCE = click.option("--source-language", metavar="TAG", required=True, help="Language to translate from.")
TARGET = click.option("--target-language", metavar="TAG", required=True, help="Language to translate into.")


@click.group
def command() -> None:
    """Import, export and search termbases."""


@contextmanager
def opened(loaded: Loaded) -> Iterator[Termbases]:
    """Open the termbases in the data folder."""
    database = Database.in_file(loaded.settings.data_folder / DATABASE)
    try:
        yield Termbases(database)
    finally:
        database.close()


@command.command("import")
@click.argument("name")
@click.argument("file", type=FILE)
@SOURCE
@TARGET
@click.option(
    "--keep-good", is_flag=True, help="Import the good part of a file with errors, and list the errors."
)
@click.option("--column", "columns", multiple=True, metavar="ROLE=COLUMN", help=COLUMN_HELP)
@click.option(
    "--separator", default=";", show_default=True, help="Separator of several terms in one cell; empty: none."
)
@takes_settings("data_folder")
def import_(
    *,
    loaded: Loaded,
    name: str,
    file: Path,
    source_language: str,
    target_language: str,
    keep_good: bool,
    columns: tuple[str, ...],
    separator: str,
) -> None:
    """Import a TBX, CSV, TSV or XLSX file into the termbase NAME, which is created if there is none.

    A file with an error is refused as a whole unless --keep-good is given.
    """
    languages = Languages(source_language, target_language)
    options = TermsImport(languages, keep_good, mapping_of(columns), separator)
    with opened(loaded) as termbases:
        if name not in {info.name for info in termbases.list()}:
            termbases.create(name, getpass.getuser())
        with bar(f"importing {file.name}") as progress:
            report = termbases.import_file(termbases.find(name).id, file, options, progress)
    print_report(file, report)


@command.command("export")
@click.argument("name")
@click.argument("file", type=FILE)
@SOURCE
@TARGET
@takes_settings("data_folder")
def export(loaded: Loaded, name: str, file: Path, source_language: str, target_language: str) -> None:
    """Write the termbase NAME to a .tbx, .csv, .tsv or .xlsx file.

    TBX keeps everything. A table has a row for each pair of terms in the two languages.
    """
    from synslator.workbench.people.audit_trail import AuditTrail

    languages = Languages(source_language, target_language)
    with opened(loaded) as termbases:
        info = termbases.find(name)
        with bar(f"exporting {name}") as progress:
            count = termbases.export_file(info.id, file, languages, progress)
        AuditTrail(termbases.database).note_here("export termbase", name, info.organisation, file.name)
    click.echo(f"{count:,} exported")


@command.command("search")
@click.argument("name")
@click.argument("text")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@takes_settings("data_folder")
def search(loaded: Loaded, name: str, text: str, as_json: bool) -> None:
    """Print the concepts of the termbase NAME that have TEXT in one of their terms."""
    with opened(loaded) as termbases:
        found = termbases.search(termbases.find(name).id, text)
    for stored in found:
        row = stored.concept._asdict() | {"terms": [term._asdict() for term in stored.concept.terms]}
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else _line(stored.concept))


def _line(concept: Concept) -> str:
    marks = {"preferred": "+", "admitted": "", "forbidden": "!"}
    terms = ", ".join(f"{term.language}: {marks[term.status]}{term.text}" for term in concept.terms)
    return "  ".join(part for part in (terms, concept.definition, concept.note) if part)
