"""The queue of long work: what waits, what runs and where, what came of it."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    case,
    false,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from synslator.errors import NotThere, SynslatorError
from synslator.storage.clock import now, shared_now
from synslator.storage.people.organisations import Person
from synslator.storage.tables.jobs import jobs

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]
PACED = 3
"""Seconds after which a job's pace is known."""
ENDED: tuple[JobState, ...] = ("done", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class JobInfo:
    """A piece of long work and how it stands."""

    id: int
    organisation: int
    project: int | None
    kind: str
    title: str
    task: Mapping[str, Any]
    state: JobState
    cancelling: bool
    done: int
    total: int | None
    message: str
    result: Mapping[str, Any] | None
    created_by: str
    created_at: int
    started_at: int | None
    ended_at: int | None

    @property
    def seconds_left(self) -> int | None:
        """How long it will take at the pace so far; nothing while that cannot be known."""
        if self.state != "running" or self.started_at is None or not self.total or not self.done:
            return None
        spent = now() - self.started_at
        return round(spent * (self.total - self.done) / self.done) if spent >= PACED else None


def add_job(
    connection: Connection, who: Person, kind: str, title: str, task: Mapping[str, Any], project: int | None
) -> JobInfo:
    """Put work into the queue; the same work that is waiting or running already is not queued again."""
    written = json.dumps(dict(task), sort_keys=True, ensure_ascii=False)
    same = select(jobs).where(
        jobs.c.kind == kind,
        jobs.c.task == written,
        jobs.c.organisation_id == who.organisation,
        jobs.c.state.in_(["waiting", "running"]),
        jobs.c.cancelling.is_(False),
    )
    known = connection.execute(same).mappings().first()
    if known is not None:
        return _info(known)
    values = {
        "organisation_id": who.organisation,
        "project_id": project,
        "kind": kind,
        "title": title,
        "task": written,
        "state": "waiting",
        "created_by": who.login,
        "created_at": now(),
    }
    return _info(connection.execute(insert(jobs).values(values).returning(*jobs.c)).mappings().one())


def get_job(connection: Connection, who: Person, job: int) -> JobInfo:
    """Return a job of a person's organisation."""
    wanted = select(jobs).where(jobs.c.id == job, jobs.c.organisation_id == who.organisation)
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        raise NotThere(f"There is no job with the id {job}.")
    return _info(row)


def list_jobs(
    connection: Connection, who: Person, project: int | None, active: bool, limit: int
) -> Sequence[JobInfo]:
    """Return the jobs of a person's organisation, the newest first."""
    wanted = select(jobs).where(jobs.c.organisation_id == who.organisation)
    if project is not None:
        wanted = wanted.where(jobs.c.project_id == project)
    if active:
        wanted = wanted.where(jobs.c.state.in_(["waiting", "running"]))
    rows = connection.execute(wanted.order_by(jobs.c.id.desc()).limit(limit)).mappings()
    return [_info(row) for row in rows]


def take_job(connection: Connection, worker: str) -> JobInfo | None:
    """Take the job that has waited longest; nobody else gets it."""
    waiting = select(jobs.c.id).where(jobs.c.state == "waiting").order_by(jobs.c.id).limit(1)
    if connection.dialect.name == "postgresql":
        waiting = waiting.with_for_update(skip_locked=True)
    values = {
        "state": "running",
        "worker": worker,
        "started_at": now(),
        "beat_at": shared_now(),
        "message": "",
    }
    mine = update(jobs).where(jobs.c.id == waiting.scalar_subquery()).values(values).returning(*jobs.c)
    row = connection.execute(mine).mappings().one_or_none()
    return _info(row) if row else None


class TakenOver(Exception):
    """Another server has the job by now: this one was silent for too long."""


def advance_job(connection: Connection, job: int, worker: str, done: int, total: int | None) -> JobInfo:
    """Note how far a job has come, if it is still this worker's."""
    return _changed(connection, job, worker, {"done": done, "total": total, "beat_at": shared_now()})


def end_job(
    connection: Connection,
    job: int,
    worker: str | None,
    state: JobState,
    message: str = "",
    result: Mapping[str, Any] | None = None,
) -> JobInfo:
    """Note that a job has ended, and how, if it is still this worker's; of one that waits it is nobody's."""
    written = json.dumps(dict(result), ensure_ascii=False) if result is not None else None
    values = {"state": state, "message": message, "result": written, "ended_at": now(), "worker": None}
    return _changed(connection, job, worker, values)


def _changed(connection: Connection, job: int, worker: str | None, values: Mapping[str, Any]) -> JobInfo:
    changed = update(jobs).where(jobs.c.id == job, jobs.c.worker.is_not_distinct_from(worker)).values(values)
    row = connection.execute(changed.returning(*jobs.c)).mappings().one_or_none()
    if row is None:
        raise TakenOver
    return _info(row)


def beat(connection: Connection, worker: str, job: int) -> None:
    """Say that the process is alive that runs a job."""
    mine = (jobs.c.id == job, jobs.c.worker == worker, jobs.c.state == "running")
    connection.execute(update(jobs).where(*mine).values(beat_at=shared_now()))


def count_unfinished(connection: Connection, silence: int | None) -> tuple[int, int]:
    """Return how many jobs wait or run, and how many of those that run were silent for so many seconds."""
    silent = and_(jobs.c.state == "running", _silent(silence))
    wanted = select(func.count(), func.sum(case((silent, 1), else_=0)))
    row = connection.execute(wanted.where(jobs.c.state.in_(["waiting", "running"]))).one()
    return int(row[0]), int(row[1] or 0)


def _silent(silence: int | None) -> ColumnElement[bool]:
    """Return the condition that a job gave no sign of life for so long; without a number none is silent."""
    if silence is None:
        return false()
    return ~jobs.c.beat_at.between(shared_now() - silence, shared_now() + silence)


def unfinished_tasks(connection: Connection) -> list[Mapping[str, Any]]:
    """Return what the jobs that wait or run are to do."""
    wanted = select(jobs.c.task).where(jobs.c.state.in_(["waiting", "running"]))
    return [json.loads(task) for task in connection.execute(wanted).scalars()]


def cancel_job(connection: Connection, who: Person, job: int) -> JobInfo:
    """End a job that waits, or ask one that runs to stop."""
    present = get_job(connection, who, job)
    if present.state in ENDED:
        raise SynslatorError(f"The job cannot be cancelled: it is {present.state}.")
    if present.state == "waiting":
        with suppress(TakenOver):
            return end_job(connection, job, None, "cancelled")
    changed = update(jobs).where(jobs.c.id == job).values(cancelling=True).returning(*jobs.c)
    return _info(connection.execute(changed).mappings().one())


def release_jobs(connection: Connection, worker: str, silence: int | None) -> int:
    """Put jobs back into the queue: this process's own, and those of processes that have fallen silent."""
    return _released(connection, or_(jobs.c.worker == worker, _silent(silence)))


def release_every_job(connection: Connection) -> int:
    """Put all jobs back into the queue: nobody works on any."""
    return _released(connection, true())


def _released(connection: Connection, abandoned: ColumnElement[bool]) -> int:
    running = and_(jobs.c.state == "running", abandoned)
    released = update(jobs).where(running).values(state="waiting", worker=None).returning(jobs.c.id)
    return len(connection.execute(released).all())


def _info(row: RowMapping) -> JobInfo:
    return JobInfo(
        id=row["id"],
        organisation=row["organisation_id"],
        project=row["project_id"],
        kind=row["kind"],
        title=row["title"],
        task=json.loads(row["task"]),
        state=row["state"],
        cancelling=row["cancelling"],
        done=row["done"],
        total=row["total"],
        message=row["message"],
        result=json.loads(row["result"]) if row["result"] else None,
        created_by=row["created_by"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
    )
