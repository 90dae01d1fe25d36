"""Inline markup of TMX and XLIFF, to and from the numbered tags of a segment's text.

A memory keeps that a tag stands somewhere and which one belongs to it, not the code behind it: that is in the
document. Characters that XML cannot hold travel as elements of their own.
"""

import re
from collections.abc import Callable, Iterator

from synslator.formats.exchange.stream import Element, local
from synslator.text.tags import Tag, TagKind, split

_OPEN = {"bpt", "sc", "bx"}
_CLOSE = {"ept", "ec", "ex"}
_ALONE = {"ph", "ut", "x", "it"}
_AROUND = {"hi", "g", "pc"}
_TRANSPARENT = {"mrk"}
_ISOLATED = {"begin": _OPEN, "open": _OPEN, "end": _CLOSE, "close": _CLOSE}
_UNWRITABLE = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_CHARACTER = re.compile("x-character-([0-9a-f]{1,4})")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_ESCAPED = re.compile("[&<>\r]")
_LARGEST = 999_999


def plain_text(element: Element) -> str:
    """Return the text of a `seg`, `source` or `target` with its inline elements as tags."""
    return "".join(_Numbering().pieces(element)) if len(element) else element.text or ""


class _Numbering:
    """Numbers inline elements: the number that an element carries, or the next free one."""

    def __init__(self) -> None:
        self._used = 0
        self._opened: dict[str, int] = {}

    def pieces(self, element: Element) -> Iterator[str]:
        """Yield the text and the tags of an element."""
        yield element.text or ""
        for child in element:
            yield from self._inline(child)
            yield child.tail or ""

    def _inline(self, element: Element) -> Iterator[str]:
        name = local(element.tag)
        kinds = _ISOLATED.get(element.get("pos", ""), set()) if name == "it" else {name}
        if character := _character(element, name):
            yield character
        elif name in _TRANSPARENT:
            yield from self.pieces(element)
        elif name in _AROUND:
            number = self._number(element)
            yield str(Tag(TagKind.OPEN, number))
            yield from self.pieces(element)
            yield str(Tag(TagKind.CLOSE, number))
        elif kinds & _OPEN:
            number = self._number(element)
            if name != "it":
                self._opened[element.get("i") or element.get("rid") or element.get("id") or ""] = number
            yield str(Tag(TagKind.OPEN, number))
        elif kinds & _CLOSE:
            number = self._number(element) if name == "it" else self._closing(element)
            yield str(Tag(TagKind.CLOSE, number))
        elif name in _ALONE:
            yield str(Tag(TagKind.ALONE, self._number(element)))

    def _number(self, element: Element) -> int:
        for name in ("x", "i", "id"):
            carried = element.get(name, "")
            if carried.isdecimal() and 0 < int(carried) <= _LARGEST:
                self._used = max(self._used, int(carried))
                return int(carried)
        self._used += 1
        return self._used

    def _closing(self, element: Element) -> int:
        for name in ("i", "rid", "startRef", "id"):
            if element.get(name, "") in self._opened:
                return self._opened[element.get(name, "")]
        return self._number(element)


def _character(element: Element, name: str) -> str | None:
    """Return the character that an element stands for, where it is one that XML cannot hold."""
    ours = _CHARACTER.fullmatch(element.get("type") or element.get("ctype") or "")
    code = ours[1] if ours else element.get("hex", "") if name == "cp" else ""
    return chr(int(code, 16)) if re.fullmatch("[0-9a-fA-F]{1,4}", code) and code.strip("0") else None


def tmx_markup(text: str) -> str:
    """Write a text as the inside of a `seg` of TMX."""
    return _markup(text, _tmx_element)


def xliff_markup(text: str) -> str:
    """Write a text as the inside of a `source` or `target` of XLIFF 1.2."""
    return _markup(text, _xliff_element).replace('<ph type="', '<ph id="0" ctype="')


def _markup(text: str, element: Callable[[Tag, int | None], str]) -> str:
    if "⟦" not in text:
        return escape(text)
    pieces = list(split(text))
    partners = _partners(pieces)
    return "".join(
        escape(piece) if isinstance(piece, str) else element(piece, partners.get(at))
        for at, piece in enumerate(pieces)
    )


def escape(text: str) -> str:
    """Write a text as XML content, every character of it."""
    if _ESCAPED.search(text):
        text = _ESCAPED.sub(lambda found: _ESCAPES[found[0]], text)
    if _UNWRITABLE.search(text):
        text = _UNWRITABLE.sub(lambda found: f'<ph type="x-character-{ord(found[0]):x}"/>', text)
    return text


def _partners(pieces: list[str | Tag]) -> dict[int, int]:
    """Return for the place of each paired tag the number of its pair, counted within the text."""
    waiting: dict[int, int] = {}
    partners: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        if isinstance(piece, Tag) and piece.kind is TagKind.OPEN:
            waiting[piece.number] = at
        elif isinstance(piece, Tag) and piece.kind is TagKind.CLOSE and piece.number in waiting:
            partners[at] = partners[waiting.pop(piece.number)] = len(partners) // 2 + 1
    return partners


def _tmx_element(tag: Tag, pair: int | None) -> str:
    if tag.kind is TagKind.ALONE:
        return f'<ph x="{tag.number}"/>'
    if pair is None:
        return f'<it pos="{"begin" if tag.kind is TagKind.OPEN else "end"}" x="{tag.number}"/>'
    return f'<bpt i="{pair}" x="{tag.number}"/>' if tag.kind is TagKind.OPEN else f'<ept i="{pair}"/>'


def _xliff_element(tag: Tag, pair: int | None) -> str:
    if tag.kind is TagKind.ALONE:
        return f'<x id="{tag.number}"/>'
    if pair is None:
        return f'<it id="{tag.number}" pos="{"open" if tag.kind is TagKind.OPEN else "close"}"/>'
    return f'<{"bx" if tag.kind is TagKind.OPEN else "ex"} id="{tag.number}" rid="{pair}"/>'
