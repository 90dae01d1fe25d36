"""Long work in the background: one job at a time, on a thread that gives way to everything interactive.

Jobs are in the database. One that was running when the program ended is taken up again when it starts, and
each kind of job sees to it that nothing is done twice.
"""

import os
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.progress import Stopping
from synslator.storage.database import Database, StorageProblem, Taken
from synslator.storage.documents.projects import get_project
from synslator.storage.jobs import queue as stored
from synslator.storage.jobs.queue import JobInfo, TakenOver
from synslator.storage.people.organisations import Person
from synslator.threads import BackgroundThread
from synslator.workbench.live.events import Events, of_project
from synslator.workbench.messages.projects import JobView
from synslator.workbench.messages.server_messages import JobMessage

_log = Log("jobs")

GIVING_WAY = 15
"""The niceness of the worker's thread: whatever else wants the processor gets it first."""
TOLD_EVERY = 0.25
"""Seconds between two reports of a job's progress."""
LOOKING = 2.0
"""Seconds between two looks into a queue that other servers fill as well."""
SILENT = 15
"""Seconds without a sign of life after which another server's job is taken over."""
ATTEMPTS = 5
"""How often a job is begun whose database failed it while it ran."""


class Cancelled(Exception):
    """Somebody asked for the job to stop."""


class Report(Protocol):
    """Where a job tells how far it has come, and hears that it should stop."""

    def tell(self, done: int, total: int | None) -> None:
        """Note how far the job has come; raises `Cancelled` or `Stopping` where it should not go on."""

    def advance(self, amount: int = 1) -> None:
        """Note that so much more is done."""


class JobKind(Protocol):
    """A kind of job."""

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        """Do the work, or what is left of it; return what came of it."""

    def cleared(self, job: JobInfo) -> None:
        """Tidy up after a job that will not be taken up again."""


