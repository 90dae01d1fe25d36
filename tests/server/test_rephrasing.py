"""Other words for a span, over the live session: both sides stay, nothing is saved."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serving import Served
from synslator.workbench.live.rephrasing import at_words
from talking import Api, Page, greeted

SOURCE = "点击“保存”之前，请检查设置。"
TEXT = "Please check the settings before you save the file."


def asked(one: Page, segment: dict[str, Any], text: str, start: int, end: int) -> dict[str, Any]:
    seq = one.send("rephrase", segment=segment["id"], text=text, start=start, end=end)
    return dict(one.expect("rephrasings", seq=seq))


@pytest.mark.parametrize("words", ["check", "the settings", "Please", "save the file."])
def test_a_span_can_be_said_in_other_words(served: Served, api: Api, words: str) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    start = TEXT.index(words)
    end = start + len(words)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("completion", seq=one.edit(segment["id"], TEXT))
        found = asked(one, segment, TEXT, start, end)
        assert (found["start"], found["end"]) == (start, end)
        lines = [line["text"] for line in found["rephrasings"]]
        assert len(set(lines)) == len(lines) <= 5
        assert words not in lines
        for line in lines:
            assert line.strip()
            assert "  " not in f"{TEXT[:start]}{line}{TEXT[end:]}"
        again = asked(one, segment, TEXT, start + 1, start + 1)
        first = words.split(maxsplit=1)[0]
        assert TEXT[again["start"] : again["end"]] == first.rstrip(".") or again["start"] == start
    assert api.get(f"/segments/{segment['id']}")["target"] == TEXT


def test_some_span_has_other_words(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        one.expect("completion", seq=one.edit(segment["id"], TEXT))
        starts = [at for at, char in enumerate(TEXT) if at == 0 or TEXT[at - 1] == " "]
        assert any(asked(one, segment, TEXT, start, start)["rephrasings"] for start in starts)


def test_tags_are_not_rephrased(served: Served, api: Api) -> None:
    (segment,) = api.document(api.project()["id"], SOURCE)
    text = "Please ⟦1⟧check⟦/1⟧ the settings."
    with greeted(served.address, segment["document"]) as one:
        one.open(segment["id"])
        assert asked(one, segment, text, 0, len(text))["rephrasings"] == []


@given(st.text("ab ,数", max_size=12), st.integers(0, 12), st.integers(0, 12))
def test_a_span_is_widened_to_words_and_never_leaves_the_text(text: str, start: int, end: int) -> None:
    first, last = at_words(text, start, end)
    assert 0 <= first <= last <= len(text)
    assert text[first:last] == text[first:last].strip()
    chosen = text[min(start, end) : max(start, end)].strip()
    assert chosen in text[first:last]
    if 0 < first < last:
        assert not (
            text[first - 1].isalpha()
            and text[first].isalpha()
            and text[first].isascii()
            and text[first - 1].isascii()
        )


def test_a_caret_stands_for_the_word_around_it() -> None:
    assert at_words("the smart meter", 6, 6) == (4, 9)
    assert at_words("the smart meter", 4, 4) == (4, 9)
    assert at_words("the smart meter", 9, 9) == (4, 9)
    assert at_words("the smart meter", 5, 12) == (4, 15)
    assert at_words("the, smart", 4, 4) == (4, 4)
