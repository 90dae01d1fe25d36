"""Paragraphs of DrawingML: the text of slides, charts and diagrams in all three Office formats."""

import re
from collections.abc import Iterator

from synslator.formats.documents.core.inline import Item, Mark
from synslator.formats.documents.core.model import Part, PartSpan, Unit
from synslator.formats.documents.core.xml import Type, XmlToken, attributes, escape
from synslator.formats.documents.core.xml_cursor import Cursor
from synslator.formats.documents.office.ooxml import OfficePackage, office_cursor
from synslator.formats.documents.office.runs import Dialect, Look, RunText, run_unit
from synslator.formats.documents.office.symbols import is_symbol_font
from synslator.text.tags import TagKind

CHARTS_AND_DIAGRAMS = (
    "drawingml.chart+xml",
    "drawingml.diagramData+xml",
    "drawingml.diagramDrawing+xml",
)
_UNSEEN = re.compile(r'\s(?:lang|altLang|dirty|err|smtClean|noProof|bmk)="[^"]*"|<(?:\w+:)?sym\s[^>]*/>')
"""`a:sym` too: it is the font of the private characters alone, and they stay in their run."""
_LETTERS = re.compile(r"<(?:\w+:)?latin\s[^>]*/>")
_LABELS = (
    (r'\bb="1"', "bold"),
    (r'\bi="1"', "italic"),
    (r'\bu="(?!none)', "underline"),
    ("hlinkClick", "link"),
)


def drawing_parts(package: OfficePackage, *types: str) -> Iterator[tuple[Part, list[Unit]]]:
    """Read the parts of these types that hold DrawingML text."""
    for member in package.parts(*types):
        yield drawing_part(package, member)


def drawing_part(package: OfficePackage, member: str, note: str = "") -> tuple[Part, list[Unit]]:
    """Read one part."""
    text = package.text(member)
    cursor = office_cursor(text, f"{member} in {package.archive.name}")
    units = []
    for token in cursor:
        if token.type is Type.START and token.name == "a:p":
            unit = _paragraph(cursor, token, note)
            if unit is not None:
                units.append(unit)
    return Part(member, text), units


def _paragraph(cursor: Cursor, paragraph: XmlToken, note: str) -> Unit | None:
    items: list[Item] = []
    start = end = paragraph.end
    for token in cursor:
        if token.type is Type.END:
            break
        if token.type not in {Type.START, Type.EMPTY}:
            continue
        if token.name == "a:pPr":
            start = end = cursor.skip(token).end
        elif token.name == "a:endParaRPr":
            cursor.skip(token)
        elif token.name == "a:r":
            items.extend(_run(cursor, token))
            end = items[-1].span.end if items else end
        else:
            items.append(_mark(token.name, cursor.skip(token)))
            end = items[-1].span.end
    prefix = cursor.raw(paragraph)[1:].partition("p")[0]
    return run_unit(items, PartSpan(start, end), _dialect(prefix), note) if items else None


def _mark(name: str, span: PartSpan) -> Mark:
    if name == "a:br":
        return Mark(TagKind.ALONE, span, "line break")
    label = {"a:fld": "field"}.get(name, "formula")
    return Mark(TagKind.ALONE, span, label, required=True, word=True)


def _run(cursor: Cursor, run: XmlToken) -> Iterator[Item]:
    opening = cursor.raw(run)
    if run.type is Type.EMPTY:
        return
    properties = text = ""
    end = run.end
    for token in cursor:
        if token.type is Type.END:
            end = token.end
            break
        if token.name == "a:rPr" and token.type is not Type.TEXT:
            span = cursor.skip(token)
            properties = cursor.text[span.start : span.end]
        elif token.name == "a:t":
            text, _ = cursor.content(token)
    yield RunText(text, PartSpan(run.start, end), _look(opening, properties))


def _look(opening: str, properties: str) -> Look:
    key = re.sub(r"^<[^>]*?(\s*/)?>$", lambda found: found[0].replace("/", ""), _UNSEEN.sub("", properties))
    key = re.sub(r"^<([\w:]+)\s*></\1>$|^<[\w:]+\s*/?>$", "", key)
    labels = [label for pattern, label in _LABELS if re.search(pattern, key)]
    plain = _look(opening, _LETTERS.sub("", properties)) if _draws_symbols(properties) else None
    return Look(opening + properties, key, ", ".join(labels) or "formatting", plain)


def _draws_symbols(properties: str) -> bool:
    found = _LETTERS.search(properties)
    font = attributes(found[0]) if found else {}
    return font.get("charset") == "2" or is_symbol_font(font.get("typeface", ""))


def _dialect(prefix: str) -> Dialect:
    return Dialect(
        text=lambda text: f"<{prefix}t>{escape(text)}</{prefix}t>",
        closing=f"</{prefix}r>",
        line_break=f"<{prefix}br/>",
        one_text_per_run=True,
    )
