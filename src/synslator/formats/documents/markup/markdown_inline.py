"""Where inline Markdown stands: markdown-it's tokens laid along the text that they were made of."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from markdown_it.token import Token

from synslator.formats.documents.core.inline import InlineText, Item, Mark, text_items
from synslator.formats.documents.core.model import PartSpan
from synslator.text.tags import TagKind

_TAIL = re.compile(
    r"""\]\(\s*(?:<[^<>\n]*>|[^\s()]*(?:\([^()]*\)[^\s()]*)*)?
            (?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s*\)
        | \]\[[^\[\]]*\] | \]""",
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_ADDRESS = re.compile(r"<[^<>\s]*>")
_HARD = re.compile(r"(?:[ \t]{2,}|\\)\n[ \t]*")
_SOFT = re.compile(r"[ \t]*\n[ \t]*")
_EXTENSION = re.compile(
    r"""(?P<math>\$(?![\s$])[^$\n]*?(?<!\s)\$(?!\d) | \$\$.+?\$\$) | (?P<note>\[\^[^\]\s]+\]:?)
      | (?P<task>\A\[[ xX]\](?=\s))""",
    re.VERBOSE | re.DOTALL,
)
_LABELS = {"em": "italic", "strong": "bold", "s": "struck out", "link": "link", "image": "image"}
_PUNCTUATION = "!-/:-@\\[-`{-~"
_SPECIAL = re.compile(
    rf"""\\(?=[{_PUNCTUATION}]|$) | [`*\[\]] | (?<![^\W_])_ | _(?![^\W_]) | <(?=[A-Za-z/!?])
       | &(?=\#?\w+;) | ~(?=~) | \$(?=[^\s$][^$]*\$)""",
    re.VERBOSE,
)
_HTML_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)[^>]*?(/?)>", re.DOTALL)
_VOID = frozenset({"br", "hr", "img", "input", "wbr"})


class _Astray(Exception):
    """The tokens do not follow the text."""


class Lines:
    """The text of a block: its lines without what marks them as a list, a quotation or a heading."""

    def __init__(self, text: str, spans: Sequence[PartSpan]) -> None:
        self._spans = spans
        self._starts = [0]
        for span in spans:
            self._starts.append(self._starts[-1] + span.end - span.start + 1)
        self.joined = "\n".join(text[span.start : span.end] for span in spans)

    def span(self, start: int, end: int) -> PartSpan:
        """Return the span in the part of a span in the joined lines."""
        return PartSpan(self._place(start), self._place(end - 1) + 1 if end > start else self._place(start))

    def _place(self, offset: int) -> int:
        line = min(bisect_right(self._starts, offset) - 1, len(self._spans) - 1)
        return self._spans[line].start + offset - self._starts[line]


def block_items(lines: Lines, children: Sequence[Token]) -> list[Item]:
    """Lay a block's tokens along its lines; where that fails the block's text is taken as it is written."""
    walker = _Walker(lines)
    try:
        walker.walk(children)
        walker.finish()
    except _Astray:
        joined = lines.joined
        return [InlineText(joined.replace("\n", " "), lines.span(0, len(joined)))]
    return walker.items


def escape(text: str) -> str:
    """Write text so that none of it is read as markup."""
    return _SPECIAL.sub(lambda found: "\\" + found[0], re.sub(r"\s*\n\s*", " ", text))


class _Walker:
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._position = 0
        self.items: list[Item] = []

    def walk(self, tokens: Sequence[Token]) -> None:
        in_address = False
        for token in tokens:
            if token.markup == "autolink" and token.type == "link_open":
                self._alone(_ADDRESS, "address", word=True)
                in_address = True
            elif in_address:
                in_address = token.type != "link_close"
            else:
                self._step(token)

    def finish(self) -> None:
        if self._lines.joined[self._position :].strip():
            raise _Astray

    def _step(self, token: Token) -> None:
        match token.type:
            case "text":
                self._plain(token.content)
            case "text_special":
                self.items.append(InlineText(token.content, self._take(token.markup)))
            case "softbreak":
                self.items.append(InlineText(" ", self._match(_SOFT)))
            case "hardbreak":
                self._alone(_HARD, "line break")
            case "code_inline":
                self._alone(_CODE, "code", word=True)
            case "html_inline":
                self._html(token.content)
            case "image":
                self._half(TagKind.OPEN, "image", self._take("!["))
                self.walk(token.children or [])
                self._half(TagKind.CLOSE, "image", self._match(_TAIL))
            case "link_open":
                self._half(TagKind.OPEN, "link", self._take("["))
            case "link_close":
                self._half(TagKind.CLOSE, "link", self._match(_TAIL))
            case other:
                name, _, half = other.rpartition("_")
                self._half(TagKind.OPEN if half == "open" else TagKind.CLOSE, name, self._take(token.markup))

    def _plain(self, content: str) -> None:
        text = self._lines.joined
        # In a table a bar inside a cell is escaped before inline markup is read.
        written = content if text.startswith(content, self._position) else content.replace("|", "\\|")
        start = self._position
        self._take(written)
        done = 0
        for found in _EXTENSION.finditer(written):
            if found["task"] and start:
                continue
            self._words(written[done : found.start()], start + done)
            span = self._lines.span(start + found.start(), start + found.end())
            label = found.lastgroup or ""
            self.items.append(
                Mark(TagKind.ALONE, span, label, word=label == "math", required=label == "note")
            )
            done = found.end()
        self._words(written[done:], start + done)

    def _words(self, written: str, start: int) -> None:
        for item in text_items(written, 0, lambda raw: raw.replace("\\|", "|")):
            span = self._lines.span(start + item.span.start, start + item.span.end)
            self.items.append(replace(item, span=span))

    def _html(self, content: str) -> None:
        span = self._take(content)
        tag = _HTML_TAG.match(content)
        if tag is None or tag[3] or tag[2].lower() in _VOID:
            self.items.append(Mark(TagKind.ALONE, span, content))
        else:
            kind = TagKind.CLOSE if tag[1] else TagKind.OPEN
            self.items.append(Mark(kind, span, content, key="<" + tag[2].lower()))

    def _half(self, kind: TagKind, name: str, span: PartSpan) -> None:
        self.items.append(Mark(kind, span, _LABELS.get(name, name), key=name))

    def _alone(self, pattern: re.Pattern[str], label: str, word: bool = False) -> None:
        self.items.append(Mark(TagKind.ALONE, self._match(pattern), label, word=word))

    def _take(self, written: str) -> PartSpan:
        if not self._lines.joined.startswith(written, self._position):
            raise _Astray
        return self._advance(len(written))

    def _match(self, pattern: re.Pattern[str]) -> PartSpan:
        found = pattern.match(self._lines.joined, self._position)
        if found is None:
            raise _Astray
        return self._advance(found.end() - found.start())

    def _advance(self, length: int) -> PartSpan:
        start = self._position
        self._position += length
        return self._lines.span(start, self._position)
