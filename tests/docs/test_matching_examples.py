"""The examples in `docs/matching.md` are what the program computes."""

import re
from pathlib import Path

import pytest

from synslator.text.matching import match_rate

PAGE = Path(__file__).parents[2] / "docs/matching.md"
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| (\d+) \|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(ROWS) >= 10


@pytest.mark.parametrize(("source", "known", "rate"), ROWS)
def test_example(source: str, known: str, rate: str) -> None:
    assert match_rate(source, known) == int(rate)
