"""The sample plug-in, installed and used: its own tests, the command, and a running server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from serving import COMMAND, Launch, Served
from talking import Api, tmx

SAMPLE = Path(__file__).parents[2] / "examples/synslator-sample"
STRINGS = '/* Settings */\n"limit" = "设置 max_connections";\n"save" = "请在保存文件之前检查设置。";\n'
KNOWN = ("请在保存文件之前检查设置", "Check before you save")

SERVICE = """
from synslator.engines.draft_providers import DraftProvider
from synslator.formats.documents.machine_translation import Draft

class Service:
    def draft(self, texts, learned):
        return [Draft(f"draft of {len(text)} characters") for text in texts]

PROVIDER = DraftProvider(
    "service", "a service", "Asks nobody.", lambda setup: Service() if setup.target_language == "en" else None
)
"""


def register(folder: Path, package: str, version: str, group: str, value: str) -> None:
    """Write what an installer writes of a package with one entry point."""
    info = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[{group}]\nx = {value}\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the sample is installed in, beside a draft provider and a plug-in that is broken."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    options = ["--no-deps", "--no-build-isolation", "--target", str(folder), str(SAMPLE)]
    subprocess.run([*pip, *options], check=True, capture_output=True)
    register(folder, "broken-plugin", "3.1", "synslator.checks", "no_such_module:CHECKS")
    register(folder, "service", "2.0", "synslator.drafts", "draft_service:PROVIDER")
    (folder / "draft_service.py").write_text(SERVICE)
    return folder


def environment(site: Path, **more: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(site)} | more


@pytest.fixture(scope="module")
def served(site: Path, launch: Launch, tiny_folder: Path) -> Served:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        return launch("--model", str(tiny_folder), "--demo", "false")


def test_it_passes_its_own_tests(site: Path, tiny_folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command,
        cwd=SAMPLE,
        env=environment(site, SYNSLATOR_MODEL=str(tiny_folder)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_command_lists_what_was_found_and_what_is_wrong(site: Path) -> None:
    command = [*COMMAND, "plugins", "--json"]
    done = subprocess.run(command, env=environment(site), capture_output=True, text=True, check=True)
    found = {(one["group"], one["package"]): one for one in map(json.loads, done.stdout.splitlines())}
    assert found["synslator.formats", "synslator-sample"]["names"] == ["strings"]
    assert found["synslator.checks", "synslator-sample"]["names"] == ["kept_names"]
    assert found["synslator.engines", "synslator-sample"]["version"] == "0.1"
    (problem,) = found["synslator.checks", "broken-plugin"]["problems"]
    assert "No module named 'no_such_module'" in problem


def test_a_server_uses_it_and_reports_the_broken_one(served: Served) -> None:
    with Api(served.address) as api:
        about = api.get("/about")
        assert "strings" in [one["name"] for one in about["formats"]]
        assert "memory-first" in [one["name"] for one in about["engines"]]
        assert "kept_names" in [one["name"] for one in api.get("/checks")]

        project = api.project(engine="memory-first", draft=True)
        assert project["engine"] == "memory-first"
        memory = project["memories"][0]["memory"]
        job = api.upload(f"/memories/{memory}/import", "known.tmx", tmx(KNOWN), 202, project=project["id"])
        assert api.wait(job["id"])["result"]["added"] == 1

        path = f"/projects/{project['id']}/documents"
        upload = api.upload(path, "Localizable.strings", STRINGS.encode(), 201)
        assert upload["document"]["format"] == "strings"
        api.wait(upload["job"])
        document = upload["document"]["id"]
        first, second = api.get(f"/documents/{document}/segments")["segments"]
        assert (second["target"], second["origin"]) == (KNOWN[1], "machine")

        change = {"version": first["version"], "target": "Set the maximum"}
        api.patch(f"/segments/{first['id']}", change)
        findings = api.get(f"/segments/{first['id']}/findings")
        assert "kept_names" in [one["check"] for one in findings]
        written = api.get(f"/documents/{document}/export", unconfirmed="draft").decode()
        assert written == STRINGS.replace("设置 max_connections", "Set the maximum").replace(
            "请在保存文件之前检查设置。", KNOWN[1]
        )

        health = api.get("/health")["plugins"]
        assert health["state"] == "failed"
        assert "broken-plugin 3.1, service 2.0, synslator-sample 0.1; 1 cannot be used" in health["detail"]
    assert "a plug-in has a problem" in served.log


def test_a_project_chooses_what_drafts_its_documents(served: Served) -> None:
    with Api(served.address) as api:
        project = api.project(draft_provider="service", draft=True)
        upload = api.upload(f"/projects/{project['id']}/documents", "a.txt", "你好。".encode(), 201)
        assert api.wait(upload["job"])["result"]["machine"] == 1
        (segment,) = api.get(f"/documents/{upload['document']['id']}/segments")["segments"]
        assert segment["target"] == "draft of 3 characters"
        change = {"version": project["version"], "settings": {"draft_provider": "nobody"}}
        failure = api.patch(f"/projects/{project['id']}", change, 400)
        assert failure["message"].endswith("Choose one of machine, service.")


def test_the_command_line_asks_a_provider_for_drafts(site: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("你好。\n", encoding="utf-8")
    command = [*COMMAND, "document", "translate", "a.txt", "out.txt", "--drafts", "service"]
    done = {
        target: subprocess.run(
            [*command, "--target-language", target],
            cwd=tmp_path,
            env=environment(site),
            capture_output=True,
            text=True,
            check=False,
        )
        for target in ("de", "en")
    }
    assert "service does not translate zh to de" in done["de"].stderr
    assert done["en"].returncode == 0, done["en"].stderr
    assert (tmp_path / "out.txt").read_text() == "draft of 3 characters\n"
