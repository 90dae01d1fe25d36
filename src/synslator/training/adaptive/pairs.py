"""Files of pairs with their examples.

A file holds the ids of many pairs, each once (see `prepare`). `pairs` are the numbers of those to learn
from, `examples` the numbers of their examples, -1 for none, and `rates` how like their sources are, in
percent.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from synslator.training.data.tokenized_pairs import TokenizedPairs


@dataclass(frozen=True)
class ExamplePairs:
    """One source's pairs, and which is the example of which."""

    tokens: TokenizedPairs
    pairs: NDArray[np.int32]
    examples: NDArray[np.int32]
    rates: NDArray[np.uint8]
    made_from: str = ""
    """A checksum of all that decided what is in the file."""

    @classmethod
    def load(cls, path: Path) -> "ExamplePairs":
        """Read a file."""
        with np.load(path) as arrays:
            found = {name: arrays[name] for name in ("pairs", "examples", "rates")}
            return cls(TokenizedPairs.load(path), **found, made_from=str(arrays["made_from"]))

    def with_copies(self, share: float, seed: int) -> "ExamplePairs":
        """Return the same pairs, a share of them with themselves as their examples."""
        chosen = np.random.default_rng([seed, len(self.pairs)]).random(len(self.pairs)) < share
        examples = np.where(chosen, self.pairs, self.examples).astype(np.int32)
        return replace(self, examples=examples, rates=np.where(chosen, 100, self.rates).astype(np.uint8))

    def save(self, path: Path) -> None:
        """Write a file; it is there whole or not at all."""
        half = path.with_suffix(".half")
        with half.open("wb") as out:
            np.savez(
                out,
                source=self.tokens.source,
                target=self.tokens.target,
                lengths=self.tokens.lengths.astype(np.uint16),
                pairs=self.pairs,
                examples=self.examples,
                rates=self.rates,
                made_from=np.array(self.made_from),
            )
        half.replace(path)
