"""What a page has sent and nobody has dealt with yet: bounded, paced, and of outdated messages the newest.

A page is read all the time, so that its end is noticed at once. What it sends faster than it may waits in its
own connection, and holds nobody else up.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from synslator.storage.people.organisations import Person
from synslator.workbench.messages import client_messages as sent
from synslator.workbench.messages.base import View
from synslator.workbench.messages.client_messages import ClientMessage, from_client
from synslator.workbench.messages.server_messages import Failed

MOST_BYTES = 1 << 20
"""Bytes of one message."""
MOST_QUEUED = 64
"""Messages of one page that wait; what follows waits in the connection."""
MOST_QUEUED_CHARACTERS = 2 << 20
MESSAGES, OPENED = (40.0, 200), (5.0, 30)
"""Messages of one page, and segments that it opens: a second, and at once."""
MESSAGES_OF_PERSON, OPENED_BY_PERSON = (200.0, 1000), (20.0, 100)
"""The same of all pages of a person together."""
TURNS, REQUESTS = 4, 12
"""Messages, and requests, of one person that are handled at the same time; further ones wait their turn."""
READ, READ_OF_PERSON = (200.0, 1000), (1000.0, 4000)
"""Messages that are read of a page, and of a person: a second, and at once. What is no message counts too."""
CHARACTERS, CHARACTERS_OF_PERSON = (2e6, 8_000_000), (8e6, 32_000_000)
"""Their characters."""
MOST_PAGES = 200
"""Live sessions of one person at the same time."""
MOST_PEOPLE = 10_000

_OUTDATED = (sent.Edit, sent.Open, sent.Ping)
"""Of these, one that waits is outdated by one of its kind that follows it."""
_KEPT = (sent.Edit, sent.Confirm, sent.Ignore, sent.EffortMessage)
"""What is still dealt with when the page has gone."""


class Bucket:
    """Allows so many a second and so many at once; says how long whoever takes more has to wait."""

    def __init__(
        self, rate_and_burst: tuple[float, int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst = rate_and_burst
        self._clock = clock
        self._left, self._since = float(self._burst), clock()

    def take(self, amount: float = 1) -> float:
        """Take so many, now or in so many seconds."""
        now = self._clock()
        self._left = min(float(self._burst), self._left + (now - self._since) * self._rate) - amount
        self._since = now
        return max(0.0, -self._left / self._rate)


class Pace:
    """How fast one page, or all pages of a person together, may send."""

    def __init__(
        self,
        messages: tuple[float, int] = MESSAGES_OF_PERSON,
        opened: tuple[float, int] = OPENED_BY_PERSON,
        read: tuple[float, int] = READ_OF_PERSON,
        characters: tuple[float, int] = CHARACTERS_OF_PERSON,
    ) -> None:
        self._messages, self._opened = Bucket(messages), Bucket(opened)
        self._read, self._characters = Bucket(read), Bucket(characters)
        self.turns, self.requests = asyncio.Semaphore(TURNS), asyncio.Semaphore(REQUESTS)
        self.pages = 0

    def read(self, characters: int) -> float:
        """Return how long to wait before more is read, after something of so many characters was."""
        return max(self._read.take(), self._characters.take(characters))

    @contextmanager
    def page(self) -> Iterator[bool]:
        """Count a page while the block runs; yield whether it is one too many."""
        self.pages += 1
        try:
            yield self.pages > MOST_PAGES
        finally:
            self.pages -= 1

    def take(self, given: ClientMessage) -> float:
        """Return how long a message has to wait."""
        wait = self._messages.take()
        return max(wait, self._opened.take()) if isinstance(given, sent.Open) else wait


class People:
    """The paces of people; those who were away longest are forgotten first."""

    def __init__(self) -> None:
        self._paces: OrderedDict[object, Pace] = OrderedDict()

    def pace(self, who: object) -> Pace:
        """Return the pace that all pages of a person share."""
        pace = self._paces.pop(who, None) or Pace()
        self._paces[who] = pace
        if len(self._paces) > MOST_PEOPLE:
            self._paces.popitem(last=False)
        return pace


@dataclass
class Inbox:
    """The messages of one page, in order."""

    socket: WebSocket
    person: Pace
    refuse: Callable[[View], None]
    """Receives of what is no message."""
    page: Pace = field(default_factory=lambda: Pace(MESSAGES, OPENED, READ, CHARACTERS))
    _queued: deque[tuple[ClientMessage, int]] = field(default_factory=deque)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _gone: bool = False

    async def take(self) -> ClientMessage | None:
        """Return the next message as soon as the page may send it; nothing when the page has gone."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._queued or self._gone)
            if self._gone:
                while self._queued and not isinstance(self._queued[0][0], _KEPT):
                    self._queued.popleft()
            if not self._queued:
                return None
            given, _ = self._queued.popleft()
            self._changed.notify_all()
        wait = max(self.page.take(given), self.person.take(given))
        if wait and not self._gone:
            await asyncio.sleep(wait)
        return given

    async def fill(self) -> None:
        """Read the connection until the page has gone."""
        try:
            while True:
                text = await self.socket.receive_text()
                given = self._understood(text)
                if given is not None:
                    await self._put(given, len(text))
                if wait := max(self.page.read(len(text)), self.person.read(len(text))):
                    await asyncio.sleep(wait)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            self._gone = True
            async with self._changed:
                self._changed.notify_all()

    async def _put(self, given: ClientMessage, size: int) -> None:
        async with self._changed:
            await self._changed.wait_for(self._has_room)
            if self._queued and _outdates(given, self._queued[-1][0]):
                self._queued.pop()
            self._queued.append((given, size))
            self._changed.notify_all()

    def _has_room(self) -> bool:
        waiting = sum(size for _, size in self._queued)
        return len(self._queued) < MOST_QUEUED and waiting < MOST_QUEUED_CHARACTERS

    def _understood(self, text: str) -> ClientMessage | None:
        if len(text) > MOST_BYTES:
            too_long = "The message is longer than 1 MiB. Send less at once."
            self.refuse(Failed(seq=None, code="TooLong", message=too_long))
            return None
        try:
            return from_client.validate_json(text)
        except ValidationError as error:
            self.refuse(Failed(seq=None, code="BadMessage", message=_described(error)))
            return None


def pace_of(socket: WebSocket, who: Person) -> Pace:
    """Return the pace of a person; where nobody signs in, all pages are one person's, each with its own."""
    if not socket.app.state.accounts:
        return Pace()
    people: People = socket.app.state.people
    return people.pace((who.organisation, who.login))


def _outdates(new: ClientMessage, old: ClientMessage) -> bool:
    """Return whether a message that waits need not be dealt with, because of the one behind it."""
    if type(new) is not type(old) or not isinstance(new, _OUTDATED):
        return False
    if isinstance(old, sent.Edit) and isinstance(new, sent.Edit):
        # After a conflict an edit names the version that it replaces, which the next one relies on.
        return new.segment == old.segment and (old.version is None or new.version is not None)
    # What was typed while the connection was away comes with the message that opens the segment.
    return not (isinstance(old, sent.Open) and old.text is not None)


def _described(error: ValidationError) -> str:
    """Say what is wrong with a message, without repeating what it says."""
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"The message is not valid: {where}: {first['msg']}."
