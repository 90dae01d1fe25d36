"""Write the files of `docs/results/measurements` from results: `python scripts/results NAME FILE …`.

`make results` calls it with the results of its commands. A file holds a table, figures by name, and how
each of its rows was made.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tables

HOME = Path(__file__).parents[2] / "docs/results/measurements"
WRITERS: Mapping[str, Callable[[list[dict[str, Any]]], dict[str, Any]]] = {
    "baselines": tables.baselines,
    "beam-completion": tables.beam_completion,
    "outside": tables.outside,
    "paper-settings": tables.paper_settings,
    "simulation": tables.simulation,
    "threshold": tables.threshold,
}


def main() -> None:
    """Write one file."""
    name, *files = sys.argv[1:] or [""]
    if name not in WRITERS or not files:
        sys.exit(f"usage: python scripts/results {'|'.join(WRITERS)} FILE …")
    results = [json.loads(Path(file).read_text(encoding="utf-8")) for file in files]
    found = WRITERS[name](results)
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    (HOME / f"{name}.json").write_text(text, encoding="utf-8")
    print(HOME / f"{name}.json")


main()
