"""Reading test sets and choosing from them."""

import lzma
from pathlib import Path

import pytest

from synslator.errors import UsageProblem
from synslator.evaluation.testset import ReferencePair, TestSet, read_test_set

LINES = "源一\tone\n源二\ttwo\n源三\tthree\n"


def test_plain_and_packed_files_are_the_same_set(tmp_path: Path) -> None:
    plain, packed = tmp_path / "t.tsv", tmp_path / "t.tsv.xz"
    plain.write_text(LINES, encoding="utf-8")
    packed.write_bytes(lzma.compress(LINES.encode()))
    assert read_test_set(plain).pairs == read_test_set(packed).pairs
    assert read_test_set(plain).pairs[1] == ReferencePair("源二", "two")
    assert read_test_set(packed).name == f"{tmp_path.name}/t"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("源一\tone\n源二\n", r"line 2 has 1 fields instead of 3 \(source<TAB>reference<TAB>document\)"),
        ("源一\tone\n源二\t \n", "line 2 has no reference"),
        ("", "is empty; a test set has lines of source<TAB>reference"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageProblem, match=message):
        read_test_set(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match=r"nowhere\.tsv"):
        read_test_set(tmp_path / "nowhere.tsv")


def test_a_limit_takes_pairs_evenly_or_from_the_start() -> None:
    data = TestSet("t", "", tuple(ReferencePair(str(n), "x") for n in range(10)))
    assert [pair.source for pair in data.spread(4).pairs] == ["0", "2", "5", "7"]
    assert [pair.source for pair in data.first(4).pairs] == ["0", "1", "2", "3"]
    assert data.spread(None).pairs == data.spread(99).pairs == data.first(None).pairs == data.pairs


def test_units_are_documents_where_they_are_named_and_runs_of_lines_elsewhere(tmp_path: Path) -> None:
    named, plain = tmp_path / "named.tsv", tmp_path / "plain.tsv"
    named.write_text("一\tone\tb\n二\ttwo\ta\n三\tthree\tb\n", encoding="utf-8")
    plain.write_text(LINES, encoding="utf-8")
    assert (read_test_set(named).units, read_test_set(named).unit) == ((0, 1, 0), "documents")
    assert read_test_set(plain, run=2).units == (0, 0, 1)
    assert read_test_set(plain, run=2).unit == "runs of 2"
    assert read_test_set(plain, run=1).spread(2).units == (0, 1)


def test_a_sample_keeps_the_units_of_its_lines() -> None:
    data = TestSet("t", "", tuple(ReferencePair(str(n), "x") for n in range(40)))
    assert data.spread(4).units == (0, 1, 2, 3)
    assert data.runs(20, 5).units == (0,) * 5 + (1,) * 5 + (2,) * 5 + (3,) * 5
    assert data.first(11).units == (0,) * 10 + (1,)
