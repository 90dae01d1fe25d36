"""PowerPoint: the text of slides, their notes, charts and diagrams; masters, layouts and comments stay."""

from synslator.formats.documents.core.model import Document, Part, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.office.drawing import CHARTS_AND_DIAGRAMS, drawing_part, drawing_parts
from synslator.formats.documents.office.ooxml import OfficePackage

_PRESENTATION = (
    "presentationml.presentation.main+xml",
    "presentationml.template.main+xml",
    "presentationml.slideshow.main+xml",
    "presentation.macroEnabled.main+xml",
    "template.macroEnabled.main+xml",
    "slideshow.macroEnabled.main+xml",
)
_SLIDE, _NOTES = "presentationml.slide+xml", "presentationml.notesSlide+xml"


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a presentation."""
    package = OfficePackage.open(data, name, options)
    found: list[tuple[Part, list[Unit]]] = []
    for number, slide in enumerate(_slides(package, name), start=1):
        found.append(drawing_part(package, slide, note=f"slide {number}"))
        for target in package.relations(slide).values():
            if package.types.get(target, "").endswith(_NOTES):
                found.append(drawing_part(package, target, note=f"notes of slide {number}"))
    found.extend(drawing_parts(package, *CHARTS_AND_DIAGRAMS))
    return package.document("pptx", found)


def _slides(package: OfficePackage, name: str) -> list[str]:
    """Name the slides in the order in which they are shown."""
    main = package.parts(*_PRESENTATION)
    if not main:
        raise DamagedDocument(f"{name} is damaged: the main part of the presentation is missing.")
    return [slide for _, slide in package.listed(main[0], "p:sldId", _SLIDE)]
