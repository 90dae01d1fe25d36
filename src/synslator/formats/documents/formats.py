"""Which formats there are, and which of them a file is: its content is asked first, its name second."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath

from synslator.formats.documents.core.charset import decode
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DocumentProblem, RefusedDocument, UnknownFormat
from synslator.formats.documents.office.archive import Archive, Limits

Reader = Callable[[bytes, str, ReadOptions], Document]
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Format:
    """A document format and where its reader lives."""

    name: str
    title: str
    extensions: tuple[str, ...]
    module: str
    function: str = "read"

    def reader(self) -> Reader:
        """Import the reader."""
        module = import_module(f"synslator.formats.documents.{self.module}")
        reader: Reader = getattr(module, self.function)
        return reader


_ALL = (
    Format("txt", "plain text", ("txt", "text"), "markup.plain"),
    Format("md", "Markdown", ("md", "markdown", "mdown"), "markup.markdown"),
    Format("html", "HTML", ("html", "htm", "xhtml"), "markup.html"),
    Format("docx", "Word", ("docx", "docm", "dotx", "dotm"), "office.docx"),
    Format("xlsx", "Excel", ("xlsx", "xlsm", "xltx", "xltm"), "office.xlsx"),
    Format("pptx", "PowerPoint", ("pptx", "pptm", "potx", "ppsx"), "office.pptx"),
    Format("odt", "OpenDocument text", ("odt", "ott"), "office.odt"),
    Format("srt", "SubRip subtitles", ("srt",), "markup.subtitles", "read_srt"),
    Format("vtt", "WebVTT subtitles", ("vtt",), "markup.subtitles", "read_vtt"),
    Format("ass", "ASS subtitles", ("ass", "ssa"), "markup.subtitles", "read_ass"),
    Format("po", "Gettext PO", ("po", "pot"), "resources.po"),
    Format("xliff", "XLIFF", ("xlf", "xliff", "sdlxliff", "mqxliff"), "resources.xliff"),
    Format("json", "JSON resources", ("json", "arb"), "resources.json_strings"),
    Format("yaml", "YAML resources", ("yaml", "yml"), "resources.yaml_strings"),
    Format("properties", "Java properties", ("properties",), "resources.properties"),
    Format("android", "Android strings", ("xml",), "resources.android"),
    Format("csv", "CSV or TSV table", ("csv", "tsv", "tab"), "resources.csv_table"),
)
FORMATS = {format_.name: format_ for format_ in _ALL}
_BY_EXTENSION = {extension: format_.name for format_ in _ALL for extension in format_.extensions}

_HEAD = 4096
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_KNOWN_BINARY = {
    b"%PDF": "a PDF file, which has no text flow to write back",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"{\\rtf": "an RTF file; save it as DOCX or ODT",
    b"PK\x05\x06": "an empty zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x7fELF": "a program",
    b"MZ\x90": "a program",
}
_ZIP_PARTS = (
    ("word/document.xml", "docx"),
    ("xl/workbook.xml", "xlsx"),
    ("ppt/presentation.xml", "pptx"),
    ("content.xml", "odt"),
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?(xliff|resources|html)(?=[\s>/])", re.IGNORECASE)
_ROOT_FORMATS = {"xliff": "xliff", "resources": "android", "html": "html"}
_FIRST_ELEMENT = re.compile(
    r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL | re.IGNORECASE
)
_BEGINNINGS = {
    "html": re.compile(r"<!doctype html", re.IGNORECASE),
    "vtt": re.compile(r"WEBVTT\b"),
    "ass": re.compile(r"\[script info\]", re.IGNORECASE),
    "srt": re.compile(r"(?:\d+\s*\r?\n)?\s*\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->\s*\d"),
    "po": re.compile(r'(?:\s*#[^\n]*\n)*+\s*msg(?:id|ctxt)\s+"'),
}


def open_document(data: bytes, name: str, options: ReadOptions | None = None) -> Document:
    """Read a document; `name` is the file's name, used in messages and where the content does not tell."""
    options = options or ReadOptions()
    if len(data) > options.limits.file_bytes:
        raise RefusedDocument(
            f"{name} has {len(data) / MIB:,.0f} MiB;"
            f" at most {options.limits.file_bytes / MIB:,.0f} MiB are read."
        )
    return FORMATS[detect(data, name, options.limits)].reader()(data, name, options)


def detect(data: bytes, name: str, limits: Limits | None = None) -> str:
    """Name the format of a file."""
    head = data[:_HEAD]
    if head.startswith(_ZIP):
        return _detect_zip(data, name, limits or Limits())
    if head.startswith(_OLE):
        raise _refuse_ole(data, name)
    for magic, meaning in _KNOWN_BINARY.items():
        if head.startswith(magic):
            raise UnknownFormat(f"{name} was expected to be a document but is {meaning}.")
    named = _BY_EXTENSION.get(PurePath(name).suffix.lower().lstrip("."))
    if named in {"docx", "xlsx", "pptx", "odt"}:
        raise UnknownFormat(
            f"{name} was expected to be a {FORMATS[named].title} file by its name,"
            " but its content is not a zip archive."
        )
    return _by_content(decode(data, name).text) or _by_name(name, named)


def _by_content(text: str) -> str | None:
    """Name the format that the beginning of a text speaks for, if it does."""
    start = text.lstrip("\ufeff \t\r\n")
    element = _FIRST_ELEMENT.match(text)
    if element and (root := _ROOT.match(text, element.end())):
        return _ROOT_FORMATS[root[1].lower()]
    return next((name for name, pattern in _BEGINNINGS.items() if pattern.match(start)), None)


def _by_name(name: str, named: str | None) -> str:
    if named is None:
        known = ", ".join(f".{format_.extensions[0]}" for format_ in _ALL)
        raise UnknownFormat(
            f"The format of {name} is not known from its content or its name; these are read: {known}."
        )
    return named


def _detect_zip(data: bytes, name: str, limits: Limits) -> str:
    archive = Archive(data, name, limits)
    for part, format_ in _ZIP_PARTS:
        if part in archive:
            if format_ == "odt":
                _check_opendocument(archive.read("mimetype") if "mimetype" in archive else b"", name)
            return format_
    raise UnknownFormat(f"{name} is a zip archive but not a DOCX, XLSX, PPTX or ODT document.")


def _check_opendocument(mimetype: bytes, name: str) -> None:
    kind = mimetype.decode("ascii", "replace").strip()
    if mimetype and not kind.startswith("application/vnd.oasis.opendocument.text"):
        raise UnknownFormat(f"{name} was expected to be an OpenDocument text but says that it is {kind}.")


def _refuse_ole(data: bytes, name: str) -> DocumentProblem:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return RefusedDocument(f"{name} is protected by a password; save it without one and try again.")
    return UnknownFormat(
        f"{name} is in the binary format of Office before 2007; save it as DOCX, XLSX or PPTX and try again."
    )
