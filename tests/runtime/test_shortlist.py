"""The shortlist of a batch: what is on it, and the file that it comes from."""

import lzma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.runtime.shortlist import Lexicon, Shortlist, families_of
from synslator.text.pieces import PieceTable

SURFACES = [b"", b" save", b" the", b" file", b"s", b" Py", b"thon", b" Python", b".", b" snow"]
SAVE, FILE, SNOW = 7, 8, 600
"""Source pieces."""


def lexicon(pairs: set[tuple[int, int]], vocabulary: int, always: set[int]) -> Lexicon:
    """A table of (target, source) pairs."""
    ordered = sorted(pairs)
    counts = np.bincount([target for target, _ in ordered], minlength=vocabulary).astype(np.uint16)
    flags = np.array([piece in always for piece in range(vocabulary)])
    return Lexicon(flags, counts, np.array([source for _, source in ordered], np.uint16))


TABLE = Shortlist(
    lexicon({(1, SAVE), (3, FILE), (4, FILE), (9, SNOW), (1, SNOW)}, 10, {2}), PieceTable(SURFACES)
)


@settings(max_examples=60)
@given(
    st.sets(st.tuples(st.integers(0, 12), st.integers(0, 65535)), max_size=40), st.sets(st.integers(0, 12))
)
def test_a_table_comes_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: set[tuple[int, int]], always: set[int]
) -> None:
    path = tmp_path_factory.mktemp("table") / "shortlist.xz"
    table = lexicon(pairs, 13, always)
    table.write(path)
    found = Lexicon.read(path, 13, 13)
    for mine, theirs in zip(vars(table).values(), vars(found).values(), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_a_table_of_another_vocabulary_is_refused(tmp_path: Path) -> None:
    lexicon({(1, 5), (2, 6)}, 3, {1}).write(tmp_path / "shortlist.xz")
    with pytest.raises(ValueError, match=r"there are \d+ pairs instead of|buffer"):
        Lexicon.read(tmp_path / "shortlist.xz", 3, 2)
    (tmp_path / "damaged.xz").write_bytes(b"no such thing")
    with pytest.raises(lzma.LZMAError):
        Lexicon.read(tmp_path / "damaged.xz", 3, 3)


def test_a_batch_gets_what_its_pieces_are_translated_by() -> None:
    assert TABLE.pieces([[SAVE, 2]], ["保存"]).tolist() == [1, 2]
    assert TABLE.pieces([[SAVE, 2], [FILE, FILE, 2]], ["保存", "文件文件"]).tolist() == [1, 2, 3, 4]
    assert TABLE.pieces([[SNOW]], ["雪"]).tolist() == [1, 2, 9]


def test_what_a_text_contains_can_be_copied() -> None:
    assert TABLE.pieces([[40]], ["用Python编写。"]).tolist() == [2, 5, 6, 7]
    assert TABLE.pieces([[40]], ["用 python.s 编写"]).tolist() == [2, 4, 6, 8]


def test_a_word_comes_with_and_without_capitals_and_space() -> None:
    surfaces = [b"", b" save", b"Save", b" SAVE", b"saved", b"1", b" 1", b"\xe4", b"\xe5"]
    families = families_of(surfaces)
    assert families.tolist() == [0, 1, 1, 1, 2, 3, 4, 5, 6]
    table = lexicon({(1, SAVE)}, 7, set())
    shortlist = Shortlist(Lexicon(np.zeros(9, np.bool_), table.counts, table.sources), PieceTable(surfaces))
    assert shortlist.pieces([[SAVE]], ["保存"]).tolist() == [1, 2, 3]


def test_what_is_wanted_is_on_the_list() -> None:
    assert TABLE.pieces([[40]], ["。"], np.array([9, 3, 3])).tolist() == [2, 3, 9]
