"""Termbases: in and out, searched, and matched with a matcher that follows every change."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from synslator.formats.exchange.model import BadFile, Concept, Languages, Term
from synslator.storage.database import Database
from synslator.storage.memories.termbases import add_concepts, delete_termbase, remove_concept
from synslator.workbench.resources.termbases import Termbases, TermsImport

LANGUAGES = Languages("zh", "en")
CONCEPTS = [
    Concept(
        (Term("zh", "服务器"), Term("en", "server", "preferred", "a note"), Term("en", "box", "forbidden")),
        "IT",
    ),
    Concept(
        (Term("zh", "合同"), Term("zh", "契约"), Term("en", "contract")),
        definition="An agreement",
        note="law",
    ),
]


@pytest.fixture
def termbases(tmp_path: Path) -> Iterator[Termbases]:
    database = Database.in_file(tmp_path / "test.db")
    yield Termbases(database)
    database.close()


def filled(termbases: Termbases) -> int:
    termbase = termbases.create("terms", "ann").id
    with termbases.database.writing() as connection:
        add_concepts(connection, termbase, CONCEPTS)
    return termbase


def test_tbx_out_and_in_gives_the_same_termbase(termbases: Termbases, tmp_path: Path) -> None:
    termbase = filled(termbases)
    assert termbases.export_file(termbase, tmp_path / "out.tbx", LANGUAGES) == 2
    copy = termbases.create("copy", "ann").id
    report = termbases.import_file(copy, tmp_path / "out.tbx", TermsImport(LANGUAGES))
    assert (report.added, report.merged) == (2, 0)
    assert [stored.concept for stored in termbases.search(copy, "")] == CONCEPTS
    again = termbases.import_file(copy, tmp_path / "out.tbx", TermsImport(LANGUAGES))
    assert (again.added, again.merged) == (0, 2)


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.xlsx"])
def test_tables_keep_the_pairs_of_terms(termbases: Termbases, tmp_path: Path, name: str) -> None:
    termbase = filled(termbases)
    termbases.export_file(termbase, tmp_path / name, LANGUAGES)
    copy = termbases.create("copy", "ann").id
    assert termbases.import_file(copy, tmp_path / name, TermsImport(LANGUAGES)).added == 4
    found = termbases.matcher([copy], LANGUAGES).find("服务器合同")
    assert {term.text for match in found for one in match.meanings for term in one.translations} == {
        "server",
        "box",
        "contract",
    }


def test_a_bad_file_is_refused_whole_or_kept_in_part(termbases: Termbases, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(
        "source,target,status\n文件,file,preferred\n窗口,window,nice\n按钮,button,\n", encoding="utf-8"
    )
    termbase = termbases.create("terms", "ann").id
    with pytest.raises(BadFile, match=r"bad\.csv, line 3: the status must be one of preferred"):
        termbases.import_file(termbase, path, TermsImport(LANGUAGES))
    assert termbases.search(termbase, "") == []
    report = termbases.import_file(termbase, path, TermsImport(LANGUAGES, keep_good=True))
    assert (report.added, report.refused, report.faults[0].line) == (2, 1, 3)


def test_the_matcher_follows_every_change(termbases: Termbases) -> None:
    termbase = filled(termbases)
    first = termbases.matcher([termbase], LANGUAGES)
    assert termbases.matcher([termbase], LANGUAGES) is first
    (stored,) = termbases.search(termbase, "服务")
    with termbases.database.writing() as connection:
        remove_concept(connection, stored.id)
    assert termbases.matcher([termbase], LANGUAGES).find("服务器") == []
    with termbases.database.writing() as connection:
        delete_termbase(connection, termbase)
    assert termbases.matcher([termbase], LANGUAGES).find("合同") == []


def test_search_takes_percent_signs_literally(termbases: Termbases) -> None:
    termbase = filled(termbases)
    assert len(termbases.search(termbase, "SERV")) == 1
    assert termbases.search(termbase, "%") == []
