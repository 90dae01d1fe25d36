"""Nothing outgrows its place: modules, folders, and the spaces of the page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = 340
"""Of a module; beyond about 300 it holds two things."""
MODULES = 17
"""Of a folder; beyond about fifteen nobody sees what is in it."""
GENERATED = {"web/src/api/schema.ts"}
SPACING = re.compile(r"^\s*(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]+)?:([^;]*);", re.MULTILINE)
STYLES = sorted((ROOT / "web/src").rglob("*.css"))


def modules() -> Iterator[Path]:
    """Yield what people have written for the package and the page, without migrations, which are history."""
    for folder, endings in (("src/synslator", {".py", ".c", ".h"}), ("web/src", {".ts", ".tsx", ".css"})):
        for path in (ROOT / folder).rglob("*"):
            kept = path.suffix in endings and ".test." not in path.name
            if kept and not {"page", "versions"} & set(path.relative_to(ROOT / folder).parts[:-1]):
                yield path.relative_to(ROOT)


def test_no_module_holds_two_things() -> None:
    long = {
        str(path): lines
        for path in modules()
        if str(path) not in GENERATED
        and (lines := len((ROOT / path).read_text("utf-8").splitlines())) > LINES
    }
    assert not long, long


def test_no_folder_of_the_package_is_a_pile() -> None:
    counts: dict[str, int] = {}
    for path in modules():
        if path.suffix == ".py" and path.name != "__init__.py":
            counts[str(path.parent)] = counts.get(str(path.parent), 0) + 1
    assert counts
    assert not {folder: count for folder, count in counts.items() if count > MODULES}


def test_the_scan_finds_a_spacing() -> None:
    assert SPACING.findall("  margin-inline: -1rem 0.3rem;\n  width: 1rem;\n") == [" -1rem 0.3rem"]


@pytest.mark.parametrize("sheet", STYLES, ids=lambda path: path.relative_to(ROOT / "web/src").as_posix())
def test_spaces_are_steps_of_one_scale(sheet: Path) -> None:
    """What is between two steps, to put letters on one line, is written as it is."""
    tokens = (ROOT / "web/src/styles/tokens.css").read_text("utf-8")
    steps = {float(size): name for name, size in re.findall(r"(--space-\d+): ([\d.]+)rem;", tokens)}
    assert len(steps) > 8
    sizes = (
        size
        for value in SPACING.findall(sheet.read_text("utf-8"))
        for size in re.findall(r"[\d.]+(?=rem)", value)
    )
    assert [f"{size}rem is {steps[float(size)]}" for size in sizes if float(size) in steps] == []
