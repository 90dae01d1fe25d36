"""The half word by exact search: every way to spell what was typed, each scored to the end of its word.

The best next piece that fits the typed letters is a trap: a short piece stands for all the words that begin
with it, so that greedy search takes ` a` where ` allow` was meant, and must spell on from there. Here all
segmentations are followed side by side, best first, until each has come to the end of a word, and the end is
part of the score: "there" with anything after it competes with every longer word. So a word is completed only
where that is more probable than to stop, and the probabilities of the words can be compared.
"""

import math
from dataclasses import dataclass

import numpy as np

from synslator.decoding.completion.existing_words import ExistingWords
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.likely_scores import all_scores
from synslator.decoding.completion.prefix import still_open
from synslator.decoding.driver import Job, side_by_side
from synslator.decoding.model import Floats, Ids
from synslator.decoding.vocabulary import missing_bytes
from synslator.decoding.words import readable

KEPT = 64
"""Paths after which the model's answer is kept for the next keystroke."""
CLOSE = 2.0
"""Nats behind the best path within which others are read along with it."""
FINISHED = 100.0
"""How many times as probable as the end of a word that is finished a longer one must be to be shown …"""
FINISHED_SHORT = 5.0
"""… and of one of up to so many letters, with which very many words begin:"""
SHORT = 3
MOST_REFUSED = 0.1
"""Where what is no word has more than the rest of it, the words do not share its probability."""
LEAST = 0.05
"""Words that are less probable than this, of all that fit, are not looked for."""


@dataclass(frozen=True)
class HalfWordLimits:
    """How thoroughly to search."""

    rows: int = 8
    """Paths that are read in one pass."""
    rounds: int = 6
    """Passes at most."""
    first: int = 24
    """Pieces that a path is followed with while letters are open …"""
    later: int = 6
    """… and behind them."""
    longest: int = 12
    """Pieces of a word at most."""


@dataclass(frozen=True)
class WordCandidate:
    """A word that fits the typed letters."""

    ids: tuple[int, ...]
    """Its pieces, as the most probable segmentation has them."""
    written: bytes
    """What they write, typed letters and the space before them included."""
    probability: float
    """Of the word with its end, among all that fits the letters."""


@dataclass(frozen=True)
class Path:
    """Pieces that agree with the letters so far."""

    ids: tuple[int, ...]
    score: float
    """Their log-probability."""
    rest: bytes
    """Letters that they have not written yet."""


@dataclass
class FoundWords:
    """What a search knows so far."""

    words: dict[bytes, tuple[float, float, tuple[int, ...]]]
    """What is written -> log-probability of all its segmentations, of the best one, and that one's pieces."""
    whole: float = -math.inf
    """Log-probability of everything that fits the letters, as far as it was seen."""
    asked: Path | None = None
    """A path that is read however improbable it is."""
    refused: float = -math.inf
    """Log-probability of what is no word, as far as it was seen."""

    def add(self, written: bytes, score: float, ids: tuple[int, ...]) -> None:
        """Note a way to spell a word."""
        total, best, pieces = self.words.get(written, (-math.inf, -math.inf, ids))
        if score > best:
            best, pieces = score, ids
        self.words[written] = (float(np.logaddexp(total, score)), best, pieces)

    def refuse(self, score: float) -> None:
        """Note that what was spelled is no word."""
        self.refused = float(np.logaddexp(self.refused, score))

    def share(self, score: float) -> float:
        """Return the probability of a word among all that fit the letters."""
        lost = math.exp(min(self.refused - self.whole, 0.0)) if math.isfinite(self.whole) else 0.0
        return min(math.exp(min(score - self.whole, 0.0)) / max(1 - lost, MOST_REFUSED), 1.0)

    @property
    def best(self) -> float:
        """The log-probability of the most probable word."""
        return max((score for score, _, _ in self.words.values()), default=-math.inf)

    def next(self, waiting: list[Path], rows: int) -> list[Path]:
        """The paths, best first, that may still become the best word, or one that is probable enough."""
        waiting.sort(key=lambda path: -path.score)
        if not math.isfinite(self.whole):
            return [path for path in waiting if path is not self.asked]
        close = max(self.best, waiting[0].score - CLOSE) if waiting else 0.0
        least = min(close, self.whole + math.log(LEAST))
        return [path for path in waiting[:rows] if path.score > least or path is self.asked]


