"""Cutting a document into segments as the database keeps them, within limits; also as a process of its own.

`python -m synslator.workbench.documents.document_worker` is what `document_reader.py` starts for whatever is
not ours. Its standard input tells it what to read; it writes the segments to a file and says on its standard
output what came of it. It imports little, because each document waits for that.
"""

import json
import marshal
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, NamedTuple

from synslator.errors import SynslatorError, UsageProblem
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.segments import SourceSegment, each_segment
from synslator.formats.documents.formats import open_document
from synslator.formats.documents.machine_translation import words_of
from synslator.formats.documents.office.archive import DocumentLimits
from synslator.storage.documents.segment import NEW_FIELDS, NewSegment
from synslator.text.counts import count
from synslator.text.tags import tags_of
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.process_limits import limit_process

MOST_SEGMENTS = 200_000
"""Segments of one document at most."""
LONGEST_SEGMENT = 100_000
"""Characters of one segment at most: as many as its translation may have."""
LONGEST_PARAGRAPH = 1_000_000
"""Characters of what is cut into segments at most."""
BATCH = 2000
"""Segments that are written, and later read, together."""


class Order(NamedTuple):
    """What is to be read, and how."""

    file: str
    name: str
    reading: str
    """The `ReadingOptions` as JSON."""
    segments: str
    """The file that is made."""
    megabytes: int
    """MiB of memory that it may take."""
    seconds: int
    """Seconds of the processor that it may take."""


def rows_of(document: Document, reading: ReadingOptions) -> Iterator[NewSegment]:
    """Cut a document; a refusal comes as soon as a limit is passed."""
    for place, unit in enumerate(document.units, 1):
        if len(unit.source) > LONGEST_PARAGRAPH:
            raise _too_much(document, f"paragraph {place}", len(unit.source), LONGEST_PARAGRAPH)
    for segment in each_segment(document, reading.segmenter()):
        if segment.number > MOST_SEGMENTS:
            raise UsageProblem(f"{document.name} has more than {MOST_SEGMENTS:,} segments. Split it.")
        if len(segment.source) > LONGEST_SEGMENT:
            raise _too_much(document, f"segment {segment.number}", len(segment.source), LONGEST_SEGMENT)
        yield _row(document, segment)


def _too_much(document: Document, what: str, found: int, most: int) -> UsageProblem:
    return UsageProblem(
        f"{document.name} has {found:,} characters in {what}; at most {most:,} are supported."
        " Break its lines."
    )


def _row(document: Document, segment: SourceSegment) -> NewSegment:
    codes, words = document.units[segment.unit].codes, words_of(document, segment)
    tags = {
        str(number): {
            "label": codes[number - 1].label,
            "paired": codes[number - 1].paired,
            "word": words.get(number, ""),
        }
        for number in sorted({tag.number for tag in tags_of(segment.source)})
    }
    new = NewSegment(
        number=segment.number,
        unit=segment.unit,
        source=segment.source,
        before=segment.before,
        after=segment.after,
        note=segment.note,
        tags=json.dumps(tags, ensure_ascii=False) if tags else "{}",
        words=count(segment.source).total,
    )
    return new.translated(segment.target)


_values = attrgetter(*NEW_FIELDS)


def write_rows(rows: Iterator[NewSegment], file: BinaryIO) -> None:
    """Write rows to a file in batches."""
    while some := list(islice(rows, BATCH)):
        marshal.dump([_values(row) for row in some], file)


def read_rows(path: Path) -> Iterator[NewSegment]:
    """Yield the rows of such a file, of which a batch is in memory at a time."""
    with path.open("rb") as file:
        while file.peek(1):
            for values in marshal.load(file):
                yield NewSegment(**dict(zip(NEW_FIELDS, values, strict=True)))


def _obey(order: Order) -> dict[str, object]:
    """Read and cut; return what came of it, or why nothing did."""
    try:
        reading = ReadingOptions.read(order.reading)
        options = replace(reading.options, limits=DocumentLimits(units=MOST_SEGMENTS))
        document = open_document(Path(order.file).read_bytes(), order.name, options)
        with Path(order.segments).open("wb") as file:
            write_rows(rows_of(document, reading), file)
    except SynslatorError as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"exhausted": True}
    return {"format": document.format, "warnings": document.warnings}


if __name__ == "__main__":
    ordered = Order(*json.load(sys.stdin))
    limit_process(ordered.megabytes, ordered.seconds)
    print(json.dumps(_obey(ordered)))
