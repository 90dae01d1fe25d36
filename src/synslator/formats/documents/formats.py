"""Which formats there are, and which of them a file is: its content is asked first, its name second."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from synslator.formats.documents.core.charset import decode
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DocumentProblem, RefusedDocument, UnknownFormat
from synslator.formats.documents.office.archive import Archive, DocumentLimits
from synslator.plugins import Registry, load

Reader = Callable[[bytes, str, ReadOptions], Document]
MIB = 1 << 20


@dataclass(frozen=True)
class Format:
    """A document format: how files of it are known, and where their reader is."""

    name: str
    title: str
    extensions: tuple[str, ...]
    """In small letters, the usual one first; asked where the content does not tell."""
    reference: str
    """The `Reader`, as `package.module:function`; imported when a file of the format comes."""
    beginning: re.Pattern[str] | None = None
    """What a text of the format begins with, blanks left out."""
    root: str = ""
    """The name of the first element of an XML file, without its namespace and in small letters."""
    magic: bytes = b""
    """What a file that is no text begins with."""
    member: str = ""
    """A file that a zip archive of the format holds."""
    mimetype: str = ""
    """What the file `mimetype` of such an archive begins with, if there is one."""

    def reader(self) -> Reader:
        """Import the reader."""
        reader: Reader = load(self.reference)
        return reader


FORMATS: Registry[Format] = Registry("synslator.formats", Format, "document format")
"""By name."""

_HEAD = 4096
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_KNOWN_BINARY = {
    b"%PDF": "PDF files are not supported. Convert it to DOCX first.",
    b"\x89PNG": "PNG pictures are not supported.",
    b"\xff\xd8\xff": "JPEG pictures are not supported.",
    b"GIF8": "GIF pictures are not supported.",
    b"{\\rtf": "RTF files are not supported. Save it as DOCX or ODT first.",
    b"PK\x05\x06": "This archive is empty.",
    b"\x1f\x8b": "Archives are not supported. Unpack it first.",
    b"7z\xbc\xaf": "Archives are not supported. Unpack it first.",
    b"Rar!": "Archives are not supported. Unpack it first.",
    b"\x7fELF": "Programs are not supported.",
    b"MZ\x90": "Programs are not supported.",
}
_ROOT = re.compile(r"<(?:[\w.-]+:)?([\w-]+(?:\.[\w-]+)*)(?=[\s/>])")
_FIRST_ELEMENT = re.compile(
    r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL | re.IGNORECASE
)


def open_document(data: bytes, name: str, options: ReadOptions | None = None) -> Document:
    """Read a document; `name` is the file's name, used in messages and where the content does not tell."""
    options = options or ReadOptions()
    if len(data) > options.limits.file_bytes:
        raise RefusedDocument(
            f"{name} has {len(data) / MIB:,.0f} MiB;"
            f" at most {options.limits.file_bytes / MIB:,.0f} MiB are read."
        )
    return FORMATS[detect(data, name, options.limits)].reader()(data, name, options)


def detect(data: bytes, name: str, limits: DocumentLimits | None = None) -> str:
    """Name the format of a file."""
    head = data[:_HEAD]
    if magical := next((one for one in FORMATS.values() if one.magic and head.startswith(one.magic)), None):
        return magical.name
    if head.startswith(_ZIP):
        return _detect_zip(data, name, limits or DocumentLimits())
    if head.startswith(_OLE):
        raise _refuse_ole(data, name)
    for magic, meaning in _KNOWN_BINARY.items():
        if head.startswith(magic):
            raise UnknownFormat(f"{name}: {meaning}")
    extension = PurePath(name).suffix.lower().lstrip(".")
    named = next((one for one in FORMATS.values() if extension in one.extensions), None)
    if named and named.member:
        raise UnknownFormat(
            f"{name} is damaged or is not a {named.title} file. Open it in its application,"
            " save it again and try once more."
        )
    return _by_content(decode(data, name).text) or _by_name(name, named)


def _by_content(text: str) -> str | None:
    """Name the format that the beginning of a text speaks for, if it does."""
    start = text.lstrip("\ufeff \t\r\n")
    element = _FIRST_ELEMENT.match(text)
    root = _ROOT.match(text, element.end()) if element else None
    if root and (rooted := [one for one in FORMATS.values() if one.root == root[1].lower()]):
        return rooted[0].name
    begun = (one for one in FORMATS.values() if one.beginning and one.beginning.match(start))
    return next((one.name for one in begun), None)


def _by_name(name: str, named: Format | None) -> str:
    if named is None:
        known = ", ".join(f".{one.extensions[0]}" for one in FORMATS.values())
        raise UnknownFormat(f"The format of {name} is not supported. Supported formats: {known}.")
    return named.name


def _detect_zip(data: bytes, name: str, limits: DocumentLimits) -> str:
    archive = Archive(data, name, limits)
    found = [one for one in FORMATS.values() if one.member and one.member in archive]
    kind = archive.read("mimetype").decode("ascii", "replace").strip() if "mimetype" in archive else ""
    for one in found:
        if not one.mimetype or not kind or kind.startswith(one.mimetype):
            return one.name
    if found:
        raise UnknownFormat(f"{name} is {kind}, not an {found[0].title}. Save it as ODT or DOCX.")
    known = ", ".join(one.name.upper() for one in FORMATS.values() if one.member)
    raise UnknownFormat(f"{name} is a zip archive but not a document of these formats: {known}.")


def _refuse_ole(data: bytes, name: str) -> DocumentProblem:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return RefusedDocument(f"{name} is protected by a password. Save it without one and try again.")
    return UnknownFormat(
        f"{name} is in the binary format of Office before 2007. Save it as DOCX, XLSX or PPTX and try again."
    )
