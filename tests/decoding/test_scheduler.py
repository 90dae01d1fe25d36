"""Many at once: everybody is served, a newer request ends the older one, failures stay with their owner."""

import threading

import pytest

from scripted import VOCABULARY, ScriptedModel, source_of
from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.driver import Job, run
from synslator.decoding.options import SearchOptions
from synslator.decoding.scheduler import Scheduler, Superseded

OPTIONS = SearchOptions(longest_factor=2, longest_extra=8)


def completer(number: int, model: ScriptedModel) -> Completer:
    return Completer(source_of(number, model), VOCABULARY, None, OPTIONS)


def test_everybody_gets_what_they_would_get_alone() -> None:
    model = ScriptedModel()
    scheduler = Scheduler(most=3)
    futures = [scheduler.submit(n, completer(n, model).complete("the ")) for n in range(9)]
    expected = [run(completer(n, ScriptedModel()).complete("the ")).text for n in range(9)]
    assert [future.result(30).text for future in futures] == expected
    scheduler.close()


class Gate(ScriptedModel):
    """A model that waits at its first pass until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.open = threading.Event(), threading.Event()

    def step(self, *arguments, **named):  # type: ignore[no-untyped-def]
        self.reached.set()
        assert self.open.wait(120)
        return super().step(*arguments, **named)


def test_a_newer_request_ends_the_older_one() -> None:
    model = Gate()
    scheduler = Scheduler()
    segment = completer(1, model)
    older = scheduler.submit("segment", segment.complete("the "))
    assert model.reached.wait(120)
    newer = scheduler.submit("segment", segment.complete("the f"))
    newest = scheduler.submit("segment", segment.complete("the fi"))
    model.open.set()
    assert newest.result(30).text == run(completer(1, ScriptedModel()).complete("the fi")).text
    for ended in (older, newer):
        with pytest.raises(Superseded):
            ended.result(30)
    scheduler.close()


def test_what_nobody_looks_at_yet_waits_for_what_is_urgent() -> None:
    model = Gate()
    scheduler = Scheduler()
    ended: list[str] = []
    ahead = scheduler.submit("ahead", completer(1, model).complete(""), urgent=False)
    assert model.reached.wait(120)
    urgent = scheduler.submit("urgent", completer(2, model).complete(""))
    for name, future in (("ahead", ahead), ("urgent", urgent)):
        future.add_done_callback(lambda _, name=name: ended.append(name))  # type: ignore[misc]
    model.open.set()
    assert ahead.result(30).text == run(completer(1, ScriptedModel()).complete("")).text
    scheduler.close()
    assert ended == ["urgent", "ahead"]


def test_what_is_prepared_ahead_takes_the_place_of_nothing_urgent() -> None:
    model = Gate()
    scheduler = Scheduler()
    segment = completer(1, model)
    typed = scheduler.submit("segment", segment.complete("the "))
    assert model.reached.wait(120)
    ahead = scheduler.submit("segment", segment.complete(""), urgent=False)
    model.open.set()
    assert typed.result(30).text == run(completer(1, ScriptedModel()).complete("the ")).text
    with pytest.raises(Superseded):
        ahead.result(30)

    model.open.clear()
    model.reached.clear()
    other = scheduler.submit("other", completer(2, model).complete(""))
    assert model.reached.wait(120)
    typed = scheduler.submit("segment", segment.complete("a "))
    ahead = scheduler.submit("segment", segment.complete(""), urgent=False)
    model.open.set()
    assert typed.result(30).text == run(completer(1, ScriptedModel()).complete("a ")).text
    with pytest.raises(Superseded):
        ahead.result(30)
    assert other.result(30).text
    scheduler.close()


def failing() -> Job[Completion]:
    raise ValueError("no such segment")
    yield []


def test_a_job_that_fails_fails_alone() -> None:
    scheduler = Scheduler()
    bad = scheduler.submit("bad", failing())
    good = scheduler.submit("good", completer(2, ScriptedModel()).complete(""))
    assert good.result(30).text
    with pytest.raises(ValueError, match="no such segment"):
        bad.result(30)
    scheduler.close()


def test_closing_ends_what_waits() -> None:
    model = Gate()
    scheduler = Scheduler()
    waiting = scheduler.submit(1, completer(1, model).complete(""))
    assert model.reached.wait(120)
    model.open.set()
    scheduler.close()
    assert waiting.done()
    with pytest.raises(RuntimeError, match="closed"):
        scheduler.submit(2, completer(2, model).complete(""))
