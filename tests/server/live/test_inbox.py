"""What a page sends: in order, bounded, paced, and its last words are heard when it has gone."""

import asyncio
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import WebSocketDisconnect

from synslator.server.live.inbox import MESSAGES_OF_PERSON, MOST_QUEUED, OPENED_BY_PERSON, Bucket, Inbox, Pace
from synslator.workbench.messages.base import View


class Sent:
    """A connection that has sent some messages, and is then closed or silent."""

    def __init__(self, messages: Iterable[dict[str, Any] | str], closed: bool) -> None:
        texts = [one if isinstance(one, str) else json.dumps(one) for one in messages]
        self._messages, self._closed = iter(texts), closed
        self.read = 0

    async def receive_text(self) -> str:
        await asyncio.sleep(0)
        for text in self._messages:
            self.read += 1
            return text
        if self._closed:
            raise WebSocketDisconnect
        await asyncio.Event().wait()
        raise AssertionError


def taken(sent: Sent, most: int = 1000, slow: bool = False) -> list[tuple[str, int]]:
    """Return kind and number of the messages that are dealt with."""

    async def run() -> list[tuple[str, int]]:
        person = Pace(MESSAGES_OF_PERSON, OPENED_BY_PERSON)
        refused: list[View] = []
        inbox = Inbox(sent, person, refused.append)  # type: ignore[arg-type]
        filling = asyncio.create_task(inbox.fill())
        if slow:
            for _ in range(2000):
                await asyncio.sleep(0)
        found = []
        while len(found) < most and (given := await inbox.take()) is not None:
            found.append((given.type, getattr(given, "seq", 0)))
        filling.cancel()
        return found

    # In a thread of its own: a browser that other tests have started runs its loop in theirs.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


def edit(seq: int, segment: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": "edit", "seq": seq, "segment": segment, "text": "x" * seq, **more}


def test_of_edits_that_wait_the_newest_is_dealt_with() -> None:
    sent = [edit(1), edit(2), edit(3, 2), edit(4, 2), {"type": "ping", "seq": 5}, edit(6, 2)]
    assert taken(Sent(sent, False), 4, slow=True) == [("edit", 2), ("edit", 4), ("ping", 5), ("edit", 6)]


def test_an_edit_that_answers_a_conflict_is_not_left_out() -> None:
    assert taken(Sent([edit(1, version=3), edit(2)], False), 2, slow=True) == [("edit", 1), ("edit", 2)]


def test_segments_that_are_passed_by_are_not_opened() -> None:
    opened = [{"type": "open", "seq": n, "segment": n} for n in range(1, 50)]
    assert taken(Sent(opened, False), 1, slow=True) == [("open", 49)]


def test_the_last_words_of_a_page_that_has_gone_are_heard_and_nothing_else() -> None:
    sent = [edit(1), {"type": "open", "seq": 2, "segment": 2}, {"type": "ping", "seq": 3}, edit(4)]
    assert taken(Sent(sent, True), slow=True) == [("edit", 1), ("edit", 4)]


def test_no_more_is_read_than_may_wait() -> None:
    sent = Sent([edit(n, n) for n in range(1, 1000)], False)
    assert taken(sent, 1, slow=True) == [("edit", 1)]
    assert sent.read <= MOST_QUEUED + 2


def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second() -> None:
    now = 0.0
    bucket = Bucket((2.0, 3), lambda: now)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    now = 10.0
    assert bucket.take() == 0


def test_a_flood_waits_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    sent = Sent([{"type": "confirm", "seq": n, "segment": 1, "text": "x"} for n in range(1, 301)], False)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert len(taken(sent, 300)) == 300
    paced = [one for one in waited if one]
    assert len(paced) >= 90
    assert max(paced) > 2


@pytest.mark.parametrize(
    "message", ["{", '{"type": "edit"}', json.dumps(edit(5)), json.dumps(edit(900_000)), "[" * 900_000]
)
def test_a_flood_of_whatever_is_not_even_read(monkeypatch: pytest.MonkeyPatch, message: str) -> None:
    waited = list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await pause(0)

    pause = asyncio.sleep
    monkeypatch.setattr("synslator.server.live.inbox.asyncio.sleep", sleep)
    taken(Sent([message] * 1100, True))
    # The burst is for free; all that comes behind it takes its time.
    assert len([seconds for seconds in waited if seconds > 0]) >= 90
    assert max(waited) > 0.4
