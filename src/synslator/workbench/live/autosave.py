"""Autosave: every edit is written, and acknowledged once it is durable.

Edits come faster than a disk can be asked to be sure of each, so one thread writes whatever has gathered in
one transaction, of each page and segment the newest only. An edit that is overtaken by a newer one of the
same page is acknowledged by that one.
"""

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.storage.database import Database
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segment_changes import TargetChange, write
from synslator.threads import BackgroundThread

_log = Log("saving")

NOT_SAVED = "What was written could not be saved; the server's log says why."

Done = Callable[[Segment | None, SynslatorError | None], None]
"""Receives the segment as it was saved, or why it was not."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    change: TargetChange
    done: Done


class Autosave:
    """Writes edits on a thread of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changed = threading.Condition()
        self._waiting: dict[Hashable, _Waiting] = {}
        self._given = self._settled = 0
        """How many edits have been given so far, and how many of them are written, refused or overtaken."""
        self._stopping = False
        self.thread = BackgroundThread("saving", self._run)

    def start(self) -> None:
        """Begin to write."""
        self.thread.start()

    def save(self, key: Hashable, change: TargetChange, done: Done) -> None:
        """Have an edit written soon, in place of one under the same key that was not written yet."""
        with self._changed:
            self._waiting[key] = _Waiting(change, done)
            self._given += 1
            self._changed.notify_all()

    def take(self, key: Hashable) -> TargetChange | None:
        """Return an edit that is not written yet, and leave it to whoever asks."""
        with self._changed:
            taken = self._waiting.pop(key, None)
            self._changed.notify_all()
        return taken.change if taken else None

    def flush(self) -> None:
        """Wait until everything that was given so far is written or refused."""
        with self._changed:
            given = self._given
            self._changed.wait_for(lambda: self._settled >= given or not self.thread.is_alive())

    def stop(self) -> None:
        """Write what is left and end."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self.thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._settled < self._given or self._stopping)
                gathered, self._waiting = list(self._waiting.values()), {}
                given = self._given
                if self._stopping and not gathered:
                    return
            self._write(gathered)
            with self._changed:
                self._settled = given
                self._changed.notify_all()

    def _write(self, gathered: list[_Waiting]) -> None:
        if not gathered:
            return
        outcomes: list[tuple[_Waiting, Segment | None, SynslatorError | None]] = []
        try:
            with self._database.writing() as connection:
                for one in gathered:
                    try:
                        outcomes.append((one, write(connection, one.change), None))
                    except SynslatorError as error:
                        outcomes.append((one, None, error))
        except Exception as error:
            # Nothing of the transaction came about: a full disk, a read-only database, a fault of ours.
            _log.error("edits could not be saved", error=error, edits=len(gathered))
            told = error if isinstance(error, SynslatorError) else SynslatorError(NOT_SAVED)
            outcomes = [(one, None, told) for one in gathered]
        for one, segment, problem in outcomes:
            try:
                one.done(segment, problem)
            except Exception as error:
                _log.error("nobody could be told of a saved edit", error=error)
