"""OpenDocument text: paragraphs and headings of the body, notes, text boxes, headers and footers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from synslator.formats.documents.core.inline import Flat, InlineText, Item, Mark, text_items, unit_of
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument, RefusedDocument
from synslator.formats.documents.core.xml import Type, XmlToken, attribute, check, escape, unescape
from synslator.formats.documents.core.xml_cursor import Cursor, PartReader
from synslator.formats.documents.office.archive import Archive, ArchivePacker
from synslator.formats.documents.office.odf_styles import Styles, read_styles
from synslator.formats.documents.office.symbols import LABEL, WRITTEN, only_symbols, pieces
from synslator.text.tags import TagKind

_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = {
    f"{_ODF}{name}:1.0": prefix
    for name, prefix in (
        ("text", "text"),
        ("office", "office"),
        ("style", "style"),
        ("drawing", "draw"),
        ("table", "table"),
    )
}
_PARAGRAPHS = frozenset({"text:p", "text:h"})
_PAIRS = {"text:span": "formatting", "text:a": "link", "text:meta": "metadata"}
_CLOSED = frozenset({"office:annotation", "text:tracked-changes", "text:sequence-decls", "office:forms"})
_UNSEEN = frozenset({"text:soft-page-break"})
_WORDS = frozenset(
    [
        "page-number",
        "page-count",
        "date",
        "time",
        "chapter",
        "file-name",
        "title",
        "subject",
        "author-name",
        "author-initials",
        "sequence",
        "sequence-ref",
        "bookmark-ref",
        "reference-ref",
        "note-ref",
        "variable-get",
        "variable-set",
        "user-field-get",
        "expression",
        "placeholder",
        "database-display",
        "user-defined",
        "ruby",
        "text-input",
        "word-count",
    ]
)
_LABELS = {"text:tab": "tab", "text:line-break": "line break", "text:note": "note", "draw:frame": "frame"}
_BLANK = re.compile(r"[ \t\r\n]+")
_NOT_BLANK = re.compile(r"[^ \t\r\n]+(?:[ \t\r\n]+[^ \t\r\n]+)*")
_RUN_OF_BLANKS = re.compile(r" {2,}|^ | $|\t|\n")
_NOTHING_NESTED = re.compile(r"((?:[^<]++|<[^/<>][^<>]*/>)*+)</")
_BLANK_ELEMENT = re.compile(r"<(?:[\w.-]+:)?s\b[^<>]*>")
_MACROS = re.compile(r"^(?:Basic|Scripts)/.+")


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read an OpenDocument text."""
    archive = Archive(data, name, options.limits)
    if "META-INF/manifest.xml" in archive and "encryption-data" in archive.text("META-INF/manifest.xml"):
        raise RefusedDocument(f"{name} is protected by a password. Save it without one and try again.")
    parts = [member for member in ("content.xml", "styles.xml") if member in archive]
    texts = [archive.text(member) for member in parts]
    for member, text in zip(parts, texts, strict=True):
        check(text, f"{member} in {name}")
    styles = read_styles(texts, NAMESPACES, options.code_styles)
    units: list[Unit] = []
    for number, (member, text) in enumerate(zip(parts, texts, strict=True)):
        try:
            found = _Reader(text, f"{member} in {name}", styles).read()
        except RecursionError:
            raise DamagedDocument(f"{name} nests text boxes too deeply to be read.") from None
        found.sort(key=lambda unit: (unit.span.start, -unit.span.end))
        units.extend(replace(unit, part=number) for unit in found)
    warnings: tuple[str, ...] = ()
    if any(_MACROS.match(member) for member in archive.names()):
        warnings = (f"{name} holds macros; they are kept as they are and never run.",)
    document_parts = tuple(Part(member, text) for member, text in zip(parts, texts, strict=True))
    return Document("odt", name, document_parts, tuple(units), ArchivePacker(archive), warnings)


