"""Tags placed by alignment, and the check that compares tags."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.text.tag_checks import check_tags
from synslator.text.tag_placement import Alignment, diagonal, place_tags
from synslator.text.tags import Tag, TagKind, split, strip, tags_of


def words(text: str) -> list[tuple[int, int]]:
    """Return the spans of the words between spaces."""
    spans, position = [], 0
    for word in text.split(" "):
        spans.append((position, position + len(word)))
        position += len(word) + 1
    return [span for span in spans if span[1] > span[0]]


def aligned(source: str, target: str, links: list[tuple[int, int]]) -> Alignment:
    """Link words of a source and a target by their numbers."""
    first, second = words(strip(source)), words(target)
    weights = np.zeros((len(first), len(second)))
    for row, column in links:
        weights[row, column] = 1
    return Alignment(first, second, weights)


SAME = [(i, i) for i in range(10)]


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        ("a ⟦1⟧b⟦/1⟧ c", "x y z", SAME[:3], "x ⟦1⟧y⟦/1⟧ z"),
        ("a ⟦1⟧b⟦/1⟧ c", "y x z", [(0, 1), (1, 0), (2, 2)], "⟦1⟧y⟦/1⟧ x z"),
        ("⟦1⟧a b⟦/1⟧", "x y z", [], "⟦1⟧x y z⟦/1⟧"),
        ("a ⟦1⟧b c⟦/1⟧ d", "x y z w", [(0, 3), (1, 0), (2, 1), (2, 2)], "⟦1⟧x y z⟦/1⟧ w"),
        ("a ⟦1⟧b ⟦2⟧c⟦/2⟧⟦/1⟧", "x y z", SAME[:3], "x ⟦1⟧y ⟦2⟧z⟦/2⟧⟦/1⟧"),
        ("⟦1⟧a⟦/1⟧ ⟦2⟧b⟦/2⟧", "x y", [(0, 1), (1, 0)], "⟦2⟧x⟦/2⟧ ⟦1⟧y⟦/1⟧"),
        ("a⟦1/⟧ b", "x y", SAME[:2], "x⟦1/⟧ y"),
        ("a ⟦1/⟧b", "x y", SAME[:2], "x ⟦1/⟧y"),
        ("⟦1/⟧a b", "x y", SAME[:2], "⟦1/⟧x y"),
        ("a b⟦1/⟧", "x y", [(0, 1), (1, 0)], "x y⟦1/⟧"),
        ("a⟦1/⟧ b c", "z x y", [(0, 1), (1, 2), (2, 0)], "⟦1/⟧z x y"),
        ("a ⟦1⟧⟦/1⟧b", "x y", SAME[:2], "x ⟦1⟧⟦/1⟧y"),
        ("a ⟦1⟧b", "x y", SAME[:2], "x ⟦1⟧y"),
        ("a⟦/1⟧ b", "x y", SAME[:2], "x⟦/1⟧ y"),
        ("a ⟦1⟧b⟦/1⟧", "", [], "⟦1⟧⟦/1⟧"),
        ("no tags", "x y", SAME[:2], "x y"),
    ],
)
def test_hand_made_alignments(source: str, target: str, links: list[tuple[int, int]], expected: str) -> None:
    assert place_tags(source, target, aligned(source, target, links)) == expected


def test_a_space_inside_a_subword_stays_outside_the_pair() -> None:
    alignment = Alignment([(0, 1), (1, 2)], [(0, 5), (5, 11)], np.eye(2))
    assert place_tags(
        "打⟦1⟧开⟦/1⟧", "Click here", Alignment([(0, 1), (1, 2)], [(0, 5), (5, 10)], np.eye(2))
    ) == ("Click ⟦1⟧here⟦/1⟧")
    assert alignment.weights.shape == (2, 2)


def test_characters_of_chinese_can_be_aligned() -> None:
    weights = np.array([[1.0, 0], [1, 0], [0, 1], [0, 1]])
    alignment = Alignment([(i, i + 1) for i in range(4)], [(0, 4), (5, 9)], weights)
    assert place_tags("打开⟦1⟧文件⟦/1⟧", "Open file", alignment) == "Open ⟦1⟧file⟦/1⟧"


@pytest.mark.parametrize(
    ("source", "target", "weights", "words_in_message"),
    [
        ([(0, 1)], [(0, 1)], np.zeros((2, 1)), "shape"),
        ([(0, 1)], [(0, 1)], np.array([[-1.0]]), "negative"),
        ([(0, 1)], [(0, 1)], np.array([[np.nan]]), "finite"),
        ([(0, 1)], [(2, 3), (0, 1)], np.zeros((1, 2)), "in order"),
    ],
)
def test_bad_alignments_are_refused(
    source: list, target: list, weights: np.ndarray, words_in_message: str
) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match=words_in_message):
        Alignment(source, target, weights)


@st.composite
def tagged_sources(draw: st.DrawFn) -> str:
    """Draw words with well nested tags, and now and then half a pair."""
    number = 0
    opened: list[int] = []
    pieces: list[str] = []
    for _ in range(draw(st.integers(0, 14))):
        choice = draw(st.integers(0, 9))
        if choice < 5:
            pieces.append(draw(st.sampled_from(["a ", "bc", " d", "文", "字。"])))
        elif choice == 5:
            number += 1
            pieces.append(str(Tag(TagKind.ALONE, number)))
        elif choice < 8:
            number += 1
            opened.append(number)
            pieces.append(str(Tag(TagKind.OPEN, number)))
        elif opened:
            pieces.append(str(Tag(TagKind.CLOSE, opened.pop())))
    if draw(st.booleans()):
        pieces.extend(str(Tag(TagKind.CLOSE, one)) for one in reversed(opened))
    return "".join(pieces)


def parents(text: str) -> dict[Tag, int]:
    """Return for each tag the innermost whole pair around it, 0 for none."""
    tags = tags_of(text)
    whole = {tag.number for tag in tags if tag.kind is TagKind.OPEN} & {
        t.number for t in tags if t.kind is TagKind.CLOSE
    }
    stack, found = [0], {}
    for tag in tags:
        if tag.kind is TagKind.CLOSE and tag.number in whole:
            stack.pop()
        found[tag] = stack[-1]
        if tag.kind is TagKind.OPEN and tag.number in whole:
            stack.append(tag.number)
    return found


@given(tagged_sources(), st.text(alphabet="xy z文", max_size=20), st.data())
def test_laws_of_placement(source: str, target: str, data: st.DataObject) -> None:
    alignment = diagonal(strip(source), target)
    if data.draw(st.booleans()):
        weights = data.draw(
            st.lists(st.floats(0, 1), min_size=alignment.weights.size, max_size=alignment.weights.size)
        )
        shape = alignment.weights.shape
        alignment = Alignment(alignment.source, alignment.target, np.array(weights).reshape(shape))
    placed = place_tags(source, target, alignment)
    assert strip(placed) == target
    assert sorted(map(str, tags_of(placed))) == sorted(map(str, tags_of(source)))
    assert parents(placed) == parents(source)
    assert not check_tags(source, placed)


@pytest.mark.parametrize(
    ("source", "target", "problems"),
    [
        ("⟦1⟧a⟦/1⟧⟦2/⟧", "⟦2/⟧⟦1⟧a⟦/1⟧", []),
        ("⟦1⟧a⟦/1⟧", "a", ["missing ⟦1⟧", "missing ⟦/1⟧"]),
        ("a⟦1/⟧", "a⟦1/⟧⟦1/⟧", ["extra ⟦1/⟧"]),
        ("a", "a⟦3/⟧", ["extra ⟦3/⟧"]),
        ("⟦1⟧a⟦/1⟧", "⟦/1⟧a⟦1⟧", ["misnested ⟦/1⟧"]),
        ("⟦1⟧a⟦/1⟧⟦2⟧b⟦/2⟧", "⟦1⟧a⟦2⟧b⟦/1⟧c⟦/2⟧", ["misnested ⟦/1⟧"]),
        ("⟦1⟧a", "a⟦1⟧", []),
        ("a⟦/1⟧ ⟦2⟧b⟦/2⟧", "⟦2⟧b⟦/1⟧⟦/2⟧", []),
    ],
)
def test_the_check_reports_what_is_wrong(source: str, target: str, problems: list[str]) -> None:
    found = check_tags(source, target)
    assert [f"{problem.trouble} {problem.tag}" for problem in found] == problems
    names = [str(problem.tag).strip("⟦⟧").removesuffix("/") for problem in found]
    assert [str(problem).rpartition(": ")[2] for problem in found] == names


@given(tagged_sources())
def test_a_source_agrees_with_itself(source: str) -> None:
    assert check_tags(source, source) == []
    assert "".join(map(str, split(source))) == source
