"""Where to begin from a model of the other direction.

Its layers are a better beginning than chance, although they knew the languages the other way round. The
embedding of a piece that the other direction's vocabulary writes alike is that piece's.
"""

from collections.abc import Mapping, Sequence

import sentencepiece
import torch
from torch import Tensor

EMBEDDINGS = {
    "encoder.embedding.weight": "decoder.embedding.weight",
    "decoder.embedding.weight": "encoder.embedding.weight",
}


def reversed_weights(
    own: Mapping[str, Tensor],
    other: Mapping[str, Tensor],
    vocabularies: Sequence[Sequence[str]],
    others: Sequence[Sequence[str]],
) -> dict[str, Tensor]:
    """Return the weights to begin with.

    `own` are those of a new model and `other` those of one of the other direction and the same shape.
    `vocabularies` and `others` are the pieces of their sources and targets.
    """
    weights = dict(own) | {name: weight for name, weight in other.items() if name in own}
    by_side = zip(EMBEDDINGS.items(), zip(vocabularies, reversed(others), strict=True), strict=True)
    for (name, turned), (pieces, known) in by_side:
        weights[name] = known_rows(own[name], pieces, other[turned], known)
    return weights


def known_rows(fresh: Tensor, pieces: Sequence[str], trained: Tensor, known: Sequence[str]) -> Tensor:
    """Return an embedding whose rows are trained ones where the piece is known."""
    places = {piece: place for place, piece in enumerate(known)}
    rows = fresh.detach().clone()
    common = [(row, places[piece]) for row, piece in enumerate(pieces) if piece in places]
    mine, theirs = (torch.tensor(side) for side in zip(*common, strict=True))
    rows[mine] = trained[theirs].to(rows.dtype)
    return rows


def pieces_of(vocabulary: sentencepiece.SentencePieceProcessor) -> list[str]:
    """Return what the pieces of a vocabulary are called."""
    return [vocabulary.id_to_piece(n) for n in range(vocabulary.get_piece_size())]
