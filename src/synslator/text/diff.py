"""What changed between two sources, character by character, for a translator to see at a glance.

Tags and numbers stay whole. Letters that happen to be shared by two quite different words are not worth
showing, so a short common stretch between larger changes becomes part of the change.
"""

import re
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

from synslator.text.tags import TAG

_FIRST_ATOM = 0xF0000
_WHOLE = re.compile(rf"{TAG.pattern}|\d+(?:[.,]\d+)*")


class DiffPart(NamedTuple):
    """A stretch of the diff: `same` has one text on both sides, `changed` may have none on one of them."""

    kind: Literal["same", "changed"]
    old: str
    new: str


def diff(old: str, new: str) -> list[DiffPart]:
    """Return the stretches that turn `old` into `new`; the sides joined are the two texts."""
    if old == new:
        return [DiffPart("same", old, new)] if old else []
    atoms: dict[str, str] = {}
    pieces = _pieces(_atomic(old, atoms), _atomic(new, atoms))
    whole = str.maketrans({atom: written for written, atom in atoms.items()})
    return [DiffPart(kind, old.translate(whole), new.translate(whole)) for kind, old, new in pieces]


def _atomic(text: str, atoms: dict[str, str]) -> str:
    """Write each tag and each number as one character that the texts do not use otherwise."""
    return _WHOLE.sub(lambda found: atoms.setdefault(found[0], chr(_FIRST_ATOM + len(atoms))), text)


def _pieces(old: str, new: str) -> list[DiffPart]:
    pieces: list[DiffPart] = []
    for code in Indel.opcodes(old, new):
        kind: Literal["same", "changed"] = "same" if code.tag == "equal" else "changed"
        piece = DiffPart(kind, old[code.src_start : code.src_end], new[code.dest_start : code.dest_end])
        _append(pieces, piece)
    return pieces


def _append(pieces: list[DiffPart], piece: DiffPart) -> None:
    """Add a piece, joining changes that meet and those that only a short common stretch keeps apart."""
    if piece.kind == "changed" and pieces and pieces[-1].kind == "changed":
        piece = _joined(pieces.pop(), piece)
    while piece.kind == "changed" and len(pieces) > 1 and _absorbed(pieces[-2], pieces[-1], piece):
        same, before = pieces.pop(), pieces.pop()
        piece = _joined(_joined(before, same), piece)
    pieces.append(piece)


def _absorbed(before: DiffPart, same: DiffPart, after: DiffPart) -> bool:
    shorter = min(max(len(before.old), len(before.new)), max(len(after.old), len(after.new)))
    return before.kind == "changed" and len(same.old) < shorter


def _joined(first: DiffPart, second: DiffPart) -> DiffPart:
    return DiffPart("changed", first.old + second.old, first.new + second.new)
