"""The generated parts of the docs are those that the program would generate now."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from synslator.cli.commands import BUILT_IN
from synslator.settings import SPECS
from synslator.storage.tables import metadata
from synslator.workbench.messages import client_messages, server_messages

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


def test_the_live_session_describes_every_message() -> None:
    text = (ROOT / "docs/live-session.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE))))
    kinds = {
        get_args(field.annotation)[0]
        for one in (*vars(client_messages).values(), *vars(server_messages).values())
        if isinstance(one, type) and issubclass(one, BaseModel) and (field := one.model_fields.get("type"))
    }
    assert len(kinds) > 20
    assert kinds - described == set()
