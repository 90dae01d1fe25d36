"""`synslator translate`: line answers line, whatever is in them."""

import json
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from packages import PAIRS
from serving import COMMAND
from synslator.cli import main
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package

SOURCES = [source for source, _ in PAIRS[:6]]


@pytest.fixture(autouse=True)
def _model(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNSLATOR_MODEL", str(tiny_folder))


def run(*arguments: str | Path, text: str | bytes = "") -> "click.testing.Result":
    return CliRunner().invoke(main, ["translate", *map(str, arguments)], input=text)


def test_files_and_pipes_say_the_same(tiny_package: Package, tmp_path: Path) -> None:
    expected = VanillaEngine(tiny_package).translate(SOURCES)
    text = "\n".join(SOURCES)
    (tmp_path / "source.txt").write_text(text, encoding="utf-8")
    assert run(text=text).stdout.splitlines() == expected
    assert run(tmp_path / "source.txt").stdout.splitlines() == expected
    assert run(tmp_path / "source.txt", "--out", tmp_path / "target.txt").stdout == ""
    assert (tmp_path / "target.txt").read_text(encoding="utf-8").splitlines() == expected


def test_a_real_pipe() -> None:
    source = "\n".join(SOURCES[:2]) + "\n"
    done = subprocess.run([*COMMAND, "translate"], input=source.encode(), capture_output=True, check=True)
    assert len(done.stdout.decode().splitlines()) == 2
    assert done.stderr == b""


def test_a_narrower_beam_is_another_search(tiny_package: Package) -> None:
    text = "\n".join(SOURCES)
    greedy = run("--beam", "1", text=text).stdout.splitlines()
    assert len(greedy) == len(SOURCES)
    assert greedy != run(text=text).stdout.splitlines()
    assert run("--beam", "0", text=text).exit_code == 2


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   \t ",
        "字" * 5000,
        "没有标点的长句子" * 400 + "。" + "，短句，" * 300,
        "😀👩‍👩‍👧‍👦🇨🇳" * 20,
        "\x00\x07\x1b[31m\x7f\u202e\u2028\x85",
        "Ceci n'est pas du chinois.",
        "हिन्दी में एक वाक्य",
        "\ufeff\ufffe\U0010ffff",
        "a" * 5000,
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_any_line_gets_one_line(line: str, form: tuple[str, ...]) -> None:
    result = run(*form, text=f"{SOURCES[0]}\n{line}\n{SOURCES[1]}\n")
    assert result.exit_code == 0, result.stderr
    answers = result.stdout.split("\n")[:-1]
    assert len(answers) == 3
    assert answers[0]
    assert answers[2]
    if form:
        assert json.loads(answers[1])["source"] == line
    else:
        assert bool(answers[1]) == bool(line.strip())


def test_words_with_probabilities() -> None:
    result = run("--json", text="\n".join([*SOURCES, "长句子。" * 200]))
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["target"] for row in rows[:-1]] == run(text="\n".join(SOURCES)).stdout.splitlines()
    for row in rows:
        assert row["words"]
        for word in row["words"]:
            assert row["target"][word["start"] : word["end"]] == word["text"]
            assert 0 <= word["probability"] <= 1
        assert "".join(word["text"] for word in row["words"]) == "".join(row["target"].split())


@pytest.mark.parametrize("prefix", ["", "Ple", "Please check the ", "😀 naïve", "  two  spaces"])
def test_a_completion_begins_with_the_prefix(prefix: str) -> None:
    plain = run("--prefix", prefix, text=SOURCES[0])
    assert plain.exit_code == 0
    assert plain.stdout.startswith(prefix)
    row = json.loads(run("--prefix", prefix, "--json", text=SOURCES[0]).stdout)
    assert row["target"] == plain.stdout.removesuffix("\n")
    assert row["prefix"] == prefix
    assert len(prefix) <= row["sure"] <= len(row["target"])
    assert len(row["suggestions"]) <= 3


@pytest.mark.parametrize(("text", "found"), [("", "none"), ("\n\n", "none"), ("一\n二\n", "2")])
def test_a_prefix_needs_one_line(text: str, found: str) -> None:
    result = run("--prefix", "x", text=text)
    assert result.exit_code == 2
    assert result.stderr == f"Error: --prefix completes exactly one line, but the input has {found}\n"


def test_a_long_source_does_not_hang_a_completion() -> None:
    result = run("--prefix", "The", text="很长的句子，" * 1000)
    assert result.exit_code == 0
    assert result.stdout.startswith("The")


def test_bytes_that_are_no_text_are_named_by_line(tmp_path: Path) -> None:
    result = run(text=b"\xe4\xb8\xad\n\xff\n")
    assert result.exit_code == 1
    assert result.stderr == "Error: standard input, line 2 is not UTF-8 (invalid start byte)\n"
    result = run(tmp_path / "nowhere.txt")
    assert result.exit_code == 2
    assert "cannot be read (No such file or directory)" in result.stderr


def test_what_was_there_stays_when_a_line_is_bad(tmp_path: Path) -> None:
    target = tmp_path / "target.txt"
    target.write_text("old")
    assert run("--out", target, text=b"\xff").exit_code == 1
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["target.txt"]


def test_a_file_can_be_translated_into_its_own_place(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("\n".join(SOURCES), encoding="utf-8")
    expected = run(file).stdout
    assert run(file, "--out", file).exit_code == 0
    assert file.read_text(encoding="utf-8") == expected


def test_a_missing_model_is_one_sentence(tmp_path: Path) -> None:
    result = run("--model", tmp_path / "nowhere", text="一")
    assert result.exit_code == 1
    folder = tmp_path / "nowhere"
    assert result.stderr == f"Error: the model package {folder} cannot be used: there is no such folder\n"
