"""`synslator backup` and `synslator restore`: everything in one file, and back."""

from pathlib import Path

import click

from synslator.cli.options import takes_settings
from synslator.progress import bar
from synslator.settings import Loaded


@click.command
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@takes_settings("data_folder", "database_url")
def backup(*, loaded: Loaded, file: Path) -> None:
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


@click.command
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@takes_settings("data_folder", "database_url")
def restore(*, loaded: Loaded, file: Path) -> None:
    """Fill an empty database from a backup, completely or not at all.

    The database may be of the other kind: this is how work moves from SQLite on a laptop to the PostgreSQL
    of a team. Search indexes are rebuilt when they are needed. Nobody is signed in afterwards.
    """
    from synslator.storage.backup import restore_backup
    from synslator.workbench.database import open_database

    with open_database(loaded.settings) as database, bar("Restoring") as progress:
        rows = restore_backup(database, file, progress)
    click.echo(f"{rows:,} rows were restored.")
