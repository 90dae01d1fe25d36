"""The plain model: it knows nothing of memories."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from synslator.decoding.driver import Source
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import BulkTranslator
from synslator.engines.protocol import Example
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package


@dataclass(frozen=True)
class VanillaEngine:
    """Translates with the model alone."""

    package: Package
    options: SearchOptions = field(default_factory=SearchOptions)
    workers: int = 1
    name: str = "vanilla"

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        """Encode a source text."""
        return Source(self.package.model, self.package.encode([" ".join(text.split())]))

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        """Translate texts of any length."""
        return BulkTranslator(self.package, self.options, self.workers).translate(texts, progress)
