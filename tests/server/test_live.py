"""The live session of a real server: completions, saving, confirming, conflicts, reconnecting."""

import pytest

from serving import Served
from talking import Api, greeted, page, tmx

SAVE = "请在保存文件之前检查设置。"
RETRY = "如果连接中断，程序会自动重试三次。"


def completes(served: Served, document: int, segment: int, text: str) -> str:
    with greeted(served.address, document) as one:
        one.open(segment)
        return str(one.expect("completion", seq=one.edit(segment, text))["text"])


def test_opening_a_segment_tells_everything_about_it(served: Served, api: Api) -> None:
    project = api.project()
    (segment,) = api.document(project["id"], SAVE)
    with page(served.address, segment["document"]) as one:
        welcome = one.hello()
        assert welcome["machine"] == "ready"
        assert "administer" in welcome["may"]
        assert (welcome["project"], welcome["document"]) == (project["id"], segment["document"])
        assert [person["session"] for person in welcome["people"]] == [welcome["session"]]
        opened = one.open(segment["id"])
        assert opened["segment"]["source"] == SAVE
        assert opened["editable"]
        assert one.expect("matches", seq=1)["matches"] == []
        assert one.expect("terms", seq=1)["terms"] == []
        assert one.expect("checks", seq=1)["findings"] == []
        completion = one.expect("completion", seq=1)
        assert completion["prefix"] == ""
        assert completion["text"]


@pytest.mark.parametrize("typed", ["Pl", "Please check the s", "请", "  two  spaces ", "🙂 e\u0301", "⟦1⟧x"])
def test_a_completion_begins_with_exactly_what_was_typed(served: Served, api: Api, typed: str) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        seq = one.edit(segment["id"], typed)
        completion = one.expect("completion", seq=seq)
        assert completion["prefix"] == typed
        assert completion["text"].startswith(typed)
        assert len(typed) <= completion["sure"] <= len(completion["text"])
        for word in completion["words"]:
            assert completion["text"][word["start"] : word["end"]] == word["text"]
            assert word["start"] >= len(typed)
            assert 0 <= word["probability"] <= 1
        assert len(completion["suggestions"]) <= project_default(api, segment["document"])
        one.expect("saved", seq=seq)
    assert api.get(f"/segments/{segment['id']}")["target"] == typed


def project_default(api: Api, document: int) -> int:
    project = api.get(f"/documents/{document}")["project"]
    return int(api.get(f"/projects/{project}")["settings"]["alternatives"])


