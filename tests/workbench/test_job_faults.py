"""Jobs whose database fails them while they run, and loops that fail: neither stays stuck."""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import update

from postgres import new_database
from synslator.storage.database import Database, DatabaseAway
from synslator.storage.jobs import queue
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.people.organisations import Person, local_person
from synslator.storage.tables.jobs import jobs
from synslator.threads import BackgroundThread
from synslator.workbench.jobs import runner
from synslator.workbench.jobs.runner import Jobs, Report
from synslator.workbench.live.events import Events
from synslator.workbench.live.shared_presence import SharedPresence

PATIENCE = 60.0


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class Failing:
    """A kind of job that fails some times before it succeeds."""

    def __init__(self, fail: Callable[[int], None]) -> None:
        self.fail, self.runs = fail, 0

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        self.runs += 1
        self.fail(self.runs)
        report.tell(1, 1)
        return {"runs": self.runs}

    def cleared(self, job: JobInfo) -> None:
        pass


def opened(database: Database, kind: Failing) -> tuple[Jobs, Person]:
    with database.writing() as connection:
        who = local_person(connection, "ann")
    jobs = Jobs(database, Events(), {"failing": kind}, "this server")
    jobs.start()
    return jobs, who


@pytest.mark.parametrize(("failures", "state"), [(2, "done"), (1000, "failed")])
def test_a_job_whose_database_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int, state: str
) -> None:
    monkeypatch.setattr(runner, "LOOKING", 0.01)

    def fail(run: int) -> None:
        if run <= failures:
            raise DatabaseAway("away")

    kind = Failing(fail)
    jobs, who = opened(Database.in_file(tmp_path / "test.db"), kind)
    job = jobs.add(who, "failing", "Failing", {})
    until(lambda: jobs.get(who, job.id).state in ("done", "failed"))
    assert (jobs.get(who, job.id).state, kind.runs) == (state, min(failures + 1, runner.ATTEMPTS))
    jobs.stop()


def test_a_job_outlives_the_absence_of_postgresql(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "LOOKING", 0.05)
    url = new_database(postgres_server, "away")

    def allow(allowed: bool) -> None:
        with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE away ALLOW_CONNECTIONS {allowed}".encode())
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'away'"
            )

    gone = threading.Event()

    def fail(run: int) -> None:
        if run == 1:
            allow(False)
            gone.set()

    database, kind = Database(url), Failing(fail)
    jobs, who = opened(database, kind)
    presence = SharedPresence(database, Events(), "this server")
    monkeypatch.setattr("synslator.workbench.live.shared_presence.BEAT", 0.02)
    presence.start()
    job = jobs.add(who, "failing", "Failing", {})
    assert gone.wait(PATIENCE)
    until(lambda: jobs.in_hand is None)
    with pytest.raises(DatabaseAway):
        jobs.get(who, job.id)
    allow(True)
    until(lambda: jobs.get(who, job.id).state == "done")
    assert kind.runs == 2
    assert not jobs.thread.trouble
    assert not presence.thread.trouble
    jobs.stop()
    presence.stop()
    database.close()


def test_a_loop_that_fails_begins_again_and_shows_it() -> None:
    begun, goes_on, end = list[int](), threading.Event(), threading.Event()

    def loop() -> None:
        begun.append(1)
        if len(begun) == 1:
            raise TimeoutError
        goes_on.set()
        end.wait()

    thread = BackgroundThread("a loop", loop)
    thread.start()
    assert goes_on.wait(PATIENCE)
    assert thread.trouble == "a loop failed: TimeoutError"
    end.set()
    thread.join()


def test_servers_whose_clocks_differ_leave_each_other_their_jobs_and_people(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(new_database(postgres_server, "clocks"))
    with database.writing() as connection:
        who = local_person(connection, "ann")
        queue.add_job(connection, who, "failing", "Failing", {}, None)
        assert queue.take_job(connection, "the other server")
    hour = 3600
    for module in ("storage.jobs.queue", "storage.clock"):
        monkeypatch.setattr(f"synslator.{module}.now", lambda: int(time.time()) + hour)
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    with database.writing() as connection:
        assert queue.release_jobs(connection, "this server", runner.SILENT) == 0
        assert queue.count_unfinished(connection, runner.SILENT) == (1, 0)
        # A sign of life from the future, after the database's clock was turned back, counts for nothing.
        connection.execute(update(jobs).values(beat_at=4_000_000_000))
        assert queue.release_jobs(connection, "this server", runner.SILENT) == 1
    database.close()


def test_what_ran_when_the_clock_was_turned_back_runs_again(tmp_path: Path) -> None:
    database = Database.in_file(tmp_path / "test.db")
    with database.writing() as connection:
        who = local_person(connection, "ann")
        job = queue.add_job(connection, who, "failing", "Failing", {}, None)
        assert queue.take_job(connection, "before the kill")
        connection.execute(update(jobs).values(beat_at=4_000_000_000))
    working = Jobs(database, Events(), {"failing": Failing(lambda run: None)}, "this server")
    working.start()
    until(lambda: working.get(who, job.id).state == "done")
    working.stop()


def test_a_server_that_stood_still_leaves_a_job_to_the_one_that_took_it_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TOLD_EVERY", 0)
    database = Database.in_file(tmp_path / "test.db")

    def stand_still(run: int) -> None:
        with database.writing() as connection:
            queue.release_jobs(connection, "this server", None)
            assert queue.take_job(connection, "the other server")

    working, who = opened(database, Failing(stand_still))
    job = working.add(who, "failing", "Failing", {})
    until(lambda: working.in_hand is None and working.get(who, job.id).started_at is not None)
    assert working.get(who, job.id).state == "running"
    with database.writing() as connection:
        queue.end_job(connection, job.id, "the other server", "done", result={})
    assert working.get(who, job.id).state == "done"
    working.stop()
