"""Events across servers: what happens at one of them is passed on to the others.

Notices are short. A change of segments, or of who is where, is passed on as a hint to look it up.
"""

import json
from collections.abc import Hashable, Iterator
from typing import Any

from synslator.logs import Log
from synslator.storage.database import Database
from synslator.storage.documents.segments import listed
from synslator.storage.jobs.notices import LONGEST, Notices
from synslator.storage.people.shared_presence import in_document
from synslator.threads import BackgroundThread
from synslator.workbench.live.events import Events, RightsChanged
from synslator.workbench.live.presence import person_view
from synslator.workbench.messages.base import View
from synslator.workbench.messages.segments import SegmentView
from synslator.workbench.messages.server_messages import PresenceMessage, SegmentsMessage, to_client

_log = Log("bridge")

MOST_IDS = 500
"""Segments that one notice names."""


class EventBridge:
    """Passes the events of this server on to the others, and theirs to those who listen here."""

    def __init__(self, database: Database, events: Events, server: str) -> None:
        self._database, self._events, self._server = database, events, server
        self._notices = Notices(database, self._heard)
        events.pass_on(self._passed)

    @property
    def thread(self) -> BackgroundThread:
        """The loop that hears the others."""
        return self._notices.thread

    def start(self) -> None:
        """Begin to listen to the others."""
        self._notices.start()

    def stop(self) -> None:
        """End."""
        self._notices.stop()

    def _passed(self, topic: Hashable, event: View, cause: str) -> None:
        for body in _bodies(event):
            notice = json.dumps({"from": self._server, "topic": topic, "cause": cause, **body})
            if len(notice.encode()) > LONGEST:
                _log.warning("an event is too long to be told to other servers", kind=body.get("kind"))
                continue
            self._notices.send(notice)

    def _heard(self, notice: str) -> None:
        given: dict[str, Any] = json.loads(notice)
        if given["from"] == self._server:
            return
        topic = tuple(given["topic"])
        event = self._read(given, topic)
        self._events.deliver(topic, event, given["cause"])

    def _read(self, given: dict[str, Any], topic: tuple[Any, ...]) -> View:
        """Turn a notice back into an event."""
        if given["kind"] == "segments":
            with self._database.reading() as connection:
                found = listed(connection, given["ids"])
            return SegmentsMessage(segments=[SegmentView.of(one) for one in found])
        if given["kind"] == "presence":
            with self._database.reading() as connection:
                people = in_document(connection, int(topic[1]))
            return PresenceMessage(people=[person_view(one) for one in people])
        if given["kind"] == "rights":
            return RightsChanged()
        event: View = to_client.validate_python(given["event"])
        return event


def _bodies(event: View) -> Iterator[dict[str, Any]]:
    if isinstance(event, SegmentsMessage):
        ids = [segment.id for segment in event.segments]
        for start in range(0, len(ids), MOST_IDS):
            yield {"kind": "segments", "ids": ids[start : start + MOST_IDS]}
    elif isinstance(event, PresenceMessage):
        yield {"kind": "presence"}
    elif isinstance(event, RightsChanged):
        yield {"kind": "rights"}
    else:
        yield {"kind": "event", "event": event.model_dump(mode="json")}
