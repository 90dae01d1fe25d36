"""Writing a model package."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from synslator.errors import SynslatorError
from synslator.runtime.manifest import MANIFEST, Graphs, Manifest
from synslator.training.export.architecture import Architecture, Weights
from synslator.training.export.graph import WeightFile
from synslator.training.export.graphs import DecoderGraph, EncoderGraph


@dataclass(frozen=True)
class TrainedNetwork:
    """A trained model: how it is built, and its weights."""

    shape: Architecture
    weights: Weights


@dataclass(frozen=True)
class Pieces:
    """The ids that mean something to a model."""

    start: int
    end: int
    unused: tuple[int, ...]


def write_graphs(
    folder: Path, translation: TrainedNetwork, language_model: TrainedNetwork | None, int8: bool = True
) -> None:
    """Write the graphs and their weight files."""
    file = WeightFile("weights.bin")
    encoder = EncoderGraph(translation.shape, translation.weights, int8, file).build()
    decoder = DecoderGraph(translation.shape, translation.weights, int8, file).build()
    (folder / "encoder.onnx").write_bytes(encoder.SerializeToString())
    (folder / "decoder.onnx").write_bytes(decoder.SerializeToString())
    (folder / file.file_name).write_bytes(file.data)
    if language_model:
        file = WeightFile("language_model.bin")
        graph = DecoderGraph(language_model.shape, language_model.weights, int8, file).build()
        (folder / "language_model.onnx").write_bytes(graph.SerializeToString())
        (folder / file.file_name).write_bytes(file.data)


def write_package(
    folder: Path,
    manifest: Manifest,
    translation: TrainedNetwork,
    language_model: TrainedNetwork | None,
    files: dict[str, Path | str],
    int8: bool = True,
) -> None:
    """Write a whole package; `files` are copied (a path) or written (a text) under their names.

    A package that is there already is replaced when the new one is whole; other files are left alone.
    """
    with new_package(folder) as new:
        write_graphs(new, translation, language_model, int8)
        for name, content in files.items():
            if isinstance(content, Path):
                shutil.copyfile(content, new / name)
            else:
                (new / name).write_text(content, encoding="utf-8")
        precision = {"precision": "int8" if int8 else "fp32"}
        replace(manifest, architecture=manifest.architecture | precision).write(new)


@contextmanager
def new_package(folder: Path) -> Iterator[Path]:
    """A folder to write a package into; it takes its place when the block ends without an error."""
    folder = folder.resolve()
    if folder.exists() and not replaceable(folder):
        raise SynslatorError(f"{folder} exists and is not a model package; name a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as temporary:
        new, old = Path(temporary) / "new", Path(temporary) / "old"
        new.mkdir()
        yield new
        if folder.exists():
            folder.rename(old)
        new.rename(folder)


def replaceable(folder: Path) -> bool:
    """Return whether nothing is lost when a package takes a folder's place."""
    return folder.is_dir() and ((folder / MANIFEST).is_file() or not any(folder.iterdir()))


def graphs_of(shape: Architecture, pieces: Pieces) -> Graphs:
    """Return what the manifest says of a model."""
    return Graphs(
        shape.width,
        shape.heads,
        shape.decoder_layers,
        shape.target_vocabulary,
        pieces.start,
        pieces.end,
        pieces.unused,
    )
