"""Count the lines of test and development sets that the training data hold: `python scripts/overlap.py DATA`.

DATA holds the training data in `base` and `terms` and the sets in other folders, as `source<TAB>target` lines
in `.tsv.xz`. Lines are compared as they are. The result is one JSON object.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

TRAINING = ("base", "terms")
NOT_TRAINED_ON = ("excluded.tsv.xz", "tm.tsv.xz")


def pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Return the pairs of a file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, target, *_ = [*line.rstrip("\n").split("\t"), ""]
            yield source, target


def main(data: Path) -> None:
    """Compare the sets with the training data."""
    files = [path for path in sorted(data.glob("*/*.tsv.xz")) if path.name not in NOT_TRAINED_ON]
    sets = {path: list(pairs(path)) for path in files if path.parent.name not in TRAINING}
    wanted = {pair for lines in sets.values() for pair in lines}
    sources = {source for source, _ in wanted}
    seen, seen_sources = set[tuple[str, str]](), set[str]()
    for path in files:
        if path.parent.name in TRAINING:
            for pair in pairs(path):
                if pair[0] in sources:
                    seen_sources.add(pair[0])
                    seen.update([pair] if pair in wanted else [])
    rows = []
    for path, lines in sets.items():
        shared = [pair for pair in lines if pair in seen]
        words = sum(len(target.split()) for _, target in lines)
        rows.append(
            {
                "set": f"{path.parent.name}/{path.name.partition('.tsv')[0]}",
                "lines": len(lines),
                "sources": sum(source in seen_sources for source, _ in lines),
                "pairs": len(shared),
                "longest source of a shared pair": max((len(source) for source, _ in shared), default=0),
                "percent of the reference words": round(
                    100 * sum(len(target.split()) for _, target in shared) / words, 2
                ),
            }
        )
    print(json.dumps(rows, indent=1))


main(Path(sys.argv[1]))
