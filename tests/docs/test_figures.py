"""No figure stands in the docs without the JSON file that holds it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from synslator.decoding.options import SearchOptions
from synslator.workbench.projects.options import ProjectSettings

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs/results"
GENERATED = re.compile(r"<!-- begin (?:measured [\w-]+|measurements) -->.*?<!-- end [^>]* -->", re.DOTALL)
NO_FIGURES = re.compile(
    r"`[^`]*`|\]\([^)]*\)|!\[[^\]]*\]"  # code, links, pictures
    r"|\b\d{4}[.-]\d\d[.-]\d\d(?:\.\d)?|\d+\.\d+\.\d+(?:\.\d+)?(?::\d+)?"  # dates, versions, addresses
    r"|\b(?:WMT|AVX|fp|OpenSearch )-?\d[\d.]*|\bint8\b|x86-64|chrF2"  # names
)
NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?![\w])")
DATA = re.compile(r"\]\((?:\.\./)*(?:docs/)?((?:results/)?(?:measurements/)?[\w-]+\.json)\)")
CONVENTIONS = {95.0}
"""Of intervals."""


def numbers_of(data: Any) -> Iterator[float]:
    """Every number in a file, those in its texts too, and shares as percent."""
    match data:
        case bool() | None:
            return
        case int() | float():
            yield float(data)
            if abs(data) <= 1:
                yield 100 * data
        case str():
            yield from (value for value, _ in figures(data))
        case dict():
            for name, value in data.items():
                yield from numbers_of(name)
                yield from numbers_of(value)
        case list():
            for value in data:
                yield from numbers_of(value)


def figures(text: str) -> list[tuple[float, int]]:
    """The numbers of a text that claim something, each with how many decimals it shows."""
    found = NUMBER.findall(NO_FIGURES.sub(" ", text))
    return [(float(one.replace(",", "")), len(one.partition(".")[2])) for one in found]


def held(files: list[Path]) -> set[float]:
    """The numbers that some files hold."""
    return {value for file in files for value in numbers_of(json.loads(file.read_text(encoding="utf-8")))}


def missing(text: str, known: set[float]) -> list[float]:
    """The figures of a text that are no number of the files, rounded as the text shows them."""
    return [
        value
        for value, decimals in figures(text)
        if value not in CONVENTIONS
        and not any(abs(abs(one) - abs(value)) <= 0.5001 / 10**decimals for one in known)
    ]


def sections() -> list[tuple[str, str]]:
    """The sections of the results page, each by its heading."""
    page = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.*)$", page, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(("heading", "text"), sections(), ids=[heading for heading, _ in sections()])
def test_a_figure_of_the_results_page_is_in_the_file_that_its_section_names(heading: str, text: str) -> None:
    tables = "".join(GENERATED.findall(text))
    named = {ROOT / "docs" / name for name in DATA.findall(text)} - {
        RESULTS / "tables.json",
        RESULTS / "report.json",
    }
    known = held(sorted(named)) | {value for value, _ in figures(tables)}
    assert missing(GENERATED.sub("", text), known) == []


def test_every_file_of_measurements_says_where_it_comes_from() -> None:
    files = sorted((RESULTS / "measurements").glob("*.json"))
    assert len(files) >= 20
    for file in files:
        found = json.loads(file.read_text(encoding="utf-8"))
        assert {"date", "source"} <= set(found), file.name
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"])


CLAIM = re.compile(
    r"\bp50\b|\bp95\b|\bBLEU\b|\bmeasured\b|\bbenchmark\b|\btwo cores\b|\btimes (?:as|faster)\b|\bon two\b",
    re.IGNORECASE,
)
OTHERS = sorted(
    page
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("models/*/*.md")]
    if page.name != "results.md"
)


@pytest.mark.parametrize("page", OTHERS, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_measurement_on_another_page_is_in_some_file(page: Path) -> None:
    tables = "".join(GENERATED.findall((ROOT / "docs/results.md").read_text(encoding="utf-8")))
    known = held([*RESULTS.glob("measurements/*.json")]) | {value for value, _ in figures(tables)}
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for paragraph in re.split(r"\n\n|\n- ", text):
        if CLAIM.search(paragraph):
            assert missing(paragraph, known) == [], paragraph


def test_the_highlight_threshold_is_the_one_that_development_sets_recommend() -> None:
    found = json.loads((RESULTS / "measurements/threshold.json").read_text(encoding="utf-8"))
    assert all(how["data"]["name"].endswith("/dev") for how in found["made"])
    best = max(found["values"], key=lambda row: row[-1])
    assert best[0] == found["figures"]["recommended_threshold"] == SearchOptions().highlight_threshold
    assert ProjectSettings().highlight_threshold == SearchOptions().highlight_threshold


def test_an_invented_figure_is_found() -> None:
    known = held([RESULTS / "tables.json"])
    assert missing("IT has BLEU 49.7, the next word is right in 69.67 %.", known) == []
    assert missing("IT has BLEU 57.31.", known) == [57.31]
