"""A translation memory for the time of an evaluation: a real one, in a folder that is removed afterwards."""

import lzma
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from synslator.engines.example_selection import ENGINE_LOOKUP
from synslator.engines.protocol import Example
from synslator.errors import UsageProblem
from synslator.evaluation.testset import file_sha256
from synslator.memory.memory_set import MemorySet, MemoryUse
from synslator.progress import SILENT, Progress
from synslator.runtime.manifest import Manifest
from synslator.storage.memories.entry_changes import Confirmation
from synslator.workbench.resources.exchange import ImportOptions, import_memory
from synslator.workbench.resources.memories import Memories, open_memories

WHO = "evaluation"


@dataclass
class LiveMemory:
    """A memory that is looked up and confirmed into, as in a translator's project."""

    memories: Memories
    id: int
    shelf: MemorySet
    name: str = ""
    sha256: str = ""
    entries: int = 0
    """What it held at the start."""

    def examples(self, source: str) -> list[Example]:
        """Return what the memory knows of a source, best first."""
        return [
            Example(match.entry.id, match.entry.version, match.entry.source, match.entry.target, match.rate)
            for match in self.shelf.lookup(source, options=ENGINE_LOOKUP).matches
        ]

    def confirm(self, source: str, target: str) -> None:
        """Take a confirmed segment in; the next lookup finds it."""
        self.memories.confirm(self.id, Confirmation(source, target, WHO))

    def targets(self) -> set[str]:
        """Return all targets it holds."""
        truth = self.memories.truth
        return {entry.target for entry in truth.everything(self.id, truth.head(self.id).revision)}


@contextmanager
def live_memory(
    manifest: Manifest, file: Path | None = None, progress: Progress = SILENT
) -> Iterator[LiveMemory]:
    """Open a memory until the block ends: an empty one, or one with a file (TMX, TSV, …, also `.xz`)."""
    with tempfile.TemporaryDirectory(prefix="synslator-evaluation-") as folder:
        home = Path(folder)
        with open_memories(home / "data") as memories:
            info = memories.create("memory", manifest.source_language, manifest.target_language, WHO)
            shelf = memories.shelf([MemoryUse(info.id, writable=True)])
            live = LiveMemory(memories, info.id, shelf)
            if file:
                import_memory(memories, info, unpacked(file, home), ImportOptions(WHO), progress=progress)
                live.name = f"{file.parent.name}/{file.name.partition('.')[0]}"
                live.sha256 = file_sha256(file)
                live.entries = memories.truth.size(info.id)
            yield live


def unpacked(file: Path, folder: Path) -> Path:
    """Return the file itself, or what an `.xz` file holds."""
    if file.suffix != ".xz":
        return file
    path = folder / file.stem
    try:
        with lzma.open(file, "rb") as packed, path.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
    except (OSError, lzma.LZMAError) as error:
        raise UsageProblem(f"{file} is not a memory packed with xz: {error}.") from error
    return path


def examples_of(memory: LiveMemory | None, sources: Sequence[str]) -> list[list[Example]]:
    """Return what a memory knows of each source; nothing where there is no memory."""
    return [memory.examples(source) if memory else [] for source in sources]
