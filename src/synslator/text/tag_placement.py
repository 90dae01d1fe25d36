"""Putting the tags of a source into its translation, by an alignment of the two.

A pair goes around the stretch of the target that its words were translated to; a mark that stands alone goes
to the place that best parts the translation of what precedes it from the translation of what follows. Every
tag of the source comes back exactly once, inside the same pairs as before, and the translation's own text is
untouched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from synslator.text.tags import Tag, TagKind, split
from synslator.text.words import TOKEN

Range = tuple[int, int]
_HALF = 0.5


@dataclass(frozen=True)
class Alignment:
    """How the tokens of a target come from those of its source, both without tags."""

    source: Sequence[Range]
    """Where each source token stands in the source text."""
    target: Sequence[Range]
    """Where each target token stands in the target text; in order, not overlapping."""
    weights: NDArray[np.floating]
    """(source tokens, target tokens), not negative: attention, or 1 for a link and 0 for none."""

    def __post_init__(self) -> None:
        problems = []
        if self.weights.shape != (len(self.source), len(self.target)):
            shape = (len(self.source), len(self.target))
            problems.append(f"the weights must have the shape {shape}, not {self.weights.shape}")
        elif not np.isfinite(self.weights).all() or (self.weights < 0).any():
            problems.append("the weights must be finite and not negative")
        for side, spans in (("source", self.source), ("target", self.target)):
            flat = [edge for span in spans for edge in span]
            if side == "target" and flat != sorted(flat):
                problems.append("the target tokens must be in order and must not overlap")
        if problems:
            raise ValueError("; ".join(problems))


@dataclass(slots=True)
class _Node:
    """A pair with what is inside it, or a tag that stands alone (an empty range and no closing tag)."""

    opening: str
    closing: str
    start: int
    end: int
    touches_left: bool = False
    children: list["_Node"] = field(default_factory=list)
    place: Range = (0, 0)
    left_out: bool = False


def place_tags(source: str, target: str, alignment: Alignment, begin: int = 0) -> str:
    """Return the target with the source's tags; `target` has none.

    Somebody has written what stands before `begin`: no tag is put there, nor into a word that goes on behind
    it. A pair whose words stand there is left out; a mark that stands alone comes as soon as it can.
    """
    nodes, length = _tree(source)
    if not nodes:
        return target
    placer = _Placer(alignment, target, begin)
    placer.place(nodes, (0, length), (placer.first, len(alignment.target)), begin)
    return _written(nodes, target, (0, len(target)))


def diagonal(source: str, target: str) -> Alignment:
    """Return an alignment without a model: what stands at the same share of both texts belongs together."""
    source_spans = [found.span() for found in TOKEN.finditer(source)]
    target_spans = [found.span() for found in TOKEN.finditer(target)]
    weights = np.zeros((len(source_spans), len(target_spans)))
    for row, first in enumerate(source_spans):
        for column, second in enumerate(target_spans):
            one = (first[0] / len(source), first[1] / len(source))
            other = (second[0] / len(target), second[1] / len(target))
            weights[row, column] = max(0.0, min(one[1], other[1]) - max(one[0], other[0]))
    return Alignment(source_spans, target_spans, weights)


def _tree(source: str) -> tuple[list[_Node], int]:
    """Read the tags of a source as a tree; halves without their other half stand alone."""
    pieces = list(split(source))
    partner = _partners(pieces)
    top: list[_Node] = []
    levels = [top]
    position = 0
    last = " "
    for index, piece in enumerate(pieces):
        if isinstance(piece, str):
            position += len(piece)
            last = piece[-1]
        elif index in partner and piece.kind is TagKind.OPEN:
            closing = pieces[partner[index]]
            node = _Node(str(piece), str(closing), position, position)
            levels[-1].append(node)
            levels.append(node.children)
        elif index in partner:
            levels.pop()
            levels[-1][-1].end = position
        else:
            levels[-1].append(_Node(str(piece), "", position, position, not last.isspace()))
    return top, position


def _partners(pieces: Sequence[str | Tag]) -> dict[int, int]:
    partner: dict[int, int] = {}
    stack: list[int] = []
    for index, piece in enumerate(pieces):
        if not isinstance(piece, Tag) or piece.kind is TagKind.ALONE:
            continue
        if piece.kind is TagKind.OPEN:
            stack.append(index)
            continue
        depth = next(
            (d for d in reversed(range(len(stack))) if _number(pieces[stack[d]]) == piece.number), None
        )
        if depth is not None:
            partner[stack[depth]], partner[index] = index, stack[depth]
            del stack[depth:]
    return partner


def _number(piece: str | Tag) -> int:
    return piece.number if isinstance(piece, Tag) else -1


class _Placer:
    """Finds the place of each node in the target."""

    def __init__(self, alignment: Alignment, target: str, begin: int) -> None:
        self._source, self._target, self._begin = alignment.source, target, begin
        self._tokens = [_without_blanks(span, target) for span in alignment.target]
        self._length = len(target)
        self.first = sum(start < begin for start, _ in self._tokens)
        """The first token that tags may be put around."""
        totals = alignment.weights.sum(axis=0, keepdims=True)
        self._shares = np.divide(
            alignment.weights, totals, out=np.zeros(alignment.weights.shape), where=totals > 0
        )

    def place(self, nodes: Sequence[_Node], inside: Range, tokens: Range, low: int) -> None:
        """Place the nodes of one level: `inside` is their parent's range in the source, `low` its place."""
        taken: list[Range] = []
        filled = sorted((node for node in nodes if node.end > node.start), key=lambda n: n.start - n.end)
        for node in filled:
            whole = (node.start, node.end) == inside and tokens[0] < tokens[1] and not self._begin
            chosen = tokens if whole else self._stretch(node, tokens, taken)
            if self._begin and (chosen is None or not self._has_words(chosen)):
                node.left_out = True
                continue
            if chosen is None:
                node.place = self._point(node, inside, tokens, taken, low)
                self._collapse(node)
                continue
            taken.append(chosen)
            node.place = self._characters(chosen)
            self.place(node.children, (node.start, node.end), chosen, node.place[0])
        for node in nodes:
            if node.end == node.start:
                node.place = self._point(node, inside, tokens, taken, low)
                self._collapse(node)

    def _collapse(self, node: _Node) -> None:
        for child in node.children:
            child.place = node.place
            self._collapse(child)

    def _characters(self, tokens: Range) -> Range:
        return self._tokens[tokens[0]][0], self._tokens[tokens[1] - 1][1]

    def _mass(self, start: int, end: int) -> NDArray[np.floating]:
        """Return for each target token the share of it that comes from a range of the source."""
        covered = np.array([_overlap(span, (start, end)) for span in self._source], dtype=float)
        mass: NDArray[np.floating] = covered @ self._shares if len(covered) else np.zeros(len(self._tokens))
        return mass

    def _stretch(self, node: _Node, tokens: Range, taken: Sequence[Range]) -> Range | None:
        """Find the run of free tokens that comes most from the node's words."""
        gains = self._mass(node.start, node.end) - _HALF
        best: tuple[float, Range] | None = None
        begin, total = tokens[0], 0.0
        for index in range(*tokens):
            if any(low <= index < high for low, high in taken):
                begin, total = index + 1, 0.0
                continue
            if total < 0:
                begin, total = index, 0.0
            total += gains[index]
            if best is None or total > best[0]:
                best = (total, (begin, index + 1))
        if best and self._begin and best[0] <= 0:
            return None
        return best[1] if best else None

    def _has_words(self, tokens: Range) -> bool:
        start, end = self._characters(tokens)
        return any(map(str.isalnum, self._target[start:end]))

    def _point(self, node: _Node, inside: Range, tokens: Range, taken: Sequence[Range], low: int) -> Range:
        """Find the place that best parts what comes from before the node from what comes after it."""
        if tokens[0] == tokens[1]:
            edge = self._tokens[tokens[0]][0] if tokens[0] < len(self._tokens) else self._length
            return edge, edge
        if node.start == inside[0]:
            boundary = tokens[0]
        elif node.start == inside[1]:
            boundary = tokens[1]
        else:
            boundary = self._boundary(node, inside, tokens, taken)
        # What follows a word closely may follow the one that was written last.
        left = boundary > (0 if self._begin else tokens[0]) and (node.touches_left or boundary == tokens[1])
        at = max(self._tokens[boundary - 1][1], low) if left else self._tokens[boundary][0]
        return at, at

    def _boundary(self, node: _Node, inside: Range, tokens: Range, taken: Sequence[Range]) -> int:
        lean = self._mass(inside[0], node.start) - self._mass(node.start, inside[1])
        best, score, total = tokens[0], 0.0, 0.0
        for boundary in range(tokens[0] + 1, tokens[1] + 1):
            total += lean[boundary - 1]
            free = not any(low < boundary < high for low, high in taken)
            if free and total > score:
                best, score = boundary, total
        return best


def _without_blanks(span: Range, text: str) -> Range:
    """Subword tokens carry the space before a word; a tag goes between the two."""
    token = text[span[0] : span[1]]
    body = token.strip()
    start = span[0] + len(token) - len(token.lstrip()) if body else span[0]
    return start, start + len(body)


def _overlap(span: Range, other: Range) -> float:
    length = span[1] - span[0]
    shared = min(span[1], other[1]) - max(span[0], other[0])
    return max(0.0, shared / length) if length > 0 else 0.0


def _written(nodes: Sequence[_Node], target: str, span: Range) -> str:
    pieces: list[str] = []
    position = span[0]
    ordered = sorted(enumerate(nodes), key=lambda pair: (pair[1].place, pair[0]))
    for _, node in ordered:
        if node.left_out:
            continue
        pieces.append(target[position : node.place[0]])
        pieces.append(node.opening)
        if node.closing:
            pieces.append(_written(node.children, target, node.place))
            pieces.append(node.closing)
        position = node.place[1]
    pieces.append(target[position : span[1]])
    return "".join(pieces)
