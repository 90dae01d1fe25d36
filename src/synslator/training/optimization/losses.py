"""What training makes small: the loss of a text, of two dropouts that must agree, and of a pupil."""

import torch
from torch import Tensor
from torch.nn import functional


def smoothed(scores: Tensor, labels: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
    """Sum over real pieces of the smoothed and of the plain cross-entropy.

    `scores` is (pieces, vocabulary), `labels` (pieces,) with 0 for padding.
    """
    total = torch.logsumexp(scores, dim=-1)
    plain = over_real(total - scores.gather(-1, labels[:, None]).squeeze(-1), labels)
    smooth = over_real(total - scores.mean(dim=-1), labels)
    return (1 - smoothing) * plain + smoothing * smooth, plain


def over_real(values: Tensor, labels: Tensor) -> Tensor:
    """Return the sum of one value a piece, without padding."""
    return torch.where(labels != 0, values, 0.0).sum()


def smoothed_loss(
    hidden: Tensor, embedding: Tensor, labels: Tensor, smoothing: float
) -> tuple[Tensor, Tensor]:
    """Return what `smoothed` says of hidden states (pieces, width)."""
    return smoothed(functional.linear(hidden, embedding).float(), labels, smoothing)


def consistent_loss(
    hidden: Tensor, embedding: Tensor, labels: Tensor, smoothing: float, consistency: float
) -> tuple[Tensor, Tensor]:
    """`smoothed_loss` of two passes over the same pieces, with a price on their disagreement (R-Drop).

    `hidden` and `labels` hold the pieces of the first pass and then those of the second. The sums are the
    means of both passes.
    """
    scores = functional.linear(hidden, embedding).float()
    loss, plain = smoothed(scores, labels, smoothing)
    one, other = torch.log_softmax(scores, dim=-1).chunk(2)
    apart = ((one.exp() - other.exp()) * (one - other)).sum(dim=-1)
    return loss / 2 + consistency / 4 * over_real(apart, labels.chunk(2)[0]), plain / 2


def taught_loss(
    hidden: Tensor, embedding: Tensor, labels: Tensor, smoothing: float, opinion: Tensor, share: float
) -> tuple[Tensor, Tensor]:
    """`smoothed_loss`, of which `share` is replaced by the cross-entropy with the teachers' opinion.

    `opinion` is (pieces, vocabulary): their probabilities for what stands at each piece.
    """
    scores = functional.linear(hidden, embedding).float()
    loss, plain = smoothed(scores, labels, smoothing)
    taught = over_real(torch.logsumexp(scores, dim=-1) - (opinion * scores).sum(dim=-1), labels)
    return (1 - share) * loss + share * taught, plain
