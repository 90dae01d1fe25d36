"""The operations of the REST interface, from the description that the page's client is made from."""

import json
from pathlib import Path

DESCRIPTION = Path(__file__).parents[2] / "web/src/api/openapi.json"


def every_operation() -> str:
    """Return a table for each group of operations."""
    paths = json.loads(DESCRIPTION.read_text(encoding="utf-8"))["paths"]
    groups: dict[str, list[str]] = {}
    for path, operations in paths.items():
        for method, operation in operations.items():
            text = operation.get("description") or operation["summary"]
            first = " ".join(text.partition("\n\n")[0].split()).rstrip(".")
            row = f"| `{method.upper()} {path}` | {first}. |"
            groups.setdefault(operation["tags"][0], []).append(row)
    head = "| operation | what it does |\n| --- | --- |"
    return "\n\n".join(
        f"### {name.capitalize()}\n\n{head}\n" + "\n".join(rows) for name, rows in groups.items()
    )
