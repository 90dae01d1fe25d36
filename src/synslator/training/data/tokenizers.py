"""Learning SentencePiece vocabularies."""

import io
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import sentencepiece

from synslator.errors import UsageProblem
from synslator.training.recipe import TokenizerRecipe

PAD, BOS, EOS, UNKNOWN = 0, 1, 2, 3
"""The first pieces of every vocabulary that we train."""


def sample(lines: Iterable[str], wanted: int, seed: int) -> list[str]:
    """Draw `wanted` lines evenly from a stream of unknown length."""
    rng = random.Random(seed)
    kept: list[str] = []
    for n, line in enumerate(lines):
        if len(kept) < wanted:
            kept.append(line)
        elif (slot := rng.randrange(n + 1)) < wanted:
            kept[slot] = line
    return kept


def learn(lines: Iterable[str], recipe: TokenizerRecipe, path: Path, threads: int = 2, seed: int = 1) -> None:
    """Learn a vocabulary from lines of text and write it to `path`.

    Unigram pieces with byte fallback, so that every string can be spelt; digits are split, so that numbers
    are read and written figure by figure. White space is kept as it is.
    """
    chosen: Iterator[str] = iter(sample(lines, recipe.sentences, seed))
    identity = recipe.normalization == "identity"
    learned = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=chosen,
            model_writer=learned,
            model_type="unigram",
            vocab_size=recipe.vocabulary,
            character_coverage=recipe.coverage,
            normalization_rule_name=recipe.normalization,
            remove_extra_whitespaces=not identity,
            allow_whitespace_only_pieces=identity,
            byte_fallback=True,
            split_digits=True,
            pad_id=PAD,
            bos_id=BOS,
            eos_id=EOS,
            unk_id=UNKNOWN,
            num_threads=threads,
            max_sentence_length=4192,
            minloglevel=1,
        )
    except RuntimeError as error:
        reason = str(error).rpartition("] ")[2].strip().rstrip(".")
        raise UsageProblem(
            f"a vocabulary of {recipe.vocabulary} pieces cannot be learned from this text: {reason}"
        ) from error
    path.write_bytes(learned.getvalue())
