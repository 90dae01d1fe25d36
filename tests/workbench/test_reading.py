"""Reading documents in a process of its own: the same as at once, and never more than it may take."""

import zipfile
from pathlib import Path

import pytest

from synslator.errors import SynslatorError
from synslator.formats.documents.core.problems import DocumentProblem
from synslator.workbench.documents import document_reader
from synslator.workbench.documents.document_reader import LIGHT, Readers, is_light, read_at_once
from synslator.workbench.documents.document_worker import LONGEST_SEGMENT, MOST_SEGMENTS
from synslator.workbench.messages.base import LONGEST_TEXT
from synslator.workbench.projects.options import Reading

CHINESE = Reading("zh", placeholders="always")
TEXT = "请在保存{name}之前检查设置。火车晚点了%d分钟。\n"


@pytest.fixture
def readers() -> Readers:
    return Readers()


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_a_process_reads_is_what_is_read_at_once(tmp_path: Path, readers: Readers) -> None:
    path = written(tmp_path, "a.txt", TEXT * (LIGHT // len(TEXT.encode()) + 1))
    assert not is_light(path)
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
        ("字" * (LONGEST_SEGMENT + 1), "100,001 characters in segment 1; at most 100,000 were expected"),
        ("一。" * 500_001, "1,000,002 characters in paragraph 1; at most 1,000,000 were expected"),
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
    with pytest.raises(DocumentProblem, match="at most 1 seconds, but it takes more"):
        readers.read(path, "a.txt", CHINESE)


def test_reading_takes_no_more_memory_than_it_may(
    tmp_path: Path, readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_reader, "ROOM", 200)
    monkeypatch.setattr(document_reader, "ROOM_BY_SIZE", 0)
    path = written(tmp_path, "a.txt", "a" * (150 << 20))
    with pytest.raises(DocumentProblem, match="at most 200 MiB of memory, but it takes more"):
        readers.read(path, "a.txt", CHINESE)


def test_nothing_is_read_once_the_server_stops(tmp_path: Path, readers: Readers) -> None:
    readers.close()
    with pytest.raises(SynslatorError, match="the server is stopping"):
        readers.read(written(tmp_path, "a.txt", TEXT * 10_000), "a.txt", CHINESE)
