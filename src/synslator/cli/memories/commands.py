"""`synslator memory`: translation memories on the command line."""

import dataclasses
import getpass
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from synslator.cli.options import takes_settings
from synslator.errors import SynslatorError, UsageProblem
from synslator.memory.concordance import ConcordanceHit, ConcordanceOptions
from synslator.memory.memory_set import MemoryUse
from synslator.memory.model import LookupOptions, Match, Permission
from synslator.progress import bar
from synslator.settings import Loaded
from synslator.workbench.resources.exchange import ImportReport
from synslator.workbench.resources.memories import Memories, open_memories
from synslator.workbench.resources.termbases import TermsReport

SETTINGS = ("data_folder", "memory_backend", "memory_url")
FILE = click.Path(path_type=Path)
COLUMN_HELP = (
    "Of a table: which column, by header or number from 1, holds source, target, changed_by, changed_at,"
    " document or note."
)


@click.group
def command() -> None:
    """Import, export, search and repair translation memories."""


@contextmanager
def opened(loaded: Loaded) -> Iterator[Memories]:
    """Open the memories that the settings name."""
    settings = loaded.settings
    with open_memories(settings.data_folder, settings.memory_backend, settings.memory_url) as memories:
        yield memories


def print_report(file: Path, report: ImportReport | TermsReport) -> None:
    """Say what became of an imported file, and which of its records could not be used."""
    click.echo(f"{report.added:,} added, {report.merged:,} merged, {report.refused:,} refused")
    for fault in report.faults:
        click.echo(f"{file}, line {fault.line}: {fault.message}.", err=True)


@command.command("import")
@click.argument("name")
@click.argument("file", type=FILE)
@click.option("--source-language", metavar="TAG", help="Source language of a new memory, such as zh.")
@click.option("--target-language", metavar="TAG", help="Target language of a new memory, such as en.")
@click.option(
    "--permission", type=click.Choice([one.value for one in Permission]), help="Permission of a new memory."
)
@click.option(
    "--keep-good", is_flag=True, help="Import the good part of a file with errors, and list the errors."
)
@click.option("--column", "columns", multiple=True, metavar="ROLE=COLUMN", help=COLUMN_HELP)
@takes_settings(*SETTINGS)
def import_(
    *,
    loaded: Loaded,
    name: str,
    file: Path,
    source_language: str | None,
    target_language: str | None,
    permission: str | None,
    keep_good: bool,
    columns: tuple[str, ...],
) -> None:
    """Import a TMX, XLIFF, CSV, TSV or XLSX file into the memory NAME, which is created if there is none.

    A pair that the memory already holds is merged. A file with an error is refused as a whole, and the
    message names the line, unless --keep-good is given. The entries of an interrupted import are not
    visible; started again with the same file, it continues where it stopped.
    """
    from synslator.workbench.resources.exchange import ImportOptions, import_memory, survey

    user = getpass.getuser()
    options = ImportOptions(user, keep_good, mapping_of(columns))
    with opened(loaded) as memories:
        is_new = name not in {info.name for info in memories.list()}
        if is_new:
            if not source_language or not target_language:
                raise UsageProblem(
                    f"There is no memory named {name!r}."
                    " To create it, add --source-language and --target-language."
                )
            granted = Permission(permission or Permission.INFERENCE_ONLY.value)
            memories.create(name, source_language, target_language, user, granted)
        info = memories.find(name)
        looked = survey(file) if file.is_file() else None
        try:
            with bar(f"importing {file.name}", looked.units if looked else None) as progress:
                report = import_memory(memories, info, file, options, surveyed=looked, progress=progress)
        except SynslatorError:
            if is_new:
                memories.delete(info.id, user)
            raise
    if report.resumed_at:
        click.echo(f"Went on after {report.resumed_at:,} units of an interrupted import.")
    print_report(file, report)


@command.command("export")
@click.argument("name")
@click.argument("file", type=FILE)
@click.option(
    "--purpose",
    type=click.Choice(["translation", "training"]),
    default="translation",
    show_default=True,
    help="What the file is wanted for; training must be allowed by the memory's owner.",
)
@takes_settings(*SETTINGS)
def export(loaded: Loaded, name: str, file: Path, purpose: str) -> None:
    """Write the memory NAME to FILE, in the format that the name of the file says.

    TMX keeps everything. Tables (.csv, .tsv, .xlsx) keep texts, person, time, document and notes; XLIFF
    keeps texts and notes.
    """
    from synslator.formats.exchange.training_notice import write_beside
    from synslator.workbench.people.audit_trail import AuditTrail
    from synslator.workbench.resources.exchange import export_memory, notice_of
    from synslator.workbench.resources.training_data import ask_to_train

    with opened(loaded) as memories:
        info = memories.find(name)
        if purpose == "training":
            ask_to_train(memories.database, info.id, getpass.getuser(), "export for training")
        with bar(f"exporting {name}", memories.truth.size(info.id)) as progress:
            count = export_memory(memories, info, file, progress)
        detail = f"{file.name}, for {purpose}"
        AuditTrail(memories.database).note_here("export memory", name, info.organisation, detail)
    if file.suffix.lower() != ".tmx":
        write_beside(file, notice_of(info))
    click.echo(f"{count:,} exported")


