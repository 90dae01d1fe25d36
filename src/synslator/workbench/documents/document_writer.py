"""Writing a translated document, or its segments as a table, within limits, as a process of its own.

`python -m synslator.workbench.documents.document_writer` is what `document_reader.py` starts for every
export. Its standard input tells it what to write; the translations come from a file, and the export goes into
another.
"""

import json
import marshal
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

from synslator.errors import SynslatorError
from synslator.formats.documents.bilingual import bilingual_docx, tmx, xliff
from synslator.formats.documents.core.segments import SourceSegment
from synslator.formats.documents.export import Translation, Unconfirmed, plain_target, write_document
from synslator.formats.documents.formats import open_document
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.process_limits import limit_process

WrittenKind = Literal["document", "table", "xliff", "tmx", "text"]
WrittenRow = tuple[int, int, str, str, str, str, str, bool]
"""The number, unit, source, blanks before and after, note and target of a segment; whether it is finished."""
BATCH = 2000


class WriteOrder(NamedTuple):
    """What is to be written, and how."""

    file: str
    """The document as it was uploaded."""
    name: str
    reading: str
    """The `ReadingOptions` as JSON."""
    translations: str
    """The file with the rows."""
    kind: WrittenKind
    unconfirmed: Unconfirmed
    languages: tuple[str, str]
    written: str
    """The file that is made."""
    megabytes: int = 0
    seconds: int = 0


def write_translations(rows: Iterable[WrittenRow], path: Path) -> None:
    """Write rows to a file in batches."""
    with path.open("wb") as file:
        every = iter(rows)
        while some := list(islice(every, BATCH)):
            marshal.dump(some, file)


def _translations(path: Path) -> Iterator[Translation]:
    with path.open("rb") as file:
        while file.peek(1):
            for *fields, confirmed in marshal.load(file):
                segment = SourceSegment(*fields)
                yield Translation(segment, segment.target, confirmed)


def _written(order: WriteOrder) -> bytes:
    translations = list(_translations(Path(order.translations)))
    if order.kind == "table":
        return bilingual_docx(translations)
    options = ReadingOptions.read(order.reading).options
    document = open_document(Path(order.file).read_bytes(), order.name, options)
    match order.kind:
        case "xliff":
            return xliff(document, translations, *order.languages).encode()
        case "tmx":
            return tmx(document, translations, *order.languages).encode()
        case "text":
            return plain_target(document, translations, order.unconfirmed).encode()
        case "document":
            return write_document(document, translations, order.unconfirmed)


def _obey(order: WriteOrder) -> dict[str, object]:
    """Write; return what came of it, or why nothing did."""
    try:
        Path(order.written).write_bytes(_written(order))
    except SynslatorError as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"exhausted": True}
    return {"written": True}


if __name__ == "__main__":
    ordered = WriteOrder(*json.load(sys.stdin))
    limit_process(ordered.megabytes, ordered.seconds)
    print(json.dumps(_obey(ordered)))
