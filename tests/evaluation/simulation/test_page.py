"""The typist can do what the page can do: both go through `page_script.json`.

`web/src/editor/simulation.test.ts` sends the same drafts and answers to the page's own state, and compares
what it offers and what is written after every step.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from synslator.decoding.completion.completer import Completion, Suggestion
from synslator.decoding.words import Word
from synslator.evaluation.simulation.page import FirstSuggestion, ghost_of
from synslator.evaluation.simulation.typist import AIDS, TypistOptions, offers, work

SEGMENTS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("page_script.json").read_text(encoding="utf-8")
)["segments"]


def completion(answer: dict[str, Any]) -> Completion:
    return Completion(
        answer["prefix"],
        answer["text"],
        tuple(Word(**word, first=0, last=0) for word in answer["words"]),
        answer["sure"],
        tuple(Suggestion(**line) for line in answer["suggestions"]),
        answer["language_model"],
    )


def server(segment: dict[str, Any]) -> Callable[[str], Completion]:
    answers = {answer["typed"]: completion(answer) for answer in segment["answers"]}
    return answers.__getitem__


@pytest.mark.parametrize("segment", SEGMENTS, ids=lambda one: one["name"])
def test_the_typist_does_what_the_script_says(segment: dict[str, Any]) -> None:
    options = TypistOptions(saving=segment["saving"], looking="always")
    done = work(server(segment), segment["reference"], options, FirstSuggestion(**segment["draft"]))
    assert [{"action": step.action, "text": step.text} for step in done] == segment["steps"]


@pytest.mark.parametrize("segment", SEGMENTS, ids=lambda one: one["name"])
def test_what_the_page_offers_is_what_the_script_says(segment: dict[str, Any]) -> None:
    for answer in segment["answers"]:
        typed, told = answer["typed"], completion(answer)
        found = offers(ghost_of(FirstSuggestion(**segment["draft"]), told, typed), told, typed)
        assert [{"aid": one.aid, "text": one.text} for one in found] == answer["offers"]


def test_the_script_uses_every_aid() -> None:
    used = {step["action"] for segment in SEGMENTS for step in segment["steps"]}
    offered = {
        one["aid"] for segment in SEGMENTS for answer in segment["answers"] for one in answer["offers"]
    }
    assert offered == set(AIDS)
    assert used >= {"tab", "rest", "click", "box", "language_model", "type", "confirm"}
