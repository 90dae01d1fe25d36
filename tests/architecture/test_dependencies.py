"""Dependencies: pinned, and from wherever the one who installs them gets them."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_python_dependencies_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    lists = [project["build-system"]["requires"], project["project"]["dependencies"], *extras]
    names = [name for names in lists for name in names]
    assert [name for name in names if not re.fullmatch(r"[\w.\[\]-]+==[\w.]+", name)] == []


def test_page_dependencies_are_pinned() -> None:
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    versions = package["dependencies"] | package["devDependencies"]
    assert {name: version for name, version in versions.items() if not version[0].isdigit()} == {}


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, entry in lock["packages"].items() if "resolved" in entry] == []
    assert all("integrity" in entry for name, entry in lock["packages"].items() if name)


def test_what_make_run_installs_is_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([\w.-]+==\S+) \\$", lock, re.MULTILINE))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    plain = {re.sub(r"[-_.]+(?=.*==)", "-", name).lower() for name in wanted}
    assert plain <= pinned, f"run `make lock`: {sorted(plain - pinned)}"
    assert "://" not in lock
    assert "torch" not in lock
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=[^\s#])", lock)[1:])


def test_the_bill_of_materials_names_every_package_of_server_and_page(tmp_path: Path) -> None:
    script = ROOT / "scripts/bill_of_materials.py"
    subprocess.run([sys.executable, script, "sbom", tmp_path / "sbom.json"], check=True)
    bill = json.loads((tmp_path / "sbom.json").read_text(encoding="utf-8"))
    named = {one["purl"] for one in bill["components"]}
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    page = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["dependencies"]
    locked = re.findall(r"^[\w.-]+==\S+", lock, re.MULTILINE)
    expected = {f"pkg:pypi/{one.replace('==', '@')}" for one in locked}
    expected |= {f"pkg:npm/{name.replace('@', '%40')}@{version}" for name, version in page.items()}
    assert expected <= named
    assert bill["bomFormat"] == "CycloneDX"
    licences = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    rows = {one["name"]: f"| {one['name']} | {one['version']} |" for one in bill["components"]}
    missing = [name for name, row in rows.items() if row not in licences]
    assert missing == [], "run `make lock`"
