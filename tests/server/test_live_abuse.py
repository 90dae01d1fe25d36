"""Live sessions under abuse: messages of any form and size, slow pages, very long segments."""

import json
import os
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serving import Served
from talking import Api, greeted, page

SOURCE = "用户名不能包含空格。"
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
kinds = st.sampled_from(["hello", "open", "edit", "confirm", "close", "effort", "ping", "welcome", "", "x"])
known = st.fixed_dictionaries(
    {},
    optional={
        "seq": st.integers(-2, 5) | values,
        "segment": st.integers(1, 60) | values,
        "text": st.text(max_size=40) | values,
        "caret": st.integers(-3, 60) | values,
        "version": st.integers(-2, 9) | values,
        "take": st.booleans() | values,
        "client": st.just("a-page-of-mine") | values,
        "protocol": st.just(1) | values,
        "items": st.just([{"kind": "keys", "amount": 3}]) | values,
    },
)
messages = st.lists(st.tuples(kinds, known) | values, min_size=1, max_size=8)


@pytest.fixture(scope="module")
def document(api: Api) -> int:
    segments = api.document(api.project()["id"], *([SOURCE] * 3))
    return int(segments[0]["document"])


def encoded(message: Any) -> str:
    if isinstance(message, tuple):
        kind, fields = message
        message = {"type": kind, **fields}
    return json.dumps(message)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(sent=messages)
def test_whatever_is_sent_is_answered_and_the_session_goes_on(
    served: Served, document: int, sent: list[Any]
) -> None:
    with greeted(served.address, document) as one:
        for message in sent:
            one.connection.send(encoded(message))
        for answer in one.quiet():
            assert answer["type"] != "failed" or answer["code"] != "Fault", answer
            if answer["type"] == "completion":
                assert answer["text"].startswith(answer["prefix"])


@pytest.mark.parametrize("broken", ["{", "[]", "null", "\x00", '{"type": "edit"' + " " * 10_000, "\ud7ff"])
def test_what_is_no_message_is_refused_and_the_session_goes_on(
    served: Served, document: int, broken: str
) -> None:
    with greeted(served.address, document) as one:
        one.connection.send(broken)
        assert one.expect("failed")["code"] == "BadMessage"
        assert {message["type"] for message in one.quiet()} <= {"presence"}


def test_the_first_message_must_be_hello(served: Served, document: int) -> None:
    with page(served.address, document) as one:
        seq = one.send("open", segment=1)
        assert "hello" in one.expect("failed", seq=seq)["message"]
        one.hello()


def test_a_page_that_sends_bytes_or_too_much_is_cut_off_and_others_go_on(
    served: Served, document: int
) -> None:
    with greeted(served.address, document) as other:
        with greeted(served.address, document) as one:
            one.connection.send(b"\x00\xff")
            one.closed()
        with greeted(served.address, document) as one:
            one.connection.send("x" * (2 << 20))
            assert one.closed() in (1009, 1006)
        other.quiet()


def test_a_refused_message_is_not_repeated_in_the_log(served: Served, document: int) -> None:
    with greeted(served.address, document) as one:
        one.connection.send(json.dumps({"type": "edit", "seq": 1, "segment": "内部机密文字", "text": "x"}))
        assert "内部机密文字" not in one.expect("failed")["message"]
    assert "内部机密文字" not in served.log


def test_a_segment_of_ten_thousand_characters_can_be_worked_on(served: Served, api: Api) -> None:
    long, short = api.document(api.project()["id"], SOURCE * 1000, SOURCE)
    text, before = "A user name must not contain spaces. " * 270, resident(served)
    with greeted(served.address, long["document"]) as one:
        one.open(long["id"])
        one.expect("saved", seq=one.edit(long["id"], text))
        assert one.confirm(long["id"], text)["segment"]["target"] == text
        one.open(short["id"])
        seq = one.edit(short["id"], text)
        assert one.expect("completion", seq=seq)["text"] == text
    assert resident(served) - before < 200 << 20


def resident(served: Served) -> int:
    """Bytes of memory that a server has."""
    with open(f"/proc/{served.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_page_that_does_not_listen_neither_fills_the_memory_nor_hinders_others(
    served: Served, api: Api
) -> None:
    project = api.project()["id"]
    first, *rest = api.document(project, *(f"{SOURCE}{n}" for n in range(40)))
    with greeted(served.address, first["document"], max_queue=1) as deaf:
        small = deaf.connection.socket
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        before = resident(served)
        with greeted(served.address, first["document"]) as other:
            for turn in range(3):
                for segment in rest:
                    other.open(segment["id"])
                    seq = other.edit(segment["id"], f"{'A long text. ' * 400}{turn}")
                    other.expect("saved", seq=seq)
                    other.heard.clear()
        assert resident(served) - before < 200 << 20
    with greeted(served.address, first["document"]) as again:
        again.quiet()


def test_many_pages_come_and_go_and_nobody_is_left_behind(served: Served, document: int) -> None:
    for _ in range(15):
        with greeted(served.address, document):
            pass
    with page(served.address, document) as one:
        welcome = one.hello()
        people = welcome["people"]
        while len(people) > 1:
            people = one.expect("presence")["people"]
        assert [person["session"] for person in people] == [welcome["session"]]
