"""Muon for matrices and AdamW for the rest, behind one `step`.

Muon replaces the momentum of a weight matrix by the nearest orthogonal matrix, so that all directions
learn at the same pace; it needs about half the updates of AdamW. Its update is scaled to the size of a
typical AdamW update (0.2 in the root mean square), so that the two share one notion of rate.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from synslator.training.recipe import OptimizerRecipe

FUSED = {"qkv.weight": 3, "kv.weight": 2}
"""Parameters that hold several matrices one above the other; each is made orthogonal by itself."""


def orthogonalize(matrices: Tensor, steps: int = 5) -> Tensor:
    """Return roughly the nearest orthogonal matrices, by Newton-Schulz iteration; (count, rows, columns)."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x: Tensor = matrices.bfloat16() if matrices.is_cuda else matrices
    tall = x.shape[-2] > x.shape[-1]
    x = x.mT if tall else x
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    result: Tensor = x.mT if tall else x
    return result


class Muon:
    """Momentum made orthogonal, for the weight matrices inside the layers."""

    def __init__(
        self, parameters: Iterable[tuple[str, nn.Parameter]], momentum: float, weight_decay: float
    ) -> None:
        self.momentum, self.weight_decay = momentum, weight_decay
        self.groups: dict[tuple[int, int], list[tuple[nn.Parameter, Tensor, int]]] = defaultdict(list)
        for name, parameter in parameters:
            count = next((n for suffix, n in FUSED.items() if name.endswith("." + suffix)), 1)
            rows, columns = parameter.shape
            self.groups[rows // count, columns].append((parameter, torch.zeros_like(parameter), count))

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """Update every matrix that has a gradient; those of one shape together."""
        for (rows, columns), everyone in self.groups.items():
            members = [member for member in everyone if member[0].grad is not None]
            if not members:
                continue
            gradients = [parameter.grad for parameter, _, _ in members if parameter.grad is not None]
            buffers = [buffer for _, buffer, _ in members]
            torch._foreach_lerp_(buffers, gradients, 1 - self.momentum)
            ahead = torch._foreach_lerp(gradients, buffers, self.momentum)
            stacked = torch.cat([update.view(-1, rows, columns) for update in ahead])
            updates = orthogonalize(stacked) * (-rate * 0.2 * max(rows, columns) ** 0.5)
            parameters: list[Tensor] = [parameter for parameter, _, _ in members]
            torch._foreach_mul_(parameters, 1 - rate * self.weight_decay)
            pieces = updates.to(parameters[0].dtype).split([count for _, _, count in members])
            flat = [
                piece.reshape(parameter.shape) for piece, parameter in zip(pieces, parameters, strict=True)
            ]
            torch._foreach_add_(parameters, flat)

    def buffers(self) -> list[Tensor]:
        """Return the momentum of every matrix, in a fixed order."""
        return [buffer for members in self.groups.values() for _, buffer, _ in members]


class Optimizer:
    """Everything a model learns by."""

    def __init__(self, model: nn.Module, recipe: OptimizerRecipe) -> None:
        named = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
        matrices = [(n, p) for n, p in named if p.ndim == 2 and "embedding" not in n]
        if recipe.matrices == "adamw":
            matrices = []
        chosen = {n for n, _ in matrices}
        self.recipe = recipe
        self.parameters = [p for _, p in named]
        self.muon = Muon(matrices, recipe.momentum, recipe.weight_decay)
        others = [p for n, p in named if n not in chosen]
        self.adam = torch.optim.AdamW(
            others,
            lr=recipe.other_rate,
            betas=recipe.betas,
            eps=1e-9,
            weight_decay=0.0,
            fused=others[0].is_cuda,
        )

    def step(self, factor: float) -> Tensor:
        """One update at `factor` of the peak rates. Returns the gradient's norm."""
        norm = nn.utils.clip_grad_norm_(self.parameters, self.recipe.clip, foreach=True)
        self.muon.step(self.recipe.rate * factor)
        for group in self.adam.param_groups:
            group["lr"] = self.recipe.other_rate * factor
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)
        for parameter in self.parameters:
            parameter.grad = None
        return norm

    def state_dict(self) -> dict[str, Any]:
        """Return all that a resumed run needs."""
        return {"muon": self.muon.buffers(), "adam": self.adam.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        for mine, saved in zip(self.muon.buffers(), state["muon"], strict=True):
            mine.copy_(saved)
        self.adam.load_state_dict(state["adam"])
