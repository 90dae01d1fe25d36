"""How to search, in one object that checks itself."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class SearchOptions:
    """Settings of a search."""

    beam: int = 4
    """Hypotheses kept side by side when a whole sentence is translated."""
    length_penalty: float = 1.0
    """A hypothesis of n pieces is ranked by its log-probability over n to this power."""
    prune_margin: float = math.inf
    """A hypothesis whose log-probability is this far below the best one of its group is pruned."""
    margin_decay: float = 0.0
    """The margin shrinks by this share for each hypothesis between the two."""
    longest_factor: float = 3.0
    longest_extra: int = 30
    """A target has at most this many pieces for each source piece, and this many more."""
    repeats: int = 4
    """A run of pieces that comes this often in a row ends the suffix after its first time."""
    highlight_threshold: float = 0.75
    """The words after the caret that are at least this probable are taken by TAB. Projects begin with this
    value too. TAB is worth most at it on the development sets (`make threshold`); the paper's is 0.6."""
    alternatives: int = 3
    """Continuations in the suggestion box besides the one shown."""
    alternative_words: int = 3
    """Words of each of them."""
    least_alternative: float = 0.05
    """Continuations that are less probable than this are not offered."""
    language_model_words: int = 4
    """Words that the language model suggests."""
    language_model_after: int = 10
    """It suggests when the prefix has more words than this."""
    language_model_top: int = 10
    """Next pieces that it draws from."""
    seed: int = 1
    """Seed of the sampler."""
    draft: int = 24
    """Pieces of the old suffix that are verified in one pass; 0 drafts nothing."""

    def __post_init__(self) -> None:
        rules = [
            (1 <= self.beam <= 64, f"beam must be 1 to 64, not {self.beam}"),
            (0 <= self.length_penalty <= 5, f"length_penalty must be 0 to 5, not {self.length_penalty}"),
            (self.prune_margin > 0, f"prune_margin must be positive, not {self.prune_margin}"),
            (0 <= self.margin_decay < 1, f"margin_decay must be 0 to 1, not {self.margin_decay}"),
            (self.longest_factor >= 0, f"longest_factor must not be negative, not {self.longest_factor}"),
            (self.longest_extra >= 0, f"longest_extra must not be negative, not {self.longest_extra}"),
            (self.repeats >= 2, f"repeats must be at least 2, not {self.repeats}"),
            (
                0 <= self.highlight_threshold <= 1,
                f"highlight_threshold must be 0 to 1, not {self.highlight_threshold}",
            ),
            (0 <= self.alternatives <= 10, f"alternatives must be 0 to 10, not {self.alternatives}"),
            (
                1 <= self.alternative_words <= 10,
                f"alternative_words must be 1 to 10, not {self.alternative_words}",
            ),
            (
                0 <= self.least_alternative <= 1,
                f"least_alternative must be 0 to 1, not {self.least_alternative}",
            ),
            (0 <= self.language_model_words <= 20, "language_model_words must be 0 to 20"),
            (self.language_model_top >= 1, "language_model_top must be at least 1"),
            (self.draft >= 0, f"draft must not be negative, not {self.draft}"),
        ]
        problems = [text for holds, text in rules if not holds]
        if problems:
            raise ValueError("; ".join(problems))

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, float], beam: int = 4) -> "SearchOptions":
        """The settings that a package was tuned to, of which missing ones have their defaults.

        What a package says of the highlight threshold does not count: the page must show what was measured.
        """
        known = {field.name for field in fields(cls)} - {"beam", "highlight_threshold"}
        tuned: dict[str, Any] = {name: value for name, value in parameters.items() if name in known}
        return cls(beam=beam, **tuned)

    def longest(self, source_pieces: int) -> int:
        """The most pieces that a target of such a source may have."""
        return int(self.longest_factor * source_pieces) + self.longest_extra
