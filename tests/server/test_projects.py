"""Projects, their documents and segments, over HTTP."""

import csv
import io
import socket
import zipfile

import openpyxl
import pytest

from serving import Served
from talking import PATIENCE, Api

TEXT = ("请在保存文件之前检查设置。", "点击“确定”按钮继续安装。", "这座桥长450米。")


def test_the_demo_project_has_something_to_type_in(api: Api) -> None:
    demo = api.demo()
    manual, contract = api.get(f"/projects/{demo['id']}/documents")
    assert (manual["name"], contract["name"]) == ("manual.md", "contract.txt")
    segments = api.get(f"/documents/{manual['id']}/segments")["segments"]
    assert len(segments) > 15
    assert {segment["status"] for segment in segments} <= {"draft", "untranslated"}
    assert any(segment["tags"] for segment in segments)
    assert any(segment["repeated"] > 1 for segment in segments)
    assert any(api.get(f"/segments/{segment['id']}/matches")["matches"] for segment in segments[:8])
    assert any(api.get(f"/segments/{segment['id']}/terms") for segment in segments[:8])


def test_a_project_gets_a_memory_of_its_own_and_keeps_its_settings(api: Api) -> None:
    project = api.project(minimum_match_rate=80, propagation="off")
    assert project["settings"]["minimum_match_rate"] == 80
    assert [use["writable"] for use in project["memories"]] == [True]
    change = {"version": project["version"], "name": "Renamed", "settings": {"alternatives": 2}}
    changed = api.patch(f"/projects/{project['id']}", change)
    assert (changed["name"], changed["settings"]["alternatives"]) == ("Renamed", 2)
    assert changed["settings"]["minimum_match_rate"] == 80
    assert "changed meanwhile" in api.patch(f"/projects/{project['id']}", change, 409)["message"]
    api.ask("DELETE", f"/projects/{project['id']}", 204)
    api.get(f"/projects/{project['id']}", 404)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"highlight_threshold": 0.5, "engine": "magic", "propagation": "off"}, "magic"),
        ({"checks_off": ["spelling"]}, "There is no check spelling"),
        ({"srx": "<srx>"}, "SRX"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    api: Api, settings: dict[str, object], expected: str
) -> None:
    project = api.project()
    change = {"version": project["version"], "settings": settings}
    assert expected in api.patch(f"/projects/{project['id']}", change, 400)["message"]
    assert api.get(f"/projects/{project['id']}")["settings"] == project["settings"]


def test_a_memory_of_other_languages_is_refused(api: Api) -> None:
    german = {"name": "German", "source_language": "de", "target_language": "fr"}
    memory = api.post("/memories", german, 201)["id"]
    new = {
        "name": "Mixed",
        "source_language": "zh",
        "target_language": "en",
        "memories": [{"memory": memory, "writable": False, "penalty": 0}],
    }
    assert (
        "German translates from de to fr, the project from zh to en"
        in api.post("/projects", new, 400)["message"]
    )


def test_a_document_comes_back_with_its_translations(api: Api) -> None:
    first, second, third = api.document(api.project()["id"], *TEXT)
    document = first["document"]
    change = {"version": 1, "target": "Check the settings before saving.", "status": "confirmed"}
    done = api.patch(f"/segments/{first['id']}", change)
    assert done["confirmed"]["next"] == second["id"]
    api.patch(f"/segments/{third['id']}", {"version": 1, "target": "The bridge is 450 metres long."})
    export = f"/documents/{document}/export"
    written = ["Check the settings before saving.", "", "The bridge is 450 metres long."]
    assert api.get(export).decode().splitlines() == written
    # The source stands for a translation only where it is asked for.
    assert api.get(export, unconfirmed="draft").decode().splitlines() == [written[0], TEXT[1], written[2]]
    assert api.get(export, unconfirmed="source").decode().splitlines()[2] == TEXT[2]
    assert api.get(export, kind="original").decode().splitlines() == list(TEXT)
    assert b"<trans-unit" in api.get(export, kind="xliff")
    assert b"Check the settings" in api.get(export, kind="tmx")
    assert zipfile.is_zipfile(io.BytesIO(api.get(export, kind="table")))


def test_a_new_version_of_a_document_keeps_what_was_done(api: Api) -> None:
    first, second, third = api.document(api.project()["id"], *TEXT)
    api.patch(f"/segments/{third['id']}", {"version": 1, "target": "It is long.", "status": "confirmed"})
    content = "\n".join([TEXT[0], "火车晚点了二十分钟。", TEXT[2]]).encode()
    document = first["document"]
    done = api.ask("PUT", f"/documents/{document}/file", params={"name": "text.txt"}, content=content)
    assert (done["in_context"] + done["kept"], len(done["new"]), len(done["gone"])) == (2, 1, 1)
    segments = api.get(f"/documents/{document}/segments")["segments"]
    assert [segment["target"] for segment in segments] == ["", "", "It is long."]
    assert second["id"] not in [segment["id"] for segment in segments]
    api.get(f"/segments/{second['id']}", 404)


