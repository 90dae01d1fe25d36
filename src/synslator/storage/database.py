"""Opening a database, and the one way to use it: `with database.reading()` and `with database.writing()`.

Both give a connection in a transaction. What a function of this part needs, it takes as that connection, so
that its caller decides what happens together or not at all.

SQLite is set up for many readers beside one writer (WAL). A writer takes the write lock when it begins, so
that two of them wait for each other instead of failing half-way.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import ClauseElement, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, InternalError, OperationalError

from synslator.errors import SynslatorError, UsageProblem
from synslator.storage.migration import migrate

BUSY_SECONDS = 30
_READ = ("BEGIN",)
_WRITE = ("PRAGMA synchronous = FULL", "BEGIN IMMEDIATE")
_WRITE_RELAXED = ("PRAGMA synchronous = NORMAL", "BEGIN IMMEDIATE")
_CONNECTIONS = 16


class StorageProblem(SynslatorError):
    """The database cannot do what was asked."""


class Taken(StorageProblem):
    """Somebody else was faster: what was to be written is there already."""


class Database:
    """A database whose tables are there and up to date."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        if self.is_sqlite and parsed.database:
            _make_folder(Path(parsed.database).parent)
        options: dict[str, Any] = {"pool_size": _CONNECTIONS, "max_overflow": _CONNECTIONS}
        if self.is_sqlite:
            options["connect_args"] = {"timeout": BUSY_SECONDS, "check_same_thread": False}
        self.engine = create_engine(parsed, **options)
        if self.is_sqlite:
            _prepare_sqlite(self.engine)
        self._readers = self.engine.execution_options(synslator_begin=_READ)
        self._relaxed = self.engine.execution_options(synslator_begin=_WRITE_RELAXED)
        try:
            migrate(self.engine)
        except (OperationalError, DatabaseError) as error:
            self.engine.dispose()
            name = parsed.render_as_string(hide_password=True)
            raise StorageProblem(f"The database {name} cannot be opened: {error.orig}.") from error

    @classmethod
    def in_file(cls, path: Path) -> "Database":
        """Open or make a SQLite database."""
        return cls(f"sqlite:///{path}")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection that sees one state of the database throughout."""
        with self._readers.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Yield a connection that sees one state of the database for as long as it takes to copy it."""
        if self.is_sqlite:
            with self.reading() as connection:
                yield connection
        else:
            frozen = self.engine.execution_options(isolation_level="REPEATABLE READ")
            with frozen.connect() as connection:
                yield connection

    @contextmanager
    def writing(self, durable: bool = True) -> Iterator[Connection]:
        """Yield a connection whose changes become visible and durable together at the end of the block.

        What is not `durable` is so only with the next change that is: a kill loses nothing of it, but a power
        failure may, together with all that came after it.
        """
        try:
            with (self.engine if durable else self._relaxed).begin() as connection:
                yield connection
        except (OperationalError, InternalError) as error:
            raise StorageProblem(f"The database could not be written: {error.orig}.") from error
        except IntegrityError as error:
            raise Taken("The database could not be written: somebody else was faster.") from error
        except DataError as error:
            raise UsageProblem(f"A text that the database can keep was expected: {error.orig}.") from error

    def fetch(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Read by one statement in the driver's own words; for the few that every lookup makes."""
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(sql, parameters)
            return list(cursor.fetchall())
        finally:
            connection.close()

    def written(self, statement: ClauseElement) -> str:
        """Return a statement without parameters in the words of this database, for `fetch`."""
        return str(statement.compile(self.engine, compile_kwargs={"literal_binds": True}))

    @property
    def mark(self) -> str:
        """What stands for a parameter in the words of this database."""
        return "?" if self.engine.dialect.paramstyle == "qmark" else "%s"

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageProblem(f"The data folder {folder} cannot be made: {error.strerror}.") from error


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, record: object) -> None:
        # SQLAlchemy begins transactions by the event below; the driver must not begin its own.
        connection.isolation_level = None
        for pragma in (
            "journal_mode = WAL",
            "foreign_keys = ON",
            "cache_size = -65536",
            "temp_store = MEMORY",
            "wal_autocheckpoint = 8000",
            "journal_size_limit = 67108864",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        for statement in connection.get_execution_options().get("synslator_begin", _WRITE):
            connection.exec_driver_sql(statement)
