"""Who has which document open, and who is in which segment.

The first to open a segment holds it until they leave it. In this process only; `shared_presence` is for
several servers.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace

from synslator.storage.people.presence import Whereabouts
from synslator.workbench.live.events import Events, of_document
from synslator.workbench.messages.server_messages import PresenceMessage, PresentPerson


def person_view(place: Whereabouts) -> PresentPerson:
    """Show where somebody is."""
    return PresentPerson(
        session=place.session, login=place.person.login, name=place.person.name, segment=place.segment
    )


class Presence:
    """Knows all live sessions. May be used from any thread."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._lock = threading.Lock()
        self._places: dict[str, Whereabouts] = {}

    def enter(self, place: Whereabouts) -> str | None:
        """Note a new session; return the session of the same page that it replaces, if there is."""
        with self._lock:
            earlier = next(
                (
                    one.session
                    for one in self._places.values()
                    if (one.client, one.document, one.person) == (place.client, place.document, place.person)
                ),
                None,
            )
            if earlier:
                del self._places[earlier]
            self._places[place.session] = place
        self._tell(place.document)
        return earlier

    def move(self, session: str, segment: int | None, take: bool = False) -> Whereabouts | None:
        """Go to a segment; return who holds it, if somebody else does.

        With `take`, another page of the same person gives way.
        """
        with self._lock:
            mine = self._places.get(session)
            if mine is None:
                return None
            holder = self._holder(segment, session) if segment is not None else None
            if holder and take and holder.person == mine.person:
                self._places[holder.session] = replace(holder, segment=None)
                holder = None
            self._places[session] = replace(mine, segment=None if holder else segment)
        self._tell(mine.document)
        return holder

    def holds(self, session: str, segment: int) -> bool:
        """Return whether a session is in a segment."""
        with self._lock:
            place = self._places.get(session)
            return place is not None and place.segment == segment

    def leave(self, session: str) -> None:
        """Note that a session has ended."""
        with self._lock:
            place = self._places.pop(session, None)
        if place:
            self._tell(place.document)

    def people(self, document: int) -> Sequence[PresentPerson]:
        """Return who has a document open."""
        with self._lock:
            return [person_view(one) for one in self._places.values() if one.document == document]

    def _holder(self, segment: int, session: str) -> Whereabouts | None:
        return next(
            (one for one in self._places.values() if one.segment == segment and one.session != session), None
        )

    def _tell(self, document: int) -> None:
        self._events.tell(of_document(document), PresenceMessage(people=list(self.people(document))))
