"""A document as parts of text with units in them, and how it is written back.

Every format is brought to the same shape. A part is a text, kept whole; it is the skeleton. A unit is a span
of it that holds something to translate. Writing puts new text into the spans of the units that changed and
copies everything else, so nothing outside them can be lost. Units may lie within one another: a footnote or
a text box stands inside the paragraph that anchors it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol, TypeAlias

from synslator.formats.documents.core.problems import RefusedDocument
from synslator.formats.documents.core.repair import repair
from synslator.formats.documents.office.archive import DocumentLimits
from synslator.text.tags import Tag


class PartSpan(NamedTuple):
    """A stretch of a part's text, end not included."""

    start: int
    end: int


Markup: TypeAlias = str | PartSpan
"""Markup to write: given as it is, or as it stands in the part (with the units that lie inside it)."""


@dataclass(frozen=True, slots=True)
class Code:
    """What a numbered tag stands for."""

    label: str
    """What a translator sees when asking what the tag is: `bold`, `%s`, `<br/>`."""
    open: Markup = ""
    close: Markup | None = None
    """None: the tag stands alone."""
    required: bool = False
    """Written back even when the translation lost the tag: an image, a footnote, a bookmark."""
    word: bool = False
    """Stands for words in the running text: a placeholder, a field, code."""
    literal: str | None = None
    """A character of the text itself that would be taken for a tag."""

    @property
    def paired(self) -> bool:
        """Whether the tag has an opening and a closing half."""
        return self.close is not None


class Layout(Protocol):
    """Knows how a unit's text is written in its format."""

    def write(
        self, content: Sequence[str | Tag], codes: Sequence[Code], resolve: Callable[[Markup], str]
    ) -> str:
        """Write the content of a unit; its tags are complete, known and well nested."""
        ...


@dataclass(frozen=True, slots=True)
class SideEdit:
    """A further change that goes with a changed unit, such as a state attribute."""

    span: PartSpan
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """Something to translate: a paragraph, a cell, a string."""

    span: PartSpan
    source: str
    layout: Layout
    codes: tuple[Code, ...] = ()
    """The meaning of tag 1, 2, …"""
    target: str | None = None
    """The translation that the file already holds (bilingual formats); empty where it has room for one."""
    note: str = ""
    """Where it stands or what its author says of it."""
    whole: bool = False
    """The file fixes the segment's limits; it is not split into sentences."""
    edits: tuple[SideEdit, ...] = ()
    mirrors: tuple[PartSpan, ...] = ()
    """Copies of the unit elsewhere in the part, which are given the same translation."""
    part: int = 0


def counted(units: Iterable[Unit], name: str, limits: DocumentLimits) -> tuple[Unit, ...]:
    """Take units from a reader that gives one after another, until there are too many."""
    found = tuple(islice(units, limits.units + 1))
    if len(found) > limits.units:
        raise RefusedDocument(
            f"{name} has more paragraphs than the {limits.units:,} that are read at most. Split it."
        )
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """One text of the document: the file itself, or a member of its archive."""

    name: str
    text: str


class Packer(Protocol):
    """Puts the parts back together to a file."""

    def pack(self, changed: Mapping[str, str]) -> bytes:
        """Return the file's bytes with the texts of the changed parts, named by part."""
        ...


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read: its parts, its units in reading order, and how it is written back."""

    format: str
    name: str
    parts: tuple[Part, ...]
    units: tuple[Unit, ...]
    packer: Packer
    warnings: tuple[str, ...] = ()
    plain: bool = False
    """Whether a word that a tag stands for is shown as it is written: in XML it is what its elements hold."""

    @property
    def bilingual(self) -> bool:
        """Whether the file holds translations beside the source."""
        return any(unit.target is not None for unit in self.units)

    def write(self, targets: Mapping[int, str]) -> bytes:
        """Return the file with the translations of some units, named by their place in `units`."""
        edits: list[list[_UnitEdit]] = [[] for _ in self.parts]
        for index, target in targets.items():
            unit = self.units[index]
            if not _is_unchanged(unit, target):
                edits[unit.part].extend(_edits_of(unit, target))
        changed = {
            part.name: _PartWriter(part.text, part_edits).render(PartSpan(0, len(part.text)))
            for part, part_edits in zip(self.parts, edits, strict=True)
            if part_edits
        }
        return self.packer.pack(changed)


@dataclass(frozen=True, slots=True)
class _UnitEdit:
    span: PartSpan
    write: Callable[[Callable[[Markup], str]], str]


def _is_unchanged(unit: Unit, target: str) -> bool:
    """Blanks around a translation that the file already holds are its own affair."""
    return target == unit.source if unit.target is None else target.strip() == unit.target.strip()


def _edits_of(unit: Unit, target: str) -> list[_UnitEdit]:
    def write(resolve: Callable[[Markup], str]) -> str:
        return unit.layout.write(repair(target, unit.codes), unit.codes, resolve)

    edits = [_UnitEdit(span, write) for span in (unit.span, *unit.mirrors)]
    for extra in unit.edits:
        edits.append(_UnitEdit(extra.span, lambda _, text=extra.text: text))  # type: ignore[misc]
    return edits


class _PartWriter:
    """Writes a part with its edits; one inside another is written where the outer one keeps its markup."""

    def __init__(self, text: str, edits: Sequence[_UnitEdit]) -> None:
        self._text = text
        self._edits = sorted(edits, key=lambda edit: (edit.span.start, -edit.span.end))
        self._starts = [edit.span.start for edit in self._edits]

    def render(self, span: PartSpan) -> str:
        pieces: list[str] = []
        position = span.start
        for edit in self._edits[bisect_left(self._starts, span.start) :]:
            if edit.span.start > span.end:
                break
            if edit.span.start < position or edit.span.end > span.end:
                continue
            pieces.append(self._text[position : edit.span.start])
            pieces.append(edit.write(self._resolve))
            position = edit.span.end
        pieces.append(self._text[position : span.end])
        return "".join(pieces)

    def _resolve(self, markup: Markup) -> str:
        return markup if isinstance(markup, str) else self.render(markup)
