"""`synslator evaluate tables` and `report`: many measurements on one page."""

import json
from contextlib import ExitStack
from pathlib import Path

import click

from synslator.cli.options import takes_settings
from synslator.evaluation.reports.report import read_results, write_report
from synslator.evaluation.reports.tables import TableOptions, measure_tables
from synslator.evaluation.reports.tables_text import markdown
from synslator.progress import Progress, bar
from synslator.settings import Loaded

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("tables")
@click.option("--data", type=FOLDER, required=True, help="Folder with <domain>/test.tsv.xz and tm.tsv.xz.")
@click.option("--out", type=FOLDER, required=True, help="Folder for tables.md and tables.json.")
@click.option(
    "--work",
    type=FOLDER,
    default=Path("build/tables"),
    show_default=True,
    help="Folder for counts, to resume from.",
)
@click.option(
    "--fine-tuned",
    type=(str, FOLDER),
    multiple=True,
    metavar="DOMAIN FOLDER",
    help="Package that was fine-tuned on a domain's memory.",
)
@click.option("--adaptive", type=FOLDER, help="Package with layers for matches, if the model has none.")
@click.option("--limit", type=click.IntRange(1), help="Lines of each test set to use.")
@click.option("--beam", type=click.IntRange(1, 64), default=4, show_default=True, help="Width of the beam.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Threads.")
@takes_settings("model")
def tables(
    *,
    loaded: Loaded,
    data: Path,
    out: Path,
    work: Path,
    fine_tuned: tuple[tuple[str, Path], ...],
    adaptive: Path | None,
    limit: int | None,
    beam: int,
    workers: int,
) -> None:
    """Make the paper's first table on our data; an interrupted run continues where it stopped.

    Measures BLEU and N-gram accuracy of every engine in every domain, with the paper's figures beside ours
    and each engine's gain over the plain model by paired bootstrap. A system that cannot be measured keeps
    its row, with the reason. `make tables` runs this command.
    """
    model = loaded.settings.model
    options = TableOptions(data, work, model, dict(fine_tuned), adaptive, limit, workers, beam)
    with ExitStack() as stack:

        def watch(label: str, total: int) -> Progress:
            stack.close()  # the row before is done
            click.echo(f"{label} ({total} segments)", err=True)
            return stack.enter_context(bar(label, total))

        result = measure_tables(options, watch)
    out.mkdir(parents=True, exist_ok=True)
    (out / "tables.json").write_text(
        json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    (out / "tables.md").write_text(markdown(result), encoding="utf-8")
    for one in result["missing"]:
        click.echo(f"not available: {one['domain']}, {one['label']}: {one['reason']}", err=True)
    click.echo(f"{out / 'tables.md'}, {out / 'tables.json'}")


@click.command("report")
@click.argument("results", type=FILE, nargs=-1, required=True)
@click.option("--out", type=FILE, required=True, help="The page to write; its data go beside it as JSON.")
def report(results: tuple[Path, ...], out: Path) -> None:
    """Make one HTML page with plots of RESULTS, which were saved with --save or by `tables`.

    The page loads nothing from elsewhere; its data are written beside it as JSON.
    """
    write_report(read_results(results), out)
    click.echo(f"{out}, {out.with_suffix('.json')}")
