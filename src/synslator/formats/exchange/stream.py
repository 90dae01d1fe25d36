"""Reading XML of any size, record by record, in little memory, from people one need not trust.

The records (`tu`, `conceptEntry`, …) come as small trees; nothing else is kept but the elements around them.
Entities of the file's own, elements nested too deep and pieces too long are refused before they can grow.
External entities and DTDs are never fetched.

The fast parser does not tell lines. When one is asked for, a second reading of the file finds it.
"""

import codecs
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias, cast
from xml.parsers import expat

from lxml import etree

from synslator.formats.exchange.model import BadFile, Fault

Element: TypeAlias = etree._Element

_BLOCK = 1 << 16
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']""")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True, slots=True)
class XmlLimits:
    """How large the pieces of a file may be; the file itself may have any size."""

    piece: int = 4_000_000
    """Characters from the end of one record to the end of the next."""


class Record(NamedTuple):
    """A record and its place in the file; it is gone when the next one is read."""

    element: Element
    number: int

    def inherited(self, *attributes: str) -> str | None:
        """Return an attribute of the nearest element around the record that has it."""
        for around in self.element.iterancestors():
            for name in attributes:
                if name in around.attrib:
                    return str(around.attrib[name])
        return None


def local(name: str) -> str:
    """Return a name without its namespace."""
    return name if name[0] != "{" else name.rpartition("}")[2]


def language_of(element: Element) -> str:
    """Return the language that an element says its text is in."""
    return element.get(_LANGUAGE) or element.get("lang") or ""


def children(element: Element, *names: str) -> Iterator[Element]:
    """Yield the child elements with one of these names, in whatever namespace."""
    for child in element:
        if local(child.tag) in names:
            yield child


def below(element: Element, *names: str) -> Iterator[Element]:
    """Yield the elements below this one with one of these names, at any depth."""
    return (child for child in element.iter() if child is not element and local(child.tag) in names)


class RecordFile:
    """A file that is read record by record."""

    def __init__(self, path: Path, names: Collection[str], limits: XmlLimits | None = None) -> None:
        self.path = path
        self._names = frozenset(names)
        self._limits = limits or XmlLimits()
        self._lines: Iterator[int] | None = None
        self._line_number = -1, 1

    def records(self) -> Iterator[Record | Fault]:
        """Yield the records; where the file breaks off or must be refused, a fault that ends it."""
        reader = _Reader(self._names, self._limits)
        try:
            with self.path.open("rb") as file:
                _check_prolog(file, self.path, self._limits)
                for text in _texts(file, self.path):
                    yield from reader.feed(text)
                reader.close()
        except _Refused as refused:
            yield Fault(refused.line or self.line_of(reader.count), str(refused))
        except UnicodeDecodeError as error:
            yield Fault(self.line_of(reader.count), f"the text is not valid {error.encoding}")
        except etree.XMLSyntaxError as error:
            line = error.lineno or self.line_of(reader.count)
            message = (error.msg or "nothing").rpartition(", line ")[0] or error.msg
            yield Fault(line, f"the XML is not well-formed: {message}")

    def line_of(self, number: int) -> int:
        """Return the line on which a record begins; for one that never began, the line of the last one.

        Meant to be asked for ever later records: it reads on from where it was.
        """
        if self._lines is None:
            self._lines = self._starts()
        while self._line_number[0] < number and (line := next(self._lines, 0)):
            self._line_number = self._line_number[0] + 1, line
        return self._line_number[1]

    def _starts(self) -> Iterator[int]:
        """Yield the lines on which records begin."""
        parser, lines, depth = expat.ParserCreate("utf-8"), [], 0

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal depth
            if depth or name.rpartition(":")[2] in self._names:
                if not depth:
                    lines.append(parser.CurrentLineNumber)
                depth += 1

        def end(name: str) -> None:
            nonlocal depth
            depth = max(0, depth - 1)

        parser.StartElementHandler, parser.EndElementHandler = start, end
        with self.path.open("rb") as file, suppress(expat.ExpatError, UnicodeDecodeError):
            fed = 0
            for text in _texts(file, self.path):
                data = text.encode("utf-8", "surrogatepass")
                fed += len(data)
                parser.Parse(data, False)
                yield from lines
                lines.clear()
                if fed - parser.CurrentByteIndex > self._limits.piece:
                    return


