"""`synslator restore`: everything back from one file."""

from pathlib import Path

import click

from synslator.cli.options import takes_settings
from synslator.progress import bar
from synslator.settings import Loaded


@click.command
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@takes_settings("data_folder", "database_url")
def command(*, loaded: Loaded, file: Path) -> None:
    """Fill an empty database from a backup, completely or not at all.

    The database may be of the other kind: this is how work moves from SQLite on a laptop to the PostgreSQL
    of a team. Search indexes are rebuilt when they are needed. Nobody is signed in afterwards.
    """
    from synslator.storage.backup import restore_backup
    from synslator.workbench.database import open_database

    with open_database(loaded.settings) as database, bar("Restoring") as progress:
        rows = restore_backup(database, file, progress)
    click.echo(f"{rows:,} rows were restored.")
