"""`synslator backup`: everything in one file."""

from pathlib import Path

import click

from synslator.cli.options import takes_settings
from synslator.progress import bar
from synslator.settings import Loaded


@click.command
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@takes_settings("data_folder", "database_url")
def command(*, loaded: Loaded, file: Path) -> None:
    """Write everything that the database holds to a file.

    The file holds projects, documents with their history, memories, termbases, jobs and accounts, all as they
    were at one moment. A server may keep working meanwhile. Search indexes are not part of it.
    """
    from synslator.storage.backup import write_backup
    from synslator.workbench.database import open_database
    from synslator.workbench.people.audit_trail import AuditTrail

    with open_database(loaded.settings) as database, bar("Backing up") as progress:
        rows = write_backup(database, file, progress)
        AuditTrail(database).note_here("backup", file.name, detail=f"{rows} rows")
    click.echo(f"{file} holds {rows:,} rows.")
