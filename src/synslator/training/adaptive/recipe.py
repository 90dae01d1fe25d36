"""The recipe of the added layers: which memories to learn from, how neighbours are drawn, how to train."""

from dataclasses import dataclass, field
from pathlib import Path

from synslator.training.recipe import (
    FilterRecipe,
    ModelRecipe,
    OptimizerRecipe,
    RunRecipe,
    SourceRecipe,
    check,
)
from synslator.training.recipe_tables import load


@dataclass(frozen=True)
class NeighbourRecipe:
    """How a pair's example is chosen among what the rest of its memory holds."""

    minimum_rate: int = 30
    """Least match rate of an example, in percent. A package takes it over: below it the base model works
    alone."""
    best: float = 0.7
    """Share of pairs that get their best match; the others get any of their matches, so that the layers see
    poor examples too and learn not to trust them."""
    without: float = 0.1
    """Share of pairs that get none, whatever there is. They teach nothing to added layers over a frozen
    base model, and are left out there."""
    matches: int = 8
    """Matches to choose from."""
    most: int = 120_000
    """Pairs of one memory that are learned from at most; all of it is searched."""
    seed: int = 1

    def __post_init__(self) -> None:
        check(
            (0 <= self.minimum_rate <= 100, "minimum_rate must be 0 to 100"),
            (0 <= self.best <= 1 and 0 <= self.without < 1, "best and without must be shares"),
            (0 < self.matches <= 64, "matches must be 1 to 64"),
            (self.most > 0, "most must be positive"),
        )


@dataclass(frozen=True)
class AdaptiveRecipe:
    """A whole recipe."""

    source_language: str
    target_language: str
    sources: tuple[SourceRecipe, ...]
    """The memories: each one's pairs have their examples in it."""
    development: dict[str, str]
    """Name of a memory -> file of held-out pairs, whose examples come from that memory."""
    model: ModelRecipe = field(default_factory=ModelRecipe)
    """The shape of the base model. Its dropout is that of the added layers."""
    everything: bool = False
    """Train the base model along, instead of the added layers alone."""
    copies: float = 0.0
    """Share of pairs that are shown themselves as their example. Examples that were found are never the pair
    itself, so without this even the same source comes with another target, and nothing teaches the layers to
    trust a memory that holds the very segment."""
    reverse: bool = False
    """Whether every file holds the target first."""
    filters: FilterRecipe = field(default_factory=FilterRecipe)
    neighbours: NeighbourRecipe = field(default_factory=NeighbourRecipe)
    optimizer: OptimizerRecipe = field(default_factory=OptimizerRecipe)
    run: RunRecipe = field(default_factory=lambda: RunRecipe(minutes=5))

    def __post_init__(self) -> None:
        names = {source.name for source in self.sources}
        strange = sorted(self.development.keys() - names)
        check(
            (bool(self.sources), "a recipe needs at least one source"),
            (len(names) == len(self.sources), "two sources have the same name"),
            (not strange, f"development: {', '.join(strange)} must be the name of a source"),
            (self.model.encoder_layers > 0, "the base model must have an encoder"),
            (0 <= self.copies < 1, "copies must be a share"),
        )

    @classmethod
    def load(cls, path: Path) -> "AdaptiveRecipe":
        """Read a recipe."""
        return load(cls, path)
