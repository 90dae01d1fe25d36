"""Dependencies: pinned, and from wherever the one who installs them gets them."""

import json
import re
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
