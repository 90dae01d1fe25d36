"""An engine: what the memory nearly knows is taken as it is, and the machine translates the rest."""

from collections.abc import Sequence
from dataclasses import dataclass

from synslator.decoding.driver import Source
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import EngineKind, Setup, make_engine
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package

NEAR = 90
"""The match rate from which on a translation of the memory is the draft."""


@dataclass(frozen=True)
class MemoryFirst:
    """Drafts with the memory's near matches; completes what is typed as the inner engine does."""

    inner: Engine
    name: str = "memory-first"

    @property
    def package(self) -> Package:
        """The inner engine's model package."""
        return self.inner.package

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        """Prepare a text for completing."""
        return self.inner.bind(text, examples)

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        """Translate texts; one with a near match is not given to the model."""
        known = examples or [()] * len(texts)
        near = [next((one.target for one in some if one.rate >= NEAR), None) for some in known]
        rest = [place for place, target in enumerate(near) if target is None]
        progress.advance(len(texts) - len(rest))
        made = self.inner.translate([texts[n] for n in rest], [known[n] for n in rest], progress)
        translated = dict(zip(rest, made, strict=True))
        return [translated.get(place, target or "") for place, target in enumerate(near)]


def make(setup: Setup) -> MemoryFirst:
    """Make the engine around the one that learns from the memory."""
    return MemoryFirst(make_engine("knn", setup))


ENGINES = (
    EngineKind(
        "memory-first",
        "the memory first",
        "Takes the translation of a match from 90 % on as the draft, as it is. Everything else is translated "
        "and completed as by the engine that learns from the memory.",
        make,
    ),
)
