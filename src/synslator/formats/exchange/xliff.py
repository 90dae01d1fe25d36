"""XLIFF 1.2 and 2.x read as a memory, and a memory written as XLIFF 1.2."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import quoteattr

from synslator.formats.exchange.inline import escape, plain_text, xliff_markup
from synslator.formats.exchange.model import Fault, Languages, TranslationUnit, Units
from synslator.formats.exchange.stream import Element, Record, RecordFile, below, children
from synslator.text.language_tags import same_language

_HEADER = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original={original} source-language={source} target-language={target} datatype="plaintext">
<body>
"""
_FOOTER = "</body>\n</file>\n</xliff>\n"


def read_xliff(path: Path, languages: Languages) -> Units:
    """Yield the translated segments of a file; those without a translation are passed over."""
    file = RecordFile(path, {"trans-unit", "unit"})
    for record in file.records():
        if isinstance(record, Fault):
            yield record
        elif wrong := _other_language(record, languages):
            yield Fault(file.line_of(record.number), wrong)
            return
        else:
            yield from _pairs(record)


def _other_language(record: Record, languages: Languages) -> str:
    """Say what is wrong with the languages of a file, if anything is."""
    source = record.inherited("source-language", "srcLang")
    target = record.inherited("target-language", "trgLang")
    for wanted, found in ((languages.source, source), (languages.target, target)):
        if found and not same_language(wanted, found):
            return f"the file is in {found}, not in {wanted}"
    return ""


def _pairs(record: Record) -> Iterator[TranslationUnit]:
    unit = record.element
    notes = tuple(text for note in below(unit, "note") if (text := plain_text(note).strip()))
    document = record.inherited("original")
    for segment in (unit, *below(unit, "segment")):
        source = _text_of(segment, "source")
        target = _text_of(segment, "target")
        if source.strip() and target.strip():
            yield TranslationUnit(source, target, document=document, notes=notes)


def _text_of(segment: Element, name: str) -> str:
    element = next(children(segment, name), None)
    return plain_text(element) if element is not None else ""


def write_xliff(units: Iterable[TranslationUnit], file: TextIO, languages: Languages) -> int:
    """Write a file and return the number of its units; who, when and context have no place in it."""
    header = {"source": languages.source, "target": languages.target, "original": "memory"}
    file.write(_HEADER.format(**{name: quoteattr(value) for name, value in header.items()}))
    count = 0
    for count, unit in enumerate(units, 1):
        notes = "".join(f"<note>{escape(note)}</note>" for note in unit.notes)
        file.write(f'<trans-unit id="{count}"><source>{xliff_markup(unit.source)}</source>')
        file.write(f"<target>{xliff_markup(unit.target)}</target>{notes}</trans-unit>\n")
    file.write(_FOOTER)
    return count