def root_element(path: Path) -> str:
    """Return the name of a file's outermost element; nothing if it has none."""
    names: list[str] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, attributes: names.append(name.rpartition(":")[2])
    with path.open("rb") as file, suppress(expat.ExpatError, UnicodeDecodeError, BadFile):
        parser.Parse(next(_texts(file, path), "").encode("utf-8", "surrogatepass"), False)
    return names[0] if names else ""


class _Refused(Exception):
    """The file exceeds a limit; the message says which."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class _Reader:
    """Turns what a parser reads into records, and drops everything else as soon as it is passed."""

    def __init__(self, names: frozenset[str], limits: XmlLimits) -> None:
        self.count = 0
        self._limits = limits
        # The library knows the records by name itself, so that Python meets nothing but them.
        self._parser = etree.XMLPullParser(
            ("end",),
            tag=[f"{{*}}{name}" for name in names],
            encoding="utf-8",
            resolve_entities=False,
            remove_comments=True,
            remove_pis=True,
        )
        self._waiting = 0
        self._parent: Element | None = None

    def feed(self, text: str) -> Iterator[Record]:
        """Read on, and yield the records that are complete."""
        self._waiting += len(text)
        self._parser.feed(text.encode("utf-8", "surrogatepass"))
        for _, element in cast("Iterator[tuple[str, Element]]", self._parser.read_events()):
            self._waiting = 0
            self.count += 1
            yield Record(element, self.count - 1)
            self._forget(element)
        if self._waiting > self._limits.piece:
            raise _Refused(f"a record has more than {self._limits.piece:,} characters")

    def close(self) -> None:
        """Make sure that the file is complete."""
        self._parser.close()

    def _forget(self, record: Element) -> None:
        """Drop a record and all that came before it, but for the elements around it."""
        parent = record.getparent()
        record.clear()
        _drop_before(record)
        if parent is not self._parent:
            self._parent = parent
            for around in record.iterancestors():
                _drop_before(around)


def _drop_before(element: Element) -> None:
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _check_prolog(file: BinaryIO, path: Path, limits: XmlLimits) -> None:
    """Refuse a file that declares entities: it can do so only before its first element."""
    begun: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def declares(name: str, *_: object) -> None:
        message = f"the file declares the entity {name!r}; entities are not allowed"
        raise _Refused(message, parser.CurrentLineNumber)

    parser.EntityDeclHandler = declares
    parser.StartElementHandler = lambda name, attributes: begun.append(name)
    size = 0
    with suppress(expat.ExpatError):
        for text in _texts(file, path):
            parser.Parse(text.encode("utf-8", "surrogatepass"), False)
            size += len(text)
            if begun:
                break
            if size > limits.piece:
                raise _Refused(f"there is no element in the first {limits.piece:,} characters", 1)
    file.seek(0)


def _texts(file: BinaryIO, path: Path) -> Iterator[str]:
    """Yield the text of a file, block by block."""
    block = file.read(_BLOCK)
    decoder = _decoder(path, block)
    while block:
        yield decoder.decode(block)
        block = file.read(_BLOCK)
    yield decoder.decode(b"", final=True)


def _decoder(path: Path, head: bytes) -> codecs.IncrementalDecoder:
    for mark, charset in _MARKS:
        if head.startswith(mark):
            return codecs.getincrementaldecoder(charset)()
    if head[:4] in (b"<\0?\0", b"\0<\0?"):
        return codecs.getincrementaldecoder("utf-16-le" if head[0] else "utf-16-be")()
    declared = _DECLARED.match(head)
    charset = declared[1].decode("ascii") if declared else "utf-8"
    try:
        # The names that people write for Chinese are gb2312 and gbk; gb18030 reads both and more.
        name = codecs.lookup(charset).name
        return codecs.getincrementaldecoder("gb18030" if name in {"gb2312", "gbk"} else name)()
    except LookupError:
        raise BadFile(path, Fault(1, f"the charset {charset} is not known")) from None
