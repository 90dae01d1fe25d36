"""The pages are written in plain technical English, in the words of the glossary."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/*/*.md"), ROOT / "web/README.md"]
)
GENERATED = re.compile(
    r"\]\([^)]*\)|<!-- begin .*?<!-- end [^>]* -->|^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL
)
INSTEAD = {
    r"\banew\b": "again",
    r"\bsittings?\b": "training run",
    r"\b(?:was|were) expected\b": "say what is wrong",
    r"\blearn\w* by heart\b": "overfit",
    r"\bgiv\w+ up hypothes|hypotheses? (?:is|are) given up": "prune",
    r"\bparted by\b": "separated by",
    r"\bput on record\b": "recorded",
    r"\bDo without\b": "Remove",
}
"""What is not written -> what is written instead."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_uses_the_words_of_the_field(page: Path) -> None:
    if page.name == "0001-names-and-rooms.md":
        return  # it quotes what was written before
    text = GENERATED.sub("", page.read_text(encoding="utf-8"))
    found = {wrong: better for wrong, better in INSTEAD.items() if re.search(wrong, text)}
    assert found == {}, f"{page.name}: what is written -> what to write"
