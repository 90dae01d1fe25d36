"""Telling the other servers of a database that something happened, by PostgreSQL's LISTEN and NOTIFY."""

import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from synslator.logs import Log
from synslator.storage.database import Database
from synslator.threads import BackgroundThread

_log = Log("notices")

CHANNEL = "synslator"
LONGEST = 7900
"""Bytes of one notice; PostgreSQL takes 8,000."""
TURN = 0.5
"""Seconds after which the listener looks whether it should end."""
RETRY = 2.0


class Notices:
    """Sends notices, and hears those of all servers, its own included, on a thread."""

    def __init__(self, database: Database, heard: Callable[[str], None]) -> None:
        self._database, self._heard = database, heard
        self._stopping = threading.Event()
        self._listening = threading.Event()
        self.thread = BackgroundThread("notices", self._run)

    def start(self) -> None:
        """Begin to listen; what is sent from now on is heard."""
        self.thread.start()
        self._listening.wait(10)

    def stop(self) -> None:
        """End."""
        self._stopping.set()
        self.thread.join()

    def send(self, notice: str) -> None:
        """Tell everybody."""
        with self._database.writing() as connection:
            connection.execute(text("SELECT pg_notify(:channel, :notice)"), _named(notice))

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Exception as error:
                # Whatever it was, the database may be back in a moment.
                _log.warning("notices are not heard for now", reason=type(error).__name__)
                self._stopping.wait(RETRY)

    def _listen(self) -> None:
        raw = self._database.engine.raw_connection()
        try:
            driver: Any = raw.driver_connection
            driver.autocommit = True
            driver.execute(f"LISTEN {CHANNEL}")
            self._listening.set()
            while not self._stopping.is_set():
                for notice in driver.notifies(timeout=TURN, stop_after=100):
                    self._tell(notice.payload)
        finally:
            # A connection that listens is of no use to anybody else.
            try:
                raw.invalidate()
            except SQLAlchemyError as error:
                _log.debug("the listening connection was gone already", reason=type(error).__name__)

    def _tell(self, notice: str) -> None:
        try:
            self._heard(notice)
        except Exception as error:
            _log.error("a notice could not be handled", error=error)


def _named(notice: str) -> dict[str, str]:
    return {"channel": CHANNEL, "notice": notice}