def test_a_file_of_no_known_format_is_refused_whole(api: Api) -> None:
    project = api.project()["id"]
    path = f"/projects/{project}/documents"
    failure = api.upload(path, "broken.docx", b"no zip at all", 400)
    assert failure["message"].startswith("broken.docx is damaged or is not a Word file")
    api.upload(path, "..", b"text", 400)
    assert api.get(path) == []


def test_a_name_with_folders_keeps_only_its_last_part(api: Api) -> None:
    project = api.project()["id"]
    done = api.upload(f"/projects/{project}/documents", "../../etc/notes.txt", "文本。".encode(), 201)
    assert done["document"]["name"] == "notes.txt"


def test_segments_can_be_filtered(api: Api) -> None:
    first, second, third = api.document(api.project()["id"], *TEXT)
    path = f"/documents/{first['document']}/segments"
    api.patch(f"/segments/{first['id']}", {"version": 1, "target": "Check it.", "status": "confirmed"})
    api.patch(f"/segments/{third['id']}", {"version": 1, "target": "It is 540 metres long."})
    api.post(f"/segments/{second['id']}/comments", {"text": "Which button?"}, 201)

    def found(**conditions: object) -> list[int]:
        answer = api.ask("GET", path, params=conditions)
        return [segment["id"] for segment in answer["segments"]]

    assert found(status="confirmed") == [first["id"]]
    assert found(status=["untranslated", "edited"]) == [second["id"], third["id"]]
    assert found(check="numbers") == [third["id"]]
    assert found(commented=True) == [second["id"]]
    assert found(text="metres") == [third["id"]]
    assert found(text="确定", side="source") == [second["id"]]
    assert found(origin="none") == [second["id"]]
    assert found(limit=1, offset=1) == [second["id"]]
    assert api.get(path, limit=1)["total"] == 3


def test_a_certain_fix_is_offered_and_mends_the_fault(api: Api) -> None:
    *_, third = api.document(api.project()["id"], *TEXT)
    api.patch(f"/segments/{third['id']}", {"version": 1, "target": "It is 540 metres  long."})
    findings = {one["check"]: one for one in api.get(f"/segments/{third['id']}/findings")}
    assert findings["numbers"]["fix"] == [{"span": [6, 9], "was": "540", "text": "450"}]
    assert findings["spaces"]["fix"] == [{"span": [16, 18], "was": "  ", "text": " "}]
    listed = api.get(f"/documents/{third['document']}/findings")
    assert [one["segment"] for one in listed] == [third["id"]]


def test_split_merge_and_restore(api: Api) -> None:
    project = api.project()["id"]
    text = "点击按钮继续安装并且等待。"
    (segment,) = api.document(project, text)
    api.patch(f"/segments/{segment['id']}", {"version": 1, "target": "Click it and wait."})
    split = api.post(f"/segments/{segment['id']}/split", {"version": 2, "at": 8, "target_at": 9})
    first, second = api.get(f"/documents/{segment['document']}/segments")["segments"]
    assert first["source"] + second["source"] == text
    assert (first["target"], second["target"]) == ("Click it", "and wait.")
    assert {one["id"] for one in split["changed"]} == {first["id"], second["id"]}
    api.post(f"/segments/{first['id']}/merge", {"version": first["version"] - 1}, 409)
    api.post(f"/segments/{first['id']}/merge", {"version": first["version"]})
    (merged,) = api.get(f"/documents/{segment['document']}/segments")["segments"]
    assert (merged["source"], merged["target"]) == (text, "Click it and wait.")
    api.patch(f"/segments/{merged['id']}", {"version": merged["version"], "target": ""})
    history = api.get(f"/segments/{merged['id']}/history")
    number = next(one["number"] for one in history if one["target"] == "Click it and wait.")
    present = api.get(f"/segments/{merged['id']}")["version"]
    restored = api.post(f"/segments/{merged['id']}/restore", {"version": present, "number": number})
    assert (restored["target"], restored["origin"]) == ("Click it and wait.", "restored")


