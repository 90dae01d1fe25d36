"""The report: a whole page of well-formed plots, with the same numbers beside it as data."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.errors import UsageProblem
from synslator.evaluation.reports.plots import Axes, Series, bar_plot, line_plot, span, ticks
from synslator.evaluation.reports.report import read_results, write_report

MADE = {
    "package": {"name": "tiny <1>", "version": "1.0", "sha256": "00"},
    "engine": "vanilla",
    "data": {"name": "it/test", "sha256": "00", "lines": 2},
    "memory": None,
    "settings": {"beam": 4},
    "versions": {"synslator": "0"},
    "date": "2026-01-01",
}
EFFORT = {"keystroke_ratio": 10.5, "word_stroke_ratio": 20, "mouse_action_ratio": 3, "ksmr": 13.5, "turns": 4}
RUN = {"threshold": 0.6, "coverage": 0.5, "words": 2, "precision": 0.9, "whole": 0.8, "value": 1}
PART = {"source_words": 9, "static_words_an_hour": 10, "interactive_words_an_hour": 11, "faster_percent": 10}
RESULTS: list[dict[str, Any]] = [
    {
        "kind": "accuracy",
        "accuracy": {"exact": {"alone": [61.25, 40, 26], "box": [78, 59, 44]}},
        "made": MADE,
    },
    {
        "kind": "bleu",
        "bleu": 36.1,
        "chrf": 60,
        "multi_bleu": 36,
        "intervals": {"bleu": [35, 37], "chrf": [59, 61], "multi_bleu": [35, 37]},
        "signatures": {"bleu": "nrefs:1", "chrf": "nrefs:1", "multi_bleu": "multi"},
        "made": MADE,
    },
    {
        "kind": "calibration",
        "bins": [{"probability": 0.5, "right": 0.4}, {"probability": 0.95, "right": 0.9}],
        "thresholds": [RUN, RUN | {"threshold": 0.8}],
        "threshold": RUN,
        "expected_calibration_error": 0.07,
        "recommended_threshold": 0.75,
        "made": MADE,
    },
    {
        "kind": "simulation",
        "learning": True,
        "static": EFFORT | {"seconds": 30},
        "interactive": EFFORT | {"seconds": 20, "accepted": {"tab": 7}},
        "fewer_actions_percent": 56.5,
        "fewer_seconds_percent": 14,
        "sensitivity": [
            {"decide": decide, "read": read, "fewer_seconds_percent": 20 - 10 * read}
            for decide in (0.0, 1.35)
            for read in (0.0, 0.25)
        ],
        "parts": [PART | {"part": name} for name in ("1", "2", "3", "all")],
        "made": MADE,
    },
    {
        "kind": "stream",
        "curves": {
            name: [{"segments": n, "bleu": 30 + n, "accuracy": 60 + n} for n in (25, 50)]
            for name in ("without", "learning")
        },
        "adaptation": [{"confirms": 1, "terms": 8, "without": 0.25, "learning": 0.75}],
        "made": MADE,
    },
]


def test_a_page_holds_every_result_and_loads_nothing(tmp_path: Path) -> None:
    saved = []
    for number, result in enumerate(RESULTS):
        saved.append(tmp_path / f"{number}.json")
        saved[-1].write_text(json.dumps(result), encoding="utf-8")
    page = tmp_path / "report.html"
    write_report(read_results(saved), page)
    text = page.read_text(encoding="utf-8")
    for number in ("61.25", "36.1", "0.75", "56.5 % fewer", "75.0"):
        assert number in text
    assert "tiny &lt;1&gt;" in text
    assert not re.search(r"(?:src|href)=|url\(|@import|<script", text)
    pictures = re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL)
    assert len(pictures) == 6
    for picture in pictures:
        ElementTree.fromstring(picture)
    assert json.loads(page.with_suffix(".json").read_text(encoding="utf-8")) == RESULTS


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "is not a result saved with --save"), ('{"kind": "x"}', "holds 'x', which is none of")],
)
def test_what_is_no_result_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageProblem, match=message):
        read_results([path])


def coordinates(picture: str) -> list[tuple[float, float]]:
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)
    return [(float(x), float(y)) for x, y in circles]


def test_points_lie_where_their_values_are() -> None:
    axes = Axes("t", "x", "y", (0, 10), (0, 1))
    low, high = coordinates(line_plot(axes, [Series("s", [(0, 0), (10, 1)])]))
    middle = coordinates(line_plot(axes, [Series("s", [(5, 0.5)])]))[0]
    assert low[0] < high[0]
    assert low[1] > high[1]
    assert middle == pytest.approx(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2))


def test_bars_are_as_high_as_their_values() -> None:
    picture = bar_plot(Axes("t", "x", "y"), ["a", "b"], [("one", [10, 20]), ("two", [5, 0])])
    heights = [float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)"', picture)]
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.2)
    assert heights[2] == pytest.approx(heights[0] / 2, abs=0.2)
    assert heights[3] == 0


values = st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=9)


@given(values)
def test_ticks_are_few_and_within_the_range(numbers: list[float]) -> None:
    low, high = span(numbers)
    if high - low < 1e-6:
        return
    found = ticks((low, high))
    assert 1 <= len(found) <= 7
    assert all(low - 1e-6 <= tick <= high + 1e-6 for tick in found)
