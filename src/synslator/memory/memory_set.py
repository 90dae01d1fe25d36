"""Several memories searched as one, as a project has them: each with its place and its penalty."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from synslator.memory.concordance import Concordance, ConcordanceOptions, concordance
from synslator.memory.lookup import TranslationMemory
from synslator.memory.model import Lookup, LookupOptions, MemoryHealth, MemoryProblem, MemoryState, Neighbours
from synslator.memory.ranking import best_of


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """How a project uses a memory."""

    memory: int
    writable: bool = False
    """Whether confirmed segments go into it."""
    penalty: int = 0
    """Percent taken off every match, for a memory that is trusted less."""

    def __post_init__(self) -> None:
        if not 0 <= self.penalty <= 100:
            raise MemoryProblem(f"A penalty must be from 0 to 100, not {self.penalty}.")


class MemorySet:
    """The memories of a project, the first one preferred where matches are equally good."""

    def __init__(self, uses: Sequence[MemoryUse], find: Callable[[int], TranslationMemory]) -> None:
        self.uses = tuple(uses)
        self._find = find

    def lookup(
        self, source: str, neighbours: Neighbours | None = None, options: LookupOptions | None = None
    ) -> Lookup:
        """Find the best matches in all memories."""
        options = options or LookupOptions()
        found = [self._find(use.memory).lookup(source, neighbours, options, use.penalty) for use in self.uses]
        matches = [match for lookup in found for match in lookup.matches]
        places = {use.memory: place for place, use in enumerate(self.uses)}
        # Sorting is stable: the order of the memories decides where rate and likeness do not.
        matches.sort(key=lambda match: places[match.entry.memory])
        return Lookup(best_of(matches, options), _worst([lookup.health for lookup in found]))

    def concordance(self, phrase: str, options: ConcordanceOptions | None = None) -> Concordance:
        """Search all memories for a phrase."""
        options = options or ConcordanceOptions()
        found = [concordance(self._find(use.memory), phrase, options) for use in self.uses]
        hits = sorted((hit for one in found for hit in one.hits), key=lambda hit: -hit.score)
        return Concordance(hits[: options.limit], _worst([one.health for one in found]))


_SEVERITY = {MemoryState.CURRENT: 0, MemoryState.CATCHING_UP: 1, MemoryState.AWAY: 2}


def _worst(states: Sequence[MemoryHealth]) -> MemoryHealth:
    return max(states, key=lambda health: _SEVERITY[health.state], default=MemoryHealth(MemoryState.CURRENT))
