"""Exchange formats: what is written is read again, whatever the text is."""

import csv
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.formats.exchange.files import read_concepts, read_units, write_concepts, write_units
from synslator.formats.exchange.model import (
    Concept,
    Fault,
    Languages,
    Term,
    TranslationUnit,
    UnknownExchangeFormat,
)
from synslator.formats.exchange.tbx import read_tbx, write_tbx

LANGUAGES = Languages("zh", "en")
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
PIECES = st.sampled_from(
    ["⟦1⟧", "⟦/1⟧", "⟦12/⟧", "⟦2⟧", "⟦/2⟧", "<b>", "&amp;", "]]>", "\r\n", "_x000D_", '"', "=", "保存"]
)
TEXTS = (
    st.lists(PIECES | st.text(CHARACTERS, max_size=4), min_size=1, max_size=6).map("".join).filter(str.strip)
)
KEYS = st.integers(-(2**63), 2**63 - 1)
PLAIN = st.text(CHARACTERS, max_size=8)
UNITS = st.builds(
    TranslationUnit,
    TEXTS,
    TEXTS,
    changed_by=st.text("abc\"'<é", max_size=5),
    changed_at=st.integers(0, 4_000_000_000),
    document=st.none() | PLAIN,
    contexts=st.lists(st.tuples(KEYS, KEYS), max_size=2, unique=True).map(tuple),
    notes=st.lists(PLAIN, max_size=2).map(tuple),
    properties=st.lists(st.tuples(st.sampled_from(["x-client", "x-a&b"]), PLAIN), max_size=2).map(tuple),
)
TERMS = st.builds(
    Term,
    st.sampled_from(["zh", "en", "de-CH"]),
    TEXTS.map(str.strip).filter(bool),
    st.sampled_from(["preferred", "admitted", "forbidden"]),
    PLAIN,
)
CONCEPTS = st.builds(
    Concept,
    st.lists(TERMS, min_size=1, max_size=4).map(
        lambda terms: tuple(sorted(terms, key=lambda term: term.language))
    ),
    PLAIN,
    PLAIN,
    PLAIN,
)


def through(units: list[TranslationUnit], suffix: str) -> list[TranslationUnit | Fault]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        assert write_units(units, path, LANGUAGES) == len(units)
        return list(read_units(path, LANGUAGES))


@settings(max_examples=60)
@given(st.lists(UNITS, min_size=1, max_size=3))
def test_tmx_keeps_everything(units: list[TranslationUnit]) -> None:
    assert through(units, ".tmx") == units


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".xlsx", ".xlf"])
@settings(max_examples=25)
@given(texts=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_the_other_formats_keep_the_texts(suffix: str, texts: list[tuple[str, str]]) -> None:
    read = through([TranslationUnit(source, target) for source, target in texts], suffix)
    assert [(unit.source, unit.target) for unit in read if isinstance(unit, TranslationUnit)] == texts


@pytest.mark.parametrize("dialect", ["basic", "v3"])
@settings(max_examples=40)
@given(concepts=st.lists(CONCEPTS, min_size=1, max_size=3))
def test_tbx_keeps_everything(dialect: str, concepts: list[Concept]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.tbx"
        with path.open("w", encoding="utf-8", newline="") as file:
            write_tbx(concepts, file, dialect)  # type: ignore[arg-type]
        assert list(read_tbx(path)) == concepts


def test_the_format_is_told_by_the_content_before_the_name(tmp_path: Path) -> None:
    unit = TranslationUnit("文件", "file")
    path = tmp_path / "memory.xml"
    write_units([unit], tmp_path / "memory.tmx", LANGUAGES)
    (tmp_path / "memory.tmx").rename(path)
    assert list(read_units(path, LANGUAGES)) == [unit]
    with pytest.raises(UnknownExchangeFormat, match=r"its first element is <tmx>\. Use TBX"):
        read_concepts(path, LANGUAGES)
    with pytest.raises(UnknownExchangeFormat, match=r"ends in \.doc"):
        write_units([unit], tmp_path / "memory.doc", LANGUAGES)
    with pytest.raises(UnknownExchangeFormat, match="No such file"):
        read_units(tmp_path / "absent.tmx", LANGUAGES)


def test_terms_in_a_table_may_share_a_cell(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("词典\tdictionary; lexicon ;\n", encoding="utf-8")
    (concept,) = read_concepts(path, LANGUAGES)
    assert isinstance(concept, Concept)
    assert [term.text for term in concept.terms] == ["词典", "dictionary", "lexicon"]
    write_concepts([concept], tmp_path / "out.csv", LANGUAGES)
    assert len(list(read_concepts(tmp_path / "out.csv", LANGUAGES))) == 2


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
@pytest.mark.parametrize(
    "text", ['=HYPERLINK("http://x")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "'=1", "''+"]
)
def test_no_text_of_a_table_is_a_formula_and_each_is_read_as_it_was(suffix: str, text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        write_units([TranslationUnit(text, text)], path, LANGUAGES)
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t" if suffix == ".tsv" else ","))
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
        (unit,) = read_units(path, LANGUAGES)
        assert isinstance(unit, TranslationUnit)
        assert (unit.source, unit.target) == (text, text)
