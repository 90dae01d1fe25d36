"""The old suffix, as a guess at what follows a changed piece."""

from collections.abc import Sequence

from synslator.decoding.vocabulary import Vocabulary

LOOKAHEAD = 8
"""How far ahead in an old suffix a new piece is looked for."""


class Draft:
    """Pieces that may come next."""

    def __init__(self, vocabulary: Vocabulary, longest: int, pieces: Sequence[int] = ()) -> None:
        self.vocabulary, self.longest = vocabulary, longest
        self.pieces = list(pieces)
        self.proposed = self.confirmed = 0

    def remember(self, old: Sequence[int], new: int) -> None:
        """The pieces `old` stood where now stands `new`: guess which of them come after it."""
        pieces = [*old, *self.pieces]
        self.pieces = pieces[self.resume(pieces, new) :]

    def resume(self, old: list[int], new: int) -> int:
        """Where in the old pieces to go on."""
        if new in old[:LOOKAHEAD]:
            return old.index(new) + 1
        if not self.begins_word(new) and old and self.begins_word(old[0]):
            return 0  # the word before goes on; what stood here comes after it
        return next((n for n in range(1, len(old)) if self.begins_word(old[n])), len(old))

    def begins_word(self, piece: int) -> bool:
        """Whether a piece writes a space first."""
        return self.vocabulary.table.surfaces[piece].startswith(b" ")

    def propose(self) -> list[int]:
        """The next pieces to try: many after a success, few after a failure."""
        all_well = self.confirmed >= self.proposed
        size = self.longest if all_well else min(self.longest, max(2, 2 * self.confirmed))
        guess = [piece for piece in self.pieces[:size] if piece != self.vocabulary.end]
        self.proposed, self.confirmed = len(guess), 0
        self.pieces = self.pieces[len(guess) :]
        return guess

    def confirm(self) -> None:
        """A piece was right."""
        self.confirmed += 1
