"""The tables of `docs/results.md`, from the JSON files in `docs/results/`.

A file in `docs/results/measurements/` holds what was measured for one question: `date`, `machine`, `source`
(`measured`, or who else found it), and any of `table` (`columns` and `rows`), `claims` (rows of the table
at the top of the page) and `figures` (numbers that the text mentions, by name).
"""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[2] / "docs/results"
HEAD = ["claim", "ours", "peer or paper", "n", "95 % interval", "command", "signature", "date"]


def measurements() -> dict[str, dict[str, Any]]:
    """Return what the files hold, by the name of the file without its ending."""
    files = sorted((RESULTS / "measurements").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


def every_claim() -> str:
    """Return the table of all claims."""
    rows = [
        _claim(name, found, claim)
        for name, found in measurements().items()
        for claim in found.get("claims", ())
    ]
    return table(HEAD, rows)


def _claim(name: str, found: dict[str, Any], claim: dict[str, Any]) -> list[str]:
    interval = claim.get("interval")
    command = claim.get("command") or found.get("command")
    return [
        f"[{claim['claim']}](results/measurements/{name}.json)",
        str(claim["ours"]),
        str(claim.get("peer", "")),
        f"{claim['n']:,}" if "n" in claim else "",
        f"{interval[0]} to {interval[1]}" if interval else "",
        f"`{command}`" if command else "",
        f"`{claim['signature']}`" if "signature" in claim else "",
        claim.get("date") or found["date"],
    ]


def section(name: str) -> str:
    """Return the table of one measurement, and where its data are."""
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
