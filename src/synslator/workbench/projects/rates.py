"""What a word of each match band is worth, in per cent of a new one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from synslator.formats.documents.analysis import BANDS

USUAL: Mapping[str, float] = {
    **{"101": 0, "repetitions": 10, "100": 10},
    **{"95–99": 30, "85–94": 60, "75–84": 60, "50–74": 100},
    **{"internal 95–99": 30, "internal 85–94": 60, "internal 75–84": 60, "internal 50–74": 100},
    "new": 100,
}


@dataclass(frozen=True, slots=True)
class Rates:
    """The usual rates, and those that a project has instead."""

    own: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if unknown := sorted(self.own.keys() - set(BANDS)):
            raise ValueError(f"there is no match band {', '.join(unknown)}; there are {', '.join(BANDS)}")
        if wrong := {band: rate for band, rate in self.own.items() if not 0 <= rate <= 100}:
            band, rate = next(iter(wrong.items()))
            raise ValueError(f"the rate of {band} must be from 0 to 100, not {rate:g}")

    def of(self, band: str) -> float:
        """Return the rate of a band."""
        return self.own.get(band, USUAL[band])