def test_many_segments_get_a_status_at_once(api: Api) -> None:
    first, second, third = api.document(api.project()["id"], *TEXT)
    path = f"/documents/{first['document']}/status"
    for segment in (first, second):
        api.patch(f"/segments/{segment['id']}", {"version": 1, "target": "Something."})
    everything = [segment["id"] for segment in (first, second, third)]
    done = api.post(path, {"segments": everything, "status": "confirmed"})
    assert done == {"changed": [first["id"], second["id"]], "skipped": [third["id"]]}
    done = api.post(path, {"segments": everything, "status": "approved"})
    assert done["changed"] == [first["id"], second["id"]]
    api.post(path, {"segments": [first["id"]], "status": "locked"})
    failure = api.patch(f"/segments/{first['id']}", {"version": 5, "target": "Else."}, 409)
    assert failure["code"] == "conflict"
    locked = api.get(f"/segments/{first['id']}")
    assert (locked["target"], locked["locked"]) == ("Something.", True)
    assert (
        "locked"
        in api.patch(f"/segments/{first['id']}", {"version": locked["version"], "target": "Else."}, 409)[
            "message"
        ]
    )


def test_search_and_replace_shows_first_what_it_would_do(api: Api) -> None:
    project = api.project()["id"]
    first, second, _ = api.document(project, *TEXT)
    api.patch(f"/segments/{first['id']}", {"version": 1, "target": "Check the setting of the settings."})
    api.patch(f"/segments/{second['id']}", {"version": 1, "target": "Press OK."})
    query = {"text": "setting", "words": True}
    (hit,) = api.post(f"/projects/{project}/search", query)["hits"]
    assert hit["spans"] == [[10, 17]]
    wanted = query | {"replacement": "option"}
    (hit,) = api.post(f"/projects/{project}/replace/preview", wanted)["hits"]
    assert hit["replaced"] == "Check the option of the settings."
    assert api.get(f"/segments/{first['id']}")["target"] == "Check the setting of the settings."
    looked_at = [{"segment": first["id"], "version": hit["segment"]["version"]}]
    done = api.post(f"/projects/{project}/replace", wanted | {"segments": looked_at})
    assert done == {"changed": [first["id"]], "skipped": []}
    done = api.post(f"/projects/{project}/replace", wanted | {"segments": looked_at})
    assert done == {"changed": [], "skipped": [first["id"]]}
    bad = {"text": "(", "expression": True}
    assert "regular expression" in api.post(f"/projects/{project}/search", bad, 400)["message"]


def test_comments_are_said_changed_and_taken_back(api: Api) -> None:
    (segment,) = api.document(api.project()["id"], TEXT[0])
    comment = api.post(f"/segments/{segment['id']}/comments", {"text": "Why?"}, 201)
    assert api.get(f"/segments/{segment['id']}")["comments"] == 1
    changed = api.patch(f"/comments/{comment['id']}", {"resolved": True})
    assert (changed["text"], changed["resolved"]) == ("Why?", True)
    assert api.get(f"/segments/{segment['id']}")["comments"] == 0
    assert [one["id"] for one in api.get(f"/documents/{segment['document']}/comments")] == [comment["id"]]
    api.ask("DELETE", f"/comments/{comment['id']}", 204)
    assert api.get(f"/segments/{segment['id']}/comments") == []


def test_drafting_fills_every_segment_and_says_how(api: Api) -> None:
    project = api.project()["id"]
    segments = api.document(project, *TEXT)
    document = segments[0]["document"]
    api.patch(f"/segments/{segments[1]['id']}", {"version": 1, "target": "Mine."})
    job = api.wait(api.post(f"/documents/{document}/draft", status=202)["id"])
    assert job["state"] == "done", job
    first, second, third = api.get(f"/documents/{document}/segments")["segments"]
    assert second["target"] == "Mine."
    for segment in (first, third):
        if segment["target"]:
            assert (segment["status"], segment["origin"]) == ("draft", "machine")
            (version,) = api.get(f"/segments/{segment['id']}/history")
            assert version["detail"]["engine"] == api.get(f"/projects/{project}")["engine"]


def test_what_the_memory_knows_word_for_word_is_the_draft(api: Api) -> None:
    project = api.project(propagation="off")["id"]
    (known,) = api.document(project, TEXT[0])
    api.patch(f"/segments/{known['id']}", {"version": 1, "target": "Known.", "status": "confirmed"})
    (segment,) = api.document(project, TEXT[0], name="other.txt")
    api.wait(api.post(f"/documents/{segment['document']}/draft", status=202)["id"])
    drafted = api.get(f"/segments/{segment['id']}")
    assert (drafted["target"], drafted["origin"], drafted["rate"]) == ("Known.", "memory", 101)


def test_an_analysis_counts_by_match_band(api: Api) -> None:
    project = api.project()["id"]
    first, *_ = api.document(project, *TEXT, TEXT[1])
    api.get(f"/projects/{project}/analysis", 404)
    api.patch(f"/segments/{first['id']}", {"version": 1, "target": "Known.", "status": "confirmed"})
    job = api.wait(api.post(f"/projects/{project}/analysis", {}, 202)["id"])
    assert job["state"] == "done", job
    analysis = api.get(f"/projects/{project}/analysis")
    bands = {band["band"]: band["segments"] for band in analysis["total"]["bands"]}
    assert bands.pop("total") == sum(bands.values()) == 4
    assert [file["document"] for file in analysis["files"]] == [first["document"]]