@command.command("search")
@click.argument("text")
@click.option(
    "--memory",
    "-m",
    "names",
    multiple=True,
    metavar="NAME[:PENALTY]",
    help="Memory to search, with a penalty; all unless named.",
)
@click.option(
    "--minimum-rate",
    type=int,
    default=LookupOptions().minimum_rate,
    show_default=True,
    help="Lowest match rate to show.",
)
@click.option("--limit", type=int, default=5, show_default=True, help="Number of entries to show.")
@click.option(
    "--concordance", is_flag=True, help="Search for TEXT as a word or phrase on either side instead."
)
@click.option("--fuzzy", is_flag=True, help="With --concordance: also what resembles the phrase.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@takes_settings(*SETTINGS)
def search(
    *,
    loaded: Loaded,
    text: str,
    names: tuple[str, ...],
    minimum_rate: int,
    limit: int,
    concordance: bool,
    fuzzy: bool,
    as_json: bool,
) -> None:
    """Print the entries whose source is most like TEXT, with their match rates."""
    with opened(loaded) as memories:
        shelf = memories.shelf(_uses(memories, names))
        if concordance:
            found = shelf.concordance(text, ConcordanceOptions(exact=not fuzzy, limit=limit))
            lines, health = [_hit_line(hit, as_json) for hit in found.hits], found.health
        else:
            options = LookupOptions(matches=limit, minimum_rate=minimum_rate)
            looked = shelf.lookup(text, options=options)
            lines, health = [_match_line(match, as_json) for match in looked.matches], looked.health
    for line in lines:
        click.echo(line)
    if health.stale:
        click.echo(f"Some matches may be missing ({health.state.value}): {health.reason}", err=True)


@command.command("stats")
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@takes_settings(*SETTINGS)
def stats(loaded: Loaded, names: tuple[str, ...], as_json: bool) -> None:
    """Print size, owner, permission and state of the memories NAMES, or of all."""
    with opened(loaded) as memories:
        infos = [memories.find(name) for name in names] or memories.list()
        for info in infos:
            measured = memories.stats(info.id)
            row = {
                "name": info.name,
                "languages": f"{info.source_language}→{info.target_language}",
                "entries": measured.entries,
                "owner": info.owner,
                "permission": info.permission.value,
                "index_bytes": measured.index_bytes,
                "state": measured.health.state.value,
            }
            click.echo(json.dumps(row, ensure_ascii=False) if as_json else _plain(row))


@command.command("rebuild")
@click.argument("name")
@takes_settings(*SETTINGS)
def rebuild(loaded: Loaded, name: str) -> None:
    """Rebuild the index of the memory NAME from the database.

    This is not needed in ordinary use: a missing or damaged index is rebuilt automatically.
    """
    with opened(loaded) as memories:
        info = memories.find(name)
        size = memories.truth.size(info.id)
        with bar(f"indexing {name}", size) as progress:
            memories.rebuild(info.id, progress)
    click.echo(f"{size:,} entries indexed")


def mapping_of(columns: Sequence[str]) -> Any:
    """Read `role=column` options."""
    from synslator.formats.exchange.tables import ColumnMapping

    pairs = [column.partition("=") for column in columns]
    if wrong := [role for role, _, column in pairs if not column]:
        raise UsageProblem(f"--column expects ROLE=COLUMN, but found {', '.join(wrong)}.")
    return ColumnMapping({role: column for role, _, column in pairs}) if pairs else None


def _uses(memories: Memories, names: Sequence[str]) -> list[MemoryUse]:
    if not names:
        return [MemoryUse(info.id) for info in memories.list()]
    uses = []
    for given in names:
        name, _, penalty = given.partition(":")
        if penalty and not penalty.isdecimal():
            raise UsageProblem(f"--memory expects NAME or NAME:PENALTY, but found {given}.")
        uses.append(MemoryUse(memories.find(name).id, penalty=int(penalty or 0)))
    return uses


def _match_line(match: Match, as_json: bool) -> str:
    if as_json:
        row = dataclasses.asdict(match.entry) | {"rate": match.rate, "diff": match.diff}
        return json.dumps(row, ensure_ascii=False)
    return f"{match.rate:>3} %  {match.entry.source}\n       {match.entry.target}"


def _hit_line(hit: ConcordanceHit, as_json: bool) -> str:
    if as_json:
        row = dataclasses.asdict(hit.entry) | {"side": hit.side, "spans": hit.spans, "score": hit.score}
        return json.dumps(row, ensure_ascii=False)
    text = hit.entry.source if hit.side == "source" else hit.entry.target
    for start, end in reversed(hit.spans):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    texts = (text, hit.entry.target) if hit.side == "source" else (hit.entry.source, text)
    return "\t".join(texts)


def _plain(row: dict[str, Any]) -> str:
    return "  ".join(f"{name} {value}" for name, value in row.items())
