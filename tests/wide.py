"""Packages that our own arithmetic can compute: with heads of 64, and a shortlist of all pieces."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from packages import PIECES, SHAPE, prefer_words, random_weights
from synslator.runtime.manifest import Manifest
from synslator.runtime.package import Package
from synslator.runtime.shortlist import Lexicon, families_of
from synslator.training.export.architecture import Architecture
from synslator.training.export.derived import write_shortlisted
from synslator.training.export.packages import TrainedNetwork, graphs_of, write_package

WIDE = replace(SHAPE, width=128, heads=2)


def open_package(
    folder: Path, vocabularies: dict[str, Path], shape: Architecture, *, tied: bool = False, int8: bool = True
) -> Package:
    """A package with random weights that searches among all pieces."""
    weights = prefer_words(random_weights(shape, feed_forward=192), vocabularies["target.spm"])
    if tied:
        del weights["decoder.output.weight"]
    if not shape.pre_norm:
        weights = {name: value for name, value in weights.items() if ".norm." not in name}
    manifest = Manifest("wide", "1.0", "zh", "en", graphs_of(shape, PIECES), architecture=shape.to_json())
    write_package(folder / "base", manifest, TrainedNetwork(shape, weights), None, {**vocabularies}, int8)
    families = families_of(Package.open(folder / "base").vocabulary.table.surfaces)
    nothing = np.zeros(int(families.max()) + 1, np.uint16)
    everything = Lexicon(np.ones(shape.target_vocabulary, np.bool_), nothing, nothing[:0])
    write_shortlisted(folder / "base", folder / "package", everything)
    return Package.open(folder / "package")
