"""Projects in a real browser: made by dropping files, set up, counted, cleared away."""

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from serving import Served
from talking import Api

TMX = """<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4"><header srclang="zh" datatype="plaintext" segtype="sentence" adminlang="en"
 o-tmf="x" creationtool="x" creationtoolversion="1"/><body>
<tu><tuv xml:lang="zh"><seg>点击打开。</seg></tuv><tuv xml:lang="en"><seg>Click Open.</seg></tuv></tu>
</body></tmx>"""
CSV = "zh,en\n保存,save\n"


def file(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": text.encode()}


def test_a_project_is_made_from_files_without_a_manual(page: Page, office: Served) -> None:
    page.goto(office.address)
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog", name="New project")
    chooser = dialog.get_by_label(re.compile("Drop documents"))
    chooser.set_input_files(
        [file("guide.txt", "点击保存。\n完成。"), file("old.tmx", TMX), file("words.csv", CSV)]
    )
    expect(dialog.get_by_label("What old.tmx is")).to_have_value("memory")
    dialog.get_by_label("What words.csv is").select_option("termbase")
    expect(dialog.get_by_role("textbox", name="Name")).to_have_value("guide")
    dialog.get_by_label("Minimum match (%)").fill("50")
    dialog.get_by_role("button", name="Create project").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("guide")
    files = page.get_by_role("region", name="Files")
    expect(files).to_contain_text("guide.txt")
    expect(files).to_contain_text("pre-translated")
    tab(page, "Resources")
    expect(page.get_by_role("region", name="Translation memories")).to_contain_text("old")
    expect(page.get_by_role("region", name="Termbases")).to_contain_text("words")
    tab(page, "Settings")
    expect(page.get_by_label("Minimum match (%)")).to_have_value("50")

    tab(page, "Files")
    files.get_by_role("link", name="guide.txt", exact=True).click()
    expect(page.get_by_role("textbox", name="Translation of segment 1")).to_be_focused()
    expect(page.locator(".rate").first).to_be_visible()
    expect(page.locator(".term-line")).to_contain_text("save")


@pytest.mark.parametrize("name", ["broken.tmx", "broken.docx"])
def test_a_file_that_cannot_be_read_is_explained_and_leaves_nothing_behind(
    page: Page, office: Served, api: Api, console_errors: list[str], name: str
) -> None:
    page.goto(office.address)
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog", name="New project")
    dialog.get_by_label(re.compile("Drop documents")).set_input_files([file(name, "<tmx")])
    dialog.get_by_role("textbox", name="Name").fill("never made")
    dialog.get_by_role("button", name="Create project").click()
    expect(dialog.get_by_role("alert")).to_contain_text(name)
    expect(dialog.get_by_role("button", name="Create project")).to_be_enabled()
    made = {one["name"] for kind in ("projects", "memories") for one in api.get(f"/{kind}")}
    assert not {found for found in made if "never made" in found or "broken" in found}
    refused_on_purpose(console_errors)


def test_one_bad_file_among_several_stops_only_itself(
    page: Page, office: Served, console_errors: list[str]
) -> None:
    page.goto(office.address)
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog")
    chosen = [file("bad.docx", "no zip"), file("good.txt", "点击保存。"), file("bad.tmx", "<tmx")]
    dialog.get_by_label(re.compile("Drop documents")).set_input_files(chosen)
    dialog.get_by_role("textbox", name="Name").fill("with faults")
    dialog.get_by_role("button", name="Create project").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("bad.docx")
    expect(told).to_contain_text("bad.tmx")
    page.get_by_role("button", name="Open the project").click()
    files = page.get_by_role("region", name="Files")
    expect(files.get_by_role("link", name="good.txt", exact=True)).to_be_visible()
    later = [file("bad.docx", "no zip"), file("more.txt", "完成。")]
    files.get_by_label("Add files").set_input_files(later)
    expect(files.get_by_role("alert")).to_contain_text("bad.docx")
    expect(files.get_by_role("link", name="more.txt", exact=True)).to_be_visible()
    refused_on_purpose(console_errors)


def test_a_failed_import_names_file_and_line_and_the_fixed_file_can_be_uploaded(
    page: Page, office: Served, api: Api
) -> None:
    project = api.project()
    page.goto(f"{office.address}/projects/{project['id']}/resources")
    memories = page.get_by_role("region", name="Translation memories")
    upload = memories.get_by_label("Upload TMX, XLSX, CSV")
    upload.set_input_files([file("clients.tmx", TMX.replace("</tu>", ""))])
    told = memories.get_by_role("alert")
    expect(told).to_contain_text("clients.tmx")
    expect(told).to_contain_text("line")
    assert "clients" not in {one["name"] for one in api.get("/memories")}
    upload.set_input_files([file("clients.tmx", TMX)])
    expect(memories.get_by_role("link", name="clients")).to_be_visible()
    expect(memories).to_contain_text("1 entry")
    expect(told).to_have_count(0)


def refused_on_purpose(errors: list[str]) -> None:
    """Chromium reports each request that was refused; nothing else may have gone wrong."""
    errors[:] = [text for text in errors if "the server responded with a status of 4" not in text]


def test_the_words_are_counted_by_match_band(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    api.document(project["id"], "点击保存。", "点击保存。", "完成。", name="first.txt")
    api.document(project["id"], "点击保存。", "全新的内容", name="second.txt")
    page.goto(f"{office.address}/projects/{project['id']}/analysis")
    analysis = page.get_by_role("region", name="Analysis")
    analysis.get_by_role("button", name="Run analysis").click()
    bands = analysis.get_by_role("table", name="By match type")
    repeated = bands.get_by_role("row", name=re.compile("Repetitions"))
    expect(repeated.get_by_role("cell")).to_have_text(["2", "0", "8", "8", "42%", "10%", "0.8"])

    # A project has rates of its own; every figure follows them.
    analysis.get_by_role("button", name="Rates").click()
    dialog = page.get_by_role("dialog", name="Rates")
    dialog.get_by_label("Repetitions").fill("50")
    dialog.get_by_role("button", name="Save").click()
    expect(repeated.get_by_role("cell").last).to_have_text("4")
    files = analysis.get_by_role("table", name="By file")
    files.get_by_role("button", name="second.txt").click()
    expect(repeated.get_by_role("cell").last).to_have_text("2")
    for name in ("CSV", "XLSX"):
        with page.expect_download() as download:
            analysis.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"analysis.{name.lower()}"


def test_settings_are_kept_at_once(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    page.goto(f"{office.address}/projects/{project['id']}/settings")
    expect(page.get_by_role("link", name="Statistics")).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_label("Record productivity data").check()
    expect(page.get_by_role("link", name="Statistics")).to_be_visible()
    expect(page.get_by_label("Record productivity data")).to_be_checked()
    slider = page.get_by_label("Minimum match (%)")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.keyboard.press("Tab")
    page.reload()
    expect(page.get_by_label("Minimum match (%)")).to_have_value("75")
    settings = api.get(f"/projects/{project['id']}")["settings"]
    assert settings["minimum_match_rate"] == 75
    assert settings["effort_log"] is True


def test_memories_are_ordered_and_written_to_as_set(page: Page, office: Served, api: Api) -> None:
    other = api.post(
        "/memories", {"name": f"Other {id(api)}", "source_language": "zh", "target_language": "en"}, 201
    )
    project = api.project()
    page.goto(f"{office.address}/projects/{project['id']}/resources")
    memories = page.get_by_role("region", name="Translation memories")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        memories.get_by_label("Add a TM").select_option(label=other["name"])
    expect(memories.get_by_role("listitem")).to_have_count(2)
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        memories.get_by_role("button", name=f"{other['name']} up").click()
    expect(memories.get_by_role("listitem").first).to_contain_text(other["name"])
    uses = api.get(f"/projects/{project['id']}")["memories"]
    assert uses[0] == {"memory": other["id"], "writable": False, "penalty": 0}


def test_the_entries_of_a_memory_can_be_corrected(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    (segment,) = api.document(project["id"], "点击关闭。")
    api.patch(f"/segments/{segment['id']}", {"version": 1, "target": "Clik Close.", "status": "confirmed"})
    memory = api.get(f"/projects/{project['id']}")["memories"][0]["memory"]
    page.goto(f"{office.address}/memories/{memory}")
    entries = page.get_by_role("list", name="Entries")
    entries.get_by_role("button", name="Edit").click()
    entries.get_by_role("textbox", name="Target").fill("Click Close.")
    entries.get_by_role("button", name="Save").click()
    expect(entries).to_contain_text("Click Close.")
    entries.get_by_role("button", name="Undo").click()
    expect(entries).to_contain_text("Clik Close.")


def test_a_term_is_added_and_removed(page: Page, office: Served, api: Api) -> None:
    termbase = api.post("/termbases", {"name": "Interface words"}, 201)
    page.goto(f"{office.address}/termbases/{termbase['id']}")
    page.get_by_role("textbox", name="Term (zh)").fill("工具栏")
    page.get_by_role("textbox", name="Translation (en)").fill("toolbar")
    page.get_by_role("button", name="Add").click()
    concepts = page.get_by_role("list", name="Concepts")
    expect(concepts).to_contain_text("toolbar")
    concepts.get_by_role("button", name="Remove").click()
    expect(concepts).to_contain_text("No results.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_outside_the_workbench(
    page: Page, office: Served, api: Api, axe: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    project = api.project(effort_log=True)
    api.document(project["id"], "点击保存。")
    memory = api.get(f"/projects/{project['id']}")["memories"][0]["memory"]
    job = api.post(f"/projects/{project['id']}/analysis", {}, 202)
    api.wait(job["id"])
    tabs = ("", "/analysis", "/resources", "/settings", "/statistics")
    of_project = [f"/projects/{project['id']}{tab}" for tab in tabs]
    for path in ("/", *of_project, "/resources", f"/memories/{memory}"):
        page.goto(office.address + path)
        expect(page.get_by_role("contentinfo")).to_contain_text("Synslator ")
        page.wait_for_load_state("networkidle")
        page.evaluate(axe)
        violations = page.evaluate("axe.run().then(result => result.violations)")
        found = [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in violations]
        assert found == [], path


def test_training_on_a_memory_is_allowed_only_after_a_question(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    languages = {"source_language": "zh", "target_language": "en"}
    memory = api.post("/memories", {"name": f"of {project['name']}", **languages}, 201)
    use = [{"memory": memory["id"], "writable": False, "penalty": 0}]
    now = api.get(f"/projects/{project['id']}")
    api.patch(f"/projects/{project['id']}", {"version": now["version"], "memories": use})
    page.goto(f"{office.address}/projects/{project['id']}/resources")
    page.get_by_role("button", name="Suggestions only").click()
    dialog = page.get_by_role("dialog", name="Training")
    expect(dialog).to_contain_text(memory["name"])
    allow = dialog.get_by_role("button", name="Allow training")
    expect(allow).to_be_disabled()
    dialog.get_by_role("button", name="Cancel").click()
    assert api.get(f"/memories/{memory['id']}")["permission"] == "inference only"

    page.get_by_role("button", name="Suggestions only").click()
    dialog.get_by_label("The owner of these texts allows it.").check()
    allow.click()
    expect(page.get_by_role("button", name="Training allowed")).to_be_visible()
    assert api.get(f"/memories/{memory['id']}")["permission"] == "may train"


def test_every_tab_has_an_address_and_going_back_returns_to_the_one_before(
    page: Page, office: Served, api: Api
) -> None:
    project = api.project()
    address = f"{office.address}/projects/{project['id']}"
    page.goto(address)
    tab(page, "Settings")
    expect(page).to_have_url(f"{address}/settings")
    expect(page.get_by_role("link", name="Settings")).to_be_focused()
    page.reload()
    expect(page.get_by_role("region", name="QA checks")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("region", name="Files")).to_be_visible()
    page.goto(f"{address}/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("No such project")


def test_a_file_has_a_due_date(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    api.document(project["id"], "点击保存。", name="letter.txt")
    page.goto(f"{office.address}/projects/{project['id']}")
    page.get_by_role("button", name="set date: due date of letter.txt").click()
    dialog = page.get_by_role("dialog", name="letter.txt")
    dialog.get_by_label("Due").fill("2031-03-14")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name=re.compile("letter.txt"))).to_contain_text("14 Mar 2031")
    (document,) = api.get(f"/projects/{project['id']}/documents")
    assert document["due"] == "2031-03-14"


def test_a_number_out_of_range_is_said_and_not_kept(page: Page, office: Served, api: Api) -> None:
    project = api.project()
    page.goto(f"{office.address}/projects/{project['id']}/settings")
    field = page.get_by_label("Number of other suggestions")
    field.fill("99")
    page.keyboard.press("Tab")
    expect(page.get_by_role("alert")).to_have_text("Enter a number from 0 to 10.")
    assert api.get(f"/projects/{project['id']}")["settings"]["alternatives"] == 3


def test_languages_are_chosen_by_name(page: Page, office: Served, api: Api) -> None:
    page.goto(office.address)
    page.get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog", name="New project")
    dialog.get_by_role("textbox", name="Name").fill("Into Portuguese")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    expect(dialog.get_by_label("Source language")).to_have_value("zh")
    dialog.get_by_label("Target language").select_option(label="Brazilian Portuguese (pt-BR)")
    expect(dialog).to_contain_text("No model here translates Chinese → Brazilian Portuguese.")
    dialog.get_by_role("button", name="Create project").click()
    expect(page.get_by_text("Chinese → Brazilian Portuguese · 0 files")).to_be_visible()
    (made,) = [one for one in api.get("/projects") if one["name"] == "Into Portuguese"]
    assert made["target_language"] == "pt-BR"


def tab(page: Page, name: str) -> None:
    """Go to a tab of the project's page."""
    page.get_by_role("navigation", name="Parts of the project").get_by_role("link", name=name).click()
