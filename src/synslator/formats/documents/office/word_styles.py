"""What a reader of Word needs to know of styles and fonts: which hold code, which draw symbols."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from synslator.formats.documents.core.xml import Type, XmlToken, attribute, attributes, tokens
from synslator.formats.documents.office.ooxml import NAMESPACES, OfficePackage
from synslator.formats.documents.office.style_inheritance import line
from synslator.formats.documents.office.symbols import is_symbol_font

_FONTS = re.compile(r"<(?:[\w.-]+:)?rFonts\s[^>]*>")
_FONT_NAME = re.compile(r"""\s[\w.-]+:(?:ascii|hAnsi|eastAsia|cs)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_STYLE = re.compile(r"<(?:[\w.-]+:)?rStyle\s[^>]*>")
_SYMBOL_CHARSET = "02"


@dataclass(frozen=True, slots=True, eq=False)
class WordStyles:
    """Names of styles, in lower case, and of fonts that reading depends on.

    Each document has its own; they are told apart, not compared: looks are cached by them.
    """

    code: frozenset[str] = frozenset()
    """Paragraph styles whose text is code."""
    fonts: frozenset[str] = frozenset()
    """Fonts that the document itself declares to hold symbols."""
    symbols: frozenset[str] = frozenset()
    """Styles whose font is a symbol font."""

    def draws_symbols(self, properties: str, paragraph: str = "") -> bool:
        """Return whether a run's font is a symbol font: its own, its style's or its paragraph style's."""
        own = _font(properties)
        if own is not None:
            return self.is_symbol_font(own)
        return _style(properties) in self.symbols or paragraph in self.symbols

    def is_symbol_font(self, name: str) -> bool:
        """Return whether a font holds symbols, as its name tells or the document does."""
        return name in self.fonts or is_symbol_font(name)

    def without_symbols(self, properties: str) -> str:
        """Leave out of a run's properties what gives it a symbol font."""
        if _style(properties) in self.symbols:
            properties = _STYLE.sub("", properties)
        return _FONTS.sub(self._text_fonts, properties)

    def _text_fonts(self, fonts: re.Match[str]) -> str:
        """Keep the fonts of a run that are no symbol fonts, such as the one for Chinese."""
        kept = _FONT_NAME.sub(lambda one: "" if self.is_symbol_font(one[1] or one[2]) else one[0], fonts[0])
        return kept if attributes(kept) else ""


def _font(properties: str) -> str | None:
    """Return the name of the font for Latin letters; a font of the theme, which stands above it, has none."""
    found = _FONTS.search(properties)
    if found is None:
        return None
    if attribute(found[0], "asciiTheme") is not None:
        return ""
    return attribute(found[0], "ascii") or attribute(found[0], "hAnsi")


def _style(properties: str) -> str:
    found = _STYLE.search(properties)
    return (attribute(found[0], "val") or "").lower() if found else ""


def read_word_styles(package: OfficePackage, code_names: frozenset[str]) -> WordStyles:
    """Look through the styles and the table of fonts."""
    fonts = WordStyles(fonts=_symbol_fonts(package))
    code = set(code_names)
    parents: dict[str, str] = {}
    symbols: dict[str, bool] = {}
    style = ""
    for token, raw in _tags(package, "wordprocessingml.styles+xml"):
        if token.name == "w:style":
            style = (attribute(raw, "styleId") or "").lower()
        elif token.name == "w:name" and (attribute(raw, "val") or "").lower() in code_names:
            code.add(style)
        elif token.name == "w:basedOn":
            parents[style] = (attribute(raw, "val") or "").lower()
        elif token.name == "w:rFonts" and _font(raw) is not None:
            symbols.setdefault(style, fonts.draws_symbols(raw))
    drawn = {
        style: next((symbols[one] for one in line(style, parents) if one in symbols), False)
        for style in (*parents, *symbols)
    }
    return WordStyles(frozenset(code), fonts.fonts, frozenset(style for style in drawn if drawn[style]))


def _symbol_fonts(package: OfficePackage) -> frozenset[str]:
    found: set[str] = set()
    name = ""
    for token, raw in _tags(package, "wordprocessingml.fontTable+xml"):
        if token.name == "w:font":
            name = attribute(raw, "name") or ""
        elif token.name == "w:charset" and attribute(raw, "val") == _SYMBOL_CHARSET:
            found.add(name)
    return frozenset(found)


def _tags(package: OfficePackage, type_: str) -> Iterator[tuple[XmlToken, str]]:
    """Yield the tags that open an element in the parts of a type, each with how it is written."""
    for member in package.parts(type_):
        text = package.text(member)
        for token in tokens(text, NAMESPACES):
            if token.type in {Type.START, Type.EMPTY}:
                yield token, text[token.start : token.end]
