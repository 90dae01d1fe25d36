"""How long it takes to list and open a document whose segments are all the same, and one without repetitions.

`make bench-listing`. Both answers should take a time that grows with the segments shown, not with the others.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from synslator.settings import Settings
from synslator.storage.documents.segments import SegmentFilter
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import open_services

SEGMENTS, SHOWN = 199_000, 1000


def timed(name: str, work: Callable[[], object]) -> None:
    """Print how long some work takes."""
    started = time.perf_counter()
    work()
    print(f"  {name}: {(time.perf_counter() - started) * 1000:.0f} ms")


def main(count: int) -> None:
    """List both documents."""
    with TemporaryDirectory() as folder:
        settings = Settings(data_folder=Path(folder), model=Path(folder) / "none", demo=False)
        with open_services(settings) as (services, who):
            project = services.projects.create(who, "Listed", ("zh", "en"), Wishes()).id
            for kind, lines in (
                ("the same", ["不适用"] * count),
                ("different", [f"第{number}行" for number in range(count)]),
            ):
                file = Path(folder) / "a.txt"
                file.write_text("\n".join(lines), encoding="utf-8")
                document = services.documents.add(who, project, "a.txt", file).id
                shown, total, _ = services.documents.segments(who, document, SegmentFilter(), 0, SHOWN)
                print(f"{total:,} segments, {kind}")
                timed(
                    f"list {SHOWN:,}",
                    lambda document=document: services.documents.segments(
                        who, document, SegmentFilter(), 0, SHOWN
                    ),
                )
                timed(
                    f"list {SHOWN:,} repeated",
                    lambda document=document: services.documents.segments(
                        who, document, SegmentFilter(repeated=True), 0, SHOWN
                    ),
                )
                first = shown[0]
                timed(
                    "compare with elsewhere",
                    lambda first=first: services.contexts.elsewhere(first, project),
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEGMENTS)
