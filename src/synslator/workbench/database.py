"""Opening the database that the settings name: a file in the data folder, or a server's."""

from collections.abc import Iterator
from contextlib import contextmanager

from synslator.settings import Settings
from synslator.storage.database import Database
from synslator.workbench.resources.memories import DATABASE


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """Open it until the block ends."""
    database = (
        Database(settings.database_url)
        if settings.database_url
        else Database.in_file(settings.data_folder / DATABASE)
    )
    try:
        yield database
    finally:
        database.close()
