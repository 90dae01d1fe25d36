"""`synslator document` on the command line."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from formats.documents import samples_office, samples_text
from synslator.cli import main
from synslator.formats.documents.formats import open_document

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a document command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, ["document", *arguments])
        assert result.exit_code == code, result.output
        return result

    return call


def objects(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_segments_are_one_json_object_a_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(samples_office.docx())
    found = objects(run("segments", "a.docx"))
    assert found[0] == {"number": 1, "source": "Chapter one", "tags": [], "note": ""}
    assert found[1]["tags"] == [
        {"number": 1, "label": "bold", "paired": True},
        {"number": 2, "label": "link", "paired": True},
    ]
    assert [one["number"] for one in found] == list(range(1, len(found) + 1))


def test_segmentation_can_be_chosen(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("一。二。\n三。", encoding="utf-8")
    assert len(objects(run("segments", "a.txt"))) == 3
    assert len(objects(run("segments", "a.txt", "--segmentation", "paragraph"))) == 2
    rules = (
        '<srx version="2.0"><body><languagerules><languagerule languagerulename="d"><rule break="yes">'
        "<beforebreak>二</beforebreak></rule></languagerule></languagerules><maprules>"
        '<languagemap languagepattern=".*" languagerulename="d"/></maprules></body></srx>'
    )
    (tmp_path / "my.srx").write_text(rules, encoding="utf-8")
    found = objects(run("segments", "a.txt", "--srx", "my.srx"))
    assert [one["source"] for one in found] == ["一。二", "。", "三。"]


@pytest.mark.parametrize("name", ["a.docx", "a.odt", "a.xlsx", "a.pptx"])
def test_roundtrip_gives_the_same_file(run: Run, tmp_path: Path, name: str) -> None:
    data = getattr(samples_office, name[2:])()
    (tmp_path / name).write_bytes(data)
    run("roundtrip", name, "out")
    assert (tmp_path / "out").read_bytes() == data


def test_an_analysis_is_a_table_csv_or_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("打开文件。\n打开文件。\n打开文档。\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("打开文件。", encoding="utf-8")
    assert "repetitions" in run("analyze", "a.txt", "b.txt").stdout
    rows = {
        row["band"]: row
        for row in csv.DictReader(io.StringIO(run("analyze", "a.txt", "b.txt", "--csv").stdout))
    }
    assert rows["repetitions"]["segments"] == "2"
    assert rows["internal 75–84"]["segments"] == "1"
    data = json.loads(run("analyze", "a.txt", "b.txt", "--json").stdout)
    assert data["total"]["characters"] == 16
    assert "not both" in run("analyze", "a.txt", "--csv", "--json", code=2).stderr


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="zh"
 datatype="plaintext"/>
<body>
<tu><tuv xml:lang="zh"><seg>打开文件。</seg></tuv>
<tuv xml:lang="en"><seg>Open the file.</seg></tuv></tu>
<tu><tuv xml:lang="zh"><seg>关闭所有窗口。</seg></tuv>
<tuv xml:lang="en"><seg>Close all windows.</seg></tuv></tu>
</body></tmx>
"""


