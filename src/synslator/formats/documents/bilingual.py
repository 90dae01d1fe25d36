"""Exports that hold source and target side by side: a table in DOCX, XLIFF 1.2, TMX."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from synslator.formats.documents.core.model import Code, Document
from synslator.formats.documents.core.xml import escape
from synslator.formats.documents.export import Translation, by_unit
from synslator.formats.exchange.model import Languages, TranslationUnit
from synslator.formats.exchange.tmx import write_tmx
from synslator.text.keys import text_key
from synslator.text.tags import Tag, TagKind, split

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1"'
    ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
    ' Target="word/document.xml"/></Relationships>'
)
_WIDTHS = (700, 6250, 6250, 1800)
_EPOCH = (1980, 1, 1, 0, 0, 0)


def bilingual_docx(translations: Sequence[Translation]) -> bytes:
    """Write a table with number, source, target and status; tags are shown in grey."""
    widths = "".join(f'<w:gridCol w:w="{width}"/>' for width in _WIDTHS)
    head = _row(("No.", "Source", "Target", "Status"), bold=True)
    rows = "".join(_row(_cells(translation)) for translation in translations)
    borders = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="999999"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    table = (
        f'<w:tbl><w:tblPr><w:tblW w:w="{sum(_WIDTHS)}" w:type="dxa"/><w:tblBorders>{borders}</w:tblBorders>'
        f'<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>{widths}</w:tblGrid>{head}{rows}</w:tbl>'
    )
    page = '<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>' + (
        '<w:pgMar w:top="850" w:right="850" w:bottom="850" w:left="850" w:header="500" w:footer="500"'
        ' w:gutter="0"/></w:sectPr>'
    )
    document = f"{_DECLARATION}<w:document {_W}><w:body>{table}<w:p/>{page}</w:body></w:document>"
    parts = {
        "[Content_Types].xml": _DECLARATION + _TYPES,
        "_rels/.rels": _DECLARATION + _RELATIONS,
        "word/document.xml": document,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode("utf-8"))
    return packed.getvalue()


def _cells(translation: Translation) -> tuple[str, str, str, str]:
    status = "confirmed" if translation.confirmed else "draft" if translation.target else "untranslated"
    return str(translation.segment.number), translation.segment.source, translation.target, status


def _row(cells: Sequence[str], bold: bool = False) -> str:
    header = "<w:trPr><w:tblHeader/></w:trPr>" if bold else "<w:trPr><w:cantSplit/></w:trPr>"
    written = [
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr><w:p>{_runs(cell, bold)}</w:p></w:tc>'
        for cell, width in zip(cells, _WIDTHS, strict=True)
    ]
    return f"<w:tr>{header}{''.join(written)}</w:tr>"


def _runs(text: str, bold: bool) -> str:
    pieces = []
    for piece in split(text):
        look = (
            '<w:rPr><w:color w:val="888888"/></w:rPr>'
            if isinstance(piece, Tag)
            else "<w:rPr><w:b/></w:rPr>"
            if bold
            else ""
        )
        for number, line in enumerate(str(piece).split("\n")):
            line_break = "<w:br/>" if number else ""
            pieces.append(f'<w:r>{look}{line_break}<w:t xml:space="preserve">{escape(line)}</w:t></w:r>')
    return "".join(pieces)


def xliff(document: Document, translations: Sequence[Translation], source: str, target: str) -> str:
    """Write XLIFF 1.2: a trans-unit for each unit, its segments marked in it."""
    units = "".join(_trans_units(document, translations))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n'
        f"<file original={quoteattr(document.name)} source-language={quoteattr(source)}"
        f' target-language={quoteattr(target)} datatype="x-{document.format}">\n'
        f"<body>\n{units}</body>\n</file>\n</xliff>\n"
    )


def tmx(document: Document, translations: Sequence[Translation], source: str, target: str) -> str:
    """Write what is confirmed as a translation memory, each pair with the segments around it."""
    sources = ["", *(translation.segment.source for translation in translations), ""]
    units = [
        TranslationUnit(
            translation.segment.source,
            translation.target,
            document=document.name,
            contexts=((text_key(sources[place]), text_key(sources[place + 2])),),
        )
        for place, translation in enumerate(translations)
        if translation.confirmed and translation.target
    ]
    written = io.StringIO()
    write_tmx(units, written, Languages(source, target))
    return written.getvalue()


def _trans_units(document: Document, translations: Sequence[Translation]) -> Iterator[str]:
    for index, members in by_unit(translations):
        unit = document.units[index]
        source = "".join(m.segment.before + m.segment.source for m in members) + members[-1].segment.after
        segmented = "".join(_marked(m, m.segment.source, unit.codes) for m in members)
        targets = "".join(_marked(m, m.target, unit.codes) for m in members)
        approved = "yes" if all(m.confirmed for m in members) else "no"
        state = "translated" if all(m.target for m in members) else "needs-translation"
        note = f"<note>{escape(unit.note)}</note>\n" if unit.note else ""
        yield (
            f'<trans-unit id="{index + 1}" approved="{approved}" xml:space="preserve">\n'
            f"<source>{_inline(source, unit.codes)}</source>\n<seg-source>{segmented}</seg-source>\n"
            f'<target state="{state}">{targets}</target>\n{note}</trans-unit>\n'
        )


def _marked(member: Translation, text: str, codes: Sequence[Code]) -> str:
    segment = member.segment
    body = _inline(text, codes)
    return (
        f'{escape(segment.before)}<mrk mtype="seg" mid="{segment.number}">{body}</mrk>{escape(segment.after)}'
    )


def _inline(text: str, codes: Sequence[Code]) -> str:
    """Write tags as XLIFF codes; half of a pair whose other half is elsewhere is a `bx` or an `ex`."""
    pieces = list(split(text))
    opened = {p.number for p in pieces if isinstance(p, Tag) and p.kind is TagKind.OPEN}
    closed = {p.number for p in pieces if isinstance(p, Tag) and p.kind is TagKind.CLOSE}
    written = []
    for piece in pieces:
        if isinstance(piece, str):
            written.append(escape(piece))
            continue
        label = codes[piece.number - 1].label if piece.number <= len(codes) else ""
        named = f'id="{piece.number}" ctype={quoteattr("x-" + label)}'
        whole = piece.number in opened & closed
        match piece.kind:
            case TagKind.OPEN:
                written.append(f"<bpt {named}/>" if whole else f"<bx {named}/>")
            case TagKind.CLOSE:
                written.append(f'<ept id="{piece.number}"/>' if whole else f'<ex id="{piece.number}"/>')
            case TagKind.ALONE:
                written.append(f"<x {named}/>")
    return "".join(written)
