"""Write the generated parts of the docs: `python scripts/docs`, or `--check` to only say what is stale.

A generated part stands between two comments, `<!-- begin NAME -->` and `<!-- end NAME -->`. What stands
around it is written by hand and stays.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import commands
import measurements
import operations
import plugins
import tables

ROOT = Path(__file__).parents[2]
PART = re.compile(r"(<!-- begin ([^>]*?) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def decisions() -> str:
    """Return a line for each decision, by its heading."""
    files = sorted(path for path in (ROOT / "docs/decisions").glob("*.md") if path.name[0].isdigit())
    headings = [path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in files]
    return "\n".join(f"- [{heading}]({path.name})" for heading, path in zip(headings, files, strict=True))


WRITERS: Mapping[str, Callable[[str], str]] = {
    "commands": lambda _: commands.every_command(),
    "exit codes": lambda _: commands.exit_codes(),
    "decisions": lambda _: decisions(),
    "operations": lambda _: operations.every_operation(),
    "hook": plugins.reference,
    "sample": plugins.sample,
    "settings": lambda _: commands.every_setting(),
    "tables": tables.diagram,
    "measurements": lambda _: measurements.every_claim(),
    "measured": measurements.section,
}
"""First word or words of a part's name -> what writes it; the rest of the name is the argument."""


def written(name: str) -> str:
    """Return the text of the part called `name`."""
    for first, writer in WRITERS.items():
        if name == first or name.startswith(f"{first} "):
            return writer(name.removeprefix(first).strip())
    sys.exit(f"No part of the docs is called {name!r}. There are: {', '.join(WRITERS)}.")


def refreshed(page: str) -> str:
    """Return the page with every generated part written again."""
    return PART.sub(lambda part: f"{part[1]}\n{written(part[2]).strip()}\n\n{part[3]}", page)


def pages() -> Iterator[Path]:
    """Return the pages that hold a generated part."""
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/*/*.md")):
        if PART.search(path.read_text(encoding="utf-8")):
            yield path


def main() -> None:
    """Write the pages, or name those that are stale."""
    stale = []
    for path in pages():
        before = path.read_text(encoding="utf-8")
        after = refreshed(before)
        if after != before:
            stale.append(str(path.relative_to(ROOT)))
            if "--check" not in sys.argv:
                path.write_text(after, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"Stale: {', '.join(stale)}. Run `make docs`.")
    print("\n".join(stale) or "All pages are up to date.")


main()
