"""What is evaluated: a package, an engine and perhaps a memory, put together as in the workbench."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import Source
from synslator.decoding.options import SearchOptions
from synslator.engines.protocol import Engine, Example
from synslator.evaluation.memory import LiveMemory, examples_of
from synslator.progress import SILENT, Progress


@dataclass(frozen=True)
class System:
    """Translates and completes as the workbench would for its user."""

    engine: Engine
    memory: LiveMemory | None = None
    options: SearchOptions = field(default_factory=SearchOptions)
    workers: int = 1
    """Segments that are worked on at the same time, where one does not depend on another."""

    def examples(self, source: str) -> list[Example]:
        """Return what the memory knows now."""
        return self.memory.examples(source) if self.memory else []

    def completer(self, source: str) -> Completer:
        """Open a segment for typing, with what the memory knows now."""
        package = self.engine.package
        model = package.language_model
        return Completer(
            self.engine.bind(source, self.examples(source)),
            package.vocabulary,
            Source(model, None) if model else None,
            self.options,
        )

    def translate(self, sources: Sequence[str], progress: Progress = SILENT) -> list[str]:
        """Draft many segments, each with what the memory knows now."""
        return self.engine.translate(sources, examples_of(self.memory, sources), progress)

    def confirm(self, source: str, target: str) -> None:
        """Put a finished segment into the memory, if there is one."""
        if self.memory:
            self.memory.confirm(source, target)
