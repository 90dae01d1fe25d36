"""From a MarianMT checkpoint to a model package."""

import json
from dataclasses import dataclass
from pathlib import Path

from synslator.runtime.manifest import Manifest
from synslator.training.export.packages import Pieces, TrainedNetwork, graphs_of, write_package
from synslator.training.marian.folder import (
    Configuration,
    MarianError,
    Vocabularies,
    VocabularyIds,
    read_configuration,
    read_languages,
    read_vocabularies,
)
from synslator.training.marian.weights import read_tensors, translate_weights

CARD = """# {name}

{source} to {target}, imported from the MarianMT checkpoint `{folder}`: {encoder} encoder and {decoder}
decoder layers of width {width}, weights in {precision}.

The model's authors decide under which terms it may be used; their own description, where the checkpoint has
one, follows. Nothing was measured after the import.
"""


@dataclass(frozen=True)
class MarianOptions:
    """What the one who imports decides."""

    name: str | None = None
    """Of the package; the checkpoint's folder gives it where this does not."""
    source_language: str | None = None
    target_language: str | None = None
    """The languages; the checkpoint's tokenizer names them where these do not."""
    target_token: str | None = None
    """Of a model with several target languages, the piece that asks for one, such as `>>fra<<`."""
    int8: bool = True


def import_marian(folder: Path, package: Path, options: MarianOptions) -> Manifest:
    """Read a checkpoint, check all of it, and write a package."""
    problems: list[str] = []
    if not folder.is_dir():
        raise MarianError(folder, ["there is no such folder"])
    configuration = read_configuration(folder, problems)
    vocabularies = read_vocabularies(folder, configuration, problems)
    tensors = read_tensors(folder, problems)
    weights = translate_weights(tensors, configuration, problems) if configuration and tensors else {}
    source, target = languages_of(folder, options, problems)
    if vocabularies:
        check_token(vocabularies.source, options.target_token, problems)
    if problems or configuration is None or vocabularies is None:
        raise MarianError(folder, problems)
    manifest = Manifest(
        name=options.name or folder.resolve().name,
        version="1",
        source_language=source,
        target_language=target,
        translation=graphs_of(configuration.shape, pieces_of(configuration, vocabularies.target)),
        shared_vocabulary=vocabularies.shared,
        separate_vocabularies=not vocabularies.shared,
        source_prefix=options.target_token or "",
        architecture=configuration.shape.to_json(),
    )
    files: dict[str, Path | str] = {name: folder / name for name in ("source.spm", "target.spm")}
    files |= table_files(vocabularies) | {"README.md": card_of(folder, manifest, configuration, options)}
    write_package(package, manifest, TrainedNetwork(configuration.shape, weights), None, files, options.int8)
    return manifest


def languages_of(folder: Path, options: MarianOptions, problems: list[str]) -> tuple[str, str]:
    """Return the two languages, given or found."""
    found = read_languages(folder)
    source, target = options.source_language or found[0], options.target_language or found[1]
    if not source:
        problems.append("tokenizer_config.json names no source_lang, so the source language must be given")
    if not target:
        problems.append("tokenizer_config.json names no target_lang, so the target language must be given")
    return source or "", target or ""


def is_language(piece: str) -> bool:
    """Return whether a piece asks for a target language."""
    return piece.startswith(">>") and piece.endswith("<<")


def check_token(ids: VocabularyIds, token: str | None, problems: list[str]) -> None:
    """A model of several target languages has to be asked for one of them, any other for none."""
    known = sorted(filter(is_language, ids))
    if token and token not in known:
        problems.append(
            f"the target token must be one of {', '.join(known)}, not {token}"
            if known
            else f"the model has one target language only; leave out the target token {token}"
        )
    if len(known) > 1 and not token:
        problems.append(
            f"the model has several target languages; choose a target token of {', '.join(known)}"
        )


def pieces_of(configuration: Configuration, ids: VocabularyIds) -> Pieces:
    """Return the ids that may be predicted: not padding, the unknown piece, nor ids without a piece."""
    silent = {number for piece, number in ids.items() if piece == "<unk>" or is_language(piece)}
    without = set(range(configuration.shape.target_vocabulary)) - set(ids.values())
    unused = (silent | without | {configuration.padding, configuration.start}) - {configuration.end}
    return Pieces(configuration.start, configuration.end, tuple(sorted(unused)))


def table_files(vocabularies: Vocabularies) -> dict[str, Path | str]:
    """Return the tables from pieces to ids, as files of the package."""
    if vocabularies.shared:
        return {"vocabulary.json": json.dumps(vocabularies.source, ensure_ascii=False)}
    return {
        f"{side}_vocabulary.json": json.dumps(ids, ensure_ascii=False)
        for side, ids in (("source", vocabularies.source), ("target", vocabularies.target))
    }


def card_of(folder: Path, manifest: Manifest, configuration: Configuration, options: MarianOptions) -> str:
    """Return a model card; the checkpoint's own, if there is one, stands below."""
    shape = configuration.shape
    card = CARD.format(
        name=manifest.name,
        source=manifest.source_language,
        target=manifest.target_language,
        folder=folder.resolve().name,
        encoder=shape.encoder_layers,
        decoder=shape.decoder_layers,
        width=shape.width,
        precision="int8" if options.int8 else "fp32",
    )
    own = folder / "README.md"
    return card + ("\n---\n\n" + own.read_text(encoding="utf-8", errors="replace") if own.is_file() else "")