class HalfWord:
    """Finds the words that open letters may become. What the model said is kept from key to key."""

    def __init__(
        self,
        hypothesis: Hypothesis,
        first: int,
        limits: HalfWordLimits | None = None,
        existing: ExistingWords | None = None,
        shown: int | None = None,
    ) -> None:
        """Search behind the first pieces of a hypothesis, whose scores are read there.

        Of what nobody typed only `existing` words are found. Where the text that is shown begins before the
        word, at position `shown`, its scores are kept.
        """
        self.existing, self.shown = existing, first if shown is None else shown
        self.before = readable(hypothesis.vocabulary.table.write(hypothesis.ids[:first])) if existing else ""
        self.root, self.first = hypothesis.fork(first), first
        self.vocabulary, self.limits = hypothesis.vocabulary, limits or HalfWordLimits()
        self.said: dict[tuple[int, ...], Floats] = {(): all_scores(self.root.scores[first])}
        """What the model says after each path."""
        self.nodes: dict[tuple[int, ...], Hypothesis] = {}
        """The paths of the last search, as they were read for it."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        kept = sum(node.state.nbytes for node in self.nodes.values())
        return kept + sum(scores.nbytes for scores in self.said.values())

    def belongs_to(self, hypothesis: Hypothesis, first: int) -> bool:
        """Whether the hypothesis still has the pieces that the search begins behind."""
        return self.first == first and self.root.ids == hypothesis.ids[:first]

    def search(self, rest: bytes) -> Job[list[WordCandidate]]:
        """Find the most probable words that begin with `rest`, best first."""
        self.nodes = {}
        if len(self.said) > KEPT:
            self.said = {(): self.said[()]}
        usual = yield from self.usual(rest)
        found, waiting = FoundWords({}), [Path((), 0.0, rest), *usual]
        found.asked = next((path for path in usual if not path.rest), None)
        seen = {path.ids for path in usual}
        for _ in range(self.limits.rounds):
            some = found.next(waiting, self.limits.rows)
            if not some:
                break
            read = {path.ids for path in some}
            waiting = [path for path in waiting if path.ids not in read]
            yield from side_by_side([self.read(path.ids) for path in some if path.ids not in self.said])
            for path in some:
                waiting += (one for one in self.follow(path, found, rest) if one.ids not in seen)
        words = [
            WordCandidate(ids, written, found.share(score))
            for written, (score, _, ids) in found.words.items()
        ]
        return self.ranked(words, rest) or self.as_typed(rest)

    def ranked(self, words: list[WordCandidate], rest: bytes) -> list[WordCandidate]:
        """Return words, best first; a word that is finished is only followed by one that is much likelier.

        Letters that are put to a finished word disturb more than letters that are missing to a longer one.
        """
        typed = self.finished(rest)
        least = 0.0 if not typed else FINISHED_SHORT if len(typed) <= SHORT else FINISHED

        def weight(word: WordCandidate) -> float:
            return word.probability * (least if least and word.written == rest else 1.0)

        return sorted(words, key=lambda word: -weight(word))

    def finished(self, rest: bytes) -> str:
        """Return the word that the letters end in, if they are one as they stand."""
        return self.existing.finished(readable(rest)) if self.existing else ""

    def as_typed(self, rest: bytes) -> list[WordCandidate]:
        """Return the letters as they stand, where no word begins with them: something new."""
        ids = tuple(self.vocabulary.encode(readable(rest)[1:])) if rest.strip() else ()
        whole = ids and self.vocabulary.table.write(ids) == rest
        return [WordCandidate(ids, rest, 0.0)] if whole else []

    def accepts(self, written: bytes, rest: bytes, share: float) -> bool:
        """Return whether what letters became may be shown as a word."""
        typed = readable(rest)
        return self.existing is None or self.existing.accept(self.before, readable(written), typed, share)

    def usual(self, rest: bytes) -> Job[list[Path]]:
        """Return the path of the usual pieces of the letters but the last piece, which may grow.

        So even a word of many pieces is found at once, and bounds the search for others. Behind it comes the
        path of all pieces, where the letters are a word as they stand.
        """
        word = rest.decode("utf-8", "ignore")[1:]
        pieces = tuple(self.vocabulary.encode(word)) if word.strip() else ()
        ids, written = pieces[:-1], self.vocabulary.table.write(pieces[:-1])
        if not pieces or not rest.startswith(written):
            return []
        if any(ids[:n] not in self.said for n in range(len(ids) + 1)):
            node = yield from self.read(ids)
            for n in range(1, len(ids)):
                self.said[ids[:n]] = all_scores(node.scores[self.first + n])
        score = sum(float(self.said[ids[:n]][piece]) for n, piece in enumerate(ids))
        begun = [Path(ids, score, still_open(rest, written))] if ids else []
        if not self.finished(rest) or self.vocabulary.table.write(pieces) != rest:
            return begun
        return [*begun, Path(pieces, score + float(self.said[ids][pieces[-1]]), b"")]

    def read(self, ids: tuple[int, ...]) -> Job[Hypothesis]:
        """Return a path's hypothesis; the model reads it if it has not done so in this search."""
        node = self.nodes.get(ids)
        if node is None:
            node = self.nodes[ids] = self.root.fork(self.first)
            node.ids += ids
            if ids:
                yield from node.read(self.shown)
            self.said[ids] = all_scores(node.scores[len(node.ids)])
        return node

    def follow(self, path: Path, found: FoundWords, typed: bytes) -> list[Path]:
        """Go on from a path that was read: to the end of its word, and to longer paths."""
        scores = self.said[path.ids]
        table, written = self.vocabulary.table, self.vocabulary.table.write(path.ids)
        if path.rest:
            allowed = self.vocabulary.hits(path.rest)
            whole = total(scores[table.starting_with(path.rest)])
            if self.vocabulary.end in allowed:
                ended = float(scores[self.vocabulary.end])
                whole = float(np.logaddexp(whole, ended))
                found.add(written, path.score + ended, (*path.ids, self.vocabulary.end))
                allowed = allowed[allowed != self.vocabulary.end]
            found.whole = float(np.logaddexp(found.whole, path.score + whole))
            pieces = best_of(scores, allowed, self.limits.first)
        elif missing_bytes(written):
            pieces = best_of(scores, self.vocabulary.continuing, self.limits.later)
        else:
            pieces = self.vocabulary.inside_word
            if written.strip():
                ends = path.score + total(scores[self.vocabulary.after_word])
                if self.accepts(written, typed, found.share(ends)):
                    found.add(written, ends, path.ids)
                else:
                    found.refuse(ends)
            elif self.vocabulary.spaceless.size:
                # Behind a space that is a piece of its own, a word of a script without spaces may begin.
                pieces = np.concatenate([pieces, self.vocabulary.spaceless])
            pieces = best_of(scores, pieces, self.limits.later)
        if len(path.ids) == self.limits.longest:
            return []
        return [
            Path((*path.ids, piece), path.score + float(scores[piece]), still_open(path.rest, surface))
            for piece in pieces.tolist()
            if math.isfinite(scores[piece]) and (surface := table.surfaces[piece])
        ]


def total(scores: Floats) -> float:
    """The log-probability of any of some pieces."""
    if not scores.size or not math.isfinite(top := float(scores.max())):
        return -math.inf
    return top + math.log(float(np.exp(scores - top).sum()))


def best_of(scores: Floats, pieces: Ids, count: int) -> Ids:
    """The best few of some pieces, in no order."""
    if len(pieces) <= count:
        return pieces
    return pieces[np.argpartition(-scores[pieces], count - 1)[:count]]
