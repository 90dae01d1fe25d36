"""Markdown: paragraphs, headings, list items and table cells; code, front matter and link targets stay.

markdown-it says what is a block and what is markup; it does not say where inline markup stands. Since its
tokens come in the order of the text, `markdown_inline` walks along both and finds the places.
"""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.inline import unit_of
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.markup.html import html_units
from synslator.formats.documents.markup.markdown_inline import Lines, block_items, escape
from synslator.formats.documents.markup.markdown_layout import MarkdownLayout

_NEWLINE = re.compile(r"\r\n?|\n")
_FRONT_MATTER = re.compile(
    r"(?:---|\+\+\+)[ \t]*\r?\n.*?\r?\n(?:---|\.\.\.|\+\+\+)[ \t]*(?:\r?\n|\Z)", re.DOTALL
)
_MATH_BLOCK = re.compile(r"\s*\$\$")
_BLOCK_START = re.compile(r"[#+\-=>|]|~~~")
_NUMBERED_START = re.compile(r"(\d{1,9})([.)])(?=\s|$)")


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a Markdown file."""
    decoded = decode(data, name)
    units = tuple(_units(decoded.text))
    package = TextPacker(data, decoded, name)
    return Document("md", name, (Part(name, decoded.text),), units, package, plain=True)


def _units(text: str) -> Iterator[Unit]:
    front = _FRONT_MATTER.match(text)
    offset = front.end() if front else 0
    starts = [offset, *(found.end() for found in _NEWLINE.finditer(text, offset))]
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("text_join")
    tokens = parser.parse(text[offset:].replace("\0", " "))
    ends = [*starts[1:], len(text)]
    lines = [PartSpan(a, a + len(text[a:b].rstrip("\r\n"))) for a, b in zip(starts, ends, strict=True)]
    row: list[Token] = []
    for index, token in enumerate(tokens):
        if token.type == "html_block" and token.map:
            yield from html_units(text, lines[token.map[0]].start, lines[token.map[1] - 1].end)
        elif token.type == "inline" and tokens[index - 1].type in {"th_open", "td_open"}:
            row.append(token)
        elif token.type == "inline":
            yield from _block_unit(text, lines, token, heading=tokens[index - 1].type == "heading_open")
        elif token.type == "tr_close":
            yield from _row_units(text, lines, row)
            row = []


def _block_unit(text: str, lines: Sequence[PartSpan], token: Token, heading: bool) -> Iterator[Unit]:
    if token.map is None or _MATH_BLOCK.match(token.content):
        return
    spans = []
    for number, content in enumerate(token.content.split("\n"), start=token.map[0]):
        line = lines[number]
        wanted = content.strip()
        at = text.rfind(wanted, line.start, line.end)
        if at < 0:
            return
        spans.append(PartSpan(at, at + len(wanted)))

    def wrap(body: str) -> str:
        return _guard_heading(body) if heading else _guard_start(body)

    unit = unit_of(block_items(Lines(text, spans), token.children or []), MarkdownLayout(escape, wrap))
    if unit is not None:
        yield unit


def _row_units(text: str, lines: Sequence[PartSpan], row: Sequence[Token]) -> Iterator[Unit]:
    """Find the cells of a table row: markdown-it gives their content in order."""
    if not row or row[0].map is None:
        return
    line = lines[row[0].map[0]]
    position = line.start
    for token in row:
        wanted = token.content.replace("|", "\\|") if "|" in token.content else token.content
        at = text.find(wanted, position, line.end)
        if not wanted or at < 0:
            continue
        position = at + len(wanted)
        items = block_items(Lines(text, [PartSpan(at, position)]), token.children or [])
        unit = unit_of(items, MarkdownLayout(lambda part: escape(part).replace("|", "\\|")))
        if unit is not None:
            yield unit


def _guard_start(body: str) -> str:
    """Keep a paragraph's first characters from starting a heading, a list or a quotation."""
    if _BLOCK_START.match(body):
        return "\\" + body
    return _NUMBERED_START.sub(r"\1\\\2", body, count=1) if _NUMBERED_START.match(body) else body


def _guard_heading(body: str) -> str:
    """Keep a heading's last number signs from being read as its closing sequence."""
    return body[:-1] + "\\#" if body.endswith("#") else body
