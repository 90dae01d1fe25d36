"""Opening a database, and the one way to use it: `with database.reading()` and `with database.writing()`.

Both give a connection in a transaction. What a function of this part needs, it takes as that connection, so
that its caller decides what happens together or not at all.

SQLite is set up for many readers beside one writer (WAL). A writer takes the write lock when it begins, so
that two of them wait for each other instead of failing half-way.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import ClauseElement, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from synslator.errors import SynslatorError, UsageProblem
from synslator.logs import Log
from synslator.storage.migration import migrate

_log = Log("storage")

BUSY_SECONDS = 30
_READ = ("BEGIN",)
_WRITE = ("PRAGMA synchronous = FULL", "BEGIN IMMEDIATE")
_WRITE_RELAXED = ("PRAGMA synchronous = NORMAL", "BEGIN IMMEDIATE")
_CONNECTIONS = 16
POOL_SECONDS = 10
"""How long somebody waits for a connection that others have."""
REACHED = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How PostgreSQL is reached: a server that is cut off is given up after some seconds, not after hours."""
TROUBLES = {
    "SQLITE_FULL": "the disk is full. Free some space on it",
    "SQLITE_READONLY": "the data folder is read-only. Make it writable",
    "SQLITE_CANTOPEN": "its file cannot be opened. Check the data folder",
    "SQLITE_IOERR": "the disk reports an error. Check it, and the room on it",
    "SQLITE_CORRUPT": "it is damaged. Stop the server and restore the newest backup",
    "SQLITE_NOTADB": "it is damaged. Stop the server and restore the newest backup",
}
"""What SQLite's errors mean, by how their names begin."""


class StorageProblem(SynslatorError):
    """The database cannot do what was asked."""


class DatabaseAway(StorageProblem):
    """The database cannot be reached, or has no time; what was asked may be possible in a moment."""


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
        else:
            options |= {"pool_timeout": POOL_SECONDS, "connect_args": REACHED}
        self.engine = create_engine(parsed, **options)
        if self.is_sqlite:
            _prepare_sqlite(self.engine)
        self._driver: Any = self.engine.dialect.import_dbapi()
        self._lock = threading.Lock()
        self._in_use: set[Any] = set()
        self._note_connections_in_use()
        self._readers = self.engine.execution_options(synslator_begin=_READ)
        self._relaxed = self.engine.execution_options(synslator_begin=_WRITE_RELAXED)
        try:
            migrate(self.engine)
        except DatabaseError as error:
            self.engine.dispose()
            name = parsed.render_as_string(hide_password=True)
            raise StorageProblem(f"The database {name} cannot be opened: {error.orig}.") from error

    def _note_connections_in_use(self) -> None:
        """Keep in mind which connections somebody has, so that what runs on them can be ended."""

        @event.listens_for(self.engine, "checkout")
        def taken(connection: Any, record: object, proxy: object) -> None:
            with self._lock:
                self._in_use.add(connection)

        @event.listens_for(self.engine, "checkin")
        def given_back(connection: Any, record: object) -> None:
            with self._lock:
                self._in_use.discard(connection)

        @event.listens_for(self.engine, "close")
        def closed(connection: Any, record: object) -> None:
            with self._lock:
                self._in_use.discard(connection)

    @classmethod
    def in_file(cls, path: Path) -> "Database":
        """Open or make a SQLite database."""
        return cls(f"sqlite:///{path}")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection that sees one state of the database throughout."""
        with self._faults_told("read"), self._readers.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Yield a connection that sees one state of the database for as long as it takes to copy it."""
        if self.is_sqlite:
            with self.reading() as connection:
                yield connection
        else:
            frozen = self.engine.execution_options(isolation_level="REPEATABLE READ")
            with self._faults_told("read"), frozen.connect() as connection:
                yield connection

    @contextmanager
    def writing(self, durable: bool = True) -> Iterator[Connection]:
        """Yield a connection whose changes become visible and durable together at the end of the block.

        What is not `durable` is so only with the next change that is: a kill loses nothing of it, but a power
        failure may, together with all that came after it.
        """
        with self._faults_told("written"), (self.engine if durable else self._relaxed).begin() as connection:
            yield connection

    def fetch(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Read by one statement in the driver's own words; for the few that every lookup makes."""
        with self._faults_told("read"):
            connection = self.engine.raw_connection()
            try:
                cursor = connection.cursor()
                cursor.execute(sql, parameters)
                return list(cursor.fetchall())
            finally:
                connection.close()

    @contextmanager
    def _faults_told(self, done: str) -> Iterator[None]:
        """Raise what the driver and its pool raise as problems that a person can understand."""
        try:
            yield
        except PoolTimeout as error:
            raise DatabaseAway("The database has too much to do. Try again in a moment.") from error
        except IntegrityError as error:
            raise Taken("Somebody else changed this at the same moment. Try again.") from error
        except DataError as error:
            raise UsageProblem(f"The database cannot keep this: {error.orig}.") from error
        except ProgrammingError:
            raise
        except DatabaseError as error:
            raise self._problem(done, error.orig, error) from error
        except InterfaceError as error:
            raise self._problem(done, error.orig, error) from error
        except self._driver.ProgrammingError:
            raise
        except (self._driver.DatabaseError, self._driver.InterfaceError) as error:
            raise self._problem(done, error, error) from error

    def _problem(self, done: str, fault: BaseException | None, error: Exception) -> StorageProblem:
        names = [getattr(one, "sqlite_errorname", "") for one in (fault, *_causes(error))]
        for start, told in TROUBLES.items():
            if any(name.startswith(start) for name in names):
                if start == "SQLITE_READONLY" and os.access(self.engine.url.database or "", os.W_OK):
                    # A connection that was opened while the folder could not be written stays like that.
                    self.engine.dispose()
                return StorageProblem(f"The database could not be {done}: {told}.")
        # What the driver says may name hosts and statements; it is for the log.
        _log.warning("the database cannot be used", reason=str(fault or error).strip())
        return DatabaseAway(f"The database could not be {done} now. Try again in a moment.")

    def interrupt(self) -> None:
        """End the statements that are running now; whoever waits for one is told that it failed."""
        with self._lock:
            for connection in list(self._in_use):
                with suppress(Exception):
                    (connection.interrupt if self.is_sqlite else connection.cancel)()

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


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield what led to an error: SQLite ends a transaction by itself, and then a savepoint is not there."""
    while error is not None:
        yield getattr(error, "orig", None) or error
        error = error.__context__


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