@dataclass(slots=True)
class _Paragraph:
    """What was found of a paragraph so far."""

    symbols: list[bool]
    """Whether letters are drawn as symbols: in the paragraph, and in each pair that is open."""
    items: list[Item] = field(default_factory=list)
    opened: list[PartSpan | None] = field(default_factory=list)
    """The tag of each open pair that is not seen."""
    unseen: list[tuple[PartSpan, PartSpan]] = field(default_factory=list)


class _Reader(PartReader):
    """Reads one part."""

    def __init__(self, text: str, what: str, styles: Styles) -> None:
        super().__init__(Cursor(text, what, NAMESPACES))
        self._text = text
        self._styles = styles

    def _begun(self, token: XmlToken) -> bool:
        if token.name in _PARAGRAPHS:
            self._paragraph(token)
            return True
        raw = self._cursor.raw(token)
        if token.name in _CLOSED or ("protected" in raw and attribute(raw, "protected") == "true"):
            self._cursor.skip(token)
            return True
        return False

    def _paragraph(self, token: XmlToken) -> None:
        opening = self._cursor.raw(token)
        style = attribute(opening, "style-name") or ""
        paragraph = _Paragraph([self._styles.symbols.get(style, False)])
        for inner in self._cursor:
            if inner.type is Type.END and inner.name in _PARAGRAPHS:
                break
            self._item(inner, paragraph)
        if style in self._styles.code:
            return
        prefix = re.split("[ph]", opening[1:], maxsplit=1)[0]
        unit = unit_of(paragraph.items, Flat(_escaper(prefix)))
        if unit is not None:
            span = _with_unseen_edges(unit.span, paragraph.unseen)
            layout = self._balanced(span, paragraph.unseen, prefix)
            self._units.append(replace(unit, span=span, layout=layout))

    def _balanced(self, span: PartSpan, unseen: list[tuple[PartSpan, PartSpan]], prefix: str) -> Flat:
        """Write back the half of an invisible pair that lies inside the unit while the other does not."""
        inside = [
            (span.start <= first.start < span.end, span.start <= last.start < span.end)
            for first, last in unseen
        ]
        pairs = list(zip(unseen, inside, strict=True))
        opens = sorted(first for (first, _), half in pairs if half == (True, False))
        closes = sorted(last for (_, last), half in pairs if half == (False, True))
        before, after = ("".join(self._text[s.start : s.end] for s in spans) for spans in (opens, closes))
        return Flat(_escaper(prefix), lambda body: before + body + after)

    def _item(self, token: XmlToken, paragraph: _Paragraph) -> None:
        """Add what a token stands for."""
        items, span = paragraph.items, PartSpan(token.start, token.end)
        if token.type is Type.TEXT:
            items.extend(self._text_items(token, paragraph.symbols[-1]))
        elif token.type is Type.CDATA:
            items.append(InlineText(_BLANK.sub(" ", self._cursor.raw(token)[9:-3]), span))
        elif token.type is Type.OTHER:
            items.append(Mark(TagKind.ALONE, span, "comment"))
        elif token.type is Type.END:
            paragraph.symbols.pop()
            if (opening := paragraph.opened.pop()) is not None:
                paragraph.unseen.append((opening, span))
            else:
                items.append(Mark(TagKind.CLOSE, span, _PAIRS[token.name], key=token.name))
        elif token.name in _PAIRS and token.type is Type.START:
            self._open(token, paragraph)
        elif token.name == "text:s":
            self._cursor.skip(token)
            items.append(InlineText(" " * min(int(attribute(self._cursor.raw(token), "c") or 1), 1000), span))
        elif token.name not in _UNSEEN:
            items.append(self._alone(token))
        else:
            self._cursor.skip(token)

    def _open(self, token: XmlToken, paragraph: _Paragraph) -> None:
        """Open a pair, or take it as one mark where it holds nothing but symbols."""
        span = PartSpan(token.start, token.end)
        style = attribute(self._cursor.raw(token), "style-name") if token.name == "text:span" else None
        symbols = self._styles.symbols.get(style or "", paragraph.symbols[-1])
        if token.name == "text:span" and (found := self._symbols(token, symbols)):
            paragraph.items.extend(found)
            return
        paragraph.symbols.append(symbols)
        paragraph.opened.append(span if style in self._styles.invisible else None)
        if paragraph.opened[-1] is None:
            required = token.name != "text:span"
            mark = Mark(TagKind.OPEN, span, _PAIRS[token.name], key=token.name, required=required)
            paragraph.items.append(mark)

    def _symbols(self, token: XmlToken, in_symbol_font: bool) -> list[Item]:
        """Pass over a span with symbols, so that no text comes into it; empty where it is no such span."""
        found = _NOTHING_NESTED.match(self._text, token.end)
        if found is None:
            return []
        inside = _BLANK_ELEMENT.sub(" ", found[1])
        if only_symbols(_decode(re.sub("<[^>]*>", " ", inside)), in_symbol_font):
            return [Mark(TagKind.ALONE, self._cursor.skip(token), LABEL, required="<" in inside)]
        if not in_symbol_font or "<" in inside or not inside:
            return []
        span = self._cursor.skip(token)
        closing = self._text[found.end(1) : span.end]
        # Each piece stands for the whole span, which is written again; no symbol at its edge must be cut off.
        return [
            Mark(
                TagKind.ALONE, span, LABEL, markup=self._cursor.raw(token) + escape(text) + closing, word=True
            )
            if symbols
            else InlineText(text, span)
            for text, symbols in pieces(_decode(inside), in_symbol_font)
        ]

    def _text_items(self, token: XmlToken, in_symbol_font: bool) -> Iterator[Item]:
        """Part a stretch of text into text and symbols."""
        raw = self._cursor.raw(token)
        all_symbols = in_symbol_font and only_symbols(_decode(raw), in_symbol_font)
        position = 0
        for found in (_NOT_BLANK if all_symbols else WRITTEN).finditer(raw):
            start, end = found.span()
            yield from text_items(raw[position:start], token.start + position, _decode)
            yield Mark(TagKind.ALONE, PartSpan(token.start + start, token.start + end), LABEL)
            position = end
        yield from text_items(raw[position:], token.start + position, _decode)

    def _alone(self, token: XmlToken) -> Mark:
        passed = (
            self._cursor.skip(token) if token.name in _CLOSED else self._cursor.pass_over(token, self._visit)
        )
        local = token.name.partition(":")[2]
        free = token.name in {"text:tab", "text:line-break"}
        label = _LABELS.get(token.name, local)
        return Mark(TagKind.ALONE, passed, label, required=not free, word=local in _WORDS)


