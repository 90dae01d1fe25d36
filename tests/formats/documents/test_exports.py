"""Bilingual exports and machine translation of whole documents."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.documents import samples_office, samples_text
from synslator.formats.documents.bilingual import bilingual_docx, xliff
from synslator.formats.documents.core.known_translations import KnownTranslations
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.segments import SourceSegment, segments_of
from synslator.formats.documents.export import Translation, write_document
from synslator.formats.documents.formats import open_document
from synslator.formats.documents.machine_translation import FIRST, MOST, Draft, batch_size, translate_segments
from synslator.text.segmentation import SentenceSegmenter
from synslator.text.tag_checks import check_tags
from synslator.text.tag_placement import Alignment
from synslator.text.tags import strip

ZH = SentenceSegmenter("zh")
SAMPLES = {
    "a.docx": samples_office.docx(),
    "a.md": samples_text.MARKDOWN.encode(),
    "a.json": samples_text.JSON.encode(),
}


class Shouter:
    """A machine that translates into capitals, word by word, and knows which word came from which."""

    def __init__(self, aligned: bool = True) -> None:
        self.seen: list[str] = []
        self._aligned = aligned

    def translate(self, texts: Sequence[str]) -> list[Draft]:
        self.seen.extend(texts)
        return [self._draft(text) for text in texts]

    def _draft(self, text: str) -> Draft:
        spans = [(i, i + 1) for i in range(len(text))]
        shouted = "".join(char.upper() if len(char.upper()) == 1 else char for char in text)
        return Draft(shouted, Alignment(spans, spans, np.eye(len(text))) if self._aligned else None)


def test_the_machine_sees_no_tags_and_every_tag_comes_back() -> None:
    for aligned in (True, False):
        for name, data in (("a.docx", samples_office.docx()), ("a.html", samples_text.HTML.encode())):
            document = open_document(data, name)
            machine = Shouter(aligned)
            segments = segments_of(document, ZH)
            translations = translate_segments(document, segments, machine)
            assert not any("⟦" in text for text in machine.seen)
            for translation in translations:
                assert check_tags(translation.segment.source, translation.target) == []
                assert not translation.confirmed
            again = open_document(write_document(document, translations), name)
            assert len(again.units) == len(document.units)


def test_tags_go_where_their_words_went() -> None:
    document = open_document(b"<p>one <b>two</b> three<br>four</p>", "a.html")
    translations = translate_segments(document, segments_of(document, ZH), Shouter())
    assert write_document(document, translations) == b"<p>ONE <b>TWO</b> THREE<br>FOUR</p>"


def test_placeholders_go_through_the_machine_as_words() -> None:
    class Swapper:
        def translate(self, texts: Sequence[str]) -> list[Draft]:
            assert list(texts) == ["Open %s with {app} now", "Lost %d here"]
            return [Draft("Now {app} opens %s"), Draft("gone")]

    document = open_document(b'{"a": "Open %s with {app} now", "b": "Lost %d here"}', "a.json")
    translations = translate_segments(document, segments_of(document, ZH), Swapper())
    assert [t.target for t in translations] == ["Now ⟦2/⟧ opens ⟦1/⟧", "⟦1/⟧ gone"]
    assert write_document(document, translations) == b'{"a": "Now {app} opens %s", "b": "%d gone"}'


def test_what_the_file_translates_already_is_left_alone() -> None:
    document = open_document(samples_text.PO.encode(), "a.po")
    machine = Shouter()
    translations = translate_segments(document, segments_of(document, ZH), machine)
    assert [t.confirmed for t in translations] == [False, True, True, False]
    assert machine.seen == ["Open %s", "%d files"]


def test_progress_counts_every_segment_that_is_translated() -> None:
    document = open_document("\n".join(f"Line {i}" for i in range(100)).encode(), "a.txt")
    steps: list[int] = []
    translate_segments(document, segments_of(document, ZH), Shouter(), advance=steps.append)
    assert sum(steps) == 100
    assert len(steps) > 1


@given(st.lists(st.integers(0, 9000), min_size=1, max_size=300))
def test_batches_grow_and_do_not_take_long(lengths: list[int]) -> None:
    sizes: list[int] = []
    while (done := sum(sizes)) < len(lengths):
        sizes.append(batch_size(len(sizes), lengths[done:]))
        batch = lengths[done : done + sizes[-1]]
        assert 1 <= len(batch) == sizes[-1] <= MOST
        assert sizes[-1] == 1 or sum(batch) <= MOST * 60
    assert sizes[0] <= FIRST
    assert batch_size(0, [10] * 100) == FIRST
    assert batch_size(9, [10] * 100) == MOST


def test_the_bilingual_table_holds_every_segment() -> None:
    segments = [SourceSegment(1, 0, "A ⟦1⟧<b>⟦/1⟧ & more"), SourceSegment(2, 1, "Two\nlines")]
    data = bilingual_docx(
        [Translation(segments[0], "Ein ⟦1⟧x⟦/1⟧"), Translation(segments[1], "", confirmed=False)]
    )
    document = open_document(data, "table.docx")
    texts = [strip(unit.source) for unit in document.units]
    assert texts[:4] == ["No.", "Source", "Target", "Status"]
    assert "confirmed" in texts
    assert "untranslated" in texts
    assert bilingual_docx([]) == bilingual_docx([])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["a.docx", "a.md", "a.json"]), st.booleans(), st.data())
def test_xliff_export_reads_back(name: str, confirmed: bool, data: st.DataObject) -> None:
    document = open_document(SAMPLES[name], name)
    segments = segments_of(document, ZH)
    targets = [data.draw(st.sampled_from(["", s.source, s.source.upper()])) for s in segments]
    translations = [Translation(s, t, confirmed) for s, t in zip(segments, targets, strict=True)]
    written = xliff(document, translations, "zh", "en")
    again = open_document(written.encode(), "a.xlf")
    read = segments_of(again, ZH)
    plain = [strip(segment.source).strip() for segment in segments]
    found = [strip(segment.source).strip() for segment in read]
    assert found == [text for text in plain if any(char.isalpha() for char in text)]
    assert {strip(s.target).strip() for s in read} <= {strip(target).strip() for target in targets}


def test_known_translations_are_found_whatever_numbers_their_tags_have() -> None:
    known = KnownTranslations(
        [("Open ⟦4/⟧ ⟦2⟧now⟦/2⟧", "⟦2⟧Jetzt⟦/2⟧ ⟦4/⟧ öffnen⟦9/⟧"), ("Yes", "Nein"), ("Yes", "Ja")]
    )
    assert known.find("Open ⟦1/⟧ ⟦2⟧now⟦/2⟧") == "⟦2⟧Jetzt⟦/2⟧ ⟦1/⟧ öffnen"
    assert known.find("Yes") == "Ja"
    assert known.find("No") is None
    assert len(known) == 2


def test_what_is_known_is_confirmed_and_the_rest_is_left_without_a_machine() -> None:
    document = open_document(b"Yes.\nNo.", "a.txt")
    known = KnownTranslations([("Yes.", "Ja.")])
    translations = translate_segments(document, segments_of(document, ZH), None, known)
    assert [(t.target, t.confirmed) for t in translations] == [("Ja.", True), ("", False)]


@pytest.mark.parametrize("name", ["a.docx", "a.md", "a.json"])
def test_an_xliff_that_went_out_comes_back_into_the_document(name: str) -> None:
    document = open_document(SAMPLES[name], name)
    segments = segments_of(document, ZH)
    translations = [Translation(segment, segment.source.swapcase()) for segment in segments]
    written = xliff(document, translations, "zh", "en").encode()
    back = segments_of(open_document(written, "back.xlf"), ZH)
    known = KnownTranslations((segment.source, segment.target) for segment in back if segment.target)
    again = translate_segments(document, segments, None, known)
    assert write_document(document, again) == write_document(document, translations)


@pytest.mark.parametrize(
    ("translation", "cell"),
    [
        ('=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'),
        ("@SUM(1)", "'@SUM(1)"),
        ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
        ("-5 °C", "-5 °C"),
        ("+1", "+1"),
    ],
)
def test_a_translation_in_a_table_is_no_formula(translation: str, cell: str) -> None:
    document = open_document("名称\n零下五度\n".encode(), "a.csv")
    written = document.write({len(document.units) - 1: translation}).decode()
    assert written == f"名称\n{cell}\n"


def test_a_formula_of_the_source_stays_one() -> None:
    document = open_document('名称,值\n"=A1&""元""",1\n'.encode(), "a.csv", ReadOptions(placeholders="never"))
    texts = {number: unit.source for number, unit in enumerate(document.units)}
    assert document.write(texts).decode() == '名称,值\n"=A1&""元""",1\n'
