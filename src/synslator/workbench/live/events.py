"""Events: a change is sent to everybody who has the document or the project open."""

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable

from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.workbench.messages.base import View

_log = Log("events")


class RightsChanged(View):
    """Somebody's rights have changed; whoever serves them looks them up again. It is not sent to pages."""


Listener = Callable[[View, str], None]
"""Receives a message of a live session, and the session that caused it (nothing, where none did)."""


Outward = Callable[[Hashable, View, str], None]


def of_document(document: int) -> Hashable:
    """Return the topic of what happens in a document."""
    return ("document", document)


def of_project(project: int) -> Hashable:
    """Return the topic of what happens in a project as a whole."""
    return ("project", project)


def of_person(person: int) -> Hashable:
    """Return the topic of what somebody may do."""
    return ("person", person)


class Events:
    """Passes events on to whoever listens, in this process. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: defaultdict[Hashable, list[Listener]] = defaultdict(list)
        self._outward: Outward | None = None

    def pass_on(self, outward: "Outward") -> None:
        """Pass every event of this process on to a function as well."""
        self._outward = outward

    def listen(self, topic: Hashable, listener: Listener) -> Callable[[], None]:
        """Have a function called for each event of a topic; return what ends that. It must not block."""
        with self._lock:
            self._listeners[topic].append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners[topic]:
                    self._listeners[topic].remove(listener)
                if not self._listeners[topic]:
                    del self._listeners[topic]

        return stop

    def tell(self, topic: Hashable, event: View, cause: str = "") -> None:
        """Tell everybody who listens, here and elsewhere."""
        self.deliver(topic, event, cause)
        if self._outward is not None:
            try:
                self._outward(topic, event, cause)
            except SynslatorError as error:
                _log.warning("other servers could not be told", reason=str(error))

    def deliver(self, topic: Hashable, event: View, cause: str = "") -> None:
        """Tell everybody who listens here; one that fails does not keep the others from hearing."""
        with self._lock:
            listeners = list(self._listeners.get(topic, ()))
        for listener in listeners:
            try:
                listener(event, cause)
            except Exception as error:
                _log.error("a listener failed", error=error)
