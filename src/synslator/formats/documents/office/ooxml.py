"""What the three Office formats share: the package, its parts and how they name one another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from synslator.formats.documents.core.model import Document, Part, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.xml import attributes, check, tokens
from synslator.formats.documents.core.xml_cursor import Cursor
from synslator.formats.documents.office.archive import Archive, ArchivePacker

_TRANSITIONAL = "http://schemas.openxmlformats.org"
_STRICT = "http://purl.oclc.org/ooxml"
NAMESPACES = {
    f"{_TRANSITIONAL}/wordprocessingml/2006/main": "w",
    f"{_STRICT}/wordprocessingml/main": "w",
    f"{_TRANSITIONAL}/drawingml/2006/main": "a",
    f"{_STRICT}/drawingml/main": "a",
    f"{_TRANSITIONAL}/spreadsheetml/2006/main": "x",
    f"{_STRICT}/spreadsheetml/main": "x",
    f"{_TRANSITIONAL}/presentationml/2006/main": "p",
    f"{_STRICT}/presentationml/main": "p",
    f"{_TRANSITIONAL}/officeDocument/2006/math": "m",
    f"{_STRICT}/officeDocument/math": "m",
    f"{_TRANSITIONAL}/markup-compatibility/2006": "mc",
    f"{_TRANSITIONAL}/package/2006/content-types": "",
    f"{_TRANSITIONAL}/package/2006/relationships": "",
}
_MACROS = re.compile(r"(?i)macroenabled|vbaproject")


@dataclass(frozen=True, slots=True)
class OfficePackage:
    """An Office file: its archive and the type of each part."""

    archive: Archive
    types: dict[str, str]

    @classmethod
    def open(cls, data: bytes, name: str, options: ReadOptions) -> "OfficePackage":
        """Open the archive and read what its parts are."""
        archive = Archive(data, name, options.limits)
        text = archive.text("[Content_Types].xml")
        check(text, f"[Content_Types].xml in {name}")
        types: dict[str, str] = {}
        defaults: dict[str, str] = {}
        for token in tokens(text, NAMESPACES):
            given = attributes(text[token.start : token.end])
            if token.name == "Override" and "PartName" in given:
                types[given["PartName"].lstrip("/")] = given.get("ContentType", "")
            elif token.name == "Default" and "Extension" in given:
                defaults[given["Extension"].lower()] = given.get("ContentType", "")
        for member in archive.names():
            types.setdefault(member, defaults.get(member.rpartition(".")[2].lower(), ""))
        return cls(archive, types)

    def parts(self, *types: str) -> list[str]:
        """Name the parts whose type ends so, type by type, `slide2` before `slide10`."""
        found = []
        for type_ in types:
            fitting = [m for m in self.archive.names() if self.types.get(m, "").endswith(type_)]
            found.extend(sorted(fitting, key=lambda member: (len(member), member)))
        return found

    def text(self, member: str) -> str:
        """Read an XML part and check it."""
        text = self.archive.text(member)
        check(text, f"{member} in {self.archive.name}")
        return text

    def relations(self, member: str) -> dict[str, str]:
        """Return the targets of a part's relations inside the package, by relation id."""
        folder, _, file = member.rpartition("/")
        source = f"{folder}/_rels/{file}.rels"
        if source not in self.archive:
            return {}
        text = self.text(source)
        targets = {}
        for token in tokens(text, NAMESPACES):
            given = attributes(text[token.start : token.end])
            if token.name == "Relationship" and given.get("TargetMode") != "External":
                targets[given.get("Id", "")] = _joined(folder, given.get("Target", ""))
        return targets

    def listed(self, member: str, element: str, type_: str) -> Iterator[tuple[dict[str, str], str]]:
        """Yield the parts that elements of a part name by relation, in order, with what each element says."""
        relations = self.relations(member)
        text = self.text(member)
        for token in tokens(text, NAMESPACES):
            if token.name == element:
                given = attributes(text[token.start : token.end])
                relation = next((value for key, value in given.items() if key.endswith(":id")), "")
                target = relations.get(relation, "")
                if self.types.get(target, "").endswith(type_) and target in self.archive:
                    yield given, target

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what a user should know of the file."""
        if any(_MACROS.search(type_) for type_ in self.types.values()):
            return (f"{self.archive.name} holds macros; they are kept as they are and never run.",)
        return ()

    def document(self, format_: str, found: Sequence[tuple[Part, Sequence[Unit]]]) -> Document:
        """Create a document from parts and the units in each."""
        units = [
            replace(unit, part=number)
            for number, (_, part_units) in enumerate(found)
            for unit in sorted(part_units, key=lambda unit: (unit.span.start, -unit.span.end))
        ]
        parts = tuple(part for part, _ in found)
        name = self.archive.name
        return Document(format_, name, parts, tuple(units), ArchivePacker(self.archive), self.warnings)


def _joined(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target[1:]
    steps = folder.split("/") if folder else []
    for step in target.split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step != ".":
            steps.append(step)
    return "/".join(steps)


def office_cursor(text: str, what: str) -> Cursor:
    """Walk over a part of an Office file."""
    return Cursor(text, what, NAMESPACES)
