"""Logs: one line an event, and a translator's text only at debug."""

import io
import json
import logging

import pytest

from synslator.logs import Log, Private, configure

SECRET = "合同于五月一日生效。"


def fail() -> None:
    raise ValueError(f"cannot align {SECRET}")


def everything(level: str, form: str) -> str:
    """Log one event of each kind and return what was written."""
    stream = io.StringIO()
    configure(level, form, stream)
    log = Log("workbench")
    log.debug("looked up")
    log.info("confirmed", segment=12, target=Private(SECRET), note="two\nlines and spaces", rate=0.5)
    try:
        fail()
    except ValueError as error:
        log.error("failed", error=error)
    logging.getLogger("uvicorn").info("from a\nlibrary")
    return stream.getvalue()


def test_text_lines_are_one_an_event() -> None:
    lines = everything("info", "text").splitlines()
    assert len(lines) == 3
    fields = 'segment=12 target="<10 characters>" note="two\\nlines and spaces" rate=0.5'
    assert lines[0].endswith(f"info     workbench: confirmed {fields}")
    assert "error=ValueError" in lines[1]
    assert "test_logs.py:" in lines[1]
    assert lines[2].endswith("uvicorn: from a\\nlibrary")


def test_json_lines_can_be_read_back() -> None:
    events = [json.loads(line) for line in everything("info", "json").splitlines()]
    assert [(event["part"], event["level"], event["event"]) for event in events] == [
        ("workbench", "info", "confirmed"),
        ("workbench", "error", "failed"),
        ("uvicorn", "info", "from a\nlibrary"),
    ]
    assert events[0]["segment"] == 12
    assert events[0]["time"].endswith("+00:00")


@pytest.mark.parametrize("form", ["text", "json"])
def test_private_text_shows_only_at_debug(form: str) -> None:
    assert SECRET not in everything("info", form)
    assert everything("debug", form).count(SECRET) == 2


def test_the_level_is_a_floor() -> None:
    assert len(everything("error", "text").splitlines()) == 1
    assert len(everything("debug", "text").splitlines()) == 4
