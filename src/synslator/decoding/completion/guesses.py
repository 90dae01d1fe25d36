"""What stood in the segment before, as a guess at what comes next.

Where a piece changed, the old suffix may go on behind it. Where that fails, the same two pieces may have
come before in the segment, and what followed them may follow again. Guesses cost little: all pieces of one
are read in a single pass.
"""

from collections.abc import Sequence

from synslator.decoding.vocabulary import Vocabulary

LIKELY = 8
"""Pieces that are tried where the last two came before."""
MOST_PLACES = 5_000
"""Places in earlier texts that are remembered."""
PLACE_BYTES = 300
"""What one takes, more or less."""
LOOKAHEAD = 8
"""How far ahead in an old suffix a new piece is looked for."""


class PhraseHistory:
    """Everything that was once written in a segment, to find again how a phrase went on."""

    def __init__(self) -> None:
        self.places: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        """Two pieces -> a text that has them, and where it goes on; the newest one."""

    @property
    def nbytes(self) -> int:
        """Memory it takes."""
        return PLACE_BYTES * len(self.places)

    def note(self, ids: Sequence[int], start: int = 0) -> None:
        """Remember a text, of which what stands before `start` is known."""
        if len(self.places) > MOST_PLACES:
            self.places.clear()
        text = tuple(ids)
        for n in range(max(start, 1), len(text) - 1):
            self.places[text[n - 1], text[n]] = (text, n + 1)

    def after(self, ids: Sequence[int]) -> list[int]:
        """What came the last time after the two pieces that a text ends with."""
        text, place = self.places.get((ids[-2], ids[-1]), ((), 0)) if len(ids) > 1 else ((), 0)
        return list(text[place:])


class Guess:
    """Pieces that may come next."""

    def __init__(self, vocabulary: Vocabulary, longest: int, seen: PhraseHistory) -> None:
        self.vocabulary, self.longest, self.seen = vocabulary, longest, seen
        self.pieces: list[int] = []
        self.proposed = self.confirmed = 0

    def remember(self, old: Sequence[int], new: int) -> None:
        """The pieces `old` stood where now stands `new`: guess which of them come after it."""
        pieces = [*old, *self.pieces]
        self.pieces = pieces[self.resume(pieces, new) :]

    def resume(self, old: list[int], new: int) -> int:
        """Where in the old pieces to go on."""
        if new in old[:LOOKAHEAD]:
            return old.index(new) + 1
        begins = self.vocabulary.begins_word
        if not begins(new) and old and begins(old[0]):
            return 0  # the word before goes on; what stood here comes after it
        return next((n for n in range(1, len(old)) if begins(old[n])), len(old))

    def propose(self, ids: Sequence[int]) -> list[int]:
        """The next pieces to try after some: many after a success, few after a failure."""
        all_well = self.confirmed >= self.proposed
        size = self.longest if all_well else min(self.longest, max(2, 2 * self.confirmed))
        if not (all_well and self.pieces) and (found := self.seen.after(ids)):
            self.pieces, size = found, min(self.longest, max(size, LIKELY))
        guess = [piece for piece in self.pieces[:size] if piece != self.vocabulary.end]
        self.proposed, self.confirmed = len(guess), 0
        self.pieces = self.pieces[len(guess) :]
        return guess

    def confirm(self) -> None:
        """A piece was right."""
        self.confirmed += 1
