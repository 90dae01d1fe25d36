"""The English of code, page and docs: the phrases that `docs/glossary.md` replaces do not come back."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("src", "web/src", "docs", "examples", "scripts", "benchmarks", "recipes", "deploy")
PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
ENDINGS = (".py", ".ts", ".tsx", ".css", ".md", ".toml", ".c", ".h")
WRITTEN_BY_PROGRAMS = ("schema.ts", "openapi.json")
CODE = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)")
"""What prose quotes: names of code and files, which may keep what they were called."""

FORBIDDEN = {
    r"\b(was|were) expected\b": "say what is wrong",
    r"\banew\b": "again, or a verb with re-",
    r"\bmend(s|ed|ing)?\b": "fix, correct or repair",
    r"\bby heart\b": "overfit",
    r"\bhopeless\b": "prune",
    r"\bsittings?\b": "training run",
    r"\bDealt with\b": "Resolve",
    r"\bwho types meanwhile\b": "say who and when",
    r"\bliker\b": "more similar",
    r"\bMake the project\b": "Create project",
    r"\bDo without\b": "Remove",
}
"""A pattern of what nobody writes, and what to write instead."""

FIRST_WORDS = ("Give", "Gives", "Of", "Is told")
"""What no docstring begins with; it says `Return …`."""


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every source, page and recipe that a person has written."""
    found = [path for place in PLACES for path in sorted((ROOT / place).rglob("*"))]
    for path in [*found, *(ROOT / page for page in PAGES)]:
        generated = path.name in WRITTEN_BY_PROGRAMS or "server/page" in path.as_posix()
        if path.suffix in ENDINGS and path.is_file() and not generated:
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def faults(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the words and the advice for every forbidden phrase of a text."""
    for number, line in enumerate(text.splitlines(), 1):
        prose = CODE.sub("", line)
        for pattern, advice in FORBIDDEN.items():
            for found in re.finditer(pattern, prose, re.IGNORECASE if pattern[2].islower() else 0):
                yield number, found[0], advice


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("A new name was expected, but there is one.", "was expected"),
        ("Drawn anew at every step.", "anew"),
        ("The second sitting learned it by heart.", "by heart"),
        ("`hopeless` was the old name; [here](third-sitting.svg).", None),
        ("The expected calibration error is the mean over bins.", None),
    ],
)
def test_the_scan_finds_what_it_is_for(line: str, words: str | None) -> None:
    assert (words in [found for _, found, _ in faults(line)]) if words else not list(faults(line))


def test_no_text_has_a_forbidden_phrase() -> None:
    found = [
        f"{path}:{number}: {words!r}: {advice}"
        for path, text in texts()
        for number, words, advice in faults(text)
    ]
    assert not found, "\n".join(found)


def test_no_docstring_begins_like_a_translation() -> None:
    found = []
    for path, text in texts():
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            words = ast.get_docstring(node) or ""
            if words.startswith(tuple(f"{word} " for word in FIRST_WORDS)):
                found.append(f"{path}: {words.splitlines()[0]}")
    assert not found, "\n".join(found)
