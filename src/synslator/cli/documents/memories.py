"""Memories for the `document` commands: stored ones by name, and files taken in for the moment."""

import getpass
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from synslator.engines.example_selection import ENGINE_LOOKUP, examples_of
from synslator.engines.protocol import Example
from synslator.memory.memory_set import MemorySet, MemoryUse
from synslator.memory.model import LookupOptions, Match, Neighbours
from synslator.progress import bar
from synslator.settings import Settings
from synslator.workbench.resources.exchange import ImportOptions, import_memory, survey
from synslator.workbench.resources.memories import Memories, open_memories


class Matches:
    """The memories of a command, asked as one."""

    def __init__(self, shelves: Sequence[MemorySet]) -> None:
        self._shelves = shelves

    def best(self, source: str, before: str = "", after: str = "") -> Match | None:
        """Find the best match of a source between its neighbours."""
        options = LookupOptions(matches=1)
        found = [shelf.lookup(source, Neighbours(before, after), options).best for shelf in self._shelves]
        return max((match for match in found if match), key=lambda match: match.rate, default=None)

    def examples(self, source: str) -> list[Example]:
        """Return what an engine may learn from the matches of a source, best first."""
        found = [
            match for shelf in self._shelves for match in shelf.lookup(source, options=ENGINE_LOOKUP).matches
        ]
        return examples_of(sorted(found, key=lambda match: -match.rate))

    def best_rate(self, source: str, before: str, after: str) -> int:
        """Return the rate of the best match, 0 where there is none."""
        match = self.best(source, before, after)
        return match.rate if match else 0


@contextmanager
def opened_matches(
    names: Sequence[str], settings: Settings, languages: tuple[str, str]
) -> Iterator[Matches | None]:
    """Open memories by name or from files until the block ends; None where none is named."""
    files = [name for name in names if Path(name).is_file()]
    stored = [name for name in names if name not in files]
    with ExitStack() as stack:
        shelves = []
        if stored:
            opening = open_memories(settings.data_folder, settings.memory_backend, settings.memory_url)
            memories = stack.enter_context(opening)
            shelves.append(memories.shelf([MemoryUse(memories.find(name).id) for name in stored]))
        if files:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            memories = stack.enter_context(open_memories(folder))
            shelves.append(memories.shelf([_taken_in(memories, Path(file), languages) for file in files]))
        yield Matches(shelves) if shelves else None


def _taken_in(memories: Memories, file: Path, languages: tuple[str, str]) -> MemoryUse:
    user = getpass.getuser()
    info = memories.create(str(file), *languages, user)
    surveyed = survey(file)
    with bar(f"Reading {file.name}", surveyed.units) as progress:
        import_memory(memories, info, file, ImportOptions(user), surveyed=surveyed, progress=progress)
    return MemoryUse(info.id)
