"""Two servers share a database and an index: each knows at once what the other does, and does without it."""

import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from postgres import new_database
from serving import Launch, Served
from talking import Api, greeted

SOURCE = "备份任务每天凌晨两点运行。"


@dataclass
class Pair:
    """Two servers and a project that both serve."""

    first: Served
    second: Served
    here: Api
    there: Api


@pytest.fixture(params=["embedded", "elasticsearch"])
def pair(
    launch: Launch,
    tiny_folder: Path,
    postgres_server: str,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Pair]:
    search = ["--memory-backend", request.param]
    if request.param == "elasticsearch":
        search += ["--memory-url", request.getfixturevalue("search_url")]
    url, folder = new_database(postgres_server, "cluster"), tmp_path_factory.mktemp("shared")
    flags = ["--database-url", url, "--model", str(tiny_folder), "--demo", "false", *search]
    first, second = launch(*flags, folder=folder), launch(*flags, folder=folder)
    with Api(first.address) as here, Api(second.address) as there:
        yield Pair(first, second, here, there)
    for served in (first, second):
        if served.process.poll() is None:
            served.stop(signal.SIGKILL)


def test_what_one_server_does_the_other_knows_at_once(pair: Pair) -> None:
    project = pair.here.project()["id"]
    first, second = pair.here.document(project, SOURCE, SOURCE + "每周备份。")
    document = first["document"]
    with (
        greeted(pair.first.address, document) as ann,
        greeted(pair.second.address, document) as ben,
    ):
        while len(ann.expect("presence")["people"]) < 2:
            pass
        ann.open(first["id"])
        held = ben.open(first["id"])
        assert (held["editable"], bool(held["held_by"])) == (False, True)
        ann.expect("saved", seq=ann.edit(first["id"], "The backup job"))
        done = ann.confirm(first["id"], "The backup job runs at two every day.")
        # Found through the other server before anything else happens.
        matches = pair.there.get(f"/segments/{second['id']}/matches")["matches"]
        assert [match["entry"] for match in matches] == done["entries"]
        heard = ben.expect("segments")["segments"]
        while heard[0]["status"] != "confirmed":
            heard = ben.expect("segments")["segments"]
        assert heard[0]["target"] == "The backup job runs at two every day."
        ann.send("close", segment=first["id"])
        ann.quiet()
        assert ben.open(first["id"])["editable"]
        # A script at the first server, and the page at the second meets a conflict, not a loss.
        version = pair.here.get(f"/segments/{first['id']}")["version"]
        change = {"version": version, "target": "By a script.", "status": "edited"}
        pair.here.patch(f"/segments/{first['id']}", change)
        conflict = ben.expect("conflict", seq=ben.edit(first["id"], "By a page."))
        assert conflict["theirs"]["target"] == "By a script."


def test_a_server_that_dies_is_not_missed(pair: Pair) -> None:
    project = pair.here.project()["id"]
    segments = pair.here.document(project, *(f"第{n}条 {SOURCE}" for n in range(1, 81)))
    number, document = segments[0]["id"], segments[0]["document"]
    with greeted(pair.first.address, document, "the-same-page") as before:
        before.open(number)
        version = before.expect("saved", seq=before.edit(number, "Acknowledged"))["version"]
        job = pair.here.post(f"/documents/{document}/draft", status=202)["id"]
        before.edit(number, "Acknowledged, and then more")
        pair.first.stop(signal.SIGKILL)
    with greeted(pair.second.address, document, "the-same-page") as after:
        after.seq = 10
        assert after.open(number, text="Acknowledged, and then more", version=version)["editable"]
        after.expect("saved", seq=after.seq)
        after.confirm(number, "Acknowledged, and then more.")
    # The job goes on at the other server, whoever had it, and nothing is done twice.
    ended = pair.there.wait(job)
    assert ended["state"] == "done", ended
    for segment in pair.there.get(f"/documents/{document}/segments")["segments"][1:]:
        assert len(pair.there.get(f"/segments/{segment['id']}/history")) <= 1
    assert pair.there.get(f"/segments/{number}")["target"] == "Acknowledged, and then more."
