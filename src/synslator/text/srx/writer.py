"""The rules of a language as an SRX file, to begin with: whoever needs others edits them.

They say what can be said in SRX of what `synslator.text.segmentation` does: the abbreviations that end no
sentence, and the marks that do.
"""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

import regex

from synslator.text.languages import Abbreviations, base, profile

_CLOSING = "[\"'”’»)\\]）」』】》]*"
_WIDE = "。！？"
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<srx xmlns="http://www.lisa.org/srx20" version="2.0">
  <header segmentsubflows="yes" cascade="no"/>
  <body>
    <languagerules>
      <languagerule languagerulename="{name}">
"""
_TAIL = """      </languagerule>
    </languagerules>
    <maprules>
      <languagemap languagepattern=".*" languagerulename="{name}"/>
    </maprules>
  </body>
</srx>
"""


def write_srx(language: str) -> str:
    """Return rules for a language that can be read and edited."""
    name = escape(base(language) or "Default")
    known = profile(language)
    marks = {".", "!", "?", *known.stops.values()} - set(":;：；")
    rules = [
        *_exceptions(known.abbreviations),
        *([_rule("no", r"\b\d{1,2}\.", r"\s+")] if known.ordinal_dot else []),
        _rule("yes", f"[{_WIDE}]+{_CLOSING}", f"[^{_WIDE}]"),
        _rule("yes", f"[{regex.escape(''.join(sorted(marks)))}…]+{_CLOSING}", r"\s+\P{Ll}"),
        _rule("yes", r"\n", ""),
    ]
    return _HEAD.format(name=name) + "".join(f"        {rule}\n" for rule in rules) + _TAIL.format(name=name)


def _exceptions(known: Abbreviations) -> Iterator[str]:
    """Return the rules for words that have a full stop of their own."""
    if known.never:
        yield _rule("no", rf"\b(?i:{_any(known.never)})\.", r"\s")
    if known.before_numbers:
        yield _rule("no", rf"\b(?i:{_any(known.before_numbers)})\.", r"\s+[\d\p{Ll}]")
    if known.seldom:
        yield _rule("no", rf"\b(?i:{_any(known.seldom)})\.", r"\s+\P{Lu}")


def _any(words: Iterable[str]) -> str:
    return "|".join(regex.escape(word) for word in sorted(words))


def _rule(breaks: str, before: str, after: str) -> str:
    return (
        f'<rule break="{breaks}"><beforebreak>{escape(before)}</beforebreak>'
        f"<afterbreak>{escape(after)}</afterbreak></rule>"
    )
