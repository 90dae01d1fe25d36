"""Pairs: reading, filtering, glossaries."""

import lzma
from collections import Counter
from pathlib import Path

import pytest

from synslator.errors import UsageProblem
from synslator.training.data.corpus import clean, glossary, read_pairs, source_pairs
from synslator.training.data.filters import PairFilter
from synslator.training.recipe import FilterRecipe, SourceRecipe

FILTERS = PairFilter.of(FilterRecipe(), "zh", "en")


def test_plain_and_compressed_files_read_alike(tmp_path: Path) -> None:
    text = "保存文件\tSave the file\n打开窗口\tOpen the window\n"
    (tmp_path / "a.tsv").write_text(text, encoding="utf-8")
    (tmp_path / "a.tsv.xz").write_bytes(lzma.compress(text.encode()))
    assert list(read_pairs(tmp_path / "a.tsv")) == list(read_pairs(tmp_path / "a.tsv.xz"))


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("好\tgood\nbroken\n", encoding="utf-8")
    with pytest.raises(UsageProblem, match=r"a\.tsv, line 2 has 1 fields instead of 2"):
        list(read_pairs(tmp_path / "a.tsv"))


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        (("保存文件", "Save the file"), None),
        (("保存文件", " "), "empty"),
        (("保存\x07文件", "Save the file"), "control character"),
        (("保", "Save every file that is open in the editor"), "length ratio"),
        (("Save", "Save it"), "language of the source"),
        (("保存文件", "Save 文件 now"), "language of the target"),
    ],
)
def test_filters(pair: tuple[str, str], reason: str | None) -> None:
    assert FILTERS.reason_to_drop(pair) == reason


@pytest.mark.parametrize(
    ("languages", "pair", "reason"),
    [
        (("en", "zh"), ("Save the file", "保存文件"), None),
        (("en", "zh"), ("Save 文件 now", "保存文件"), "language of the source"),
        (("en", "zh"), ("Save the file", "Save"), "language of the target"),
        (("en", "zh"), ("Save the file that is open", "保"), "length ratio"),
        (("en-GB", "zh-CN"), ("USB", "USB 接口"), None),
        (("zh", "ja"), ("保存文件", "ファイルを保存する"), None),
        (("de", "fr"), ("Die Datei", "Le fichier"), None),
        (("de", "ru"), ("Die Datei", "Файл"), None),
        (("de", "ru"), ("Die Datei", "Datei"), "language of the target"),
        (("xx", "yy"), ("mea", "tua"), None),
    ],
)
def test_filters_follow_the_languages(
    languages: tuple[str, str], pair: tuple[str, str], reason: str | None
) -> None:
    assert PairFilter.of(FilterRecipe(), *languages).reason_to_drop(pair) == reason


def test_a_recipe_may_set_ratios_and_leave_scripts_alone() -> None:
    filters = PairFilter.of(FilterRecipe(least_ratio=0.01, greatest_ratio=99, scripts=False), "zh", "en")
    assert filters.reason_to_drop(("保", "Save every file that is open in the editor")) is None
    assert filters.reason_to_drop(("Save", "保存")) is None


def test_a_file_serves_the_other_direction(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(
        "保存文件\tSave the file\n打开\tOpen the window again\n", encoding="utf-8"
    )
    filters = PairFilter.of(FilterRecipe(), "en", "zh")
    pairs = source_pairs(SourceRecipe("a", "a.tsv"), tmp_path, filters, Counter(), reverse=True)
    assert list(pairs) == [("Save the file", "保存文件"), ("Open the window again", "打开")]


def test_duplicates_are_counted_and_dropped() -> None:
    dropped: Counter[str] = Counter()
    pairs = [("保存文件", "Save the file")] * 3
    assert len(list(clean(pairs, FILTERS, dropped))) == 1
    assert dropped == {"duplicate": 2}


def test_a_glossary_gives_first_plain_translations() -> None:
    entries = [
        ("堆栈", "stack (computing); heap"),
        ("堆栈", "pile"),
        ("跑步", "to run, to jog"),
        ("某某", "variant of 某人"),
        ("的", "possessive particle"),
    ]
    assert list(glossary(entries)) == [("堆栈", "stack"), ("跑步", "run")]


def test_a_source_may_be_the_part_of_a_file_that_contains_something(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(
        "重建索引\tRebuild it\n保存\tSave the INDEX\n打开\tOpen it\n", encoding="utf-8"
    )
    source = SourceRecipe("part", "a.tsv", containing="索引|index")
    found = list(source_pairs(source, tmp_path, FILTERS, Counter()))
    assert found == [("重建索引", "Rebuild it"), ("保存", "Save the INDEX")]
    with pytest.raises(ValueError, match="part: containing must be a regular expression"):
        SourceRecipe("part", "a.tsv", containing="(")


def test_a_source_may_be_some_lines_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("一号\tOne\n二号\tTwo\n三号\tThree\n四号\tFour\n", encoding="utf-8")
    source = SourceRecipe("part", "a.tsv", lines=(2, 3))
    assert list(source_pairs(source, tmp_path, FILTERS, Counter())) == [("二号", "Two"), ("三号", "Three")]
    for lines in ((3, 2), (0, 4), (1,)):
        with pytest.raises(ValueError, match="part: lines must be the first and the last line"):
            SourceRecipe("part", "a.tsv", lines=lines)
