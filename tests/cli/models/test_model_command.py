"""`synslator model`: what is found, what it is, whether it is whole."""

import json
import shutil
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from packages import make_package
from synslator.cli import extras, main
from synslator.runtime.manifest import MANIFEST


def run(*arguments: str | Path) -> "click.testing.Result":
    return CliRunner().invoke(main, ["model", *map(str, arguments)])


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    """A copy of the tiny package that a test may spoil."""
    return shutil.copytree(tiny_folder, tmp_path / "package")


def test_the_configured_package_and_installed_ones_are_listed(
    tiny_folder: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(folder, tmp_path / "site" / "synslator_model_tiny")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site")])
    rows = [json.loads(line) for line in run("list", "--json", "--model", tiny_folder).stdout.splitlines()]
    assert rows[0]["folder"] == str(tiny_folder)
    assert rows[0]["found"] == "configured"
    assert (rows[0]["name"], rows[0]["source"], rows[0]["target"]) == ("tiny", "zh", "en")
    assert [row["folder"] for row in rows if row["found"] == "installed"] == [
        str(tmp_path / "site" / "synslator_model_tiny")
    ]
    table = run("list", "--model", tiny_folder).stdout
    assert "zh → en" in table
    assert f"{tiny_folder} (configured)" in table


def test_a_package_that_is_not_there_is_listed_as_such(tmp_path: Path) -> None:
    result = run("list", "--model", tmp_path / "nowhere")
    assert result.exit_code == 0
    assert "(configured): there is no such folder" in result.stdout


def test_info_tells_languages_shapes_and_sizes(tiny_folder: Path) -> None:
    result = run("info", tiny_folder)
    assert result.exit_code == 0
    for part in ("tiny 1.0", "zh → en", "2 encoder and 2 decoder layers, width 32, 4 heads", "int8", "MB"):
        assert part in result.stdout
    table = json.loads(run("info", tiny_folder, "--json").stdout)
    assert table["language_model"]["width"] == 16
    assert run("info", tiny_folder, "--card").stdout == "# tiny\n\nRandom weights, for tests.\n"


def test_info_tells_what_loading_costs(tiny_folder: Path, folder: Path) -> None:
    cost = json.loads(run("info", tiny_folder, "--load", "--json").stdout)["loading"]
    assert cost["milliseconds"] > 0
    assert cost["processor_milliseconds"] > 0
    assert cost["memory_mb"] > 10
    assert " MB in memory" in run("info", tiny_folder, "--load").stdout
    (folder / "encoder.onnx").unlink()
    assert "encoder.onnx is missing" in run("info", folder, "--load").stderr


def test_info_finds_a_package_by_its_name(tiny_folder: Path) -> None:
    assert str(tiny_folder) in run("info", "tiny", "--model", tiny_folder).stdout
    result = run("info", "huge", "--model", tiny_folder)
    assert result.exit_code == 1
    assert "neither a folder nor the name of a package; the packages are: tiny" in result.stderr


def test_verify_says_that_a_package_is_fine(tiny_folder: Path, folder: Path) -> None:
    result = run("verify", tiny_folder, folder)
    assert result.exit_code == 0
    assert result.stdout == f"{tiny_folder}: fine\n{folder}: fine\n"


def test_verify_names_all_problems(folder: Path) -> None:
    (folder / "encoder.onnx").unlink()
    (folder / "target.spm").write_bytes(b"")
    result = run("verify", folder)
    assert result.exit_code == 1
    assert "encoder.onnx is missing" in result.stdout
    assert "target.spm has " in result.stdout
    assert result.stderr == "Error: 1 of 1 packages cannot be used\n"


def test_verify_runs_the_graphs(tiny_vocabularies: dict[str, Path], folder: Path) -> None:
    """A package whose files are as the manifest says, and whose graphs belong to another model."""
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["translation"]["heads"] = 2
    (folder / MANIFEST).write_text(json.dumps(manifest))
    result = run("verify", folder)
    assert result.exit_code == 1
    assert "decoder.onnx fails: " in result.stdout


def test_import_refuses_with_one_sentence(tmp_path: Path) -> None:
    result = run("import", tmp_path, tmp_path / "package")
    assert result.exit_code == 1
    assert "is not a MarianMT checkpoint that can be imported: config.json cannot be read" in result.stderr
    assert not (tmp_path / "package").exists()


def test_without_pytorch_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "torch" else object())
    result = run("import", tmp_path, tmp_path / "package")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: this command needs PyTorch, which this installation lacks;"
        " install it with: pip install 'synslator[train]'\n"
    )


def test_a_package_without_language_model_is_described(
    tiny_vocabularies: dict[str, Path], tmp_path: Path
) -> None:
    folder = make_package(tmp_path / "p", tiny_vocabularies, language_model=False, int8=False)
    text = run("info", folder).stdout
    assert "language model" not in text
    assert "fp32" in text


def test_a_package_is_installed_listed_and_removed(reverse_folder: Path, tmp_path: Path) -> None:
    data = ("--data-folder", tmp_path)
    told = run("install", reverse_folder, *data)
    assert told.stdout == "installed reverse 1.0 (en → zh)\n"
    rows = [json.loads(line) for line in run("list", "--json", *data).stdout.splitlines()]
    (row,) = [row for row in rows if row["found"] == "model folder"]
    assert (row["name"], row["folder"]) == ("reverse", str(tmp_path / "models" / "reverse"))
    assert run("verify", "reverse", *data).stdout.endswith("fine\n")
    again = run("install", reverse_folder, *data)
    assert again.exit_code == 1
    assert "Remove it first with `synslator model remove reverse`." in again.output
    assert run("remove", "reverse", *data).exit_code == 0
    assert not (tmp_path / "models" / "reverse").exists()
    gone = run("remove", "reverse", *data)
    assert gone.exit_code == 1
    assert "No package named reverse is installed" in gone.output


def test_a_package_is_installed_from_a_wheel_or_zip_file(folder: Path, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "model"), "zip", folder.parent, folder.name)
    assert run("install", archive, "--data-folder", tmp_path).exit_code == 0
    assert (tmp_path / "models" / "tiny" / MANIFEST).read_bytes() == (folder / MANIFEST).read_bytes()
    empty = tmp_path / "empty.zip"
    empty.write_bytes(b"no archive")
    refused = run("install", empty, "--data-folder", tmp_path)
    assert "is not a ZIP file or a wheel that can be read" in refused.output
