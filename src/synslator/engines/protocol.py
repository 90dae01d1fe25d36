"""What every engine can do: prepare one segment for interactive decoding, and translate many texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from synslator.decoding.driver import Source
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package


@dataclass(frozen=True)
class Example:
    """A pair of a translation memory that an engine may learn from."""

    entry: int
    version: int
    source: str
    target: str
    rate: int
    """How like its source is to the text to be translated, in percent."""
    here: bool = False
    """Whether it was confirmed in the document that the text stands in."""

    @property
    def order(self) -> tuple[int, bool]:
        """Sort key: the best first; of equal rate, what this document has settled."""
        return (-self.rate, not self.here)


class Engine(Protocol):
    """A way to translate with a model package. Shared by threads."""

    @property
    def name(self) -> str:
        """What it is chosen by."""

    @property
    def package(self) -> Package:
        """The model package that it translates with."""

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        """Prepare a source text for decoding, with what the memory knows about it."""

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        """Translate texts of any length, each with its own examples."""
