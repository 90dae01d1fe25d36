"""Taking apart what a package says of its project, within limits; also as a process of its own.

`python -m synslator.workbench.projects.package_worker` is what `document_reader.py` starts for a description
that is not small. A few kilobytes of an archive may unpack to one that takes gigabytes to understand.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from synslator.errors import SynslatorError, UsageProblem
from synslator.storage.documents.segment import NewSegment
from synslator.workbench.documents.document_worker import write_rows
from synslator.workbench.messages.packages import PackagedProject, PackagedSegment
from synslator.workbench.process_limits import limit_process


class PackageOrder(NamedTuple):
    """What is to be taken apart, and how."""

    about: str
    """The file that says what is in the package, which is replaced by one without segments."""
    megabytes: int
    """MiB of memory that it may take."""
    seconds: int
    """Seconds of the processor that it may take."""


def rows_file(about: Path, number: int) -> Path:
    """Return where the segments of a document are put."""
    return about.with_name(f"{number}.segments")


def take_apart(about: Path) -> None:
    """Check a description, and put the segments of its documents into files beside it."""
    try:
        packaged = PackagedProject.model_validate_json(about.read_bytes())
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise UsageProblem(f"The package is not valid: {where}: {first['msg']}.") from error
    bare = []
    for number, document in enumerate(packaged.documents):
        with rows_file(about, number).open("wb") as file:
            write_rows(map(_new, document.segments), file)
        bare.append(document.model_copy(update={"segments": []}))
    packaged = packaged.model_copy(update={"documents": bare})
    about.write_text(packaged.model_dump_json(exclude_unset=True), encoding="utf-8")


def _new(one: PackagedSegment) -> NewSegment:
    values = one.model_dump()
    return NewSegment(**values | {"tags": json.dumps(values["tags"], ensure_ascii=False)})


def _obey(order: PackageOrder) -> dict[str, object]:
    """Take apart; return what came of it, or why nothing did."""
    try:
        take_apart(Path(order.about))
    except SynslatorError as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"exhausted": True}
    return {"done": True}


if __name__ == "__main__":
    ordered = PackageOrder(*json.load(sys.stdin))
    limit_process(ordered.megabytes, ordered.seconds)
    print(json.dumps(_obey(ordered)))
