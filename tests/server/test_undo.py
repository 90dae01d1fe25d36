"""Undoing what was done to segments: they are again as they were, and so are memory and repetitions."""

from typing import Any

import pytest

from serving import Served
from talking import Api, greeted

SAVE = "请在保存文件之前检查设置。"
TWO = "点击按钮继续安装，并且等待。"
SAVED = "Check the settings before you save the file."
STANDING = ("source", "target", "status", "origin", "rate", "tags", "words")


def standing(api: Api, segment: int) -> dict[str, Any]:
    """How a segment stands, apart from its version."""
    now = api.get(f"/segments/{segment}")
    return {name: now[name] for name in STANDING}


def undo(api: Api, *segments: Any) -> Any:
    """Undo the newest change of segments, as they stand."""
    changes = [
        {"segment": one["id"], "version": api.get(f"/segments/{one['id']}")["version"]} for one in segments
    ]
    return api.post(f"/documents/{segments[0]['document']}/undo", {"changes": changes})


def confirm(api: Api, segment: Any, target: str) -> Any:
    version = api.get(f"/segments/{segment['id']}")["version"]
    body = {"version": version, "target": target, "status": "confirmed"}
    return api.patch(f"/segments/{segment['id']}", body)["confirmed"]


def remembered(api: Api, project: Any, text: str) -> list[str]:
    memory = project["memories"][0]["memory"]
    return [one["target"] for one in api.get(f"/memories/{memory}/entries", text=text)["entries"]]


def test_an_undone_confirmation_leaves_segment_memory_and_repetitions_as_they_were(api: Api) -> None:
    project = api.project()
    first, again = api.document(project["id"], SAVE, SAVE)
    api.patch(f"/segments/{first['id']}", {"version": 1, "target": SAVED})
    before = [standing(api, one["id"]) for one in (first, again)]
    confirm(api, first, SAVED)
    assert remembered(api, project, "settings") == [SAVED]
    assert standing(api, again["id"])["target"] == SAVED
    done = undo(api, first)
    assert [one["id"] for one in done["changed"]] == [first["id"], again["id"]]
    assert done["refused"] == []
    assert [standing(api, one["id"]) for one in (first, again)] == before
    assert remembered(api, project, "settings") == []
    assert api.get(f"/segments/{again['id']}/matches")["matches"] == []


def test_an_undone_correction_brings_back_what_was_confirmed_before_it(api: Api) -> None:
    project = api.project(propagation="off")
    (segment,) = api.document(project["id"], SAVE)
    confirm(api, segment, SAVED)
    confirmed = standing(api, segment["id"])
    version = api.get(f"/segments/{segment['id']}")["version"]
    api.patch(f"/segments/{segment['id']}", {"version": version, "target": "Save it."})
    confirm(api, segment, "Save it.")
    assert remembered(api, project, "e") == ["Save it."]
    undo(api, segment)
    assert standing(api, segment["id"]) | {"status": "edited"} == confirmed | {
        "target": "Save it.",
        "status": "edited",
    }
    assert remembered(api, project, "e") == [SAVED]


def test_an_entry_that_another_segment_stands_behind_stays(api: Api) -> None:
    project = api.project(propagation="off")
    first, second = api.document(project["id"], SAVE, SAVE)
    confirm(api, first, SAVED)
    confirm(api, second, SAVED)
    undo(api, first)
    assert remembered(api, project, "settings") == [SAVED]
    undo(api, second)
    assert remembered(api, project, "settings") == []


def test_a_repetition_that_somebody_has_worked_on_keeps_its_translation(api: Api) -> None:
    first, again = api.document(api.project()["id"], SAVE, SAVE)
    confirm(api, first, SAVED)
    confirm(api, again, SAVED)
    undo(api, first)
    assert standing(api, again["id"])["status"] == "confirmed"