class Jobs:
    """The queue and its worker. May be used from any thread."""

    def __init__(self, database: Database, events: Events, kinds: Mapping[str, JobKind], worker: str) -> None:
        self._database, self._events, self._kinds, self._worker = database, events, kinds, worker
        self._changed = threading.Condition()
        self._waiting, self._stopping = True, False
        self._in_hand: int | None = None
        self._attempts: dict[int, int] = {}
        """How often the database has failed a job that is not ended yet."""
        self.thread = BackgroundThread("jobs", self._run)

    def start(self) -> None:
        """Take up what was interrupted, and begin to work."""
        with self._database.writing() as connection:
            if self._database.is_sqlite:
                # Nobody else works on a database in a file, so that whatever runs there was interrupted.
                stored.release_every_job(connection)
            else:
                stored.release_jobs(connection, self._worker, SILENT)
        self.thread.start()

    @property
    def in_hand(self) -> int | None:
        """The job that is being worked on; for another that is taken for ours, no sign of life is given."""
        return self._in_hand

    def _release_abandoned(self) -> None:
        """Put back into the queue what nobody works on: jobs of silent servers, and ours that went wrong."""
        silence = None if self._database.is_sqlite else SILENT
        with self._database.writing() as connection:
            stored.release_jobs(connection, self._worker, silence)

    def stop(self) -> None:
        """End after the step in hand."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self.thread.join()

    def add(
        self, who: Person, kind: str, title: str, task: Mapping[str, Any], project: int | None = None
    ) -> JobInfo:
        """Put work into the queue."""
        with self._database.writing() as connection:
            if project is not None:
                get_project(connection, who, project)
            job = stored.add_job(connection, who, kind, title, task, project)
        self._tell(job)
        with self._changed:
            self._waiting = True
            self._changed.notify()
        return job

    def get(self, who: Person, job: int) -> JobInfo:
        """Return a job."""
        with self._database.reading() as connection:
            return stored.get_job(connection, who, job)

    def list(self, who: Person, project: int | None, active: bool, limit: int = 100) -> Sequence[JobInfo]:
        """Return jobs, the newest first."""
        with self._database.reading() as connection:
            if project is not None:
                get_project(connection, who, project)
            return stored.list_jobs(connection, who, project, active, limit)

    def waiting(self) -> tuple[int, int]:
        """Return how many jobs wait or run anywhere, and how many of those that run give no sign of life."""
        with self._database.reading() as connection:
            return stored.count_unfinished(connection, None if self._database.is_sqlite else 2 * SILENT)

    def cancel(self, who: Person, job: int) -> JobInfo:
        """Stop a job."""
        with self._database.writing() as connection:
            cancelled = stored.cancel_job(connection, who, job)
        if cancelled.state == "cancelled":
            self._kinds[cancelled.kind].cleared(cancelled)
        self._tell(cancelled)
        return cancelled

    def _tell(self, job: JobInfo) -> None:
        if job.project is not None:
            self._events.tell(of_project(job.project), JobMessage(job=JobView.of(job)))

    def _run(self) -> None:
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVING_WAY)
        failed = False
        while True:
            with self._changed:
                self._wait(failed)
                if self._stopping:
                    return
                self._waiting = False
            try:
                self._release_abandoned()
                while not self._stopping and (job := self._take()):
                    self._in_hand = job.id
                    try:
                        self._do(job)
                    except TakenOver:
                        _log.warning("a job was taken over or removed while it ran here", job=job.id)
                failed = False
            except Exception as error:
                # What was in hand is put back into the queue as soon as the database is there again.
                failed = True
                _log.error("the queue cannot be worked on for now", error=error)
            finally:
                self._in_hand = None

    def _wait(self, failed: bool) -> None:
        """Wait for work, or after a failure for a while."""
        # Where other servers add jobs too, nobody may be here to say so.
        patience = None if self._database.is_sqlite and not failed else LOOKING
        self._changed.wait_for(lambda: (self._waiting and not failed) or self._stopping, patience)

    def _take(self) -> JobInfo | None:
        with self._database.writing() as connection:
            return stored.take_job(connection, self._worker)

    def _do(self, job: JobInfo) -> None:
        _log.info("job started", job=job.id, kind=job.kind)
        self._tell(job)
        kind, who = self._kinds[job.kind], Person(job.created_by, job.created_by, job.organisation)
        started = time.monotonic()
        try:
            result = kind.run(job, who, _Report(self, self._database, self._worker, job))
        except Stopping:
            with self._database.writing() as connection:
                stored.release_jobs(connection, self._worker, None)
            return
        except Cancelled:
            ended = self._end(job, "cancelled")
        except StorageProblem as error:
            self._attempts[job.id] = self._attempts.get(job.id, 0) + 1
            if self._attempts[job.id] < ATTEMPTS and not isinstance(error, Taken):
                raise
            ended = self._end(job, "failed", str(error))
        except SynslatorError as error:
            ended = self._end(job, "failed", str(error))
        except Exception as error:
            _log.error("job failed", error=error, job=job.id, kind=job.kind)
            ended = self._end(job, "failed", "This is a fault in Synslator; its log says more.")
        else:
            ended = self._end(job, "done", result=result)
        kind.cleared(job)
        seconds = round(time.monotonic() - started, 2)
        _log.info("job ended", job=job.id, kind=job.kind, state=ended.state, seconds=seconds)
        self._tell(ended)

    def _end(
        self, job: JobInfo, state: stored.JobState, message: str = "", result: Mapping[str, Any] | None = None
    ) -> JobInfo:
        with self._database.writing() as connection:
            ended = stored.end_job(connection, job.id, self._worker, state, message, result)
        self._attempts.pop(job.id, None)
        return ended

    @property
    def stopping(self) -> bool:
        """Whether the program is ending."""
        return self._stopping

    def note(self, job: JobInfo) -> None:
        """Tell everybody how a job stands."""
        self._tell(job)


class _Report:
    """Writes a job's progress down now and then, and hears whether it should stop."""

    def __init__(self, jobs: Jobs, database: Database, worker: str, job: JobInfo) -> None:
        self._jobs, self._database, self._worker, self._job = jobs, database, worker, job
        self._done, self._total = job.done, job.total
        self._told = 0.0

    def tell(self, done: int, total: int | None) -> None:
        """Note how far the job has come."""
        self._done, self._total = done, total
        if self._jobs.stopping:
            raise Stopping
        if time.monotonic() - self._told < TOLD_EVERY:
            return
        self._told = time.monotonic()
        with self._database.writing() as connection:
            job = stored.advance_job(connection, self._job.id, self._worker, done, total)
        self._jobs.note(job)
        if job.cancelling:
            raise Cancelled

    def advance(self, amount: int = 1) -> None:
        """Note that so much more is done."""
        self.tell(self._done + amount, self._total)
