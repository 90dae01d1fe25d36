"""What every document format promises."""

import io
import zipfile
from typing import ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from synslator.formats.documents.core.model import Document, PartSpan, Unit
from synslator.formats.documents.core.repair import repair
from synslator.formats.documents.core.segments import segments_of, unit_texts
from synslator.formats.documents.core.xml import unescape
from synslator.formats.documents.formats import detect, open_document
from synslator.text.segmentation import SentenceSegmenter
from synslator.text.tags import TAG, Tag, TagKind, split

_WORD = st.text(
    alphabet="abcXYZ中文字éß 0199.,;:!?%$&<>\"'`*_[](){}#|\\/~^=+-@⟦⟧😀“”。",
    min_size=1,
    max_size=8,
).map(lambda word: "".join(word.split()) or "x")
SENTENCES = st.lists(_WORD, min_size=1, max_size=6).map(" ".join).map(lambda words: f"字{words}z")
SENTENCES = SENTENCES.filter(lambda text: not TAG.search(text))
"""Random texts with everything that any of the formats takes for markup; single spaces, no blank edges."""


def swap(text: str) -> str:
    """Return a 'translation' that changes every letter and nothing else, and that undoes itself."""
    return "".join(piece.swapcase() if isinstance(piece, str) else str(piece) for piece in split(text))


def skeleton(document: Document) -> list[str]:
    """Return all that lies outside the units."""
    outside = []
    for number, part in enumerate(document.parts):
        spans = sorted(span for u in document.units if u.part == number for span in (u.span, *u.mirrors))
        position = 0
        pieces = []
        for span in spans:
            if span.start >= position:
                pieces.append(part.text[position : span.start])
                position = span.end
        pieces.append(part.text[position:])
        outside.append("¦".join(pieces))
    return outside


def codes(document: Document) -> list[list[tuple[str, str, str]]]:
    """Return what each tag of each unit stands for, as it is written in the file."""

    def written(unit: Unit, markup: str | PartSpan | None) -> str:
        if isinstance(markup, PartSpan):
            inner = [u for u in document.units if u.part == unit.part and _within(u.span, markup)]
            return "nested" if inner else document.parts[unit.part].text[markup.start : markup.end]
        return markup or ""

    return [
        [(code.label, written(unit, code.open), written(unit, code.close)) for code in unit.codes]
        for unit in document.units
    ]


def _within(inner: PartSpan, outer: PartSpan) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def flat(unit: Unit, text: str | None = None) -> str:
    """Return a unit's text with placeholders and protected characters written out."""
    pieces = []
    for piece in split(unit.source if text is None else text):
        if isinstance(piece, str):
            pieces.append(piece)
            continue
        code = unit.codes[piece.number - 1]
        markup = code.literal or (code.close if piece.kind is TagKind.CLOSE else code.open)
        written_out = isinstance(markup, str) and "fldChar" not in markup
        as_written = code.label if code.word else unescape(str(markup))
        pieces.append(as_written if written_out else f"<{code.label}>")
    return "".join(pieces)


