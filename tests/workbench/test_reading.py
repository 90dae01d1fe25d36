"""Reading documents in a process of its own: the same as at once, and never more than it may take."""

import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.table import Table

from synslator.errors import SynslatorError
from synslator.formats.documents.core.problems import DocumentProblem
from synslator.workbench.documents import document_reader
from synslator.workbench.documents.document_reader import LIGHT, Readers, is_light, read_at_once
from synslator.workbench.documents.document_worker import LONGEST_SEGMENT, MOST_SEGMENTS
from synslator.workbench.documents.document_writer import WriteOrder, write_translations
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.messages.base import LONGEST_TEXT

CHINESE = ReadingOptions("zh", placeholders="always")
TEXT = "请在保存{name}之前检查设置。火车晚点了%d分钟。\n"


@pytest.fixture
def readers() -> Readers:
    return Readers()


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_a_process_reads_is_what_is_read_at_once(tmp_path: Path, readers: Readers) -> None:
    path = written(tmp_path, "a.txt", TEXT * 100)
    found, known = readers.read(path, "a.txt", CHINESE), read_at_once(path.read_bytes(), "a.txt", CHINESE)
    assert (found.format, list(found.warnings)) == (known.format, list(known.warnings))
    assert list(found.segments) == list(known.segments)


def test_an_archive_is_as_large_as_what_it_unpacks_to(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    for size, light in ((LIGHT, True), (LIGHT + 1, False)):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("word/document.xml", bytes(size))
        assert path.stat().st_size < LIGHT // 10
        assert is_light(path) is light


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n" * (MOST_SEGMENTS + 1), "more paragraphs than the 200,000"),
        ("字" * (LONGEST_SEGMENT + 1), "100,001 characters in segment 1; at most 100,000 are supported"),
        ("一。" * 500_001, "1,000,002 characters in paragraph 1; at most 1,000,000 are supported"),
    ],
)
def test_what_nobody_could_work_on_is_refused(
    tmp_path: Path, readers: Readers, text: str, message: str
) -> None:
    with pytest.raises(DocumentProblem, match=message):
        readers.read(written(tmp_path, "a.txt", text), "a.txt", CHINESE)


def test_a_segment_may_be_as_long_as_its_translation() -> None:
    assert LONGEST_SEGMENT == LONGEST_TEXT


def test_reading_takes_no_more_time_than_it_may(
    tmp_path: Path, readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_reader, "SECONDS", 1)
    path = written(tmp_path, "a.txt", TEXT * 150_000)
    with pytest.raises(DocumentProblem, match="takes more than 1 seconds"):
        readers.read(path, "a.txt", CHINESE)


def test_reading_takes_no_more_memory_than_it_may(
    tmp_path: Path, readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_reader, "ROOM", 200)
    monkeypatch.setattr(document_reader, "ROOM_BY_SIZE", 0)
    path = written(tmp_path, "a.txt", "a" * (150 << 20))
    with pytest.raises(DocumentProblem, match="takes more than 200 MiB of memory"):
        readers.read(path, "a.txt", CHINESE)


def test_nothing_is_read_once_the_server_stops(tmp_path: Path, readers: Readers) -> None:
    readers.close()
    with pytest.raises(SynslatorError, match="the server is stopping"):
        readers.read(written(tmp_path, "a.txt", TEXT), "a.txt", CHINESE)


def test_a_small_file_that_is_slow_to_read_is_read_quickly_or_refused(
    tmp_path: Path, readers: Readers
) -> None:
    cue = "1\n00:00:01,000 --> 00:00:02,000\n" + " " * 80_000 + "x\n"
    found = readers.read(written(tmp_path, "a.srt", cue), "a.srt", CHINESE)
    assert [one.source for one in found.segments] == ["x"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.ass", "[Script Info]\n[Events]\nFormat: Text, Start\nDialogue: 你好\nDialogue: 早, 0\n"),
        ("a.json", '{"a": "你好", "b": ' + "9" * 5000 + "}"),
    ],
)
def test_an_odd_file_is_read(tmp_path: Path, readers: Readers, name: str, content: str) -> None:
    assert list(readers.read(written(tmp_path, name, content), name, CHINESE).segments)


def test_a_sheet_with_an_empty_table_is_read(tmp_path: Path, readers: Readers) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["名称", "数量"])
    book.active.append(["苹果", 1])
    book.active.add_table(Table(displayName="T", ref="A1:B2"))
    book.save(tmp_path / "whole.xlsx")
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as whole, zipfile.ZipFile(tmp_path / "a.xlsx", "w") as odd:
        for member in whole.namelist():
            odd.writestr(member, "<nothing/>" if "tables/" in member else whole.read(member))
    found = readers.read(tmp_path / "a.xlsx", "a.xlsx", CHINESE)
    assert "苹果" in [one.source for one in found.segments]


def test_writing_takes_no_more_memory_than_it_may(
    tmp_path: Path, readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_reader, "ROOM", 200)
    monkeypatch.setattr(document_reader, "WRITTEN_ROOM_BY_SIZE", 0)
    path = written(tmp_path, "a.txt", TEXT)
    write_translations([(1, 0, "字" * 30_000_000, "", "", "", "x", True)], tmp_path / "translations")
    order = WriteOrder(
        str(path),
        "a.txt",
        CHINESE.json(),
        str(tmp_path / "translations"),
        "xliff",
        "draft",
        ("zh", "en"),
        str(tmp_path / "out"),
    )
    with pytest.raises(DocumentProblem, match="takes more than 200 MiB of memory"):
        readers.write(order)
