"""Segments of a document: split, merged, joined again, and exported."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.documents import samples_office, samples_text
from synslator.errors import UsageProblem
from synslator.formats.documents.core.segments import (
    SourceSegment,
    merge_segments,
    renumbered,
    segments_of,
    split_segment,
    unit_texts,
)
from synslator.formats.documents.export import Translation, plain_target, write_document
from synslator.formats.documents.formats import open_document
from synslator.text.segmentation import SentenceSegmenter

ZH = SentenceSegmenter("zh")


def test_segments_carry_number_note_and_existing_translation() -> None:
    document = open_document(samples_text.PO.encode(), "a.po")
    segments = segments_of(document, ZH)
    assert [segment.number for segment in segments] == list(range(1, len(segments) + 1))
    assert segments[0].note == "menu; A hint; file.c:3"
    assert segments[0].target == ""
    assert segments[1].target.startswith("Alt eins")


def test_chinese_sentences_become_english_ones_with_a_space_between_them() -> None:
    document = open_document("第一句。第二句。第三句。".encode(), "a.txt")
    segments = segments_of(document, ZH)
    translations = [Translation(s, t) for s, t in zip(segments, ["One.", "Two.", "Three."], strict=True)]
    assert write_document(document, translations) == b"One. Two. Three."


def test_english_sentences_become_chinese_ones_without() -> None:
    document = open_document(b"One. Two.", "a.txt")
    segments = segments_of(document, SentenceSegmenter("en"))
    translations = [Translation(s, t) for s, t in zip(segments, ["一。", "二。"], strict=True)]
    assert write_document(document, translations).decode() == "一。二。"


def test_other_blanks_between_segments_stay() -> None:
    segments = [SourceSegment(1, 0, "A."), SourceSegment(2, 0, "B.", before="\n\t", after=" ")]
    assert unit_texts(segments, ["X.", "Y."]) == {0: "X.\n\tY. "}


@pytest.mark.parametrize(
    ("choice", "expected"), [("source", "Eins. Two."), ("draft", "Eins. Zwei."), ("nothing", "Eins.")]
)
def test_what_is_not_confirmed_is_as_chosen(choice: str, expected: str) -> None:
    document = open_document(b"One. Two.", "a.txt")
    one, two = segments_of(document, SentenceSegmenter("en"))
    translations = [Translation(one, "Eins."), Translation(two, "Zwei.", confirmed=False)]
    assert write_document(document, translations, choice).decode().strip() == expected  # type: ignore[arg-type]


def test_a_segment_is_split_between_words_only() -> None:
    segment = SourceSegment(3, 0, "One ⟦1⟧two⟦/1⟧ three", before=" ", after="\n")
    first, second = split_segment(segment, segment.source.index("three"))
    assert (first.source, first.before, first.after) == ("One ⟦1⟧two⟦/1⟧", " ", "")
    assert (second.source, second.before, second.after) == ("three", " ", "\n")
    for place in (0, len(segment.source), segment.source.index("⟦1⟧") + 1):
        with pytest.raises(UsageProblem, match="Segment 3"):
            split_segment(segment, place)


def test_only_neighbours_of_one_unit_are_merged() -> None:
    one, two, other = (
        SourceSegment(1, 0, "A."),
        SourceSegment(2, 0, "B.", before=" "),
        SourceSegment(3, 1, "C."),
    )
    assert merge_segments(one, two).source == "A. B."
    with pytest.raises(UsageProblem, match="2 and 3"):
        merge_segments(two, other)
    with pytest.raises(UsageProblem):
        merge_segments(two, one)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_splits_and_merges_never_break_the_export(data: st.DataObject) -> None:
    document = open_document(samples_office.docx(), "a.docx")
    segments = segments_of(document, ZH)
    for _ in range(data.draw(st.integers(0, 12))):
        index = data.draw(st.integers(0, len(segments) - 1))
        try:
            if data.draw(st.booleans()):
                place = data.draw(st.integers(0, len(segments[index].source)))
                segments[index : index + 1] = split_segment(segments[index], place)
            elif index + 1 < len(segments):
                segments[index : index + 2] = [merge_segments(segments[index], segments[index + 1])]
        except UsageProblem:
            continue
        segments = renumbered(segments)
    sources = [segment.source for segment in segments]
    assert document.write(unit_texts(segments, sources)) == samples_office.docx()
    changed = document.write(unit_texts(segments, [source.swapcase() for source in sources]))
    wanted = [unit.source.swapcase() for unit in document.units]
    assert [unit.source for unit in open_document(changed, "a.docx").units] == wanted


def test_plain_text_writes_out_placeholders_and_code() -> None:
    document = open_document(samples_text.MARKDOWN.encode(), "a.md")
    segments = segments_of(document, ZH)
    text = plain_target(document, [Translation(s, s.source) for s in segments])
    assert "First paragraph with bold, `code()` and a link. It goes on here\nand here & there." in text
    assert text.splitlines()[0] == "Getting started"
    document = open_document(samples_text.JSON.encode(), "a.json")
    segments = segments_of(document, ZH)
    assert "One {name}" in plain_target(document, [Translation(s, s.source) for s in segments])
