"""Symbol fonts: Wingdings and its kin draw pictures where other fonts draw letters.

What they draw is no text, and a translation written in them cannot be read. They hold pictures for the signs
of the old Western charsets and for a private range that doubles them. Other letters in such a font, Chinese
above all, are shown in another one: these are text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

LABEL = "symbol"
_FONTS = re.compile(
    r"""(?xi) wingdings(?:\s?[23])? | webdings | symbol(?:\s?mt|ps)? | opensymbol | starsymbol | marlett
      | mt\sextra | (?:itc\s)?zapf\s?dingbats(?:\sbt)? | monotype\ssorts | bookshelf\ssymbol\s?\d
      | ms\sreference\sspecialty"""
)
_PRIVATE = "\uf000-\uf0ff"
_DRAWN = "!-\u009f\u00a1-\u03ff\u2010-\u2027\u2030-\u2e7f\ue000-\uf8ff"


def _stretches(characters: str) -> re.Pattern[str]:
    return re.compile(f"[{characters}]+(?: +[{characters}]+)*")


WRITTEN = re.compile(f"(?:[{_PRIVATE}]|&#(?:x0*[fF]0[0-9a-fA-F]{{2}}|61(?:4[4-9]|[56][0-9])[0-9]);)+")
"""Private characters as they stand in XML."""
_SYMBOLS, _PRIVATE_SYMBOLS = _stretches(_DRAWN), _stretches(_PRIVATE)


class SymbolRun(NamedTuple):
    """A stretch of a text, and whether it is made of symbols."""

    text: str
    symbols: bool


def is_symbol_font(name: str) -> bool:
    """Return whether a font of this name draws pictures for letters."""
    return _FONTS.fullmatch(name.strip()) is not None


def pieces(text: str, in_symbol_font: bool) -> Iterator[SymbolRun]:
    """Part what a reader reads from what a reader sees as a picture."""
    position = 0
    for found in (_SYMBOLS if in_symbol_font else _PRIVATE_SYMBOLS).finditer(text):
        if found.start() > position:
            yield SymbolRun(text[position : found.start()], False)
        yield SymbolRun(found[0], True)
        position = found.end()
    if position < len(text) or not text:
        yield SymbolRun(text[position:], False)


def only_symbols(text: str, in_symbol_font: bool) -> bool:
    """Return whether a text holds symbols and nothing to read."""
    return bool(text.strip()) and not any(
        piece.strip() for piece, symbols in pieces(text, in_symbol_font) if not symbols
    )