def test_what_precedes_the_caret_is_completed_and_the_whole_text_saved(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        seq = one.edit(segment["id"], "Please save it now", caret=7)
        assert one.expect("completion", seq=seq)["prefix"] == "Please "
        one.expect("saved", seq=seq)
    assert api.get(f"/segments/{segment['id']}")["target"] == "Please save it now"


def test_only_the_newest_of_many_keystrokes_needs_an_answer_and_all_are_saved(
    served: Served, api: Api
) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    text = "Please check the settings before you save the file."
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        for end in range(1, len(text) + 1):
            last = one.edit(segment["id"], text[:end])
        assert one.expect("completion", seq=last)["prefix"] == text
        one.expect("saved", seq=last)
        answered = [message["seq"] for message in one.heard if message["type"] == "completion"]
        assert answered == sorted(answered)
        saved = [message["seq"] for message in one.heard if message["type"] == "saved"]
        assert saved == sorted(saved)
    stored = api.get(f"/segments/{segment['id']}")
    assert (stored["target"], stored["status"], stored["origin"]) == (text, "edited", "typed")
    # All of it is one version: somebody typed without a break.
    assert [version["target"] for version in api.get(f"/segments/{segment['id']}/history")] == [text]


def test_the_language_model_speaks_after_enough_words(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project(language_model_after=2)["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        seq = one.edit(segment["id"], "Please check the settings ")
        line = one.expect("language_model", seq=seq)
        assert line["prefix"] == "Please check the settings "
        assert line["segment"] == segment["id"]


def test_the_engine_may_learn_from_more_matches_than_are_shown(api: Api) -> None:
    project = api.project()
    memory = project["memories"][0]["memory"]
    content = tmx(*((f"{SAVE}{n}", f"Saved {n}.") for n in range(30)))
    assert api.wait(api.upload(f"/memories/{memory}/import", "a.tmx", content, 202)["id"])["state"] == "done"
    (segment,) = api.document(project["id"], SAVE)
    assert len(api.get(f"/segments/{segment['id']}/matches")["matches"]) == 16


def test_a_confirmed_segment_is_in_the_memory_before_the_answer(served: Served, api: Api) -> None:
    project = api.project()
    first, second, third = api.document(project["id"], SAVE, SAVE, RETRY)
    target = "Check the settings before you save the file."
    with greeted(served.address, first["document"]) as one:
        one.open(first["id"])
        done = one.confirm(first["id"], target)
        assert done["segment"]["status"] == "confirmed"
        assert done["next"] == second["id"]
        # The repetition has it as a draft, and the memory finds it.
        assert [(s["id"], s["target"], s["origin"]) for s in done["propagated"]] == [
            (second["id"], target, "propagated")
        ]
        matches = api.get(f"/segments/{second['id']}/matches")["matches"]
        assert [(m["rate"], m["target"]) for m in matches] == [(100, target)]
        assert [m["entry"] for m in matches] == done["entries"]
        one.open(second["id"])
        assert one.expect("matches", seq=one.seq)["matches"][0]["insert"] == target
        # The draft is the machine's own, so that nothing counts as typed.
        assert one.expect("completion", seq=one.seq)["prefix"] == ""
        one.open(third["id"])
        again = one.confirm(third["id"], "It retries three times.")
        assert again["next"] == second["id"]
    assert api.get(f"/documents/{first['document']}")["progress"]["confirmed"]["segments"] == 2


def test_another_page_hears_of_changes_and_cannot_write_into_a_held_segment(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    number, document = segment["id"], segment["document"]
    with greeted(served.address, document) as ann, greeted(served.address, document) as ben:
        assert {person["segment"] for person in ann.expect("presence")["people"]} == {None}
        ann.open(number)
        held = ben.open(number)
        assert not held["editable"]
        assert held["held_by"]
        seq = ben.edit(number, "No.")
        assert "Somebody else" in ben.expect("failed", seq=seq)["message"]
        ann.confirm(number, "Check the settings.")
        heard = ben.expect("segments")["segments"]
        assert [(one["id"], one["target"]) for one in heard] == [(number, "Check the settings.")]
        assert ben.expect("progress")["progress"]["confirmed"]["segments"] == 1
        # With a word, another page of one's own gives way.
        assert ben.open(number, take=True)["editable"]
        seq = ann.edit(number, "Too late.")
        ann.expect("failed", seq=seq)
        ben.send("close", segment=number)
        ben.quiet()
        assert ann.open(number)["editable"]
    assert api.get(f"/segments/{number}")["target"] == "Check the settings."


def test_an_edit_that_meets_another_is_a_conflict_that_shows_both(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    number = segment["id"]
    with greeted(served.address, segment["document"]) as one:
        one.open(number)
        one.expect("saved", seq=one.edit(number, "Mine"))
        version = api.get(f"/segments/{number}")["version"]
        api.patch(f"/segments/{number}", {"version": version, "target": "A script's", "status": "edited"})
        seq = one.edit(number, "Mine too")
        conflict = one.expect("conflict", seq=seq)
        assert (conflict["yours"], conflict["theirs"]["target"]) == ("Mine too", "A script's")
        assert api.get(f"/segments/{number}")["target"] == "A script's"
        # Having looked at it, the translator may go on.
        seq = one.edit(number, "Mine after all", version=conflict["theirs"]["version"])
        one.expect("saved", seq=seq)
    assert api.get(f"/segments/{number}")["target"] == "Mine after all"


def test_a_script_with_an_old_version_overwrites_nothing(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("saved", seq=one.edit(segment["id"], "Typed"))
    failure = api.patch(f"/segments/{segment['id']}", {"version": 1, "target": "Script"}, 409)
    assert "nothing was overwritten" in failure["message"]
    assert api.get(f"/segments/{segment['id']}")["target"] == "Typed"


def test_a_page_that_lost_its_connection_goes_on_where_it_was(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    number, document = segment["id"], segment["document"]
    with greeted(served.address, document, "same-page") as before:
        before.open(number)
        version = before.expect("saved", seq=before.edit(number, "Please"))["version"]
        # The last edit is saved, but the page does not hear of it any more.
        last = before.edit(number, "Please check")
        before.expect("saved", seq=last)
        with greeted(served.address, document, "same-page") as after:
            after.seq = last
            opened = after.open(number, text="Please check it", version=version)
            assert opened["editable"]
            after.expect("saved", seq=after.seq)
            # The connection that is dead, but does not know it yet, changes nothing any more.
            before.seq = 100
            before.expect("failed", seq=before.edit(number, "A ghost"))
    assert api.get(f"/segments/{number}")["target"] == "Please check it"


def test_a_draft_that_arrives_while_somebody_types_is_not_lost_and_not_in_the_way(
    served: Served, api: Api
) -> None:
    project = api.project()
    (segment,) = api.document(project["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        job = api.post(f"/documents/{segment['document']}/draft", status=202)
        assert api.wait(job["id"])["state"] == "done"
        one.expect("saved", seq=one.edit(segment["id"], "Typed over the draft"))
    history = api.get(f"/segments/{segment['id']}/history")
    assert [version["origin"] for version in history] == ["typed", "machine"]


def test_a_confirmation_may_ask_about_what_the_checks_find(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], "距离至少30厘米。")
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        seq = one.send("confirm", segment=segment["id"], text="Keep away.", ask=True)
        findings = one.expect("checks", seq=seq)["findings"]
        assert [found["check"] for found in findings if found["blocking"]] == ["numbers"]
        assert one.expect("failed", seq=seq)["code"] == "FindingsToSee"
        one.expect("saved", seq=seq)
        now = api.get(f"/segments/{segment['id']}")
        assert (now["target"], now["status"]) == ("Keep away.", "edited")
        seq = one.send("confirm", segment=segment["id"], text="Keep 30 cm away.", ask=True)
        one.expect("confirmed", seq=seq)
        one.confirm(segment["id"], "Keep away.")
    assert api.get(f"/segments/{segment['id']}")["target"] == "Keep away."


def test_deleting_everything_leaves_the_segment_its_draft(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    api.wait(api.post(f"/documents/{segment['document']}/draft", status=202)["id"])
    draft = api.get(f"/segments/{segment['id']}")
    assert (draft["status"], bool(draft["target"])) == ("draft", True)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("saved", seq=one.edit(segment["id"], "Cl"))
        assert api.get(f"/segments/{segment['id']}")["target"] == "Cl"
        one.expect("saved", seq=one.edit(segment["id"], ""))
    now = api.get(f"/segments/{segment['id']}")
    assert [now[name] for name in ("target", "status", "origin")] == [
        draft["target"],
        "draft",
        draft["origin"],
    ]


def test_a_segment_without_a_draft_is_untranslated_when_everything_is_deleted(
    served: Served, api: Api
) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("saved", seq=one.edit(segment["id"], "Cl"))
        one.expect("saved", seq=one.edit(segment["id"], ""))
    now = api.get(f"/segments/{segment['id']}")
    assert (now["target"], now["status"]) == ("", "untranslated")


def test_a_locked_segment_is_shown_and_not_changed(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    locked = api.patch(f"/segments/{segment['id']}", {"version": 1, "locked": True})["segment"]
    assert locked["locked"]
    with greeted(served.address, segment["document"]) as one:
        assert not one.open(segment["id"])["editable"]
        one.expect("failed", seq=one.edit(segment["id"], "No"))
    assert api.get(f"/segments/{segment['id']}")["target"] == ""


def test_a_newly_confirmed_pair_changes_what_the_next_lookup_feeds(served: Served, api: Api) -> None:
    project = api.project()
    first, second = api.document(project["id"], SAVE, "请在关闭文件之前检查设置。")
    with greeted(served.address, first["document"]) as one:
        one.open(second["id"])
        assert one.expect("matches", seq=one.seq)["matches"] == []
        one.open(first["id"])
        one.confirm(first["id"], "Check the settings before you save the file.")
        one.open(second["id"])
        (match,) = one.expect("matches", seq=one.seq)["matches"]
        assert 70 <= match["rate"] < 100
        kinds = [change["kind"] for change in match["diff"]]
        assert "changed" in kinds


def test_a_document_that_is_not_there_is_refused(served: Served) -> None:
    with page(served.address, 999_999) as one:
        assert one.closed() == 4404


def test_effort_is_kept_only_where_the_project_says_so(served: Served, api: Api) -> None:
    for wanted in (True, False):
        project = api.project(effort_log=wanted)
        (segment,) = api.document(project["id"], SAVE)
        with greeted(served.address, segment["document"]) as one:
            one.open(segment["id"])
            items = [
                {"kind": "keys", "amount": 12},
                {"kind": "sure", "amount": 2, "characters": 20},
                {"kind": "time", "amount": 30_000},
            ]
            one.send("effort", segment=segment["id"], items=items)
            one.confirm(segment["id"], "Check the settings before saving.")
        figures = api.get(f"/projects/{project['id']}/figures")
        (day,) = figures["days"]
        assert figures["effort_log"] is wanted
        assert day["confirmed"] == 1
        assert day["keystrokes"] == (14 if wanted else 0)
        log = api.get(f"/projects/{project['id']}/effort.csv").decode().splitlines()
        assert len(log) == (5 if wanted else 1)


def test_a_match_is_inserted_with_the_numbers_of_the_segment(served: Served, api: Api) -> None:
    known, new = api.document(
        api.project()["id"], "每台集中器最多接入128块水表。", "每台集中器最多接入256块水表。"
    )
    with greeted(served.address, known["document"]) as one:
        one.open(known["id"])
        one.confirm(known["id"], "A concentrator connects up to 128 meters.")
        one.open(new["id"])
        match = one.expect("matches", seq=one.seq)["matches"][0]
    assert match["target"] == "A concentrator connects up to 128 meters."
    assert match["insert"] == "A concentrator connects up to 256 meters."


def test_a_match_is_inserted_with_the_terms_of_the_segment(served: Served, api: Api) -> None:
    termbase = api.post("/termbases", {"name": "gateways and concentrators"}, 201)["id"]
    table = "zh,en\n网关,gateway\n集中器,data concentrator\n".encode()
    api.wait(api.upload(f"/termbases/{termbase}/import", "terms.csv", table, 202)["id"])
    project = api.project()
    api.patch(f"/projects/{project['id']}", {"version": project["version"], "termbases": [termbase]})
    known, new = api.document(project["id"], "每台网关最多接入128块设备。", "每台集中器最多接入256块设备。")
    with greeted(served.address, known["document"]) as one:
        one.open(known["id"])
        one.confirm(known["id"], "A gateway connects up to 128 devices.")
        one.open(new["id"])
        match = one.expect("matches", seq=one.seq)["matches"][0]
    assert match["target"] == "A gateway connects up to 128 devices."
    assert match["insert"] == "A data concentrator connects up to 256 devices."
