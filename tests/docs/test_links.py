"""Every link within the docs leads somewhere, and every page can be reached from the README."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/*/*.md"), ROOT / "web/README.md"]
)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")
EXAMPLE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[tuple[Path, str]]:
    """The files that a page links to, each with the heading after `#`."""
    text = EXAMPLE.sub("", page.read_text(encoding="utf-8"))
    targets = [first or second for first, second in LINK.findall(text)]
    parts = [target.partition("#") for target in targets if "://" not in target]
    return [((page.parent / file).resolve() if file else page, heading) for file, _, heading in parts]


def anchors(page: Path) -> set[str]:
    """The names of a page's headings in links, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    found = links(page)
    assert [str(file) for file, _ in found if not file.exists()] == []
    assert [(file.name, name) for file, name in found if name and name not in anchors(file)] == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            ahead += [file for file, _ in links(page)]
    assert [str(page.relative_to(ROOT)) for page in PAGES if page not in reached] == []


NAMED = re.compile(
    r"`((?:src|tests|web|scripts|docs|models|recipes|benchmarks|deploy)/[\w./-]+|[\w-]+/[\w./-]+\.(?:py|c|h|ts|tsx))`"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path) -> None:
    if "decisions/0001" in str(page):
        return  # it names what modules were called before
    places = (
        ROOT,
        ROOT / "src/synslator",
        ROOT / "web",
        ROOT / "web/src",
        ROOT / "src/synslator/arithmetic/source",
    )
    named = NAMED.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
