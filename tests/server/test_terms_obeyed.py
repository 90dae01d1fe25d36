"""The terms of a project's termbase in what the machine writes: drafts and completions, on or off."""

from typing import Any

import pytest

from serving import Served
from talking import Api, page

SOURCE, TERM = "备份任务每天凌晨两点运行。", "nightly export"


def with_terms(api: Api, name: str, *english: dict[str, str], **settings: Any) -> int:
    termbase = api.post("/termbases", {"name": name}, 201)["id"]
    terms = [{"language": "zh", "text": "备份任务", "status": "admitted", "note": ""}]
    terms += [{"language": "en", "note": "", **one} for one in english]
    api.post(f"/termbases/{termbase}/concepts", {"terms": terms}, 201)
    project = api.project(**settings)
    api.patch(f"/projects/{project['id']}", {"version": 1, "termbases": [termbase]})
    return int(project["id"])


def completed(served: Served, segment: dict[str, Any], typed: str) -> dict[str, Any]:
    with page(served.address, segment["document"]) as one:
        one.hello()
        one.open(segment["id"])
        return dict(one.expect("completion", seq=one.edit(segment["id"], typed)))


def test_a_term_stands_in_the_completion_and_what_was_typed_stays(served: Served, api: Api) -> None:
    project = with_terms(api, "export words", {"text": TERM, "status": "preferred"})
    (segment,) = api.document(project, SOURCE)
    for typed in ("", "The ", "The nightly ex"):
        text = completed(served, segment, typed)["text"]
        assert text.startswith(typed)
        assert TERM in text.lower()


def test_half_a_term_is_completed(served: Served, api: Api) -> None:
    project = with_terms(api, "half words", {"text": TERM, "status": "preferred"})
    (segment,) = api.document(project, SOURCE)
    assert completed(served, segment, "The Nightly Exp")["text"].startswith("The Nightly Export")


def test_a_project_can_do_without(served: Served, api: Api) -> None:
    project = with_terms(api, "unused words", {"text": TERM, "status": "preferred"}, terms_obeyed=False)
    (segment,) = api.document(project, SOURCE)
    assert TERM not in completed(served, segment, "")["text"].lower()


def test_where_several_translations_are_as_good_none_is_forced(served: Served, api: Api) -> None:
    both = [{"text": TERM, "status": "admitted"}, {"text": "saved copy run", "status": "admitted"}]
    project = with_terms(api, "doubtful words", *both)
    (segment,) = api.document(project, SOURCE)
    text = completed(served, segment, "")["text"].lower()
    assert not any(one["text"] in text for one in both)


@pytest.mark.parametrize(("source", "target"), [("备份任务", TERM), (SOURCE, None)])
def test_drafts_have_the_terms(api: Api, source: str, target: str | None) -> None:
    name = f"draft words {source}"
    project = with_terms(api, name, {"text": TERM, "status": "preferred"}, draft=True)
    done = api.upload(f"/projects/{project}/documents", "t.txt", source.encode(), 201)
    assert api.wait(done["job"])["state"] == "done"
    (segment,) = api.get(f"/documents/{done['document']['id']}/segments")["segments"]
    assert TERM in segment["target"].lower()
    if target is not None:
        assert segment["target"] == target
