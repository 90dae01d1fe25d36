"""Decoding for many at once: one thread makes all passes, and whatever waits goes into the same pass.

Jobs join and leave between passes, so nobody waits for another one's sentence to end. A newer job under the
same key (the same segment of the same user) ends the older one between passes. Jobs that nobody looks at yet
go on while there is no urgent one, and never take the place of one.
"""

import threading
from collections.abc import Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from synslator.decoding.driver import Job, answer
from synslator.decoding.model import Request, Step

Result = TypeVar("Result")


class Superseded(Exception):
    """A newer request for the same segment has come."""


class SchedulerClosed(RuntimeError):
    """It takes no more jobs."""


@dataclass
class Running:
    """A job, who waits for it, and the requests it waits for."""

    job: Job[Any]
    future: "Future[Any]"
    urgent: bool
    requests: list[Request] = field(default_factory=list)


class Scheduler:
    """Runs jobs side by side on a thread of its own."""

    def __init__(self, most: int = 32) -> None:
        """At most `most` jobs share a pass; more wait for their turn."""
        self.most = most
        self._changed = threading.Condition()
        self._new: dict[Hashable, Running] = {}
        self._closed = self._finishing = False
        self._thread = threading.Thread(target=self._loop, name="decoding", daemon=True)
        self._thread.start()

    def submit(self, key: Hashable, job: Job[Result], urgent: bool = True) -> "Future[Result]":
        """Run a job; an unfinished one under the same key ends with `Superseded`.

        If only that one is urgent, it is the new one that ends so.
        """
        future: Future[Result] = Future()
        new = Running(job, future, urgent)
        with self._changed:
            if self._closed:
                raise SchedulerClosed("the scheduler is closed")
            kept, ended = preferred(self._new.get(key), new)
            self._new[key] = kept
            self._changed.notify()
        if ended is not None:
            end(ended, Superseded())
        return future

    def close(self, finish: bool = False) -> None:
        """End everything that runs, or let it finish, and end the thread."""
        with self._changed:
            self._closed, self._finishing = True, finish
            self._changed.notify()
        self._thread.join()

    def _loop(self) -> None:
        running: dict[Hashable, Running] = {}
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._new or running or self._closed)
                new, self._new = self._new, {}
                if self._closed and not (self._finishing and (new or running)):
                    break
            for key, one in new.items():
                kept, ended = preferred(running.pop(key, None), one)
                running[key] = kept
                if ended is not None:
                    end(ended, Superseded())
                if kept is one:
                    resume(one, None)
            waiting = [key for key, one in running.items() if one.requests]
            turn = ([key for key in waiting if running[key].urgent] or waiting)[: self.most]
            self._pass([running[key] for key in turn])
            for key in {**dict.fromkeys(turn), **new}:
                one = running.pop(key)
                if one.requests:
                    running[key] = one  # to the back of the queue
        for one in [*running.values(), *new.values()]:
            end(one, Superseded())

    @staticmethod
    def _pass(turn: list[Running]) -> None:
        """One pass for some jobs; a model that fails takes only these jobs down."""
        if not turn:
            return
        try:
            steps = answer([request for one in turn for request in one.requests])
        except Exception as problem:
            for one in turn:
                end(one, problem)
            return
        for one in turn:
            mine, steps = steps[: len(one.requests)], steps[len(one.requests) :]
            resume(one, mine)


def preferred(older: Running | None, newer: Running) -> tuple[Running, Running | None]:
    """Return, of two jobs under one key, the one that goes on and the one that ends."""
    if older is not None and older.urgent and not newer.urgent:
        return older, newer
    return newer, older


def resume(one: Running, steps: list[Step] | None) -> None:
    """Let a job go on to its next requests, or to its end."""
    try:
        one.requests = next(one.job) if steps is None else one.job.send(steps)
    except StopIteration as result:
        one.requests = []
        one.future.set_result(result.value)
    except Exception as problem:
        end(one, problem)


def end(one: Running, problem: Exception) -> None:
    """Stop a job and tell who waits for it."""
    one.requests = []
    one.job.close()
    one.future.set_exception(problem)
