"""A new version of a document keeps what has not changed."""

from hypothesis import given
from hypothesis import strategies as st

from synslator.formats.documents.versions import CarriedSegment, compare

SOURCES = st.lists(st.sampled_from("abcdefg"), max_size=12)


def test_an_insertion_is_all_that_is_new() -> None:
    update = compare(["a", "b", "c", "d"], ["a", "b", "x", "c", "d"])
    assert update.carried == (
        CarriedSegment(1, "context", 1),
        CarriedSegment(2, "exact", 2),
        CarriedSegment(3, "new"),
        CarriedSegment(4, "exact", 3),
        CarriedSegment(5, "context", 4),
    )
    assert update.gone == ()


def test_what_is_gone_is_named() -> None:
    assert compare(["a", "b", "c"], ["a", "c"]).gone == (2,)


def test_context_decides_between_equal_segments() -> None:
    old = ["head", "OK", "tail", "top", "OK", "end"]
    new = ["top", "OK", "end", "head", "OK", "tail"]
    carried = {one.number: one.earlier for one in compare(old, new).carried}
    assert carried == {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}


def test_a_segment_that_is_repeated_more_often_gives_its_translation_again() -> None:
    update = compare(["a", "b"], ["a", "b", "a", "a"])
    assert [one.earlier for one in update.carried] == [1, 2, 1, 1]


@given(SOURCES, SOURCES)
def test_every_unchanged_segment_keeps_a_translation_of_the_same_source(
    old: list[str], new: list[str]
) -> None:
    update = compare(old, new)
    assert [one.number for one in update.carried] == list(range(1, len(new) + 1))
    for one, source in zip(update.carried, new, strict=True):
        if one.earlier is None:
            assert (one.kind, source in old) == ("new", False)
        else:
            assert old[one.earlier - 1] == source
    assert all(old[number - 1] not in new for number in update.gone)


@given(SOURCES)
def test_the_same_version_is_all_context(sources: list[str]) -> None:
    update = compare(sources, sources)
    assert update.carried == tuple(CarriedSegment(n, "context", n) for n in range(1, len(sources) + 1))
