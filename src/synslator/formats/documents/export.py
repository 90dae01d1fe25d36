"""Writing a translated document in its own format, or as plain text; what is not confirmed is as chosen."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from synslator.formats.documents.core.model import Code, Document, PartSpan, Unit
from synslator.formats.documents.core.segments import SourceSegment, unit_texts
from synslator.text.tags import TagKind, split

Unconfirmed = Literal["source", "draft", "written", "nothing"]
UNCONFIRMED: tuple[Unconfirmed, ...] = ("source", "draft", "written", "nothing")
_BREAKS = {"line break": "\n", "tab": "\t"}


@dataclass(frozen=True, slots=True)
class Translation:
    """A segment with what was made of it."""

    segment: SourceSegment
    target: str
    confirmed: bool = True

    def text(self, unconfirmed: Unconfirmed) -> str:
        """Return what goes into the document; a confirmed translation always does."""
        if self.confirmed:
            return self.target
        match unconfirmed:
            case "source":
                return self.segment.source
            case "draft":
                return self.target or self.segment.source
            case "written":
                return self.target
            case "nothing":
                return ""


def write_document(
    document: Document, translations: Sequence[Translation], unconfirmed: Unconfirmed = "draft"
) -> bytes:
    """Write the document in its own format; units without a segment here stay as they are."""
    segments = [translation.segment for translation in translations]
    texts = [translation.text(unconfirmed) for translation in translations]
    return document.write(unit_texts(segments, texts))


def plain_target(
    document: Document, translations: Sequence[Translation], unconfirmed: Unconfirmed = "draft"
) -> str:
    """Write the translation as plain text, a paragraph a line."""
    segments = [translation.segment for translation in translations]
    texts = [translation.text(unconfirmed) for translation in translations]
    joined = unit_texts(segments, texts)
    return "".join(_plain(document, document.units[unit], text) + "\n" for unit, text in joined.items())


def _plain(document: Document, unit: Unit, text: str) -> str:
    pieces = []
    for piece in split(text):
        if isinstance(piece, str):
            pieces.append(piece)
        elif piece.kind is TagKind.ALONE and piece.number <= len(unit.codes):
            pieces.append(shown(document, unit, unit.codes[piece.number - 1]))
    return "".join(pieces)


def shown(document: Document, unit: Unit, code: Code) -> str:
    """Return the text that a tag stands for, empty where it is markup only."""
    if code.literal is not None:
        return code.literal
    if not code.word:
        return _BREAKS.get(code.label, "")
    markup = code.open
    if isinstance(markup, PartSpan):
        markup = document.parts[unit.part].text[markup.start : markup.end]
        if not document.plain:
            markup = html.unescape(re.sub(r"<[^>]*>", "", markup))
    return markup


def by_unit(translations: Sequence[Translation]) -> Iterator[tuple[int, list[Translation]]]:
    """Group translations that belong to one unit."""
    for unit, group in groupby(translations, key=lambda translation: translation.segment.unit):
        yield unit, list(group)
