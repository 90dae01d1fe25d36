"""From a recipe's trained weights to a model package."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from synslator.progress import SILENT, Progress
from synslator.runtime.manifest import Manifest
from synslator.training.data.shortlist import learn_prepared
from synslator.training.data.tokenizers import BOS, EOS, PAD, UNKNOWN
from synslator.training.export.derived import write_shortlisted
from synslator.training.export.packages import Pieces, TrainedNetwork, graphs_of, write_package
from synslator.training.export.torch_weights import architecture_of, weights_of
from synslator.training.recipe import ModelRecipe, Recipe
from synslator.training.runs import build_model, load_weights

CARD = """# {manifest.name} {manifest.version}

{recipe.source_language} to {recipe.target_language}: {layers}; {parts}.

| trained on | pairs | weight | terms |
| --- | ---: | ---: | --- |
{rows}

Nothing was measured with this package yet.
"""
PIECES = Pieces(BOS, EOS, (PAD, BOS, UNKNOWN))


@dataclass(frozen=True)
class ExportOptions:
    """What a package is called and what comes along."""

    name: str
    version: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y.%m.%d"))
    card: Path | None = None
    """The model card; without it one is written from the recipe."""
    scores: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, float] = field(default_factory=dict)
    int8: bool = True


def export_trained(
    recipe: Recipe,
    prepared: Path,
    weights: Path,
    language_model: Path | None,
    package: Path,
    options: ExportOptions,
    progress: Progress = SILENT,
) -> Manifest:
    """Write a package of trained weights, with a shortlist that is learned from the prepared pairs.

    Progress is counted in the steps of learning it.
    """
    translation = trained_part(recipe.model, prepared, weights)
    monolingual = trained_part(recipe.language_model, prepared, language_model) if language_model else None
    manifest = Manifest(
        options.name,
        options.version,
        recipe.source_language,
        recipe.target_language,
        graphs_of(translation.shape, PIECES),
        graphs_of(monolingual.shape, PIECES) if monolingual else None,
        parameters=options.parameters,
        architecture=translation.shape.to_json(),
        scores=options.scores,
    )
    card: Path | str = options.card or write_card(recipe, prepared, manifest)
    files: dict[str, Path | str] = {name: prepared / name for name in ("source.spm", "target.spm")}
    lexicon = learn_prepared(prepared, prepared, progress=progress)
    write_package(package, manifest, translation, monolingual, files | {"README.md": card}, options.int8)
    return write_shortlisted(package, package, lexicon)


def trained_part(shape: ModelRecipe, prepared: Path, weights: Path) -> TrainedNetwork:
    """Return a model of a recipe with trained weights."""
    model = build_model(shape, prepared, seed=1)
    load_weights(model, weights)
    return TrainedNetwork(architecture_of(model), weights_of(model))


def write_card(recipe: Recipe, prepared: Path, manifest: Manifest) -> str:
    """Return a model card from the recipe and the prepared folder; the rest is for people to add."""
    counts = json.loads(corpus.read_text()) if (corpus := prepared / "corpus.json").is_file() else {}
    rows = [
        f"| {source.name} | {counts.get(source.name, {}).get('pairs', '?')} | {source.weight:g} "
        f"| {source.terms or 'not recorded'} |"
        for source in recipe.sources
    ]
    shape = recipe.model
    layers = (
        f"{shape.encoder_layers} encoder and {shape.decoder_layers} decoder layers of width {shape.width}"
    )
    parts = "a language model besides" if manifest.language_model else "no language model"
    return CARD.format(
        manifest=manifest,
        recipe=recipe,
        layers=layers.format(recipe.model),
        parts=parts,
        rows="\n".join(rows),
    )
