"""WordprocessingML: from the paragraphs of a part to units."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from synslator.formats.documents.core.inline import Item, Mark
from synslator.formats.documents.core.model import PartSpan
from synslator.formats.documents.core.xml import Type, XmlToken, attribute, escape
from synslator.formats.documents.core.xml_cursor import PartReader
from synslator.formats.documents.office.ooxml import office_cursor
from synslator.formats.documents.office.runs import Dialect, Look, RunMark, RunText, run_unit
from synslator.formats.documents.office.symbols import LABEL
from synslator.formats.documents.office.word_fields import with_fields
from synslator.formats.documents.office.word_styles import WordStyles
from synslator.text.tags import TagKind

_WRAPPERS = {
    "w:hyperlink": "link",
    "w:ins": "inserted",
    "w:moveTo": "moved",
    "w:smartTag": "smart tag",
    "w:customXml": "custom XML",
    "w:dir": "direction",
    "w:bdo": "direction",
}
_UNSEEN = frozenset({"w:proofErr", "w:lastRenderedPageBreak"})
_WORDS = {"m:oMath": "formula", "m:oMathPara": "formula", "w:fldSimple": "field", "w:ruby": "ruby text"}
_LABELS = {
    "w:tab": "tab",
    "w:br": "line break",
    "w:cr": "line break",
    "w:footnoteReference": "footnote",
    "w:endnoteReference": "endnote",
    "w:drawing": "image",
    "w:pict": "image",
    "w:object": "object",
    "mc:AlternateContent": "shape",
    "w:del": "deleted text",
    "w:sym": LABEL,
}
_FREE = frozenset({"w:tab", "w:br", "w:cr", "w:softHyphen", "w:noBreakHyphen", "w:sym"})
"""Marks that a translation may do without."""
_UNSEEN_LOOK = re.compile(
    r"""<\w*:?(?:lang|noProof|szCs|bCs|iCs|kern|webHidden)\b[^>]*/> | \s\w*:?hint="[^"]*"
      | <\w*:?rPrChange\b.*?</\w*:?rPrChange>""",
    re.VERBOSE | re.DOTALL,
)
_EMPTY_FONTS = re.compile(r"<\w*:?rFonts\s*/>")
_LOOK_LABELS = (
    (re.compile(r"<\w*:?b(?:\s[^>]*)?/>"), "bold"),
    (re.compile(r"<\w*:?i(?:\s[^>]*)?/>"), "italic"),
    (re.compile(r"<\w*:?u\s"), "underline"),
    (re.compile(r"<\w*:?(?:strike|dstrike)\b"), "struck out"),
    (re.compile(r'vertAlign\s[^>]*"superscript"'), "superscript"),
    (re.compile(r'vertAlign\s[^>]*"subscript"'), "subscript"),
    (re.compile(r"<\w*:?(?:color|highlight|shd)\b"), "colour"),
)
_HIDDEN = re.compile(r"<\w*:?vanish\s*/>")
_DRAWN_UNDER = re.compile(r"<\w*:?(?:u|strike|dstrike|highlight|shd)\s")


class WordReader(PartReader):
    """Reads one part."""

    def __init__(self, text: str, what: str, styles: WordStyles) -> None:
        super().__init__(office_cursor(text, what))
        self._text = text
        self._styles = styles

    def _begun(self, token: XmlToken) -> bool:
        if token.name == "w:p":
            self._paragraph(token)
            return True
        if token.name == "mc:AlternateContent":
            self._alternatives(token)
            return True
        return False

    def _alternatives(self, token: XmlToken) -> PartSpan:
        """Read a shape that is given twice; the older form takes the translations of the newer one."""
        first = len(self._units)
        fallback: list[int] = []

        def visit(inner: XmlToken) -> bool:
            if inner.name == "mc:Fallback" and not fallback:
                fallback.append(len(self._units))
            return self._visit(inner)

        span = self._cursor.pass_over(token, visit)
        if fallback:
            chosen, copies = self._units[first : fallback[0]], self._units[fallback[0] :]
            if [unit.source for unit in chosen] == [unit.source for unit in copies]:
                mirrored = [
                    replace(unit, mirrors=(*unit.mirrors, copy.span, *copy.mirrors))
                    for unit, copy in zip(chosen, copies, strict=True)
                ]
                self._units[first:] = mirrored
        return span

    def _paragraph(self, paragraph: XmlToken) -> None:
        items: list[Item] = []
        start = paragraph.end
        stop = paragraph.end
        style = ""
        contents: list[XmlToken] = []
        for token in self._cursor:
            if token.type is Type.END:
                if token.name == "w:p":
                    stop = token.start
                    break
                self._close(token, items, contents)
            elif token.type not in {Type.START, Type.EMPTY} or token.name in _UNSEEN:
                continue
            elif token.name == "w:pPr":
                span = self._cursor.skip(token)
                start = span.end
                style = _paragraph_style(self._text[span.start : span.end])
            elif token.name == "w:r":
                self._run(token, items, style)
            elif token.type is Type.START and token.name in _WRAPPERS:
                items.append(
                    Mark(TagKind.OPEN, _span(token), _WRAPPERS[token.name], token.name, required=True)
                )
            elif token.type is Type.START and token.name == "w:sdt":
                items.append(self._control(token))
            else:
                items.append(self._outside(token))
        prefix = self._cursor.raw(paragraph)[1:].partition("p")[0]
        dialect = _dialect(prefix)
        if style in self._styles.code:
            return
        unit = run_unit(with_fields(items, self._text, dialect), PartSpan(start, stop), dialect)
        if unit is not None:
            self._units.append(unit)

    def _close(self, token: XmlToken, items: list[Item], contents: list[XmlToken]) -> None:
        if token.name == "w:sdtContent":
            contents.append(token)
        elif token.name == "w:sdt" and contents:
            span = PartSpan(contents.pop().start, token.end)
            items.append(Mark(TagKind.CLOSE, span, "control", "w:sdt", required=True))
        elif token.name in _WRAPPERS:
            items.append(Mark(TagKind.CLOSE, _span(token), _WRAPPERS[token.name], token.name, required=True))

    def _control(self, token: XmlToken) -> Mark:
        """Pass over the head of a content control, up to its content."""
        end = token.end
        for inner in self._cursor:
            end = inner.end
            if inner.name == "w:sdtContent":
                if inner.type is Type.EMPTY:
                    end = next(iter(self._cursor)).end
                    return Mark(TagKind.ALONE, PartSpan(token.start, end), "control", required=True)
                break
            if inner.type is Type.START:
                self._cursor.skip(inner)
        return Mark(TagKind.OPEN, PartSpan(token.start, end), "control", "w:sdt", required=True)

    def _outside(self, token: XmlToken) -> Mark:
        span = self._subtree(token)
        label = _WORDS.get(token.name) or _LABELS.get(token.name) or token.name.partition(":")[2]
        return Mark(TagKind.ALONE, span, label, required=True, word=token.name in _WORDS)

    def _subtree(self, token: XmlToken) -> PartSpan:
        if token.name == "mc:AlternateContent" and token.type is Type.START:
            return self._alternatives(token)
        if token.name == "w:del":
            return self._cursor.skip(token)
        return self._cursor.pass_over(token, self._visit)

    def _run(self, run: XmlToken, items: list[Item], style: str) -> None:
        """Read a run of a paragraph of this style."""
        if run.type is Type.EMPTY:
            return
        opening = self._cursor.raw(run)
        look = _look(opening, "", self._styles, style)
        first = len(items)
        for token in self._cursor:
            if token.type is Type.END:
                break
            if token.type not in {Type.START, Type.EMPTY} or token.name in _UNSEEN:
                continue
            if token.name == "w:rPr":
                span = self._cursor.skip(token)
                look = _look(opening, self._text[span.start : span.end], self._styles, style)
            elif token.name == "w:t":
                items.append(self._run_text(token, look))
            else:
                span = self._subtree(token)
                label = _LABELS.get(token.name) or _WORDS.get(token.name) or token.name.partition(":")[2]
                required = token.name not in _FREE
                word, own_run = token.name in _WORDS, token.name == "w:sym"
                items.append(
                    RunMark(TagKind.ALONE, span, label, token.name, None, required, word, look, own_run)
                )
        if len(items) == first + 1 and isinstance(mark := items[first], RunMark):
            items[first] = replace(mark, own_run=True)

    def _run_text(self, token: XmlToken, look: Look) -> Item:
        text, span = self._cursor.content(token)
        text = text.replace("\n", " ")
        if _HIDDEN.search(look.opening):
            return RunMark(TagKind.ALONE, span, "hidden text", required=True, look=look)
        if text and not text.strip() and _DRAWN_UNDER.search(look.opening):
            return RunMark(TagKind.ALONE, span, "blank to fill in", required=True, look=look)
        return RunText(text, span, look)


def _paragraph_style(properties: str) -> str:
    found = re.search(r"<\w*:?pStyle\s[^>]*>", properties)
    return (attribute(found[0], "val") or "").lower() if found else ""


def _span(token: XmlToken) -> PartSpan:
    return PartSpan(token.start, token.end)


@lru_cache(maxsize=4096)
def _look(opening: str, properties: str, styles: WordStyles, paragraph: str) -> Look:
    key = _EMPTY_FONTS.sub("", _UNSEEN_LOOK.sub("", properties))
    key = re.sub(r"^<\w*:?rPr\s*(?:/>|>)|</\w*:?rPr>$", "", key)
    labels = [label for pattern, label in _LOOK_LABELS if pattern.search(key)]
    plain = None
    if styles.draws_symbols(key, paragraph):
        plain = _look(opening, styles.without_symbols(properties), WordStyles(), "")
    return Look(opening + properties, key, ", ".join(labels) or "formatting", plain)


@lru_cache(maxsize=64)
def _dialect(prefix: str) -> Dialect:
    return Dialect(text=_writer(prefix), closing=f"</{prefix}r>")


def _writer(prefix: str) -> Callable[[str], str]:
    def write(text: str) -> str:
        pieces: Sequence[str] = re.split(r"([\t\n])", text)
        written = []
        for piece in pieces:
            if piece == "\t":
                written.append(f"<{prefix}tab/>")
            elif piece == "\n":
                written.append(f"<{prefix}br/>")
            elif piece:
                space = ' xml:space="preserve"' if piece != piece.strip() else ""
                written.append(f"<{prefix}t{space}>{escape(piece)}</{prefix}t>")
        return "".join(written)

    return write
