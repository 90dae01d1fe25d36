"""A target under construction, with all that the model said about it."""

from collections.abc import Sequence

import numpy as np

from synslator.decoding.completion.guesses import PhraseHistory
from synslator.decoding.completion.likely_scores import LikelyScores, Scores, settle
from synslator.decoding.driver import Job, Source
from synslator.decoding.knn.datastore import Evidence
from synslator.decoding.knn.gate import RECORD
from synslator.decoding.model import DecoderState, Floats, Ids, LikelyPieces, Step
from synslator.decoding.vocabulary import Vocabulary

REACH = 16
"""Positions before the open text whose scores are kept, so that going back a little costs nothing."""
UNSAID: Floats = np.zeros(0, np.float32)
"""Stands for the scores and the hidden state of a position where they are not kept."""


class Hypothesis:
    """Pieces, and for each position the scores of what may stand there.

    `scores[n]` holds the log-probabilities of piece `n` given the pieces before it. Positions are read in
    passes: `ids` may run ahead of what was read (a draft), and `read` catches up. The scores of a position
    fill as many numbers as there are pieces, so of a long text only those are asked and kept that can soon
    be needed; before them stands `UNSAID`.
    """

    def __init__(self, source: Source, vocabulary: Vocabulary) -> None:
        self.source, self.vocabulary = source, vocabulary
        self.ids: list[int] = []
        self.scores: list[Scores] = []
        self.hidden: list[Floats] = []
        self.attention: list[Floats] = []
        self.evidence: list[Evidence | None] = []
        self.leads: list[float] = []
        """Of each piece, how much better the memory knew it than the model."""
        self.free: list[int] = []
        """The best piece at each position if nothing constrains it."""
        self.state: DecoderState = source.model.empty(1)
        self.seen = PhraseHistory()
        self.shown = 0
        """How many of the pieces write the text that was last shown."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        said = sum(s.nbytes + h.nbytes for s, h in zip(self.scores, self.hidden, strict=True))
        return self.state.nbytes + self.seen.nbytes + said

    def cut(self, length: int) -> None:
        """Keep the first `length` pieces and what was said up to the piece after them."""
        del self.ids[length:], self.leads[length:]
        self.unread(length + 1)

    def unread(self, length: int) -> None:
        """Keep what was said of the first `length` positions."""
        del self.scores[length:], self.hidden[length:], self.attention[length:]
        del self.free[length:], self.evidence[length:], self.leads[length:]
        self.state = self.state.cut(length)

    def go_back(self, first: int) -> list[int]:
        """Be ready to go on from position `first`; return the pieces that were given up for it.

        Where its scores were not kept, it is read again, with some positions before it.
        """
        if first >= len(self.scores) or self.scores[first].size:
            return []
        old = self.ids[first:]
        self.cut(first)
        self.unread(max(0, first - REACH - RECORD))
        return old

    def fork(self, length: int) -> "Hypothesis":
        """Another hypothesis that begins with the first `length` pieces of this one."""
        other = Hypothesis(self.source, self.vocabulary)
        other.ids = self.ids[:length]
        part = slice(length + 1)
        other.scores, other.hidden = self.scores[part], self.hidden[part]
        other.attention, other.free = self.attention[part], self.free[part]
        other.evidence, other.seen = self.evidence[part], self.seen
        other.leads = self.leads[:length]
        other.state = self.state.cut(length + 1)
        return other

    def adopt(self, other: "Hypothesis") -> None:
        """Become as another one is, which began with pieces of this one."""
        self.ids, self.leads = list(other.ids), list(other.leads)
        self.scores, self.hidden, self.attention = other.scores[:], other.hidden[:], other.attention[:]
        self.evidence, self.free = other.evidence[:], other.free[:]
        self.state = other.state

    def reread(self, first: int) -> Job[None]:
        """Ask what is said of the shown text from position `first` on, if it is not known."""
        if len(self.scores) <= self.shown or not self.scores[first].size:
            self.unread(max(0, min(len(self.scores), first - REACH - RECORD)))
            yield from self.read(first)

    def read(self, first: int = 0, every: bool = True) -> Job[None]:
        """Have the model read every piece that it has not read yet, in one pass.

        The open text begins at position `first`: what is said long before it is not kept. Unless `every`
        piece is to be scored, the likely ones are, and others if they are asked about.
        """
        new = [self.source.model.start, *self.ids][len(self.scores) :]
        silent = max(0, first - REACH)
        keep = min(len(new), len(self.ids) + 1 - max(0, silent - RECORD))
        (step,) = yield [self.source.request(new, self.state, keep, every)]
        unasked, start = len(new) - keep, len(self.ids) + 1 - keep
        self.note_leads()
        before = [*self.leads, *[0.0] * unasked][max(0, start - RECORD) : start]
        scores, evidence = self.source.scores(step, before, self.ids[start:])
        scores[:, columns_of(list(self.vocabulary.unused), step.likely)] = -np.inf
        # Copies, because a view would keep the arrays of the whole pass, with what others asked in it.
        self.scores += [UNSAID] * unasked + self.rows_of(step, scores, evidence)
        self.hidden += [UNSAID] * unasked + [row.copy() for row in step.hidden[0]]
        self.attention += [row.copy() for row in step.attention[0]]
        self.evidence += [*[None] * unasked, *evidence]
        self.free += [self.vocabulary.end] * unasked + free_best(scores, self.vocabulary, step.likely)
        self.note_leads()
        self.scores[:silent] = self.hidden[:silent] = [UNSAID] * silent
        self.evidence[:silent] = [None] * silent
        self.state = step.state

    def settle(self, first: int, end: int) -> list[int]:
        """Score all pieces from position `first` to `end` where only likely ones were; return where.

        Where another piece turns out to be the best, `free` has it.
        """
        told = [(at, self.scores[at]) for at in range(first, min(end + 1, len(self.scores)))]
        rows = [(at, row) for at, row in told if isinstance(row, LikelyScores) and not row.exact]
        if rows:
            settle([row for _, row in rows])
        for at, row in rows:
            best = int(row.all.argmax())
            self.free[at] = (
                best if self.vocabulary.starts[best] else free_best(row.all[None], self.vocabulary)[0]
            )
        return [at for at, _ in rows]

    def rows_of(self, step: Step, scores: Floats, evidence: Sequence[Evidence | None]) -> list[Scores]:
        """The scores of positions, each to be kept for itself."""
        if step.likely is None:
            return [row.copy() for row in scores]
        unused = self.vocabulary.unused
        return [
            LikelyScores(row.copy(), step.likely, hidden, told, unused)
            for row, hidden, told in zip(scores, step.hidden[0], evidence, strict=True)
        ]

    def note_leads(self) -> None:
        """Compare what memory and model said of the pieces that have been read since this was last done."""
        for at in range(len(self.leads), min(len(self.ids), len(self.scores))):
            evidence, scores, piece = self.evidence[at], self.scores[at], self.ids[at]
            known = not isinstance(scores, LikelyScores) or scores.has(piece)
            self.leads.append(evidence.lead(piece, float(scores[piece])) if evidence and known else 0.0)


def free_best(scores: Floats, vocabulary: Vocabulary, likely: LikelyPieces | None = None) -> list[int]:
    """The best piece of each step where a character begins. (steps, pieces)."""
    stray = columns_of(vocabulary.stray, likely)
    kept = scores[:, stray]
    scores[:, stray] = -np.inf
    best = scores.argmax(axis=1)
    scores[:, stray] = kept
    found: list[int] = (best if likely is None else likely.ids[best]).tolist()
    return found


def columns_of(pieces: Ids | list[int], likely: LikelyPieces | None) -> Ids | list[int]:
    """Where pieces stand in scores, those of them that were scored."""
    if likely is None:
        return pieces
    places = likely.places[pieces]
    return places[places >= 0]
