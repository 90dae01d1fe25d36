"""The page about plug-ins holds the whole sample, and a reference of every hook."""

from pathlib import Path
from typing import Any

import pytest

from synslator.cli.plugins import registries
from synslator.plugins import Registry

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/plugins.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "examples/synslator-sample"
FILES = [SAMPLE / "pyproject.toml", *sorted(SAMPLE.glob("src/**/*.py")), *sorted(SAMPLE.glob("tests/*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_of_the_sample_is_shown(path: Path) -> None:
    assert path.read_text(encoding="utf-8").strip() in PAGE


@pytest.mark.parametrize("registry", registries(), ids=lambda one: one.group)
def test_every_hook_is_in_the_table_and_in_the_reference(registry: Registry[Any]) -> None:
    assert f"| `{registry.group}` |" in PAGE
    assert f"<!-- begin hook {registry.group} -->" in PAGE