def test_a_memory_file_is_heeded_in_analysis_and_translation(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.tmx").write_text(TMX, encoding="utf-8")
    (tmp_path / "a.txt").write_text("打开文件。新的一句话在这里。\n关闭全部窗口。", encoding="utf-8")
    data = json.loads(run("analyze", "a.txt", "--memory", "m.tmx", "--json").stdout)
    assert data["100"]["segments"] == 1
    assert data["new"]["segments"] == 1
    assert data["total"]["segments"] == 3
    result = run("translate", "a.txt", "out.txt", "--memory", "m.tmx", "--unconfirmed", "source")
    assert "1 of 3" in result.stderr
    assert (tmp_path / "out.txt").read_text(
        encoding="utf-8"
    ) == "Open the file.新的一句话在这里。\n关闭全部窗口。"
    assert "nowhere" in run("analyze", "a.txt", "--memory", "nowhere", code=2).stderr


def test_an_xliff_goes_out_and_comes_back(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(samples_office.docx())
    run("translate", "a.docx", "out.xlf", "--as", "xliff", "--unconfirmed", "nothing")
    text = (tmp_path / "out.xlf").read_text(encoding="utf-8")
    translated = text.replace(
        '<mrk mtype="seg" mid="1"></mrk>', '<mrk mtype="seg" mid="1">Erstes Kapitel</mrk>'
    )
    assert translated != text
    (tmp_path / "back.xlf").write_text(translated, encoding="utf-8")
    run("translate", "a.docx", "out.docx", "--from", "back.xlf", "--unconfirmed", "source")
    units = open_document((tmp_path / "out.docx").read_bytes(), "out.docx").units
    assert [unit.source for unit in units][:1] == ["Erstes Kapitel"]


@pytest.mark.parametrize(("kind", "start"), [("table", b"PK"), ("tmx", b"<?xml"), ("text", b"Ja")])
def test_other_exports(run: Run, tmp_path: Path, kind: str, start: bytes) -> None:
    (tmp_path / "a.po").write_text('msgid "Yes"\nmsgstr "Ja"\n\nmsgid "No"\nmsgstr ""\n', encoding="utf-8")
    languages = ("--source-language", "en", "--target-language", "de")
    run("translate", "a.po", "out", "--as", kind, "--unconfirmed", "source", *languages)
    data = (tmp_path / "out").read_bytes()
    assert data.startswith(start)
    if kind == "tmx":
        assert b"<seg>Ja</seg>" in data
        assert b"No" not in data


def test_problems_are_one_sentence_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.docx").write_bytes(samples_office.docx()[:500])
    (tmp_path / "a.md").write_text(samples_text.MARKDOWN, encoding="utf-8")
    assert "its directory is missing" in run("roundtrip", "bad.docx", "out.docx", code=1).stderr
    assert not (tmp_path / "out.docx").exists()
    assert "cannot be read" in run("segments", "missing.docx", code=2).stderr
    assert "is the document itself" in run("roundtrip", "a.md", "a.md", code=2).stderr
    assert "cannot be written" in run("roundtrip", "a.md", "no/such/folder/a.md", code=2).stderr
    assert "Use an XLIFF or PO file" in run("translate", "a.md", "b.md", "--from", "a.md", code=2).stderr
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == samples_text.MARKDOWN
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "bad.docx"]


def test_macros_are_mentioned(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.odt").write_bytes(samples_office.odt({"Basic/Standard/Module1.xml": "<x/>"}))
    assert "macros" in run("segments", "a.odt").stderr


HTML = """<html><body><h1>打开文件</h1>
<p>请<b>保存</b>文件。程序<i>已经</i>关闭<br>并且运行 <code>make all</code>。</p>
<p>Yes</p></body></html>
"""


def test_the_model_drafts_what_nobody_translated(run: Run, tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "a.html").write_text(HTML, encoding="utf-8")
    result = run("translate", "a.html", "out.html", "--model", str(tiny_folder))
    assert result.stderr.endswith("0 of 4 segments are confirmed.\n")
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    for mark in ("<h1>", "</h1>", "<b>", "</b>", "<i>", "</i>", "<br>", "<code>", "</code>"):
        assert text.count(mark) == 1
    assert "打开" not in text
    sources = [unit.source for unit in open_document(HTML.encode(), "a.html").units]
    targets = [unit.source for unit in open_document(text.encode(), "out.html").units]
    assert len(targets) == len(sources)
    assert all(target and target != source for source, target in zip(sources, targets, strict=True))


def test_drafts_stand_beside_what_is_confirmed(run: Run, tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "m.tmx").write_text(TMX, encoding="utf-8")
    (tmp_path / "a.txt").write_text("打开文件。\n请保存文件。\n", encoding="utf-8")
    result = run("translate", "a.txt", "out.txt", "--memory", "m.tmx", "--model", str(tiny_folder))
    assert "1 of 2" in result.stderr
    first, second = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    assert first == "Open the file."
    assert second
    assert second != "请保存文件。"


def test_the_model_must_be_for_the_languages(run: Run, tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "a.txt").write_text("打开文件。", encoding="utf-8")
    asked = ("translate", "a.txt", "b.txt", "--model", str(tiny_folder), "--target-language")
    assert "the model package tiny translates zh to en, and zh to de" in run(*asked, "de", code=2).stderr
    assert not (tmp_path / "b.txt").exists()
    run(*asked, "en-GB")


def test_no_model_is_needed_where_nothing_is_drafted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text('msgid "Yes"\nmsgstr "Ja"\n', encoding="utf-8")
    run("translate", "a.po", "b.po", "--model", "nowhere")
    (tmp_path / "a.txt").write_text("打开文件。", encoding="utf-8")
    assert "no such folder" in run("translate", "a.txt", "b.txt", "--model", "nowhere", code=1).stderr
    run("translate", "a.txt", "b.txt", "--model", "nowhere", "--unconfirmed", "nothing")
