"""Placing words that a translation must have into a draft that lacks them.

Where the model looked at the demanded word's source while it wrote the draft, there the word belongs: it
takes the place of what stands there, or of a word more or less, and what follows stays or is written again.
Where nothing says so, those places are tried at which the model finds the beginning of the word least
improbable. Of all these texts the one stays that the model finds most probable for its length.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.suffix import common, loop_at
from synslator.decoding.driver import Job, Source, side_by_side
from synslator.decoding.infilling.gaps import MARKS, joined
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import readable
from synslator.text.words import WORD

Span = tuple[int, int]
LETTERS = re.compile(r"[^\W\d_]+")
REACH = 3
"""How many words further on than where the model began to translate a word it may stand."""
OWN = 5
"""Letters of a word by which a translator has said it in another way."""
REWRITTEN = 0.2
"""By how many nats for a piece a text whose rest is written again must be more probable: the model finds its
own words probable, but they may leave out what the draft said."""


def nowhere(text: str, reading: Hypothesis) -> Span | None:
    """Say nothing of where a demanded word belongs."""
    return None


@dataclass(frozen=True)
class Wanted:
    """A word that a text must have, or some words in a row."""

    form: str
    met: Callable[[str], bool]
    """Whether a text has it, in this form or another."""
    near: Callable[[str, Hypothesis], Span | None] = nowhere
    """What stands in a text, read by a hypothesis, where it belongs; None if that is not known."""
    inflected: Callable[[str], Sequence[str]] = field(default=lambda replaced: ())
    """Other forms that may stand where something else stood."""


@dataclass(frozen=True)
class DemandOptions:
    """How a missing word is placed where nothing says where it belongs."""

    places: int = 4
    """Places that are tried."""
    replaced: int = 3
    """Words of the draft that it takes the place of, at most."""
    longer: float = 1.5
    """How much longer than the draft a rest that is written again may become."""


def obey(
    source: Source,
    vocabulary: Vocabulary,
    draft: str,
    demands: Sequence[Wanted],
    fixed: int = 0,
    options: DemandOptions | None = None,
) -> Job[str]:
    """Return a draft with the demanded words that it lacks, placed one after another.

    Its first `fixed` characters stay as they are; a demand that only they could meet is left out.
    """
    text, reading = draft, Hypothesis(source, vocabulary)
    for demand in demands:
        if not demand.met(text):
            placing = Placing(reading, text, fixed, options or DemandOptions())
            text = yield from placing.placed(demand, [one for one in demands if one.met(text)])
            reading = placing.reading
    return text


class Placing:
    """Looks for the place of one demanded word in a text."""

    def __init__(self, read: Hypothesis, text: str, fixed: int, options: DemandOptions) -> None:
        ids = read.vocabulary.encode(text)
        self.reading = read.fork(common(read.ids, ids)) if read.scores else read
        self.reading.ids = ids
        self.text, self.fixed, self.options = text, fixed, options

    def placed(self, demand: Wanted, kept: Sequence[Wanted]) -> Job[str]:
        """Return the most probable text that has one more demanded word and no other one less."""
        if len(self.reading.scores) <= len(self.reading.ids):
            yield from self.reading.read()
        near = demand.near(self.text, self.reading)
        spans = list(self.around(near) if near else self.likely(demand.form))
        tried = [self.replaced(span, form) for span in spans for form in forms(demand, self.text, span)]
        starts = dict.fromkeys(start for start, _ in spans)
        again = yield from side_by_side([self.again(start, demand.form) for start in list(starts)[:2]])
        every = [demand, *kept]
        valid = [one for one in dict.fromkeys([*tried, *again]) if self.holds(one, every)]
        if not valid:  # no word can be spared
            added = [self.replaced((start, start), demand.form) for start in starts]
            valid = [one for one in added if self.holds(one, every)]
        if not valid:
            return self.text
        means = yield from side_by_side([self.mean(one) for one in valid])
        scores = dict(zip(valid, means, strict=True))
        for one in set(again) - set(tried):
            scores[one] = scores.get(one, 0.0) - REWRITTEN
        return max(valid, key=scores.__getitem__)

    def holds(self, text: str, demands: Sequence[Wanted]) -> bool:
        """Return whether a text has all that it must have, and what is fixed."""
        return text.startswith(self.text[: self.fixed]) and all(one.met(text) for one in demands)

    def around(self, near: Span) -> Iterator[Span]:
        """Yield the words at a place, with one more or less on either side."""
        words = [found.span() for found in WORD.finditer(self.text)]
        inside = [n for n, (start, end) in enumerate(words) if start < near[1] and near[0] < end]
        if not inside or self.translated(near):
            return
        first, last = inside[0], inside[-1]
        for end in (last, last + 1):
            for begin in range(first - 1, min(last, first + REACH) + 1):
                if 0 <= begin <= end < len(words) and self.start_of(words[begin]) >= self.fixed:
                    yield self.start_of(words[begin]), self.end_of(words[end])

    def translated(self, near: Span) -> bool:
        """Return whether what is fixed says already what belongs at a place; articles and the like do not."""
        return any(len(word) >= OWN for word in LETTERS.findall(self.text[near[0] : self.fixed]))

    def start_of(self, word: Span) -> int:
        """Return where a word begins, the space before it left out."""
        return word[1] - len(self.text[slice(*word)].lstrip())

    def end_of(self, word: Span) -> int:
        """Return where a word ends, marks behind it left out."""
        return max(self.start_of(word), word[0] + len(self.text[slice(*word)].rstrip(MARKS)))

    def likely(self, form: str) -> Iterator[Span]:
        """Yield nothing or a few words, at the places where a word's first piece is least improbable."""
        for start in best_places(self.reading, self.text, form, self.fixed)[: self.options.places]:
            yield start, start
            for found in list(WORD.finditer(self.text[start:]))[: self.options.replaced]:
                yield start, self.end_of((start + found.start(), start + found.end()))

    def replaced(self, span: Span, form: str) -> str:
        """Return the text with a word instead of what stands at a place."""
        return joined(self.text[: span[0]].rstrip(), form, self.text[span[1] :].lstrip())

    def again(self, start: int, form: str) -> Job[str]:
        """Return the text's beginning and a word, and what the model goes on with."""
        vocabulary, reading = self.reading.vocabulary, self.reading
        beginning = joined(self.text[:start].rstrip(), cased(form, self.text, start), "")
        ids = vocabulary.encode(beginning)
        other = reading.fork(common(reading.ids, ids))
        other.ids = list(ids)
        longest = int(self.options.longer * len(reading.ids)) + 8
        while len(other.ids) < longest and loop_at(other.ids[len(ids) :], 4) is None:
            if len(other.scores) <= len(other.ids):
                yield from other.read()
            piece = other.free[len(other.ids)]
            if piece == vocabulary.end:
                break
            other.ids.append(piece)
        return beginning + readable(vocabulary.table.write(other.ids[len(ids) :]))

    def mean(self, text: str) -> Job[float]:
        """Return the log-probability of a text for each of its pieces, its end included."""
        vocabulary, reading = self.reading.vocabulary, self.reading
        ids = vocabulary.encode(text)
        other = reading.fork(common(reading.ids, ids))
        other.ids = list(ids)
        if len(other.scores) <= len(ids):
            yield from other.read()
        said = [float(other.scores[at][piece]) for at, piece in enumerate([*ids, vocabulary.end])]
        return sum(said) / len(said)


