"""Ignoring what a check found: of one segment, for as long as its source and target stay the same."""

from typing import Any

from serving import Served
from talking import Api, greeted

SOURCE = "距离至少30厘米。"
WITHOUT = "Keep a distance."


def missing_number(findings: Any) -> Any:
    """The finding about the number that is missing."""
    (found,) = [one for one in findings if one["check"] == "numbers"]
    return found


def test_an_ignored_finding_stays_ignored_while_the_texts_are_the_same(api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    path = f"/segments/{segment['id']}"
    api.patch(path, {"version": 1, "target": WITHOUT})
    found = missing_number(api.get(f"{path}/findings"))
    assert not found["ignored"]
    assert "numbers" in api.get(path)["problems"]
    body = {"check": "numbers", "message": found["message"]}
    assert missing_number(api.post(f"{path}/findings", body))["ignored"]
    assert "numbers" not in api.get(path)["problems"]
    flagged = api.get(f"/documents/{segment['document']}/segments", check="numbers")["segments"]
    assert flagged == []
    # Another text is another matter, and the same text again is not.
    version = api.get(path)["version"]
    api.patch(path, {"version": version, "target": WITHOUT + " Please."})
    assert "numbers" in api.get(path)["problems"]
    api.patch(path, {"version": version + 1, "target": WITHOUT})
    assert "numbers" not in api.get(path)["problems"]
    assert not missing_number(api.post(f"{path}/findings", body | {"ignored": False}))["ignored"]
    assert "numbers" in api.get(path)["problems"]


def test_what_no_check_finds_cannot_be_ignored(api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    path = f"/segments/{segment['id']}"
    api.patch(path, {"version": 1, "target": WITHOUT})
    failure = api.post(f"{path}/findings", {"check": "numbers", "message": "Anything"}, 404)
    assert "was not ignored" in failure["message"]


def test_checking_the_document_again_leaves_it_ignored(api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    path = f"/segments/{segment['id']}"
    api.patch(path, {"version": 1, "target": WITHOUT})
    for found in api.get(f"{path}/findings"):
        api.post(f"{path}/findings", {"check": found["check"], "message": found["message"]})
    job = api.wait(api.post(f"/documents/{segment['document']}/check", status=202)["id"])
    assert job["result"]["flagged"] == 0


def test_a_confirmation_does_not_ask_about_what_is_ignored_in_the_live_session(
    served: Served, api: Api
) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    number = segment["id"]
    with greeted(served.address, segment["document"]) as one:
        one.open(number)
        seq = one.edit(number, WITHOUT)
        found = missing_number(one.expect("checks", seq=seq)["findings"])
        one.expect("saved", seq=seq)
        asked = one.send("confirm", segment=number, text=WITHOUT, ask=True)
        assert one.expect("failed", seq=asked)["code"] == "FindingsToSee"
        wanted = {"check": "numbers", "message": found["message"]}
        ignored = one.send("ignore", segment=number, text=WITHOUT, **wanted)
        assert missing_number(one.expect("checks", seq=ignored)["findings"])["ignored"]
        again = one.send("confirm", segment=number, text=WITHOUT, ask=True)
        confirmed = one.expect("confirmed", seq=again)["confirmed"]["segment"]
        assert (confirmed["status"], confirmed["problems"]) == ("confirmed", [])
