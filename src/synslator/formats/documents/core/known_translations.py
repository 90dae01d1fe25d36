"""Translations that are there already, found again by their source whatever numbers its tags have."""

from collections.abc import Iterable, Mapping

from synslator.text.tags import Tag, split


class KnownTranslations:
    """Pairs of sources and targets; of two with the same source the later one counts."""

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self._targets: dict[str, str] = {}
        for source, target in pairs:
            numbers = _numbers(source)
            self._targets[_renumbered(source, numbers)] = _renumbered(target, numbers)

    def __len__(self) -> int:
        return len(self._targets)

    def find(self, source: str) -> str | None:
        """Return the translation of a source, with the numbers that its tags have here."""
        numbers = _numbers(source)
        target = self._targets.get(_renumbered(source, numbers))
        if target is None:
            return None
        return _renumbered(target, {new: old for old, new in numbers.items()})


def adapted(target: str, theirs: str, ours: str) -> str:
    """Return the translation of one source the tag numbers of another; tags with no counterpart are left out.

    The first tag of the one source is the first of the other, and so on.
    """
    places = {place: number for number, place in _numbers(ours).items()}
    known = {number: places[place] for number, place in _numbers(theirs).items() if place in places}
    return _renumbered(target, known)


def _numbers(text: str) -> dict[int, int]:
    """Renumber the tags of a text, in the order in which they first appear."""
    numbers: dict[int, int] = {}
    for piece in split(text):
        if isinstance(piece, Tag):
            numbers.setdefault(piece.number, len(numbers) + 1)
    return numbers


def _renumbered(text: str, numbers: Mapping[int, int]) -> str:
    """Write a text with other numbers; a tag that has none is left out, for it stands for nothing here."""
    pieces = [
        piece if isinstance(piece, str) else str(Tag(piece.kind, numbers[piece.number]))
        for piece in split(text)
        if isinstance(piece, str) or piece.number in numbers
    ]
    return "".join(pieces)
