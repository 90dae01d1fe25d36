"""How far a run is, and the rate that belongs there.

A run is given minutes or updates. Its progress goes from 0 to 1 by either, so that one schedule serves
both and a run that was given minutes ends on time.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from synslator.training.recipe import OptimizerRecipe, RunRecipe


@dataclass
class Clock:
    """Progress of a run; `spent` carries the seconds before it was last resumed."""

    run: RunRecipe
    spent: float = 0.0
    now: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.started = self.now()

    def seconds(self) -> float:
        """Seconds of training so far, those before a resumption included."""
        return self.spent + self.now() - self.started

    def progress(self, updates: int) -> float:
        """Return the share of the run that is done, from 0 to 1."""
        done = updates / self.run.updates if self.run.updates else self.seconds() / (self.run.minutes * 60)
        return min(done, 1.0)


def rate_factor(progress: float, updates: int, recipe: OptimizerRecipe) -> float:
    """Return the share of the peak rate: up over the warm-up, flat, then straight down to zero."""
    warm = min(1.0, (updates + 1) / recipe.warmup) if recipe.warmup else 1.0
    if progress <= recipe.flat:
        return warm
    return warm * (1.0 - progress) / (1.0 - recipe.flat)
