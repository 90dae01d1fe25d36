"""Which charset a text file is in, and writing it back in the same one.

The order: a byte order mark, what the file declares, UTF-8, then a guess. Whatever is chosen gives back the
very bytes when it is encoded again; if nothing does, the bytes that are no text ride along as lone
surrogates, which become atoms in a segment.
"""

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from synslator.formats.documents.core.problems import DamagedDocument

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']
       | <meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)
       | ^"Content-Type:[^"]*?charset=([\w.:-]+)
       | ^@charset\s+"([\w.:-]+)" """,
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_HEAD = 8192
_GUESS_SAMPLE = 1 << 20


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with what is needed to write it back."""

    text: str
    charset: str
    mark: bytes = b""


def decode(data: bytes, name: str, fallback: str | None = None) -> Decoded:
    """Decode a file so that encoding gives its bytes back; `fallback` is the format's own old charset."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            text = _exactly(data[len(mark) :], charset)
            if text is not None:
                return Decoded(text, charset, mark)
    for charset in (*_declared(data), "utf-8"):
        text = _exactly(data, charset)
        if text is not None and ("\0" not in text or not data):
            return Decoded(text, charset)
    for charset in [fallback] if fallback else _guesses(data):
        text = _exactly(data, charset)
        if text is not None and "\0" not in text:
            return Decoded(text, charset)
    if b"\0" in data:
        raise DamagedDocument(f"{name} holds binary data, not text. Its format is not supported.")
    return Decoded(data.decode("utf-8", "surrogateescape"), "utf-8")


def _exactly(data: bytes, charset: str) -> str | None:
    try:
        text = data.decode(charset)
        return text if text.encode(charset) == data else None
    except (UnicodeError, LookupError):
        return None


def _declared(data: bytes) -> list[str]:
    found = _DECLARED.search(data[:_HEAD])
    if not found:
        return []
    name = next(group for group in found.groups() if group).decode("ascii").lower()
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return []
    # The name that people write for Chinese is gb2312 or gbk; gb18030 reads both and more.
    return ["gb18030" if codec.name in {"gb2312", "gbk"} else codec.name]


def _guesses(data: bytes) -> list[str]:
    from charset_normalizer import from_bytes

    sample = data[:_GUESS_SAMPLE]
    guesses = [match.encoding for match in from_bytes(sample)]
    east_asian = [
        charset for charset in ("gb18030", "big5", "shift_jis", "euc_kr") if _exactly(data, charset)
    ]
    if "gb18030" in east_asian and _reads_as_chinese(data.decode("gb18030")):
        guesses.insert(0, "gb18030")
    return list(dict.fromkeys(guesses))


def _reads_as_chinese(text: str) -> bool:
    """Return whether most of what is not ASCII is common Chinese: the first level of GB 2312."""
    foreign = [char for char in text if not char.isascii()]
    common = sum(_level_one(char) for char in foreign)
    return bool(foreign) and common >= 0.5 * len(foreign)


def _level_one(char: str) -> bool:
    try:
        lead = char.encode("gb2312")[0]
    except UnicodeError:
        return False
    return 0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= 0xD7


@dataclass(frozen=True, slots=True)
class TextPacker:
    """A document that is one text file."""

    original: bytes
    decoded: Decoded
    part: str
    escape: Callable[[str], str] | None = None
    """How a character that the charset lacks is written; None: the file becomes UTF-8 instead."""
    redeclare: Callable[[str], str] | None = None
    """Corrects the charset that the text declares where the file becomes UTF-8."""

    def pack(self, changed: Mapping[str, str]) -> bytes:
        """Encode the text; with no change give the very bytes that were read."""
        if self.part not in changed:
            return self.original
        text = changed[self.part]
        mark, charset = self.decoded.mark, self.decoded.charset
        if self.escape is not None:
            text = "".join(c if _encodable(c, charset) else self.escape(c) for c in text)
        try:
            return mark + text.encode(charset, "surrogateescape" if charset == "utf-8" else "strict")
        except UnicodeEncodeError:
            text = self.redeclare(text) if self.redeclare else text
            return text.encode("utf-8", "surrogateescape")


def _encodable(char: str, charset: str) -> bool:
    if char.isascii() or charset.startswith("utf"):
        return True
    try:
        char.encode(charset)
    except UnicodeError:
        return False
    return True
