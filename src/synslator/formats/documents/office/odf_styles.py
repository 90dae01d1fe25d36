"""What a reader of OpenDocument needs to know of styles: code, symbols, and what makes no difference."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from synslator.formats.documents.core.xml import Type, attributes, tokens
from synslator.formats.documents.office.style_inheritance import line
from synslator.formats.documents.office.symbols import is_symbol_font

_INVISIBLE = re.compile(
    r"(?:.*:)?(?:rsid|paragraph-rsid|language|country|language-asian|country-asian|script-type)"
)


@dataclass(frozen=True, slots=True)
class Styles:
    """Names of styles that reading depends on."""

    code: frozenset[str]
    """Paragraph styles whose text is code."""
    invisible: frozenset[str]
    """Text styles that only record a revision or a language."""
    symbols: Mapping[str, bool]
    """Whether the font of a style is a symbol font; styles that leave the font alone are not named."""


@dataclass(slots=True)
class _Style:
    """A style as it is defined."""

    family: str
    parent: str
    text: dict[str, str] | None = None
    """What it says of its text."""


def read_styles(texts: Sequence[str], namespaces: Mapping[str, str], code_names: frozenset[str]) -> Styles:
    """Look through the style definitions of the parts."""
    styles: dict[str, _Style] = {}
    symbol_fonts: set[str] = set()
    for text in texts:
        _read_part(text, namespaces, styles, symbol_fonts)
    parents = {name: style.parent for name, style in styles.items()}
    fonts = {name: font for name, style in styles.items() if _names_font(font := _local(style.text or {}))}
    code: set[str] = set()
    symbols: dict[str, bool] = {}
    for name in styles:
        ancestors = list(line(name, parents))
        if any(one.replace("_20_", " ").lower() in code_names for one in ancestors):
            code.add(name)
        for one in ancestors:
            if one in fonts:
                symbols[name] = _draws_symbols(fonts[one], symbol_fonts)
                break
    invisible = frozenset(name for name, style in styles.items() if _is_invisible(style))
    return Styles(frozenset(code), invisible, symbols)


def _read_part(
    text: str, namespaces: Mapping[str, str], styles: dict[str, _Style], symbol_fonts: set[str]
) -> None:
    """Add the styles and the symbol fonts that a part declares."""
    style: _Style | None = None
    for token in tokens(text, namespaces):
        if token.name == "style:style":
            given = _local(attributes(text[token.start : token.end]))
            defined = _Style(given.get("family", ""), given.get("parent-style-name", ""))
            if token.type is not Type.END:
                styles[given.get("name", "")] = defined
            style = defined if token.type is Type.START else None
        elif token.name == "style:text-properties" and token.type is not Type.END and style is not None:
            style.text = attributes(text[token.start : token.end])
        elif token.name == "style:font-face" and token.type is not Type.END:
            given = _local(attributes(text[token.start : token.end]))
            if _draws_symbols(given, symbol_fonts):
                symbol_fonts.add(given.get("name", ""))


def _local(given: Mapping[str, str]) -> dict[str, str]:
    return {key.rpartition(":")[2]: value for key, value in given.items()}


def _is_invisible(style: _Style) -> bool:
    plain = style.family == "text" and not style.parent and style.text is not None
    return plain and all(_INVISIBLE.fullmatch(key) for key in style.text or {})


def _names_font(given: Mapping[str, str]) -> bool:
    return "font-name" in given or "font-family" in given


def _draws_symbols(font: Mapping[str, str], symbol_fonts: Set[str]) -> bool:
    """Return whether a font draws symbols, as its family, its charset or its declaration tells."""
    name, family = font.get("font-name", ""), font.get("font-family", "").strip("'\"")
    return font.get("font-charset") == "x-symbol" or name in symbol_fonts or is_symbol_font(family or name)
