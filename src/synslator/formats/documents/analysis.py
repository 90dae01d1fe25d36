"""How much work a document is: its words by how well each segment is known already."""

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from heapq import nlargest
from typing import Protocol

from synslator.text.counts import Counts, count
from synslator.text.matching import Weighed, percentage, similarity, weigh

_FUZZY = ((95, "95–99"), (85, "85–94"), (75, "75–84"), (50, "50–74"))
INTERNAL = "internal "
"""What the bands of segments begin with that are like an earlier one, more than like anything in a memory."""
BANDS = (
    *("101", "repetitions", "100"),
    *(band for _, band in _FUZZY),
    *(INTERNAL + band for _, band in _FUZZY),
    "new",
)
"""As they are listed; together they hold every segment once."""
_LEAST = 50
_CANDIDATES = 16
_COMMON = 400
"""A pair of characters that more segments than this share says nothing about likeness."""


class MatchLookup(Protocol):
    """Answers how well a memory knows a source."""

    def best_rate(self, source: str, before: str, after: str) -> int:
        """Return the best match rate, 0 to 101, of a source between its neighbours (empty at the edges)."""
        ...


class NoMemory:
    """Knows nothing."""

    def best_rate(self, source: str, before: str, after: str) -> int:
        """Find no match."""
        return 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """The counts of each band."""

    bands: Mapping[str, Counts]

    def __add__(self, other: "Analysis") -> "Analysis":
        none = Counts()
        names = {**self.bands, **other.bands}
        return Analysis({band: self.bands.get(band, none) + other.bands.get(band, none) for band in names})

    @property
    def total(self) -> Counts:
        """Everything together."""
        return sum(self.bands.values(), Counts())

    def rows(self) -> list[tuple[str, Counts]]:
        """Return the bands in order, empty ones too, and the total."""
        return [*((band, self.bands.get(band, Counts())) for band in BANDS), ("total", self.total)]

    def table(self) -> str:
        """Write a table for people."""
        header = ("band", "segments", "words", "characters", "words + characters", "share")
        whole = max(self.total.total, 1)
        lines = [
            (band, *map(str, (c.segments, c.words, c.characters, c.total)), f"{100 * c.total / whole:.0f} %")
            for band, c in self.rows()
        ]
        widths = [max(len(line[column]) for line in (header, *lines)) for column in range(len(header))]
        written = [
            "  ".join(
                cell.ljust(w) if i == 0 else cell.rjust(w)
                for i, (cell, w) in enumerate(zip(line, widths, strict=True))
            )
            for line in (header, *lines)
        ]
        return "\n".join(line.rstrip() for line in written) + "\n"

    def csv(self) -> str:
        """Write CSV with a header."""
        result = io.StringIO()
        writer = csv.writer(result, lineterminator="\n")
        writer.writerow(["band", "segments", "words", "characters", "signs", "tags"])
        for band, c in self.rows():
            writer.writerow([band, c.segments, c.words, c.characters, c.signs, c.tags])
        return result.getvalue()

    def json(self) -> str:
        """Write one JSON object, bands by name."""
        return json.dumps({band: asdict(counts) for band, counts in self.rows()}, ensure_ascii=False)


def analyse(
    sources: Sequence[str],
    memory: MatchLookup | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Analysis:
    """Put each source of a document into its band.

    A source that was seen before is a repetition; one that is like an earlier one, and more so than like
    anything in the memory, is an internal fuzzy match.
    """
    (analysis,) = analyse_each([sources], memory, advance)
    return analysis


def analyse_each(
    documents: Sequence[Sequence[str]],
    memory: MatchLookup | None = None,
    advance: Callable[[], None] = lambda: None,
) -> list[Analysis]:
    """Do the same for several documents: what an earlier one has is repeated in a later one."""
    memory = memory or NoMemory()
    earlier = _Earlier()
    found = []
    for sources in documents:
        bands: dict[str, Counts] = defaultdict(Counts)
        for index, source in enumerate(sources):
            before = sources[index - 1] if index else ""
            after = sources[index + 1] if index + 1 < len(sources) else ""
            bands[_band(memory.best_rate(source, before, after), earlier, source)] += count(source)
            earlier.add(source)
            advance()
        found.append(Analysis(dict(bands)))
    return found


def _band(known: int, earlier: "_Earlier", source: str) -> str:
    if known > 100:
        return "101"
    if source in earlier:
        return "repetitions"
    if known == 100:
        return "100"
    inside = earlier.best_rate(source, max(known + 1, _LEAST)) if known < 95 else 0
    if inside > known:
        return INTERNAL + _fuzzy(inside)
    return _fuzzy(known)


def _fuzzy(rate: int) -> str:
    return next((band for least, band in _FUZZY if rate >= least), "new")


class _Earlier:
    """The sources seen so far, found again by the pairs of characters they share."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._sources: list[Weighed] = []
        self._by_pair: dict[str, list[int]] = defaultdict(list)

    def __contains__(self, source: str) -> bool:
        return source in self._seen

    def add(self, source: str) -> None:
        if source not in self._seen:
            self._seen.add(source)
            for pair in _pairs(source):
                self._by_pair[pair].append(len(self._sources))
            self._sources.append(weigh(source))

    def best_rate(self, source: str, least: int) -> int:
        """Return the best match rate of an earlier source if it reaches `least`, otherwise 0."""
        shared: Counter[int] = Counter()
        for pair in _pairs(source):
            numbers = self._by_pair.get(pair, ())
            if len(numbers) <= _COMMON:
                shared.update(numbers)
        likely = nlargest(_CANDIDATES, shared.items(), key=self._likelihood)
        wanted = weigh(source)
        rates = (self._rate(wanted, self._sources[number], least) for number, _ in likely)
        return max(rates, default=0)

    def _likelihood(self, found: tuple[int, int]) -> float:
        number, pairs = found
        return pairs / (8 + len(self._sources[number].text))

    def _rate(self, one: Weighed, other: Weighed, least: int) -> int:
        score = similarity(one, other, least / 100)
        return percentage(one, other, score) if score else 0


def _pairs(source: str) -> set[str]:
    text = source.casefold()
    return {text[i : i + 2] for i in range(len(text) - 1)} or {text}
