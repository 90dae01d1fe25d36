"""Repairs the tags of a translation before it is written: whatever was typed, the file stays well formed.

The check in `synslator.text.tag_checks` tells the translator what is wrong. This is the other side: when a
document is written with a wrong translation all the same, tags that mean nothing are left out, halves without
their other half are left out, crossing pairs are closed in time, and what must not be lost goes to the end.
"""

from collections.abc import Sequence
from typing import Protocol

from synslator.text.tags import Tag, TagKind, split


class RepairableCode(Protocol):
    """What repairing needs to know of a code."""

    @property
    def paired(self) -> bool:
        """Whether the tag has two halves."""
        ...

    @property
    def required(self) -> bool:
        """Whether it is written even when it is missing."""
        ...

    @property
    def literal(self) -> str | None:
        """The character that it stands for, if it is text."""
        ...


def repair(target: str, codes: Sequence[RepairableCode]) -> list[str | Tag]:
    """Split a translation into text and tags that are known, single, complete and well nested."""
    pieces = _known_once(list(split(target)), codes)
    pieces = _nested(pieces)
    present = {piece.number for piece in pieces if isinstance(piece, Tag)}
    for number, code in enumerate(codes, start=1):
        if code.required and number not in present:
            kinds = (TagKind.OPEN, TagKind.CLOSE) if code.paired else (TagKind.ALONE,)
            pieces.extend(Tag(kind, number) for kind in kinds)
    return _merged([_literal(piece, codes) for piece in pieces])


def _known_once(pieces: list[str | Tag], codes: Sequence[RepairableCode]) -> list[str | Tag]:
    seen: set[Tag] = set()
    kept: list[str | Tag] = []
    for piece in pieces:
        if isinstance(piece, Tag):
            known = 1 <= piece.number <= len(codes)
            if not known or (piece.kind is TagKind.ALONE) == codes[piece.number - 1].paired or piece in seen:
                continue
            seen.add(piece)
        kept.append(piece)
    return kept


def _nested(pieces: list[str | Tag]) -> list[str | Tag]:
    closes = {piece.number: i for i, piece in enumerate(pieces) if _is(piece, TagKind.CLOSE)}  # type: ignore[union-attr]
    result: list[str | Tag] = []
    open_numbers: list[int] = []
    for i, piece in enumerate(pieces):
        if not isinstance(piece, Tag) or piece.kind is TagKind.ALONE:
            result.append(piece)
        elif piece.kind is TagKind.OPEN:
            if closes.get(piece.number, -1) > i:
                open_numbers.append(piece.number)
                result.append(piece)
        elif piece.number in open_numbers:
            while True:
                number = open_numbers.pop()
                result.append(Tag(TagKind.CLOSE, number))
                if number == piece.number:
                    break
    return result


def _is(piece: str | Tag, kind: TagKind) -> bool:
    return isinstance(piece, Tag) and piece.kind is kind


def _literal(piece: str | Tag, codes: Sequence[RepairableCode]) -> str | Tag:
    if isinstance(piece, Tag):
        literal = codes[piece.number - 1].literal
        return piece if literal is None else literal
    return piece


def _merged(pieces: list[str | Tag]) -> list[str | Tag]:
    merged: list[str | Tag] = []
    for piece in pieces:
        if isinstance(piece, str) and merged and isinstance(merged[-1], str):
            merged[-1] += piece
        else:
            merged.append(piece)
    return merged
