"""Reading the folder of a MarianMT checkpoint: its configuration and its vocabularies.

Whatever does not fit is noted in one list of problems, so that all of it can be told at once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from synslator.errors import SynslatorError
from synslator.training.export.architecture import Architecture

WEIGHTS = ("model.safetensors", "pytorch_model.bin")
ACTIVATIONS = {"swish": "swish", "silu": "swish", "gelu": "gelu", "relu": "relu"}
NUMBERS = (
    "d_model",
    "encoder_layers",
    "decoder_layers",
    "encoder_attention_heads",
    "decoder_attention_heads",
    "vocab_size",
    "decoder_start_token_id",
    "eos_token_id",
    "pad_token_id",
)
"""What a configuration must say, as numbers."""
FIXED = {
    "is_encoder_decoder": True,
    "normalize_before": False,
    "normalize_embedding": False,
    "add_final_layer_norm": False,
    "static_position_embeddings": True,
}
"""What a configuration may only say like this: the layers of MarianMT know nothing else."""

VocabularyIds = dict[str, int]


class MarianError(SynslatorError):
    """A folder that cannot be imported, with every reason."""

    def __init__(self, folder: Path, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(
            f"{folder} is not a MarianMT checkpoint that can be imported: " + "; ".join(problems)
        )


@dataclass(frozen=True)
class Vocabularies:
    """Pieces to ids, for the two sides; the same table twice where they share one."""

    source: VocabularyIds
    target: VocabularyIds

    @property
    def shared(self) -> bool:
        """Whether one table serves both sides."""
        return self.source is self.target


@dataclass(frozen=True)
class Configuration:
    """What `config.json` says, in our words."""

    shape: Architecture
    start: int
    end: int
    padding: int
    shared: bool
    """Whether one vocabulary and one embedding serve both sides."""
    tied: bool
    """Whether the target embedding is the output layer too."""


def read_table(path: Path, problems: list[str]) -> dict[str, Any]:
    """Return a JSON file that holds a table; an empty one, with the problem noted, where it does not."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        problems.append(f"{path.name} cannot be read ({error.strerror})")
        return {}
    except ValueError as error:
        problems.append(f"{path.name} is not JSON ({error})")
        return {}
    if not isinstance(content, dict):
        problems.append(f"{path.name} must be a table, not a {type(content).__name__}")
        return {}
    return content


def read_configuration(folder: Path, problems: list[str]) -> Configuration | None:
    """Read and check `config.json`."""
    before = len(problems)
    table = read_table(folder / "config.json", problems)
    if not table:
        return None
    if (kind := table.get("model_type")) != "marian":
        problems.append(f"config.json: model_type must be marian, not {kind!r}")
        return None
    problems += [
        f"config.json: {name} must be a whole number, not {table.get(name)!r}"
        for name in NUMBERS
        if type(table.get(name)) is not int
    ]
    problems += [
        f"config.json: {name} must be {str(value).lower()}, not {table[name]!r}"
        for name, value in FIXED.items()
        if table.get(name, value) is not value
    ]
    activation = table.get("activation_function")
    if activation not in ACTIVATIONS:
        known = ", ".join(ACTIVATIONS)
        problems.append(f"config.json: activation_function must be one of {known}, not {activation!r}")
    heads = table.get("encoder_attention_heads"), table.get("decoder_attention_heads")
    if heads[0] != heads[1]:
        problems.append("config.json: encoder and decoder must have the same number of attention heads")
    return configuration_of(table, problems) if len(problems) == before else None


def configuration_of(table: Mapping[str, Any], problems: list[str]) -> Configuration | None:
    """Turn a checked table into a configuration."""
    shared = bool(table.get("share_encoder_decoder_embeddings", True))
    sizes = table["vocab_size"], table.get("decoder_vocab_size") or table["vocab_size"]
    try:
        shape = Architecture(
            width=table["d_model"],
            heads=table["encoder_attention_heads"],
            encoder_layers=table["encoder_layers"],
            decoder_layers=table["decoder_layers"],
            source_vocabulary=sizes[0],
            target_vocabulary=sizes[0] if shared else sizes[1],
            pre_norm=False,
            activation=ACTIVATIONS[table["activation_function"]],
            scale_embedding=bool(table.get("scale_embedding", False)),
        )
    except ValueError as error:
        problems.append(f"config.json: {error}")
        return None
    return Configuration(
        shape,
        table["decoder_start_token_id"],
        table["eos_token_id"],
        table["pad_token_id"],
        shared,
        bool(table.get("tie_word_embeddings", True)),
    )


def read_vocabularies(
    folder: Path, configuration: Configuration | None, problems: list[str]
) -> Vocabularies | None:
    """Read the tables of pieces, and check them against the sizes that the configuration tells."""
    before = len(problems)
    separate = configuration is not None and not configuration.shared
    names = ["vocab.json", "target_vocab.json"] if separate else ["vocab.json"]
    tables: list[VocabularyIds] = []
    for number, name in enumerate(names):
        table = read_table(folder / name, problems)
        if not table:
            continue
        missing = [piece for piece in ("</s>", "<unk>") if piece not in table]
        problems += [f"{name}: the piece {piece} is missing" for piece in missing]
        if configuration is not None:
            shape = configuration.shape
            size = shape.target_vocabulary if number else shape.source_vocabulary
            strange = [p for p, n in table.items() if type(n) is not int or not 0 <= n < size]
            if strange:
                problems.append(
                    f"{name}: {len(strange)} pieces, such as {strange[0]!r}, have no id below {size}"
                )
        tables.append(table)
    for side in ("source.spm", "target.spm"):
        if not (folder / side).is_file():
            problems.append(f"{side} is missing")
    return Vocabularies(tables[0], tables[-1]) if len(problems) == before else None


def read_languages(folder: Path) -> tuple[str | None, str | None]:
    """Return the languages, as far as the tokenizer's configuration names them."""
    path = folder / "tokenizer_config.json"
    table = read_table(path, []) if path.is_file() else {}
    source, target = (table.get(f"{side}_lang") for side in ("source", "target"))
    return source if isinstance(source, str) else None, target if isinstance(target, str) else None
