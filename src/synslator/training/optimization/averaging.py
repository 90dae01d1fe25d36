"""The running mean of a model's weights over the last part of a run."""

import torch
from torch import Tensor, nn


def learning(model: nn.Module) -> dict[str, nn.Parameter]:
    """Return the parameters that training changes."""
    return {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}


class Average:
    """The mean of every snapshot that was added."""

    def __init__(self, model: nn.Module) -> None:
        self.count = 0
        self.means: dict[str, Tensor] = {n: p.detach().clone() for n, p in learning(model).items()}

    @torch.no_grad()
    def add(self, model: nn.Module) -> None:
        """Take the model's weights of this moment into the mean."""
        self.count += 1
        mine = list(self.means.values())
        torch._foreach_lerp_(mine, [p.detach() for p in learning(model).values()], 1 / self.count)

    @torch.no_grad()
    def swap(self, model: nn.Module) -> None:
        """Exchange the model's weights and the mean's; a second call undoes the first."""
        for name, parameter in learning(model).items():
            kept = parameter.detach().clone()
            parameter.copy_(self.means[name])
            self.means[name].copy_(kept)