def test_what_was_changed_meanwhile_is_left_and_told(api: Api) -> None:
    first, second = api.document(api.project(propagation="off")["id"], SAVE, TWO)
    confirm(api, first, SAVED)
    confirm(api, second, "Wait.")
    changes = [
        {"segment": one["id"], "version": api.get(f"/segments/{one['id']}")["version"]}
        for one in (first, second)
    ]
    api.patch(f"/segments/{first['id']}", {"version": changes[0]["version"], "target": "Else."})
    done = api.post(f"/documents/{first['document']}/undo", {"changes": changes})
    assert [one["id"] for one in done["changed"]] == [second["id"]]
    ((refused,),) = (done["refused"],)
    assert refused["segment"] == first["id"]
    assert "changed meanwhile" in refused["message"]
    assert standing(api, first["id"])["target"] == "Else."


@pytest.mark.parametrize("target", ["", "Click to go on, and wait."])
def test_an_undone_split_is_one_segment_again(api: Api, target: str) -> None:
    segment, other = api.document(api.project(propagation="off")["id"], TWO, SAVE)
    if target:
        confirm(api, segment, target)
    before = standing(api, segment["id"])
    version = api.get(f"/segments/{segment['id']}")["version"]
    body = {"version": version, "at": 9, "target_at": len(target) // 2}
    api.post(f"/segments/{segment['id']}/split", body)
    halves = api.get(f"/documents/{segment['document']}/segments")["segments"]
    assert len(halves) == 3
    done = undo(api, segment)
    assert done["removed"] == [halves[1]["id"]]
    assert standing(api, segment["id"]) == before
    left = api.get(f"/documents/{segment['document']}/segments")["segments"]
    assert [(one["id"], one["number"]) for one in left] == [(segment["id"], 1), (other["id"], 2)]


def test_a_split_whose_second_half_was_worked_on_is_not_undone(api: Api) -> None:
    (segment,) = api.document(api.project()["id"], TWO)
    done = api.post(f"/segments/{segment['id']}/split", {"version": 1, "at": 9})
    second = done["changed"][1]
    api.patch(f"/segments/{second['id']}", {"version": second["version"], "target": "and wait."})
    refused = undo(api, segment)["refused"]
    assert "changed meanwhile" in refused[0]["message"]
    assert standing(api, second["id"])["target"] == "and wait."


def test_an_undone_merge_is_two_segments_again_each_with_its_translation(api: Api) -> None:
    project = api.project(propagation="off")["id"]
    path = f"/projects/{project}/documents"
    text = "请检查设置。然后保存文件。最后等待。"
    document = api.upload(path, "one.txt", text.encode(), 201)["document"]["id"]
    first, second, third = api.get(f"/documents/{document}/segments")["segments"]
    confirm(api, first, "Check the settings.")
    api.patch(f"/segments/{second['id']}", {"version": 1, "target": "Then save the file."})
    before = [standing(api, one["id"]) for one in (first, second, third)]
    version = api.get(f"/segments/{first['id']}")["version"]
    api.post(f"/segments/{first['id']}/merge", {"version": version})
    undo(api, first)
    assert [standing(api, one["id"]) for one in (first, second, third)] == before
    left = api.get(f"/documents/{document}/segments")["segments"]
    assert [one["number"] for one in left] == [1, 2, 3]
    assert [one["id"] for one in left] == [first["id"], second["id"], third["id"]]
    # Once more: the undo is no obstacle to the same again.
    version = api.get(f"/segments/{first['id']}")["version"]
    api.post(f"/segments/{first['id']}/merge", {"version": version})
    undo(api, first)
    assert [standing(api, one["id"]) for one in (first, second, third)] == before


def test_one_undo_takes_a_replacement_back_everywhere_and_confirmed_ones_are_left_by_default(
    api: Api,
) -> None:
    project = api.project(propagation="off")["id"]
    first, second = api.document(project, SAVE, TWO)
    confirm(api, first, "Check the setting.")
    api.patch(f"/segments/{second['id']}", {"version": 1, "target": "The setting is kept."})
    before = [standing(api, one["id"]) for one in (first, second)]

    def replace(**more: Any) -> Any:
        looked_at = [
            {"segment": one["id"], "version": api.get(f"/segments/{one['id']}")["version"]}
            for one in (first, second)
        ]
        wanted = {"text": "setting", "replacement": "option", "segments": looked_at}
        return api.post(f"/projects/{project}/replace", wanted | more)

    assert replace() == {"changed": [second["id"]], "skipped": [first["id"]]}
    assert standing(api, first["id"]) == before[0]
    undo(api, second)
    assert replace(confirmed=True)["skipped"] == []
    assert standing(api, first["id"])["status"] == "edited"
    done = undo(api, first, second)
    assert done["refused"] == []
    assert [standing(api, one["id"]) for one in (first, second)] == before


def test_an_undone_approval_is_a_confirmed_segment_and_the_next_undo_leads_further_back(api: Api) -> None:
    project = api.project(propagation="off")
    (segment,) = api.document(project["id"], SAVE)
    confirm(api, segment, SAVED)
    version = api.get(f"/segments/{segment['id']}")["version"]
    api.patch(f"/segments/{segment['id']}", {"version": version, "status": "approved"})
    undo(api, segment)
    assert standing(api, segment["id"])["status"] == "confirmed"
    assert remembered(api, project, "settings") == [SAVED]
    undo(api, segment)
    assert standing(api, segment["id"])["status"] == "edited"
    assert remembered(api, project, "settings") == []
    assert "can be undone" in undo(api, segment)["refused"][0]["message"]


def test_a_locked_segment_is_not_undone(api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    confirm(api, segment, SAVED)
    version = api.get(f"/segments/{segment['id']}")["version"]
    api.patch(f"/segments/{segment['id']}", {"version": version, "locked": True})
    assert "locked" in undo(api, segment)["refused"][0]["message"]


def test_typing_that_leads_back_to_what_was_confirmed_leaves_it_confirmed(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    confirm(api, segment, SAVED)
    before = standing(api, segment["id"])
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("saved", seq=one.edit(segment["id"], SAVED + "x"))
        assert standing(api, segment["id"])["status"] == "edited"
        seq = one.edit(segment["id"], SAVED)
        one.expect("saved", seq=seq)
        assert standing(api, segment["id"]) == before


def test_after_typing_that_led_back_an_undo_leads_to_what_was_before_the_confirmation(
    served: Served, api: Api
) -> None:
    project = api.project(propagation="off")
    (segment,) = api.document(project["id"], SAVE)
    api.wait(api.post(f"/documents/{segment['document']}/draft", status=202)["id"])
    drafted = standing(api, segment["id"])
    confirm(api, segment, drafted["target"])
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        for text in (drafted["target"] + "x", drafted["target"]):
            one.expect("saved", seq=one.edit(segment["id"], text))
    assert standing(api, segment["id"])["status"] == "confirmed"
    undo(api, segment)
    assert standing(api, segment["id"]) == drafted
    assert remembered(api, project, "") == []


def test_typing_does_not_confirm_again_what_was_taken_back(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    confirm(api, segment, SAVED)
    api.post(f"/documents/{segment['document']}/status", {"segments": [segment["id"]], "status": "edited"})
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("saved", seq=one.edit(segment["id"], SAVED + "x"))
        one.expect("saved", seq=one.edit(segment["id"], SAVED))
    assert standing(api, segment["id"])["status"] == "edited"


def test_what_was_typed_and_confirmed_at_once_is_what_an_undo_leads_back_to(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SAVE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.edit(segment["id"], SAVED)
        one.confirm(segment["id"], SAVED)
    undo(api, segment)
    now = standing(api, segment["id"])
    assert (now["target"], now["status"], now["origin"]) == (SAVED, "edited", "typed")


def test_a_rejected_segment_keeps_its_text_and_can_be_undone(api: Api) -> None:
    project = api.project()
    (segment,) = api.document(project["id"], SAVE)
    confirm(api, segment, SAVED)
    approved = api.patch(f"/segments/{segment['id']}", {"version": 2, "status": "approved"})["segment"]
    change = {"version": approved["version"], "status": "edited"}
    rejected = api.patch(f"/segments/{segment['id']}", change)["segment"]
    assert (rejected["status"], rejected["target"]) == ("edited", SAVED)
    assert remembered(api, project, "settings") == [SAVED]
    assert undo(api, segment)["refused"] == []
    assert standing(api, segment["id"])["status"] == "approved"
    assert undo(api, segment)["refused"] == []
    assert standing(api, segment["id"])["status"] == "confirmed"
