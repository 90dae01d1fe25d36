"""What was typed, as decoding needs it: pieces that are certain, and text that is still open.

The words before the last space are complete: decoding is forced through their usual pieces. From that space
on the text is open: it is matched by its surface, over every segmentation, because the half word `fo` may
become `for` in one piece although its own pieces would be `f` and `o`.
"""

from dataclasses import dataclass

from synslator.decoding.vocabulary import Vocabulary

OPEN = 32
"""Bytes of open text that are matched over every segmentation. Of a longer word (an address, or a language
that writes no spaces) the first pieces are the usual ones."""


@dataclass(frozen=True)
class Prefix:
    """A typed prefix."""

    text: str
    forced: tuple[int, ...]
    """Pieces of the complete words."""
    rest: bytes
    """What the next pieces must write, begun with the space before the half word."""


def split_prefix(text: str, vocabulary: Vocabulary) -> Prefix:
    """Cut typed text into forced pieces and open text.

    The pieces of a sentence write a space before its first word too, so one is put in front of the text.
    """
    clean = text.encode("utf-8", "replace").decode("utf-8")
    cut = clean.rfind(" ")
    if cut < 0:
        forced: list[int] = []
    elif cut == 0:
        forced = vocabulary.table.matching(b" ")[:1].tolist()
    else:
        forced = vocabulary.encode(clean[:cut])
    word = clean[cut + 1 :]
    rest = b" " + word.encode()
    if not vocabulary.table.spells(rest):
        # A vocabulary that normalises or has no bytes cannot write this word. The model reads the pieces
        # that come nearest to it, and what was typed stays as it is.
        return Prefix(text, tuple(vocabulary.encode(clean)), b"")
    if len(rest) > OPEN:
        usual = vocabulary.encode(word)
        if vocabulary.table.write(usual) == rest:
            while len(rest) > OPEN and len(usual) > 1:
                first = usual.pop(0)
                forced.append(first)
                rest = rest[len(vocabulary.table.surfaces[first]) :]
    return Prefix(text, tuple(forced), rest)


def still_open(rest: bytes, written: bytes) -> bytes:
    """What remains open after a piece that agrees with `rest`."""
    return rest[len(written) :]
