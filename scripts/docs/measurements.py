"""The tables of `docs/results.md`, from the JSON files in `docs/results/`.

A file in `docs/results/measurements/` holds what was measured for one question: `date`, `machine`, `source`
(`measured`, or who else found it), and any of `table` (`columns` and `rows`), `claims` (rows of the table
at the top of the page) and `figures` (numbers that the text mentions, by name).
"""

import json
from typing import Any

import derived

RESULTS = derived.RESULTS
HEAD = ["claim", "ours", "peer or paper", "n", "95 % interval", "command", "signature", "date"]


def measurements() -> dict[str, dict[str, Any]]:
    """Return what the files hold, by the name of the file without its ending."""
    files = sorted((RESULTS / "measurements").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


def every_claim() -> str:
    """Return the table of all claims."""
    found = measurements().items()
    measured = [_claim(name, one, claim) for name, one in found for claim in one.get("claims", ())]
    return table(HEAD, [*derived.claims(), *measured])


def _claim(name: str, found: dict[str, Any], claim: dict[str, Any]) -> list[str]:
    interval = claim.get("interval")
    review = ", review" if found["source"].startswith("review") else ""
    return [
        f"[{claim['claim']}](results/measurements/{name}.json)",
        str(claim["ours"]),
        str(claim.get("peer", "")),
        f"{claim['n']:,}" if "n" in claim else "",
        f"{interval[0]} to {interval[1]}" if interval else "",
        code(found.get("command", "")),
        code(claim.get("signature", "")),
        found["date"] + review,
    ]


def code(text: str) -> str:
    """Return a text as code for a cell of a table, in which a bar would begin the next cell."""
    return f"`{text}`".replace("|", "\\|") if text else ""


def section(name: str) -> str:
    """Return the table of one measurement, and where its data are."""
    if name in derived.TABLES:
        make, file, command = derived.TABLES[name]
        return f"{table(*make())}\n\nData: [{file}](results/{file}). Command: `{command}`."
    found = measurements()[name]
    shown = found["table"]
    source = "" if found["source"] == "measured" else f" Source: {found['source']}."
    command = f" Command: `{found['command']}`." if found.get("command") else ""
    note = f"Data: [{name}.json](results/measurements/{name}.json), {found['date']}.{command}{source}"
    return f"{table(shown['columns'], shown['rows'])}\n\n{note}"


def table(columns: list[str], rows: list[list[Any]]) -> str:
    """Return a Markdown table; a column of numbers is set to the right."""
    edges = [
        "---:" if all(_is_number(row[place]) for row in rows) else "---" for place in range(len(columns))
    ]
    lines = [columns, edges, *([_cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _is_number(value: Any) -> bool:
    return value is None or isinstance(value, int | float | list)


def _cell(value: Any) -> str:
    if isinstance(value, list):
        score, low, high = value
        return f"{score} [{low}, {high}]"
    if isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else str(value)
