"""Tags in completions: what was typed stays as it is, and each tag of the source comes once at most."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages import PAIRS
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.text.tag_placement import Alignment, diagonal
from synslator.text.tags import TagKind, strip, tags_of
from synslator.text.words import TOKEN, joins
from synslator.workbench.live.segment_completer import SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource, Written

SOURCE = "点击⟦1⟧保存⟦/1⟧按钮⟦2/⟧。"
PLAIN = "Click the Save button."


def retagged(source: str, typed: str, plain: str, words: dict[int, str] | None = None) -> Written:
    tagged = TaggedSource.of(source, words or {})

    def align() -> Alignment:
        return diagonal(tagged.plain, plain)

    return tagged.retagged(typed, plain, align)


def test_missing_tags_come_where_their_words_went() -> None:
    text = retagged(SOURCE, "", PLAIN).text
    assert strip(text) == PLAIN
    assert Counter(tags_of(text)) == Counter(tags_of(SOURCE))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Click the ⟦1⟧Save⟦/1⟧ ", {"⟦2/⟧"}),
        ("Click the ⟦1⟧Sa", {"⟦/1⟧", "⟦2/⟧"}),
        ("Click the Save button", {"⟦2/⟧"}),
    ],
)
def test_what_was_typed_is_not_offered_again(typed: str, expected: set[str]) -> None:
    written = retagged(SOURCE, typed, PLAIN)
    assert written.text.startswith(typed)
    assert {str(tag) for tag in tags_of(written.text[len(typed) :])} <= expected
    assert "⟦1⟧" not in written.text[len(typed) :]


@pytest.mark.parametrize(
    ("source", "typed", "plain", "links", "behind"),
    [
        # The pair begins at "the", which was typed; its words are still ahead.
        ("维护⟦1⟧设备⟦/1⟧", "Maintain the", "Maintain the device", {0: 0, 2: 1, 3: 2}, " ⟦1⟧device⟦/1⟧"),
        # The words of the pair are typed, and what follows is not theirs.
        ("维护⟦1⟧设备⟦/1⟧吧", "Maintain devices", "Maintain devices now", {0: 0, 2: 1, 4: 2}, " now"),
        # A closing tag comes behind the word that is being typed, not into it.
        ("⟦1⟧维护⟦/1⟧设备", "⟦1⟧Main", "Maintain devices", {0: 0, 1: 0, 2: 1}, "tain⟦/1⟧ devices"),
        # A mark that was passed comes as soon as it can.
        ("维⟦2/⟧护设备", "Maintain dev", "Maintain devices now", {0: 0, 1: 0, 2: 1, 3: 1}, "ices⟦2/⟧ now"),
    ],
)
def test_tags_stay_whatever_is_typed(
    source: str, typed: str, plain: str, links: dict[int, int], behind: str
) -> None:
    tagged = TaggedSource.of(source, {})
    rows = [(n, n + 1) for n in range(len(tagged.plain))]
    columns = [found.span() for found in TOKEN.finditer(plain)]
    weights = np.zeros((len(rows), len(columns)))
    for row, column in links.items():
        if row < len(rows):
            weights[row, column] = 1
    written = tagged.retagged(typed, plain, lambda: Alignment(rows, columns, weights))
    assert written.text == typed + behind


@pytest.mark.parametrize("typed", ["⟦1⟧sav⟦/1⟧", "⟦1⟧⟦2⟧sav⟦/2⟧⟦/1⟧"])
def test_a_word_that_a_closing_tag_ends_is_not_gone_on_with(tiny_folder: Path, typed: str) -> None:
    engine = VanillaEngine(Package.open(tiny_folder))
    options, glued = SearchOptions(language_model_words=0), 0
    for source, _ in PAIRS:
        tagged = TaggedSource.of(source, {})
        answer = run(SegmentCompleter(engine, tagged, (), options).complete(typed))
        assert answer.text.startswith(typed)
        assert not joins(answer.text[len(typed) :][:1])
        for one in answer.suggestions:
            assert not joins(one.text[:1])
        plain = strip(typed)
        untagged = run(SegmentCompleter(engine, tagged, (), options).complete(plain))
        glued += joins(untagged.text[len(plain) :][:1])
    assert glued, "the machine takes none of these words for a half one"


def test_a_word_that_a_tag_stands_for_becomes_the_tag() -> None:
    source, words = "共有⟦1/⟧个文件", {1: "%d"}
    assert TaggedSource.of(source, words).plain == "共有%d个文件"
    assert retagged(source, "", "There are %d files", words).text == "There are ⟦1/⟧ files"
    typed = "There are ⟦1/⟧"
    assert TaggedSource.of(source, words).untagged(typed) == "There are %d"
    assert retagged(source, typed, "There are %d files", words).text == "There are ⟦1/⟧ files"
    assert TaggedSource.of(source, words).with_words_tagged("%d files", "There are ") == "⟦1/⟧ files"


def test_places_of_words_are_those_in_the_tagged_text() -> None:
    written = retagged(SOURCE, "", PLAIN)
    for word in PLAIN.rstrip(".").split():
        start = PLAIN.index(word)
        shown = written.text[written.start(start) : written.end(start + len(word))]
        assert strip(shown) == word


tags = st.sampled_from(["⟦1⟧", "⟦/1⟧", "⟦2/⟧", "⟦3⟧", "⟦/3⟧", ""])
pieces = st.lists(st.tuples(tags, st.sampled_from(["甲", "乙方", "保存", " "])), min_size=1, max_size=6)
typing = st.lists(st.tuples(tags, st.sampled_from(["a", "bc ", "Save"])), max_size=4)


@given(source=pieces, typed=typing, rest=st.text(alphabet="abc S", max_size=12))
def test_what_was_typed_stays_and_no_tag_comes_twice(
    source: list[tuple[str, str]], typed: list[tuple[str, str]], rest: str
) -> None:
    tagged, prefix = "".join(map("".join, source)), "".join(map("".join, typed))
    plain = TaggedSource.of(tagged, {}).untagged(prefix) + rest
    written = retagged(tagged, prefix, plain)
    assert written.text.startswith(prefix)
    assert strip(written.text[len(prefix) :]) == rest
    added = Counter(tags_of(written.text[len(prefix) :]))
    assert all(count <= Counter(tags_of(tagged))[tag] for tag, count in added.items())
    for tag in added:
        if tag.kind is TagKind.ALONE:
            assert Counter(tags_of(prefix))[tag] < Counter(tags_of(tagged))[tag]
    # A tag does not cut a word; only the translator may.
    for found in re.finditer(r"\w(?:⟦[^⟧]*⟧)+(?=\w)", written.text[max(len(prefix) - 1, 0) :]):
        assert found.start() == 0
        assert prefix.endswith("⟧")
    for position in range(len(TaggedSource.of(tagged, {}).untagged(prefix)), len(plain) + 1):
        assert len(prefix) <= written.start(position) <= len(written.text)
        assert len(prefix) <= written.end(position) <= len(written.text)
