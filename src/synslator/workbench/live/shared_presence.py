"""Presence where several servers share a database: who is where is kept there, so that all of them agree."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from synslator.logs import Log
from synslator.storage.database import Database, StorageProblem, Taken
from synslator.storage.jobs import queue
from synslator.storage.people import shared_presence
from synslator.storage.people.presence import Whereabouts
from synslator.threads import BackgroundThread
from synslator.workbench.live.events import Events, of_document
from synslator.workbench.live.presence import person_view
from synslator.workbench.messages.server_messages import PresenceMessage, PresentPerson

_log = Log("presence")

BEAT = 5.0
"""Seconds between two signs of life."""


class SharedPresence:
    """Knows the live sessions of all servers. May be used from any thread."""

    def __init__(self, database: Database, events: Events, server: str) -> None:
        self._database, self._events, self._server = database, events, server
        self._stopping = threading.Event()
        self.working_on: Callable[[], int | None] = lambda: None
        """Says which job is in hand here."""
        self.thread = BackgroundThread("heart", self._live)

    def start(self) -> None:
        """Begin to give signs of life."""
        self.thread.start()

    def stop(self) -> None:
        """End, and everybody here with it."""
        self._stopping.set()
        self.thread.join()
        try:
            with self._database.writing() as connection:
                shared_presence.forget_server(connection, self._server)
        except StorageProblem as error:
            _log.warning("the other servers learn of the end only by silence", reason=str(error))

    def enter(self, place: Whereabouts) -> str | None:
        """Note a new session; return the session of the same page that it replaces, if there is."""
        with self._database.writing() as connection:
            earlier = shared_presence.enter(connection, place, self._server)
        self._tell(place.document)
        return earlier

    def move(self, session: str, segment: int | None, take: bool = False) -> Whereabouts | None:
        """Go to a segment; return who holds it, if somebody else does."""
        holder: Whereabouts | None = None
        try:
            with self._database.writing() as connection:
                mine = shared_presence.find(connection, session)
                if mine is None:
                    return None
                holder = shared_presence.holder(connection, segment) if segment is not None else None
                if holder and holder.session == session:
                    holder = None
                if holder and take and holder.person.login == mine.person.login:
                    shared_presence.move(connection, holder.session, None)
                    holder = None
                shared_presence.move(connection, session, None if holder else segment)
        except Taken:
            # Somebody came between the look and the step.
            with self._database.writing() as connection:
                holder = shared_presence.holder(connection, segment) if segment is not None else None
                shared_presence.move(connection, session, None)
        if mine:
            self._tell(mine.document)
        return holder

    def holds(self, session: str, segment: int) -> bool:
        """Return whether a session is in a segment."""
        with self._database.reading() as connection:
            place = shared_presence.find(connection, session)
        return place is not None and place.segment == segment

    def leave(self, session: str) -> None:
        """Note that a session has ended."""
        with self._database.writing() as connection:
            place = shared_presence.find(connection, session)
            shared_presence.leave(connection, session)
        if place:
            self._tell(place.document)

    def people(self, document: int) -> Sequence[PresentPerson]:
        """Return who has a document open."""
        with self._database.reading() as connection:
            found = shared_presence.in_document(connection, document)
        return [person_view(replace(one)) for one in found]

    def _tell(self, document: int) -> None:
        self._events.tell(of_document(document), PresenceMessage(people=list(self.people(document))))

    def _live(self) -> None:
        while not self._stopping.wait(BEAT):
            try:
                with self._database.writing() as connection:
                    shared_presence.beat(connection, self._server)
                    if (job := self.working_on()) is not None:
                        queue.beat(connection, self._server, job)
            except Exception as error:
                _log.warning("no sign of life could be given", reason=str(error) or type(error).__name__)
