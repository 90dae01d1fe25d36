"""From the entries that an index proposes to matches: edit distance, context, penalty, one of each pair."""

from collections.abc import Callable, Collection, Iterable, Mapping

from synslator.memory.model import Entry, LookupOptions, Match, Neighbours
from synslator.text.matching import EXACT, IN_CONTEXT, percentage, similarity, weigh

ContextsOf = Callable[[Collection[int]], Mapping[int, Collection[tuple[int, int]]]]
ConfirmedIn = Callable[[str, Collection[int]], Collection[int]]


def rank(
    source: str,
    entries: Iterable[Entry],
    options: LookupOptions,
    *,
    neighbours: Neighbours | None,
    contexts: ContextsOf,
    confirmed_in: ConfirmedIn,
    penalty: int = 0,
) -> list[Match]:
    """Return the matches that reach the minimum rate, the best first.

    Of equals those come first that were confirmed in the same document, then the newest.
    """
    asked = weigh(source)
    least = min(1.0, (options.minimum_rate + penalty) / 100)
    found: list[tuple[Entry, float, int]] = []
    newest_first = sorted(
        {entry.id: entry for entry in entries}.values(), key=lambda entry: (-entry.changed_at, -entry.id)
    )
    for entry in newest_first:
        other = weigh(entry.source)
        likeness = similarity(asked, other, least)
        rate = percentage(asked, other, likeness)
        if likeness >= least or rate == EXACT:
            found.append((entry, likeness, rate))
    confirmed = _in_context([entry.id for entry, _, rate in found if rate == EXACT], neighbours, contexts)
    document = neighbours.document if neighbours else None
    here = confirmed_in(document, [entry.id for entry, _, _ in found]) if document and found else ()
    matches = [
        Match(
            entry,
            (IN_CONTEXT if entry.id in confirmed else rate) - penalty,
            likeness,
            source,
            penalty,
            entry.id in here,
        )
        for entry, likeness, rate in found
    ]
    return best_of(matches, options)


def best_of(matches: Iterable[Match], options: LookupOptions) -> list[Match]:
    """Return the best matches first, each pair of texts once; equally good ones stay in their order."""
    pairs: dict[tuple[str, str], Match] = {}
    for match in sorted(matches, key=lambda match: match.order):
        if match.rate >= options.minimum_rate:
            pairs.setdefault((match.entry.source, match.entry.target), match)
    return list(pairs.values())[: options.matches]


def _in_context(exact: list[int], neighbours: Neighbours | None, contexts: ContextsOf) -> set[int]:
    """Name the entries that were confirmed between these very neighbours."""
    if neighbours is None or not exact:
        return set()
    wanted = neighbours.keys()
    return {entry for entry, keys in contexts(exact).items() if wanted in keys}