def test_an_analysis_is_invoiced_by_the_projects_rates_in_the_page_csv_and_xlsx_alike(api: Api) -> None:
    project = api.project()["id"]
    api.document(project, "点击保存按钮。", "点击打开按钮。", name="first.txt")
    api.document(project, "点击保存按钮。", "全新的内容", name="=second.txt")
    api.wait(api.post(f"/projects/{project}/analysis", {}, 202)["id"])
    change = {"version": 1, "settings": {"analysis_rates": {"repetitions": 25, "new": 90}}}
    api.patch(f"/projects/{project}", change)
    analysis = api.get(f"/projects/{project}/analysis")
    first, second = analysis["files"]
    assert [file["name"] for file in analysis["files"]] == ["first.txt", "=second.txt"]
    by_band = {band["band"]: band for band in second["bands"]}
    assert (by_band["repetitions"]["characters"], by_band["repetitions"]["weighted"]) == (6, 1.5)
    assert (by_band["new"]["characters"], by_band["new"]["weighted"]) == (5, 4.5)
    internal = [band["band"] for band in first["bands"] if band["segments"] and "internal" in band["band"]]
    assert len(internal) == 1
    for index, band in enumerate(analysis["total"]["bands"]):
        both = first["bands"][index]["weighted"] + second["bands"][index]["weighted"]
        assert band["weighted"] == pytest.approx(both)

    shown = [
        (file["name"], band["segments"], band["words"], band["characters"], band["total"], band["weighted"])
        for file in (first, second, analysis["total"])
        for band in file["bands"]
    ]
    written = api.get(f"/projects/{project}/analysis/export", format="csv")
    assert written.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))[1:]
    assert [(row[0], *map(int, row[2:6]), float(row[8])) for row in rows] == shown
    book = openpyxl.load_workbook(io.BytesIO(api.get(f"/projects/{project}/analysis/export", format="xlsx")))
    sheet = book["Analysis"]
    assert [(row[0], *row[2:6], row[8]) for row in sheet.iter_rows(min_row=2, values_only=True)] == shown


@pytest.mark.parametrize("rates", [{"new": 101}, {"newish": 50}])
def test_rates_that_make_no_sense_are_refused(api: Api, rates: dict[str, float]) -> None:
    project = api.project()["id"]
    answer = api.patch(f"/projects/{project}", {"version": 1, "settings": {"analysis_rates": rates}}, 400)
    assert next(iter(rates)) in answer["message"]


def test_a_document_is_assigned_has_a_day_and_tells_how_much_is_flagged(api: Api) -> None:
    project = api.project()["id"]
    *_, third = api.document(project, *TEXT)
    path = f"/documents/{third['document']}"
    assert [api.get(path)[name] for name in ("assignee", "due", "flagged")] == ["", None, 0]
    api.patch(f"/segments/{third['id']}", {"version": 1, "target": "It is 540 metres long."})
    (me, *_) = api.get("/people")
    changed = api.patch(path, {"assignee": me["login"], "due": "2026-11-27"})
    assert [changed[name] for name in ("assignee", "due", "flagged")] == [me["login"], "2026-11-27", 1]
    assert api.patch(path, {"name": "other.txt"})["due"] == "2026-11-27"
    assert "no account nobody" in api.patch(path, {"assignee": "nobody"}, 400)["message"]
    assert api.patch(path, {"assignee": "", "due": None})["due"] is None
    (listed,) = api.get(f"/projects/{project}/documents")
    assert (listed["name"], listed["assignee"], listed["flagged"]) == ("other.txt", "", 1)


def test_checking_anew_follows_what_is_switched_off(api: Api) -> None:
    project = api.project()
    *_, third = api.document(project["id"], *TEXT)
    api.patch(f"/segments/{third['id']}", {"version": 1, "target": "It is 540 metres long."})
    assert api.get(f"/segments/{third['id']}")["problems"] == ["numbers"]
    api.patch(f"/projects/{project['id']}", {"version": 1, "settings": {"checks_off": ["numbers"]}})
    api.wait(api.post(f"/documents/{third['document']}/check", status=202)["id"])
    assert api.get(f"/segments/{third['id']}")["problems"] == []


def test_what_is_too_large_is_refused_before_it_is_read(api: Api, served: Served) -> None:
    path = f"/api/projects/{api.project()['id']}/documents?name=a.txt"
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {300 << 20}\r\n\r\n"
        connection.sendall(head.encode())
        answer = connection.recv(65536).decode()
    assert answer.startswith("HTTP/1.1 413 ")
