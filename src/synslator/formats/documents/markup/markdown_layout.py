"""Writing Markdown so that it reads as it was meant.

Asterisks only mark emphasis where words and punctuation around them allow it, which a translation may change:
`**“字”**字` is no bold text. Where the parser does not see the pairs that were written, they become HTML.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt

from synslator.formats.documents.core.model import Code, Markup
from synslator.text.tags import Tag, TagKind

_ELEMENTS = {"*": "em", "_": "em", "**": "strong", "__": "strong", "~~": "del"}
_TOKENS = {"em": "em_open", "strong": "strong_open", "del": "s_open"}


@dataclass(frozen=True, slots=True)
class MarkdownLayout:
    """The layout of a Markdown block."""

    escape: Callable[[str], str]
    wrap: Callable[[str], str] = field(default=lambda text: text)

    def write(
        self, content: Sequence[str | Tag], codes: Sequence[Code], resolve: Callable[[Markup], str]
    ) -> str:
        """Write text and tags; emphasis as Markdown if it then reads so, otherwise as HTML."""
        kept = _without_empty(content, codes, resolve)
        written = self._written(kept, codes, resolve, as_html=False)
        wanted = [
            _TOKENS[_ELEMENTS[delimiter]]
            for piece in kept
            if isinstance(piece, Tag)
            and piece.kind is TagKind.OPEN
            and (delimiter := resolve(codes[piece.number - 1].open)) in _ELEMENTS
        ]
        if wanted and sorted(_emphasis(written)) != sorted(wanted):
            written = self._written(kept, codes, resolve, as_html=True)
        return self.wrap(written)

    def _written(
        self,
        content: Sequence[str | Tag],
        codes: Sequence[Code],
        resolve: Callable[[Markup], str],
        as_html: bool,
    ) -> str:
        pieces = []
        for piece in content:
            if isinstance(piece, str):
                pieces.append(self.escape(piece))
                continue
            code = codes[piece.number - 1]
            closing = piece.kind is TagKind.CLOSE
            markup = resolve((code.close if closing else code.open) or "")
            if as_html and markup in _ELEMENTS:
                markup = f"<{'/' if closing else ''}{_ELEMENTS[markup]}>"
            pieces.append(markup)
        return "".join(pieces)


def _without_empty(
    content: Sequence[str | Tag], codes: Sequence[Code], resolve: Callable[[Markup], str]
) -> list[str | Tag]:
    """Leave out emphasis around nothing, which Markdown cannot write."""
    kept: list[str | Tag] = []
    for piece in content:
        previous = kept[-1] if kept else None
        if (
            isinstance(piece, Tag)
            and piece.kind is TagKind.CLOSE
            and previous == Tag(TagKind.OPEN, piece.number)
            and resolve(codes[piece.number - 1].open) in _ELEMENTS
        ):
            kept.pop()
        else:
            kept.append(piece)
    return kept


def _emphasis(written: str) -> list[str]:
    parsed = MarkdownIt("commonmark").enable("strikethrough").parseInline(written)
    tokens = [token for block in parsed for token in block.children or []]
    return [token.type for token in tokens if token.type in _TOKENS.values()]
