"""What was learned about a package's model: by which signs a clause is known to be missing."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

PREFIX = "coverage_"


@dataclass(frozen=True)
class Looks:
    """Weights of what attention says: see `signs.seen`."""

    bias: float = 0.0
    mean: float = 0.0
    low: float = 0.0
    most: float = 0.0
    size: float = 0.0
    ratio: float = 0.0
    length: float = 0.0


@dataclass(frozen=True)
class Needs:
    """Weights of what the text's probability says, beside the log-odds by attention: see `signs.needed`."""

    bias: float = 0.0
    looked: float = 0.0
    need: float = 0.0
    most: float = 0.0
    end: float = 0.0
    hindered: float = 0.0


@dataclass(frozen=True)
class Thresholds:
    """From which log-odds on something is done."""

    suspected: float = -2.5
    """By attention: the clause is looked at more closely."""
    left_out: float = 1.0
    """By attention: it counts as left out while somebody types."""
    worse: float = -0.5
    fall: float = 2.0
    """The same where an earlier text covered it: log-odds, and how much more they are than there."""
    missing: float = 0.5
    """By both: it counts as missing for a check."""


@dataclass(frozen=True)
class CoverageOptions:
    """All of it. Manifests have it among their parameters, as `coverage_looks_mean` and so on."""

    looks: Looks = Looks()
    needs: Needs = Needs()
    thresholds: Thresholds = Thresholds()

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, float]) -> "CoverageOptions | None":
        """Return what a manifest says; None where nothing was learned about its model."""
        given: dict[str, dict[str, float]] = {}
        for name, value in parameters.items():
            if name.startswith(PREFIX):
                part, _, weight = name.removeprefix(PREFIX).partition("_")
                given.setdefault(part, {})[weight] = float(value)
        if not given:
            return None
        looks, needs = Looks(**given.get("looks", {})), Needs(**given.get("needs", {}))
        return cls(looks, needs, Thresholds(**given.get("thresholds", {})))

    def to_parameters(self) -> dict[str, float]:
        """Return it as manifests have it."""
        return {
            f"{PREFIX}{part}_{weight}": value
            for part, weights in asdict(self).items()
            for weight, value in weights.items()
        }
