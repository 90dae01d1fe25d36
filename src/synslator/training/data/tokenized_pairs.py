"""Pairs as ids, as a prepared folder holds them: one compact file for each source.

A `NAME.npz` has three arrays: `source` and `target` (all ids one after another, 16 bits each) and `lengths`
(pairs, 2); where only a span of each target is learned, `spans` (pairs, 2) says which. A source sequence ends
in the end piece; a target sequence holds only its own pieces.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import sentencepiece
from numpy.typing import NDArray

PieceNumbers = NDArray[np.uint16]


@dataclass(frozen=True)
class TokenizedPairs:
    """Pairs as ids, one after another, with the lengths that cut them apart."""

    source: PieceNumbers
    target: PieceNumbers
    lengths: NDArray[np.int32]
    """(pairs, 2)"""
    learned: NDArray[np.int32] | None = None
    """Where in each target the pieces begin and end that are learned, (pairs, 2); None: everywhere."""

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def spans(self) -> NDArray[np.int32]:
        """Where in each target the pieces begin and end that are learned, (pairs, 2)."""
        return self.lengths * np.array([[0, 1]], np.int32) if self.learned is None else self.learned

    @classmethod
    def load(cls, path: Path) -> "TokenizedPairs":
        """Read one source's file."""
        with np.load(path) as arrays:
            learned = arrays["spans"].astype(np.int32) if "spans" in arrays else None
            return cls(arrays["source"], arrays["target"], arrays["lengths"].astype(np.int32), learned)

    def save(self, path: Path) -> None:
        """Write one source's file."""
        arrays = {"source": self.source, "target": self.target, "lengths": self.lengths.astype(np.uint16)}
        if self.learned is not None:
            arrays["spans"] = self.learned.astype(np.uint16)
        np.savez(path, allow_pickle=False, **arrays)


def load_tokenizer(path: Path) -> sentencepiece.SentencePieceProcessor:
    """Open a vocabulary."""
    return sentencepiece.SentencePieceProcessor(model_file=str(path))
