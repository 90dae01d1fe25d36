"""`synslator memory` and `synslator terms`, as one types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from synslator.cli import main

LANGUAGES = ("--source-language", "zh", "--target-language", "en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    table = tmp_path / "pairs.csv"
    table.write_text("source,target\n保存文件,Save the file\n打开文件,Open the file\n", encoding="utf-8")
    terms = tmp_path / "terms.csv"
    terms.write_text("source,target,status\n文件,file,preferred\n文件,document,forbidden\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--data-folder", str(folder / "data")], catch_exceptions=False)


def test_import_search_stats_rebuild_export(folder: Path) -> None:
    imported = run(folder, "memory", "import", "it", str(folder / "pairs.csv"), *LANGUAGES)
    assert (imported.exit_code, imported.stdout) == (0, "2 added, 0 merged, 0 refused\n")
    found = run(folder, "memory", "search", "保存文件", "-m", "it:5")
    assert found.stdout.splitlines()[:2] == [" 95 %  保存文件", "       Save the file"]
    row = json.loads(run(folder, "memory", "search", "保存文档", "--json").stdout.splitlines()[0])
    assert (row["source"], row["rate"], row["diff"][1][1:]) == ("保存文件", 75, ["件", "档"])
    marked = run(folder, "memory", "search", "the file", "--concordance").stdout
    assert "Save [the file]" in marked
    stats = json.loads(run(folder, "memory", "stats", "--json").stdout)
    assert (stats["entries"], stats["state"], stats["permission"]) == (2, "current", "inference only")
    assert stats["index_bytes"] > 0
    assert run(folder, "memory", "rebuild", "it").stdout == "2 entries indexed\n"
    assert run(folder, "memory", "export", "it", str(folder / "out.tmx")).stdout == "2 exported\n"
    assert "<seg>保存文件</seg>" in (folder / "out.tmx").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("import", "it", "pairs.csv"), 2, "add --source-language and --target-language"),
        (("import", "it", "absent.tmx", *LANGUAGES), 2, "No such file"),
        (("search", "x", "-m", "it"), 2, "There is no memory named 'it'. The memories are: none yet"),
        (("export", "it", "x.tmx"), 2, "There is no memory named 'it'"),
        (("import", "it", "bad.tmx", *LANGUAGES), 1, "bad.tmx, line 2: the XML is not well-formed"),
        (("import", "it", "pairs.csv", *LANGUAGES, "--column", "source"), 2, "--column expects ROLE=COLUMN"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    folder: Path, words: tuple[str, ...], code: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "bad.tmx").write_text("<tmx><body>\n<tu></oops>", encoding="utf-8")
    result = run(folder, "memory", *words)
    assert result.exit_code == code
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert run(folder, "memory", "stats").stdout == ""


def test_a_cluster_that_is_away_is_said_beside_what_is_found(folder: Path) -> None:
    run(folder, "memory", "import", "it", str(folder / "pairs.csv"), *LANGUAGES)
    away = ("--memory-backend", "elasticsearch", "--memory-url", "http://127.0.0.1:9")
    found = run(folder, "memory", "search", "保存文件", *away)
    assert "100 %  保存文件" in found.stdout
    assert "Some matches may be missing (away)" in found.stderr


def test_terms_import_search_export(folder: Path) -> None:
    imported = run(folder, "terms", "import", "words", str(folder / "terms.csv"), *LANGUAGES)
    assert imported.stdout == "2 added, 0 merged, 0 refused\n"
    assert run(folder, "terms", "search", "words", "docu").stdout == "zh: 文件, en: !document\n"
    concept = json.loads(run(folder, "terms", "search", "words", "file", "--json").stdout)
    assert concept["terms"][1] == {"language": "en", "text": "file", "status": "preferred", "note": ""}
    assert (
        run(folder, "terms", "export", "words", str(folder / "out.tbx"), *LANGUAGES).stdout == "2 exported\n"
    )
    assert run(folder, "terms", "export", "words", str(folder / "out.csv"), *LANGUAGES).exit_code == 0
    assert "文件,document,forbidden" in (folder / "out.csv").read_text(encoding="utf-8")


def test_a_search_backend_that_there_is_not_is_answered_with_those_there_are(folder: Path) -> None:
    result = run(folder, "memory", "stats", "--memory-backend", "other")
    assert result.exit_code == 2
    assert "no search backend named other. Choose one of embedded, elasticsearch" in result.stderr
