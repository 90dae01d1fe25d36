"""The generated parts of the docs are those that the program would generate now."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from synslator.cli.commands import BUILT_IN
from synslator.settings import SPECS
from synslator.storage.tables import metadata

ROOT = Path(__file__).parents[2]


def test_every_generated_part_is_fresh() -> None:
    checked = subprocess.run(
        [sys.executable, "scripts/docs", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("page", "form", "names"),
    [
        ("commands.md", "## synslator {}\n", [command.name for command in BUILT_IN]),
        ("settings.md", "| `{}` |", list(SPECS)),
        ("data-model.md", " {} {{\n", list(metadata.tables)),
    ],
)
def test_nothing_is_missing(page: str, form: str, names: list[str]) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert [name for name in names if form.format(name) not in text] == []


def test_every_option_has_a_help_text() -> None:
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    options = re.findall(r"^- `--.*?: (.*)$", text, re.MULTILINE)
    assert len(options) > 100
    assert [line for line in options if line.startswith("None")] == []
