"""TMX 1.4b, in which translation memories are exchanged: any size, read and written as a stream."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import quoteattr

from synslator.formats.exchange.inline import escape, plain_text, tmx_markup
from synslator.formats.exchange.model import Fault, Languages, TranslationUnit, Units
from synslator.formats.exchange.stream import Element, Record, RecordFile, children, language_of, local
from synslator.formats.exchange.training_notice import TrainingNotice
from synslator.text.keys import text_key
from synslator.text.language_tags import same_language

_CONTEXT = "x-synslator-context"
_DOCUMENT = "x-synslator-document"
_BEFORE = {"x-context-pre", "prev"}
_AFTER = {"x-context-post", "next"}
_DATE = "%Y%m%dT%H%M%SZ"
_WRAPPED = re.compile(r"^<seg>(.*)</seg>$", re.DOTALL)

_HEADER = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="Synslator" creationtoolversion="1" segtype="sentence" o-tmf="Synslator" adminlang="en"
 srclang={source} datatype="plaintext">
{notice}</header>
<body>
"""
_FOOTER = "</body>\n</tmx>\n"


def read_tmx(path: Path, languages: Languages) -> Units:
    """Yield the units of a file that hold both languages; a fault where one cannot be used."""
    others: set[str] = set()
    found = False
    file = RecordFile(path, {"tu"})
    for record in file.records():
        unit = record if isinstance(record, Fault) else _unit(file, record, languages, others)
        if unit is not None:
            found = True
            yield unit
    if not found:
        named = ", ".join(sorted(others)) or "none"
        wanted = f"{languages.source} and {languages.target}"
        yield Fault(1, f"no unit is in {wanted}; the other languages of the file are: {named}")


def _unit(
    file: RecordFile, record: Record, languages: Languages, others: set[str]
) -> TranslationUnit | Fault | None:
    """Build a unit from a `tu`; None where it is in other languages."""
    tu = record.element
    source = target = None
    for variant in tu:
        language = language_of(variant)
        if local(variant.tag) != "tuv":
            continue
        if source is None and same_language(languages.source, language):
            source = variant
        elif target is None and same_language(languages.target, language):
            target = variant
    if source is None or target is None:
        others.update(language_of(variant) or "not named" for variant in children(tu, "tuv"))
        return None
    source_text, target_text = _text(source), _text(target)
    if not source_text or not target_text:
        side = "target" if source_text else "source"
        line = file.line_of(record.number)
        return Fault(line, f"the unit that begins here has no {side} text")
    return _described(tu, target, source_text, target_text)


def _text(variant: Element) -> str:
    """Return the text of a `tuv`; nothing where it has only white space."""
    for child in variant:
        if local(child.tag) == "seg":
            text = plain_text(child)
            return "" if text.isspace() else text
    return ""


def _described(tu: Element, target: Element, source_text: str, target_text: str) -> TranslationUnit:
    """Add to the texts what the file tells about them."""
    by, date = _changed(target)
    if not by or not date:
        earlier_by, earlier_date = _changed(tu)
        by, date = by or earlier_by, date or earlier_date
    at = _moment(date) if date else 0
    if len(tu) == 2:
        return TranslationUnit(source_text, target_text, by, at)
    properties = [(prop.get("type", ""), plain_text(prop)) for prop in children(tu, "prop")]
    return TranslationUnit(
        source_text,
        target_text,
        by,
        at,
        document=next((value for kind, value in properties if kind == _DOCUMENT), None),
        contexts=_contexts(properties),
        notes=tuple(plain_text(note) for note in children(tu, "note")),
        properties=tuple((kind, value) for kind, value in properties if kind not in (_CONTEXT, _DOCUMENT)),
    )


def _changed(element: Element) -> tuple[str, str]:
    """Return by whom and when an element was last touched, as far as it says."""
    given = element.attrib
    by = given.get("changeid") or given.get("creationid") or ""
    return by, given.get("changedate") or given.get("creationdate") or ""


def _contexts(properties: list[tuple[str, str]]) -> tuple[tuple[int, int], ...]:
    """Return the neighbours that the properties tell of: ours by key, those of other tools by text."""
    contexts = []
    for kind, value in properties:
        before, _, after = value.partition(" ")
        if kind == _CONTEXT and re.fullmatch(r"-?\d{1,19} -?\d{1,19}", value):
            contexts.append((int(before), int(after)))
    texts = [
        next((_WRAPPED.sub(r"\1", value) for kind, value in properties if kind in kinds), None)
        for kinds in (_BEFORE, _AFTER)
    ]
    if any(text is not None for text in texts):
        contexts.append((text_key(texts[0] or ""), text_key(texts[1] or "")))
    return tuple(dict.fromkeys(contexts))


@lru_cache(maxsize=4096)
def _moment(date: str) -> int:
    """Read a date; one that is not written as the format says tells nothing."""
    try:
        return max(0, int(datetime.fromisoformat(date).timestamp()))
    except ValueError:
        return 0


def write_tmx(
    units: Iterable[TranslationUnit], file: TextIO, languages: Languages, notice: TrainingNotice | None = None
) -> int:
    """Write a file and return the number of its units."""
    count = 0
    file.write(_HEADER.format(source=quoteattr(languages.source), notice=notice.header() if notice else ""))
    opening = [f"<tuv xml:lang={quoteattr(tag)}><seg>" for tag in (languages.source, languages.target)]
    for unit in units:
        file.write(f"<tu{''.join(_attributes(unit))}>{''.join(_about(unit))}")
        file.write(f"{opening[0]}{tmx_markup(unit.source)}</seg></tuv>")
        file.write(f"{opening[1]}{tmx_markup(unit.target)}</seg></tuv></tu>\n")
        count += 1
    file.write(_FOOTER)
    return count


def _attributes(unit: TranslationUnit) -> Iterator[str]:
    if unit.changed_at:
        yield f' changedate="{datetime.fromtimestamp(unit.changed_at, UTC).strftime(_DATE)}"'
    if unit.changed_by:
        yield f" changeid={quoteattr(unit.changed_by)}"


def _about(unit: TranslationUnit) -> Iterator[str]:
    for note in unit.notes:
        yield f"<note>{escape(note)}</note>"
    if unit.document is not None:
        yield f'<prop type="{_DOCUMENT}">{escape(unit.document)}</prop>'
    for before, after in unit.contexts:
        yield f'<prop type="{_CONTEXT}">{before} {after}</prop>'
    for kind, value in unit.properties:
        yield f"<prop type={quoteattr(kind)}>{escape(value)}</prop>"
