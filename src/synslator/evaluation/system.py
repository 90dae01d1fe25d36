"""What is evaluated: a package, an engine and perhaps a memory, put together as in the workbench."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from synslator.decoding import driver
from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.options import SearchOptions
from synslator.engines.completers import completer_of
from synslator.engines.protocol import Engine, Example
from synslator.evaluation.beam_completion import complete as beam_completion
from synslator.evaluation.memory import LiveMemory, examples_of
from synslator.progress import SILENT, Progress

Complete = Callable[[str], Completion]
"""What completes the texts that are typed into one segment."""
SearchKind = Literal["greedy", "beam"]


@dataclass(frozen=True)
class System:
    """Translates and completes as the workbench would for its user."""

    engine: Engine
    memory: LiveMemory | None = None
    options: SearchOptions = field(default_factory=SearchOptions)
    completion: SearchKind = "greedy"
    """How typed texts are completed: as the page does it, or by beam search, to compare."""
    workers: int = 1
    """Segments that are worked on at the same time, where one does not depend on another."""

    def examples(self, source: str) -> list[Example]:
        """Return what the memory knows now."""
        return self.memory.examples(source) if self.memory else []

    def completer(self, source: str) -> Completer:
        """Open a segment for typing, with what the memory knows now."""
        return completer_of(self.engine, source, self.examples(source), self.options)

    def completions(self, source: str) -> Complete:
        """Open a segment for typing, and return what completes each text of it."""
        if self.completion == "beam":
            bound = self.engine.bind(source, self.examples(source))
            vocabulary = self.engine.package.vocabulary
            return lambda text: beam_completion(bound, text, vocabulary, self.options)
        completer = self.completer(source)
        return lambda text: driver.run(completer.complete(text))

    def translate(self, sources: Sequence[str], progress: Progress = SILENT) -> list[str]:
        """Draft many segments, each with what the memory knows now."""
        return self.engine.translate(sources, examples_of(self.memory, sources), progress)

    def confirm(self, source: str, target: str) -> None:
        """Put a finished segment into the memory, if there is one."""
        if self.memory:
            self.memory.confirm(source, target)
