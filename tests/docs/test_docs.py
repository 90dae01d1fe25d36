"""The docs keep up with the program: no setting, command, option or exit code goes undocumented."""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from synslator.cli import FAULT, INTERRUPTED, main
from synslator.cli.commands import COMMANDS
from synslator.cli.options import LOGGING
from synslator.settings import SPECS, Settings

ROOT = Path(__file__).parents[2]
FIXED = {field.name: field.default for field in dataclasses.fields(Settings)}
SHARED = {"--config", *(SPECS[name].flag for name in LOGGING)}


def settings_table() -> dict[str, list[str]]:
    """Read the rows of `docs/settings.md` by the name of the setting."""
    text = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): row[1:] for row in rows}


def test_every_setting_has_a_row_and_every_row_a_setting() -> None:
    table = settings_table()
    missing = [
        f"| `{spec.name}` | {spec.accepted} | `{FIXED[spec.name]}` | {spec.help} |"
        for spec in SPECS.values()
        if spec.name not in table
    ]
    assert missing == [], "docs/settings.md needs these rows"
    assert set(table) == set(SPECS)


@pytest.mark.parametrize("name", SPECS)
def test_a_row_tells_the_accepted_values_and_the_default(name: str) -> None:
    accepted, default, _ = settings_table()[name]
    assert accepted == SPECS[name].accepted
    if FIXED[name] is not dataclasses.MISSING:
        assert default == f"`{FIXED[name]}`"


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """Walk over every command and the commands within it, each with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def sections() -> dict[str, str]:
    """Read the sections of `docs/commands.md` by their headings."""
    parts = re.split(r"^#+ ", (ROOT / "docs/commands.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {part.partition("\n")[0]: part for part in parts if part}


@pytest.mark.parametrize(("path", "command"), list(commands(main, "synslator")), ids=str)
def test_every_command_has_a_section_that_names_its_options(path: str, command: click.Command) -> None:
    assert path in sections()
    settings = {spec.flag for spec in SPECS.values()} if path == "synslator config" else set()
    flags = {flag for option in command.params for flag in option.opts if flag.startswith("--")}
    undocumented = {flag for flag in flags - SHARED - settings if f"`{flag}" not in sections()[path]}
    assert undocumented == set()


def test_no_section_is_of_a_command_that_is_gone() -> None:
    known = {path for path, _ in commands(main, "synslator")}
    assert {heading for heading in sections() if heading.startswith("synslator ")} <= known
    assert len(known) >= len(COMMANDS)


def test_every_exit_code_is_listed() -> None:
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", sections()["Commands"], flags=re.MULTILINE)}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    raised = {int(code) for code in re.findall(r"^    exit_code = (\d+)$", sources, flags=re.MULTILINE)}
    assert raised
    assert {0, INTERRUPTED, FAULT} | raised == listed


PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_within_the_project_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)[^)]*\)|(?:src|srcset)=\"([^\"]+)\"", text)
    targets = [first or second for first, second in links]
    assert [link for link in targets if "://" not in link and not (path.parent / link).exists()] == []