class FormatContract:
    """A format, by a sample of it."""

    name: ClassVar[str]
    """The name of the sample's file."""
    format: ClassVar[str]
    """The name of the format."""
    sample: ClassVar[bytes]
    sources: ClassVar[tuple[str, ...]]
    """What the sample offers, in order."""
    binary: ClassVar[bool] = False
    """Whether the file is a zip archive."""

    @staticmethod
    def translate(text: str) -> str:
        """Make a "translation"; a format that cannot hold every text overrides it."""
        return swap(text)

    def document(self) -> Document:
        """Read the sample."""
        return open_document(self.sample, self.name)

    def test_offers_what_is_to_be_translated(self) -> None:
        assert [unit.source for unit in self.document().units] == list(self.sources)

    def test_is_known_by_its_content_and_name(self) -> None:
        assert detect(self.sample, self.name) == self.format

    def test_without_a_change_the_bytes_are_the_same(self) -> None:
        document = self.document()
        assert document.write({}) == self.sample
        unchanged = {i: u.source if u.target is None else u.target for i, u in enumerate(document.units)}
        assert document.write(unchanged) == self.sample

    def test_segments_joined_again_are_the_document(self) -> None:
        document = self.document()
        segments = segments_of(document, SentenceSegmenter("zh"))
        joined = unit_texts(segments, [segment.source for segment in segments])
        assert [joined[index] for index in range(len(document.units))] == list(self.sources)

    def test_translating_changes_exactly_the_translatable_text(self) -> None:
        document = self.document()
        targets = {index: self.translate(unit.source) for index, unit in enumerate(document.units)}
        written = document.write(targets)
        again = open_document(written, self.name)
        if document.bilingual:
            assert [unit.source for unit in again.units] == list(self.sources)
            assert [unit.target for unit in again.units] == list(targets.values())
        else:
            assert [unit.source for unit in again.units] == list(targets.values())
            assert skeleton(again) == skeleton(document)
        assert codes(again) == codes(document)
        if self.binary:
            self._check_members(written, document)

    def _check_members(self, written: bytes, document: Document) -> None:
        touched = {document.parts[unit.part].name for unit in document.units}
        before, after = (zipfile.ZipFile(io.BytesIO(data)) for data in (self.sample, written))
        assert before.namelist() == after.namelist()
        for member in before.namelist():
            if member not in touched:
                assert before.read(member) == after.read(member), member

    def test_translating_back_gives_the_same_texts(self) -> None:
        document = self.document()
        if document.bilingual:
            return
        there = document.write({i: self.translate(u.source) for i, u in enumerate(document.units)})
        changed = open_document(there, self.name)
        back = changed.write({i: u.source for i, u in enumerate(document.units)})
        assert [unit.source for unit in open_document(back, self.name).units] == list(self.sources)

    def test_each_unit_can_change_alone(self) -> None:
        document = self.document()
        for index, unit in enumerate(document.units):
            again = open_document(document.write({index: self.translate(unit.source)}), self.name)
            texts = [u.source if u.target is None else u.target for u in again.units]
            wanted = [u.source if u.target is None else u.target for u in document.units]
            wanted[index] = self.translate(unit.source)
            assert texts == wanted

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data())
    def test_random_text_survives(self, data: st.DataObject) -> None:
        document = self.document()
        index = data.draw(st.integers(0, len(document.units) - 1))
        unit = document.units[index]
        text = data.draw(SENTENCES)
        tags = [str(piece) for piece in split(unit.source) if isinstance(piece, Tag)]
        marked = "字".join(tags)
        target = data.draw(st.sampled_from([text, f"{text}{marked}字", f"{marked}{text}"]))
        again = open_document(document.write({index: target}), self.name)
        texts = [_visible(u, u.source if u.target is None else u.target) for u in again.units]
        assert _visible(unit, target) in texts

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(data=st.data())
    def test_wrong_tags_never_break_the_file(self, data: st.DataObject) -> None:
        document = self.document()
        index = data.draw(st.integers(0, len(document.units) - 1))
        tags = st.builds(Tag, st.sampled_from(list(TagKind)), st.integers(1, 4)).map(str)
        pieces = data.draw(st.lists(st.one_of(tags, st.sampled_from(["ab", "字", " c "])), max_size=8))
        target = "x" + "".join(pieces) + "x"
        unit = document.units[index]
        again = open_document(document.write({index: target}), self.name)
        written = "".join(str(piece) for piece in repair(target, unit.codes))
        texts = [_visible(u, u.source if u.target is None else u.target) for u in again.units]
        assert _visible(unit, written) in texts


def _visible(unit: Unit, text: str) -> str:
    """Return a text as a reader sees it; blanks are compared by the formats' own tests."""
    return " ".join(strip_labels(flat(unit, text), unit).split())


def strip_labels(text: str, unit: Unit) -> str:
    """Leave out the tags that stand for markup, so that texts can be compared whatever their tags are."""
    for code in unit.codes:
        text = text.replace(f"<{code.label}>", " ")
    return text
