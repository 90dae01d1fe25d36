"""Memories, termbases and jobs over HTTP."""

from talking import Api, tmx


def new_memory(api: Api, name: str) -> int:
    new = {"name": name, "source_language": "zh", "target_language": "en"}
    return int(api.post("/memories", new, 201)["id"])


def test_a_memory_is_imported_searched_mended_and_exported(api: Api) -> None:
    memory = new_memory(api, "imported")
    content = tmx(
        ("管理员可以删除账户。", "Admins can delete accounts."), ("备份每天运行。", "Backups run daily.")
    )
    job = api.wait(api.upload(f"/memories/{memory}/import", "old.tmx", content, 202)["id"])
    assert (job["state"], job["result"]["added"]) == ("done", 2)
    listed = api.get(f"/memories/{memory}/entries", text="backups")
    assert (listed["total"], listed["entries"][0]["source"]) == (1, "备份每天运行。")
    entry = listed["entries"][0]["id"]
    api.patch(f"/entries/{entry}", {"source": "备份每天运行。", "target": "The backup runs daily."})
    assert api.ask("DELETE", f"/entries/{entry}")["deleted"]
    assert api.get(f"/memories/{memory}")["entries"] == 1
    assert api.post(f"/entries/{entry}/undo")["target"] == "The backup runs daily."
    assert [one["target"] for one in api.get(f"/entries/{entry}/history")][:2] == [
        "Backups run daily.",
        "The backup runs daily.",
    ]
    assert b"The backup runs daily." in api.get(f"/memories/{memory}/export", format="tmx")
    assert api.get(f"/memories/{memory}/export", format="csv").decode().count("\n") >= 2


def test_a_project_finds_what_its_memories_hold(api: Api) -> None:
    memory = new_memory(api, "reference")
    content = tmx(("管理员可以删除过期的账户。", "An administrator can delete expired accounts."))
    api.wait(api.upload(f"/memories/{memory}/import", "a.tmx", content, 202)["id"])
    project = api.project()
    uses = [*project["memories"], {"memory": memory, "writable": False, "penalty": 5}]
    api.patch(f"/projects/{project['id']}", {"version": 1, "memories": uses})
    (segment,) = api.document(project["id"], "管理员可以删除过期的账户。")
    (match,) = api.get(f"/segments/{segment['id']}/matches")["matches"]
    assert (match["rate"], match["penalty"], match["memory_name"]) == (95, 5, "reference")
    found = api.get(f"/projects/{project['id']}/concordance", text="expired")
    assert [hit["target"] for hit in found["hits"]] == ["An administrator can delete expired accounts."]


def test_a_bad_file_leaves_nothing_behind_and_says_where_it_is_bad(api: Api) -> None:
    memory = new_memory(api, "untouched")
    content = tmx(("好。", "Good.")).replace(b"</body>", b"<tu><tuv></body>")
    job = api.wait(api.upload(f"/memories/{memory}/import", "bad.tmx", content, 202)["id"])
    assert job["state"] == "failed"
    assert "bad.tmx" in job["message"]
    assert "line" in job["message"]
    assert api.get(f"/memories/{memory}")["entries"] == 0


def test_names_are_taken_once_and_permission_is_the_owners(api: Api) -> None:
    memory = new_memory(api, "taken")
    again = {"name": "taken", "source_language": "zh", "target_language": "en"}
    assert "already" in api.post("/memories", again, 400)["message"]
    changed = api.patch(f"/memories/{memory}", {"permission": "may train"})
    assert changed["permission"] == "may train"
    api.ask("DELETE", f"/memories/{memory}", 204)
    api.get(f"/memories/{memory}", 404)
    api.get("/entries/999999", 404)


def test_a_termbase_is_filled_searched_and_used(api: Api) -> None:
    termbase = api.post("/termbases", {"name": "words"}, 201)["id"]
    terms = [
        {"language": "zh", "text": "管理员", "status": "admitted", "note": ""},
        {"language": "en", "text": "administrator", "status": "preferred", "note": ""},
        {"language": "en", "text": "admin", "status": "forbidden", "note": ""},
    ]
    concept = api.post(f"/termbases/{termbase}/concepts", {"terms": terms}, 201)
    table = "zh,en\n账户,account\n".encode()
    job = api.wait(api.upload(f"/termbases/{termbase}/import", "terms.csv", table, 202)["id"])
    assert (job["state"], job["result"]["added"]) == ("done", 1), job
    project = api.project()
    api.patch(f"/projects/{project['id']}", {"version": 1, "termbases": [termbase]})
    (segment,) = api.document(project["id"], "管理员可以删除账户。")
    found = {one["source"]: one for one in api.get(f"/segments/{segment['id']}/terms")}
    assert set(found) == {"管理员", "账户"}
    api.patch(f"/segments/{segment['id']}", {"version": 1, "target": "The admin can delete accounts."})
    findings = {one["check"]: one for one in api.get(f"/segments/{segment['id']}/findings")}
    edit = {"span": [4, 9], "was": "admin", "text": "administrator"}
    assert findings["forbidden_terms"]["fix"] == [edit]
    assert "terms" in findings
    assert (found["管理员"]["termbase"], found["管理员"]["concept"]) == (termbase, concept["id"])
    terms[1]["text"], terms[2]["status"] = "manager", "admitted"
    path = f"/concepts/{concept['id']}"
    changed = api.ask("PUT", path, json={"terms": terms, "definition": "Runs the server."})
    assert changed == api.get(path)
    assert changed["terms"] == terms
    findings = api.get(f"/segments/{segment['id']}/findings")
    assert "forbidden_terms" not in {one["check"] for one in findings}
    now = {one["source"]: one for one in api.get(f"/segments/{segment['id']}/terms")}["管理员"]
    assert [one["text"] for one in now["translations"]] == ["manager", "admin"]
    assert (now["definition"], now["concept"]) == ("Runs the server.", concept["id"])
    api.ask("DELETE", path, 204)
    api.ask("DELETE", path, 404)
    api.ask("PUT", path, 404, json={"terms": terms})
    api.get(path, 404)
    assert [one["source"] for one in api.get(f"/segments/{segment['id']}/terms")] == ["账户"]
    assert b"account" in api.get(f"/termbases/{termbase}/export", format="tbx")
    assert [one["concepts"] for one in api.get("/termbases") if one["id"] == termbase] == [1]
    api.ask("DELETE", f"/termbases/{termbase}", 204)
    api.ask("DELETE", f"/termbases/{termbase}", 404)


def test_jobs_are_listed_for_their_project_and_cannot_be_stopped_twice(api: Api) -> None:
    project = api.project()["id"]
    (segment,) = api.document(project, "备份每天运行。")
    job = api.post(f"/documents/{segment['document']}/check", status=202)["id"]
    assert api.wait(job)["state"] == "done"
    assert [one["id"] for one in api.get("/jobs", project=project)] == [job]
    assert api.get("/jobs", project=project, active=True) == []
    assert "done" in api.post(f"/jobs/{job}/cancel", status=409)["message"]
    api.get("/jobs/999999", 404)
    api.get("/jobs", 404, project=999_999)


def test_the_installation_says_what_it_can_do(api: Api) -> None:
    about = api.get("/about")
    assert (about["source_language"], about["target_language"]) == ("zh", "en")
    assert {"docx", "md"} <= {one["name"] for one in about["formats"]}
    assert about["engines"]
    health = api.get("/health")
    assert [health[part]["state"] for part in ("model", "index", "database")] == ["ready"] * 3
    assert {one["name"] for one in api.get("/checks")} >= {"numbers", "tags", "terms"}
