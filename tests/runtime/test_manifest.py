"""A package that cannot be used says why, everything at once, and is never half used."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from synslator.runtime.manifest import FORMAT, MANIFEST, Graphs, Manifest, PackageError, check
from synslator.runtime.package import Package


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    """A copy of the tiny package that a test may spoil."""
    return shutil.copytree(tiny_folder, tmp_path / "package")


def change(folder: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    """Edit a manifest as JSON."""
    content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    edit(content)
    (folder / MANIFEST).write_text(json.dumps(content), encoding="utf-8")


def problems(folder: Path) -> list[str]:
    with pytest.raises(PackageError) as caught:
        Package.open(folder)
    message = str(caught.value)
    assert message.startswith(f"the model package {folder} cannot be used: ")
    assert all(problem in message for problem in caught.value.problems)
    return caught.value.problems


def test_what_is_written_is_read_again(folder: Path) -> None:
    manifest = check(folder)
    assert manifest.name == "tiny"
    assert manifest.translation.unused == (0, 1, 3)
    assert set(manifest.files) == {p.name for p in folder.iterdir()} - {MANIFEST}
    manifest.write(folder)
    assert check(folder) == manifest


def test_no_folder_and_no_manifest(tmp_path: Path) -> None:
    assert problems(tmp_path / "nowhere") == ["there is no such folder"]
    assert problems(tmp_path) == ["manifest.json cannot be read (No such file or directory)"]


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "\x00"])
def test_a_manifest_that_is_not_json(folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text)
    assert problems(folder)[0].startswith("manifest.json is not JSON")


def test_a_manifest_that_is_not_text(folder: Path) -> None:
    (folder / MANIFEST).write_bytes(b"\xff\xfe\x00")
    assert problems(folder)[0].startswith("manifest.json is not JSON")


def test_a_newer_package_asks_for_an_update(folder: Path) -> None:
    change(folder, lambda m: m.update(format=FORMAT + 1, novelty=[1]))
    assert problems(folder) == [
        f"the package has format {FORMAT + 1}; this Synslator reads format {FORMAT}. Update Synslator"
    ]


@pytest.mark.parametrize("content", [[], "text", None, {"format": "1"}, {}])
def test_a_file_that_is_no_manifest(folder: Path, content: object) -> None:
    (folder / MANIFEST).write_text(json.dumps(content))
    assert problems(folder)[0].endswith(f"; this Synslator reads format {FORMAT}")


def test_all_problems_of_a_manifest_at_once(folder: Path) -> None:
    def spoil(manifest: dict[str, Any]) -> None:
        del manifest["name"], manifest["translation"]["unused"]
        manifest["colour"] = "blue"
        manifest["translation"]["heads"] = "four"
        manifest["translation"]["end"] = True
        manifest["language_model"]["heads"] = 3
        manifest["parameters"] = {"length_penalty": "long"}
        manifest["files"] = {"a": {"bytes": 1}, "b": 7}

    change(folder, spoil)
    assert problems(folder) == [
        "manifest.json: name is missing",
        "manifest.json: colour is not known here",
        "manifest.json: translation.heads must be a whole number, not 'four'",
        "manifest.json: translation.end must be a whole number, not True",
        "manifest.json: language_model: width 16 is not a multiple of 3 heads",
        "manifest.json: parameters.length_penalty must be a number, not 'long'",
        "manifest.json: files.a.sha256 is missing",
        "manifest.json: files.b must be a table, not 7",
    ]


def test_all_problems_of_the_files_at_once(folder: Path) -> None:
    (folder / "encoder.onnx").unlink()
    with (folder / "decoder.onnx").open("ab") as graph:
        graph.write(b"x")
    content = bytearray((folder / "weights.bin").read_bytes())
    content[1000] ^= 1
    (folder / "weights.bin").write_bytes(content)
    size = (folder / "decoder.onnx").stat().st_size

    def spoil(manifest: dict[str, Any]) -> None:
        del manifest["files"]["target.spm"]
        manifest["files"]["../weights.bin"] = manifest["files"]["weights.bin"]

    change(folder, spoil)
    assert sorted(problems(folder)) == [
        "../weights.bin is not in the package's folder",
        f"decoder.onnx has {size} bytes instead of {size - 1}",
        "encoder.onnx is missing",
        "target.spm is not in the manifest",
        "weights.bin is damaged: its checksum is not the manifest's",
    ]


def test_files_that_no_library_can_open_are_named_together(folder: Path) -> None:
    """The checksums are right, so the one who made the package made it wrong."""
    (folder / "encoder.onnx").write_bytes(b"no graph")
    (folder / "source.spm").write_bytes(b"no vocabulary")
    (folder / "language_model.bin").unlink()
    check_list = Manifest.read(folder)
    check_list.write(folder)
    found = problems(folder)
    assert [problem.partition(" cannot be used")[0] for problem in found] == [
        "source.spm",
        "encoder.onnx",
        "language_model.onnx",
    ]


def test_a_graph_that_lacks_what_it_is_given(folder: Path) -> None:
    graph = (folder / "decoder.onnx").read_bytes()
    assert b"asked" in graph
    (folder / "decoder.onnx").write_bytes(graph.replace(b"asked", b"taken"))
    Manifest.read(folder).write(folder)
    assert problems(folder) == ["decoder.onnx cannot be used: the graph lacks asked, asked_log_probabilities"]


def test_a_vocabulary_of_another_size(folder: Path) -> None:
    shutil.copyfile(folder / "source.spm", folder / "target.spm")
    Manifest.read(folder).write(folder)
    assert problems(folder) == ["target.spm cannot be used: the vocabulary has 480 pieces instead of 500"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ((0, 2, 1, 10, 1, 2), "must be positive"),
        ((9, 2, 1, 10, 1, 2), "width 9 is not a multiple of 2 heads"),
        ((8, 2, 1, 10, 1, 10), r"the ids \[10\] are not in a vocabulary of 10"),
        ((8, 2, 1, 10, 1, 2, (-1,)), r"the ids \[-1\]"),
    ],
)
def test_shapes_are_checked_when_made(values: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Graphs(*values)
