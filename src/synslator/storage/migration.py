"""Bringing a database's tables up to date by Alembic, each time it is opened."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from synslator.errors import SynslatorError


class NewerDatabase(SynslatorError):
    """The database was written by a newer version of the program."""


def alone(connection: Connection) -> None:
    """Keep other servers from setting the same database up at the same time, until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7390254)"))


def configuration() -> Config:
    """Return Alembic's configuration for the migrations in this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(engine: Engine) -> None:
    """Create or update the tables; do nothing where they are up to date."""
    config = configuration()
    scripts = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present == scripts.get_current_head():
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if present is not None and present not in known:
        raise NewerDatabase(
            f"The database is of version {present}, which this version of Synslator does not know;"
            " it was written by a newer one."
        )
    with engine.begin() as connection:
        alone(connection)
        if MigrationContext.configure(connection).get_current_revision() == scripts.get_current_head():
            return  # another server that started at the same time was faster
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
