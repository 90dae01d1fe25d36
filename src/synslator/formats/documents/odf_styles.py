"""What a reader of OpenDocument needs to know of styles: which hold code, which make no difference."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synslator.formats.documents.xml import Type, attributes, tokens

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


def read_styles(texts: Sequence[str], namespaces: Mapping[str, str], code_names: frozenset[str]) -> Styles:
    """Look through the style definitions of the parts."""
    parents: dict[str, str] = {}
    invisible: set[str] = set()
    for text in texts:
        name, candidate = "", False
        for token in tokens(text, namespaces):
            if token.name == "style:style" and token.type is not Type.END:
                given = _local(attributes(text[token.start : token.end]))
                name = given.get("name", "")
                parents[name] = given.get("parent-style-name", "")
                candidate = given.get("family") == "text" and not parents[name] and token.type is Type.START
            elif token.name == "style:text-properties" and candidate:
                given = attributes(text[token.start : token.end])
                if all(_INVISIBLE.fullmatch(key) for key in given):
                    invisible.add(name)
                candidate = False
    return Styles(
        frozenset(name for name in parents if _is_code(name, parents, code_names)), frozenset(invisible)
    )


def _local(given: Mapping[str, str]) -> dict[str, str]:
    return {key.rpartition(":")[2]: value for key, value in given.items()}


def _is_code(name: str, parents: Mapping[str, str], code_names: frozenset[str]) -> bool:
    seen: set[str] = set()
    while name and name not in seen:
        if name.replace("_20_", " ").lower() in code_names:
            return True
        seen.add(name)
        name = parents.get(name, "")
    return False
