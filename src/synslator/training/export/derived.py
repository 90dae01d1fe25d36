"""Packages made from packages: with something added, or with a translation model trained on."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import onnx
from torch import Tensor

from synslator.runtime.manifest import AdaptiveLayers, Manifest, check
from synslator.runtime.shortlist import Lexicon
from synslator.training.export.adaptive import AddedGraphs
from synslator.training.export.architecture import Architecture
from synslator.training.export.graph import WeightFile
from synslator.training.export.package_weights import read_architecture, read_weights
from synslator.training.export.packages import TrainedNetwork, new_package, write_graphs
from synslator.training.export.search import SearchGraphs
from synslator.training.export.torch_weights import neutral_weights

SHORTLIST_FILES = ("search.onnx", "output.onnx", "shortlist.xz")
ADAPTIVE_FILES = ("adaptive_encoder.onnx", "adaptive_decoder.onnx", "adaptive.bin")


@dataclass(frozen=True)
class Derived:
    """What a new package is called, and the card that replaces the old one's."""

    name: str
    version: str
    card: str | None = None


def write_trained_on(base: Path, package: Path, weights: Mapping[str, Tensor], derived: Derived) -> None:
    """Write a package whose translation model has new weights; all else is the base package's.

    Layers that were added to the base package's model do not fit the new one and are left out, and so are
    its scores. The new model has learned other words, so its shortlist is left out too.
    """
    manifest = check(base)
    with new_package(package) as new:
        copy_files(base, new, manifest, derived, without=ADAPTIVE_FILES + SHORTLIST_FILES)
        replace_model(new, read_architecture(manifest), weights)
        rename(replace(manifest, adaptive=None, shortlist=False, scores={}), derived).write(new)


def write_adaptive(
    base: Path, package: Path, weights: Mapping[str, Tensor], minimum_rate: int, derived: Derived
) -> None:
    """Write a package with adaptive layers; where the base model was trained along, with its new weights."""
    manifest = check(base)
    shape = read_architecture(manifest)
    with new_package(package) as new:
        copy_files(base, new, manifest, derived, without=ADAPTIVE_FILES)
        if "encoder.embedding.weight" in weights:
            replace_model(new, shape, weights)
            if manifest.shortlist:
                write_search(new, shape)
        add_layers(new, shape, weights)
        layers = AdaptiveLayers(minimum_rate)
        rename(replace(manifest, adaptive=layers), derived).write(new)


def write_shortlisted(base: Path, package: Path, lexicon: Lexicon) -> Manifest:
    """Write a package that can search among a shortlist; all else is the base package's."""
    manifest = check(base)
    kept = Derived(manifest.name, manifest.version)
    shortlisted = replace(manifest, shortlist=True)
    with new_package(package) as new:
        copy_files(base, new, manifest, kept, without=SHORTLIST_FILES)
        add_shortlist(new, read_architecture(manifest), lexicon)
        shortlisted.write(new)
    return shortlisted


def add_shortlist(folder: Path, shape: Architecture, lexicon: Lexicon) -> None:
    """Write the table and the graphs of a search among a shortlist beside a package's own."""
    write_search(folder, shape)
    lexicon.write(folder / "shortlist.xz")


def write_search(folder: Path, shape: Architecture) -> None:
    """Write the graphs of a search among a shortlist for the decoder that a folder has."""
    constants = decoder_constants(folder)
    graphs = SearchGraphs(shape, read_weights(folder), is_int8(constants), constants)
    (folder / "search.onnx").write_bytes(graphs.search().SerializeToString())
    (folder / "output.onnx").write_bytes(graphs.output().SerializeToString())


def copy_files(base: Path, new: Path, manifest: Manifest, derived: Derived, without: tuple[str, ...]) -> None:
    """Copy a package's files, with another card if there is one."""
    for name in manifest.files.keys() - set(without):
        shutil.copyfile(base / name, new / name)
    if derived.card is not None:
        (new / "README.md").write_text(derived.card, encoding="utf-8")


def rename(manifest: Manifest, derived: Derived) -> Manifest:
    """Return the manifest of a new package."""
    return replace(manifest, name=derived.name, version=derived.version)


def replace_model(folder: Path, shape: Architecture, weights: Mapping[str, Tensor]) -> None:
    """Write new weights over a package's translation model, in the precision that it has."""
    int8 = is_int8(decoder_constants(folder))
    write_graphs(folder, TrainedNetwork(shape, neutral_weights(weights)), None, int8)


def add_layers(folder: Path, shape: Architecture, weights: Mapping[str, Tensor]) -> None:
    """Write the graphs and weights of the adaptive layers beside a package's own."""
    constants = decoder_constants(folder)
    shared = {
        name: tensor
        for name, tensor in constants.items()
        if name.startswith(("decoder.embedding", "decoder.output"))
    }
    file = WeightFile("adaptive.bin")
    everything = read_weights(folder) | neutral_weights(weights)
    graphs = AddedGraphs(shape, everything, is_int8(constants), file, shared)
    (folder / "adaptive_encoder.onnx").write_bytes(graphs.encoder().SerializeToString())
    (folder / "adaptive_decoder.onnx").write_bytes(graphs.decoder().SerializeToString())
    (folder / file.file_name).write_bytes(file.data)


def decoder_constants(folder: Path) -> dict[str, onnx.TensorProto]:
    """Return the constants of a package's decoder, with their contents left where they are."""
    graph = onnx.load(folder / "decoder.onnx", load_external_data=False).graph
    return {tensor.name: tensor for tensor in graph.initializer}


def is_int8(constants: Mapping[str, onnx.TensorProto]) -> bool:
    """Return whether a model's weights are eight-bit numbers."""
    kind = onnx.helper.tensor_dtype_to_np_dtype(constants["decoder.embedding"].data_type)
    return bool(kind == np.int8)