def forms(demand: Wanted, text: str, span: Span) -> list[str]:
    """Return the forms that a word may have at a place."""
    every = [demand.form, *demand.inflected(text[slice(*span)])]
    return list(dict.fromkeys(cased(form, text, span[0]) for form in every))


def cased(form: str, text: str, start: int) -> str:
    """Return a word with a capital where it begins the text."""
    return (
        form[:1].upper() + form[1:]
        if not text[:start].strip() and text[start : start + 1].isupper()
        else form
    )


def best_places(reading: Hypothesis, text: str, form: str, fixed: int) -> list[int]:
    """Return the word starts of a text, those first where the model finds a word's first piece likeliest."""
    vocabulary = reading.vocabulary
    starts = sorted({0, *(found.end() for found in WORD.finditer(text))})
    first = vocabulary.encode(form)[0]
    scores = {}
    for start in starts:
        if start < fixed:
            continue
        before = vocabulary.encode(text[:start].rstrip()) if text[:start].strip() else []
        at = len(before) if before == reading.ids[: len(before)] else nearest(reading, start)
        scores[start] = float(reading.scores[min(at, len(reading.scores) - 1)][first])
    return sorted(scores, key=lambda start: -scores[start])


def nearest(reading: Hypothesis, start: int) -> int:
    """Return how many pieces of a text write its first characters, more or less."""
    written = 0
    for at, piece in enumerate(reading.ids):
        if written >= start + 1:  # pieces write a space before the first word
            return at
        written += len(readable(reading.vocabulary.table.surfaces[piece]))
    return len(reading.ids)
