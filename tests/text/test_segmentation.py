"""Cutting texts into segments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.segmentation import (
    LineSegmenter,
    ParagraphSegmenter,
    SentenceSegmenter,
    cut,
    segmenter,
)
from synslator.text.tags import Tag, TagKind, tags_of

TEXTS = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "他说：“好。”",
                "走吧！",
                "Dr. Li left. ",
                "See p. 3. ",
                "\n",
                "  ",
                "1. ",
                "A.",
                "吗？",
                "etc. ",
                "。",
            ]
        ),
        st.text(alphabet="ab中。.!? \n", max_size=5),
        st.builds(Tag, st.sampled_from(list(TagKind)), st.integers(1, 9)).map(str),
    ),
    max_size=15,
).map("".join)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("第一句。第二句！第三句？", ["第一句。", "第二句！", "第三句？"]),
        ("他说：“你好。”然后走了。", ["他说：“你好。”", "然后走了。"]),
        ("Dr. Smith came. He left.", ["Dr. Smith came.", "He left."]),
        ("重约 5 lbs. 左右。可以。", ["重约 5 lbs. 左右。", "可以。"]),
        ("约重 approx. 5 kg。完。", ["约重 approx. 5 kg。", "完。"]),
        ("按 OK 键。Then press Enter. 完成。", ["按 OK 键。", "Then press Enter.", "完成。"]),
        ("It has parts, etc. The rest follows.", ["It has parts, etc.", "The rest follows."]),
        ("Bolts, nuts, etc. are in the box.", ["Bolts, nuts, etc. are in the box."]),
        ("J. Li wrote it. Version 2.0 is out!", ["J. Li wrote it.", "Version 2.0 is out!"]),
        ("1. Open the box. 2. Take it out.", ["1. Open the box.", "2. Take it out."]),
        ("See Fig. 3. Then go on.", ["See Fig. 3.", "Then go on."]),
        ("Usage:\n  -a  all\n", ["Usage:", "-a  all"]),
        ("没有句号", ["没有句号"]),
        ("……真的？", ["……真的？"]),
        ("", []),
        ("   ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [piece.text for piece in cut(text, SentenceSegmenter("zh"))] == sentences


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        ("en", "The answer is no. We leave.", ["The answer is no.", "We leave."]),
        ("zh", "The answer is no. We leave.", ["The answer is no.", "We leave."]),
        ("en", "He loves art. We left.", ["He loves art.", "We left."]),
        ("en", "See No. 5 and art. IV now. Go to No. A12.", ["See No. 5 and art. IV now.", "Go to No. A12."]),
        (
            "de",
            "Siehe Abb. 3, z.B. Nr. 5 bzw. Hrn. Li. Ende.",
            ["Siehe Abb. 3, z.B. Nr. 5 bzw. Hrn. Li.", "Ende."],
        ),
        ("de-AT", "Der 1. Satz. Der zweite.", ["Der 1. Satz.", "Der zweite."]),
        ("fr", "Voir M. Dupont, p. 3. Oui.", ["Voir M. Dupont, p. 3.", "Oui."]),
        ("it", "Vedi pag. 3. Poi il sig. Rossi.", ["Vedi pag. 3.", "Poi il sig. Rossi."]),
        ("pt", "Ver pág. 3. Depois.", ["Ver pág. 3.", "Depois."]),
        ("ru", "Парк им. Пушкина. Да.", ["Парк им. Пушкина.", "Да."]),
        ("ko", "파일을 저장합니다. 다음으로 갑니다.", ["파일을 저장합니다.", "다음으로 갑니다."]),
        ("ar", "هل تذهب؟ نعم.", ["هل تذهب؟", "نعم."]),
    ],
)
def test_abbreviations_are_those_of_the_language(language: str, text: str, sentences: list[str]) -> None:
    assert [piece.text for piece in cut(text, SentenceSegmenter(language))] == sentences


def test_own_exceptions_are_heeded() -> None:
    text = "Frag Hrn. Li. Er weiß es."
    assert [piece.text for piece in cut(text, SentenceSegmenter("zh"))] == ["Frag Hrn.", "Li.", "Er weiß es."]
    assert [piece.text for piece in cut(text, SentenceSegmenter("zh", ["Hrn."]))] == [
        "Frag Hrn. Li.",
        "Er weiß es.",
    ]


def test_lines_and_paragraphs() -> None:
    text = "Eins. Zwei.\nDrei\r\n  Vier"
    assert [piece.text for piece in cut(text, LineSegmenter())] == ["Eins. Zwei.", "Drei", "Vier"]
    assert [piece.text for piece in cut(text, ParagraphSegmenter())] == [text]
    assert isinstance(segmenter("line", "zh"), LineSegmenter)
    assert isinstance(segmenter("paragraph", "zh"), ParagraphSegmenter)
    assert isinstance(segmenter("sentence", "zh"), SentenceSegmenter)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("一。⟦1⟧二。⟦/1⟧三。", ["一。", "⟦1⟧二。⟦/1⟧", "三。"]),
        ("⟦1⟧一。⟦/1⟧⟦2/⟧二。", ["⟦1⟧一。⟦/1⟧⟦2/⟧", "二。"]),
        ("One. ⟦1/⟧Two.", ["One.", "⟦1/⟧Two."]),
        ("⟦1⟧One. Two.⟦/1⟧", ["⟦1⟧One.", "Two.⟦/1⟧"]),
        ("Mr. ⟦1⟧Li⟦/1⟧ came.", ["Mr. ⟦1⟧Li⟦/1⟧ came."]),
    ],
)
def test_tags_stay_with_their_words(text: str, pieces: list[str]) -> None:
    assert [piece.text for piece in cut(text, SentenceSegmenter("zh"))] == pieces


@given(TEXTS, st.sampled_from(["sentence", "line", "paragraph"]))
def test_nothing_is_lost(text: str, mode: str) -> None:
    pieces = cut(text, segmenter(mode, "zh"))  # type: ignore[arg-type]
    joined = "".join(piece.before + piece.text + piece.after for piece in pieces)
    assert joined == text or (not pieces and not text.strip())
    assert [tag for piece in pieces for tag in tags_of(piece.text)] == tags_of(text)
    assert all(piece.text == piece.text.strip() != "" for piece in pieces)
    assert all(not (piece.before + piece.after).strip() for piece in pieces)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("zh", ["用户名不能包含空格。", "他说：“好。走吧！”", "你昨天晚上去哪儿了？", "共3.5米（约二尺）。"]),
        ("en", ["Dr. Li left at 3 p.m. on Monday. ", "“Stay,” she said. ", "See p. 3 for more. ", "Why? "]),
    ],
)
def test_a_line_of_any_length_is_cut_as_its_parts_are(language: str, sentences: list[str]) -> None:
    known, many = segmenter("sentence", language), 1500
    few = [piece.text for piece in cut("".join(sentences * 2), known)]
    again = [piece.text for piece in cut("".join(sentences * (2 * many)), known)]
    assert again == few * many


def test_a_line_without_an_end_is_one_segment_and_one_of_stops_only_too() -> None:
    known = segmenter("sentence", "zh")
    assert [piece.text for piece in cut("字" * 50_000, known)] == ["字" * 50_000]
    assert [piece.text for piece in cut("。" * 50_000, known)] == ["。" * 50_000]
