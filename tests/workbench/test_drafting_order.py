"""A document is drafted where somebody looks first, and what is left of a job is told in seconds."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from packages import PAIRS
from serving import PATIENCE
from synslator.settings import Settings
from synslator.storage.documents.segments import SegmentFilter
from synslator.storage.jobs import queue
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.people.presence import Whereabouts
from synslator.workbench.live.events import of_document, of_project
from synslator.workbench.messages.base import View
from synslator.workbench.messages.server_messages import JobMessage, SegmentsMessage
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import open_services

JOB = JobInfo(
    id=1,
    organisation=1,
    project=1,
    kind="draft",
    title="Drafting",
    task={},
    state="running",
    cancelling=False,
    done=0,
    total=200,
    message="",
    result=None,
    created_by="ann",
    created_at=100,
    started_at=100,
    ended_at=None,
)
OPEN, SEGMENTS = 90, 120


def test_what_is_on_the_screen_is_drafted_first_and_everything_once(
    tiny_folder: Path, tmp_path: Path
) -> None:
    settings = Settings(data_folder=tmp_path / "data", model=tiny_folder, demo=False, key_bytes=0)
    file = tmp_path / "text.txt"
    file.write_text("\n".join(f"{PAIRS[n % 24][0]}{n}" for n in range(SEGMENTS)), encoding="utf-8")
    told: list[int] = []
    ended = threading.Event()

    def hear(event: View, cause: str) -> None:
        if isinstance(event, SegmentsMessage):
            told.extend(segment.number for segment in event.segments)
        if isinstance(event, JobMessage) and event.job.state == "done":
            ended.set()

    with open_services(settings) as (services, who):
        wishes = Wishes(settings={"draft": False, "segmentation": "line"})
        project = services.projects.create(who, "Drafts", ("zh", "en"), wishes)
        document = services.documents.add(who, project.id, "text.txt", file)
        segments, _, _ = services.documents.segments(who, document.id, SegmentFilter(), 0, None)
        services.events.listen(of_document(document.id), hear)
        services.events.listen(of_project(project.id), hear)
        services.presence.enter(Whereabouts("session", "page", who, document.id))
        services.presence.move("session", segments[OPEN - 1].id)
        services.draft(who, document)
        assert ended.wait(PATIENCE)
    near = set(range(OPEN - 10, OPEN + 31))
    assert set(told[: len(near)]) == near
    assert told[len(near) :] == sorted(set(range(1, SEGMENTS + 1)) - near)


@pytest.mark.parametrize(
    ("seconds", "done", "left"), [(0, 50, None), (10, 0, None), (10, 50, 30), (10, 200, 0)]
)
def test_time_left_follows_from_the_pace(
    monkeypatch: pytest.MonkeyPatch, seconds: int, done: int, left: int | None
) -> None:
    monkeypatch.setattr(queue, "now", lambda: 100 + seconds)
    assert replace(JOB, done=done).seconds_left == left
    assert replace(JOB, done=done, state="done").seconds_left is None