def _with_unseen_edges(span: PartSpan, unseen: list[tuple[PartSpan, PartSpan]]) -> PartSpan:
    """Take in the invisible tags that touch a unit: a whole pair inside it is left out when it changes."""
    tags = [tag for pair in unseen for tag in pair]
    ends = {tag.end: tag.start for tag in tags}
    starts = {tag.start: tag.end for tag in tags}
    start, end = span
    while start in ends:
        start = ends[start]
    while end in starts:
        end = starts[end]
    return PartSpan(start, end)


def _decode(raw: str) -> str:
    return unescape(_BLANK.sub(" ", raw))


def _escaper(prefix: str) -> Callable[[str], str]:
    """Write text so that blanks count: OpenDocument joins several into one."""

    def blank(found: re.Match[str]) -> str:
        if found[0] == "\t":
            return f"<{prefix}tab/>"
        if found[0] == "\n":
            return f"<{prefix}line-break/>"
        inner = len(found[0]) - 1 if found.start() > 0 and found.end() < len(found.string) else len(found[0])
        count = f' {prefix}c="{inner}"' if inner > 1 else ""
        return " " * (len(found[0]) - inner) + f"<{prefix}s{count}/>"

    return lambda text: _RUN_OF_BLANKS.sub(blank, escape(text))
