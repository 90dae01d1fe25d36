"""Word: paragraphs of the body, notes, headers, footers, text boxes, charts; comments and fields stay."""

from synslator.formats.documents.core.model import Document, Part, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.office.drawing import CHARTS_AND_DIAGRAMS, drawing_parts
from synslator.formats.documents.office.ooxml import OfficePackage
from synslator.formats.documents.office.word import WordReader
from synslator.formats.documents.office.word_styles import read_word_styles

_MAIN = (
    "wordprocessingml.document.main+xml",
    "wordprocessingml.template.main+xml",
    "document.macroEnabled.main+xml",
    "template.macroEnabledTemplate.main+xml",
)
_BESIDE = (
    "wordprocessingml.footnotes+xml",
    "wordprocessingml.endnotes+xml",
    "wordprocessingml.header+xml",
    "wordprocessingml.footer+xml",
)


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a Word document."""
    package = OfficePackage.open(data, name, options)
    main = package.parts(*_MAIN)
    if not main:
        raise DamagedDocument(f"{name} is damaged: the main part of the Word document is missing.")
    styles = read_word_styles(package, options.code_styles)
    found: list[tuple[Part, list[Unit]]] = []
    for member in (main[0], *package.parts(*_BESIDE)):
        text = package.text(member)
        try:
            units = WordReader(text, f"{member} in {name}", styles).read()
        except RecursionError:
            raise DamagedDocument(f"{name} nests text boxes too deeply to be read.") from None
        found.append((Part(member, text), units))
    found.extend(drawing_parts(package, *CHARTS_AND_DIAGRAMS))
    return package.document("docx", found)
