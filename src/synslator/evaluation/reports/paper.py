"""What the paper reports: its two tables, and which of our systems stands for each of its rows.

Wang et al., 2023: Synslator: An Interactive Machine Translation Tool with Online Learning. Its test sets and
models are not ours; the figures stand beside ours to show how large an effect was there and is here.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class PaperRow:
    """A row of the first table: multi-bleu, and the next one, two and three words right, in percent."""

    accuracy: tuple[float, float, float]
    bleu: float | None = None


@dataclass(frozen=True)
class TableRow:
    """A system in a domain, and the paper's rows about it."""

    domain: str
    label: str
    engine: str
    package: Literal["model", "fine_tuned", "adaptive"] = "model"
    """The package that it translates with: the model's, or one that was trained on the domain's memory."""
    uses_memory: bool = False
    with_box: bool = False
    """Whether the suggestion box and the language model are measured too."""
    completion: Literal["greedy", "beam"] = "greedy"
    alone: PaperRow | None = None
    box: PaperRow | None = None
    box_and_language_model: PaperRow | None = None

    @property
    def name(self) -> str:
        """Domain and label."""
        return f"{self.domain}: {self.label}"


def beside(domain: str) -> tuple[TableRow, ...]:
    """Return the rows that the paper has not, with which those of a domain are compared."""
    return (
        TableRow(domain, "kNN-MT as in the paper", "knn-paper", uses_memory=True),
        TableRow(domain, "match copied from 70 %", "copy", uses_memory=True),
        TableRow(domain, "Vanilla NMT, completed by beam search", "vanilla", completion="beam"),
    )


RUNS = {"subtitle": 40}
"""Lines of a scene that the subtitles were sampled in; the other sets are drawn in tens."""

TABLE_1 = (
    TableRow(
        "it",
        "Vanilla NMT",
        "vanilla",
        with_box=True,
        alone=PaperRow((46.38, 30.47, 21.13), 25.47),
    ),
    TableRow("it", "FT-NMT", "vanilla", "fine_tuned", alone=PaperRow((51.63, 35.64, 25.59), 28.28)),
    TableRow(
        "it",
        "adaptive-TM-MT",
        "adaptive",
        "adaptive",
        uses_memory=True,
        with_box=True,
        alone=PaperRow((52.25, 36.31, 26.30), 29.05),
        box=PaperRow((57.18, 42.13, 31.87)),
        box_and_language_model=PaperRow((62.60, 44.07, 32.45)),
    ),
    TableRow("it", "simplified-kNN-MT", "knn", uses_memory=True, with_box=True),
    *beside("it"),
    TableRow("it", "FT-NMT + simplified-kNN-MT", "knn", "fine_tuned", uses_memory=True),
    TableRow("it", "FT-NMT + adaptive-TM-MT", "adaptive", "fine_tuned", uses_memory=True),
    TableRow("law", "Vanilla NMT", "vanilla", alone=PaperRow((53.66, 38.11, 28.06), 33.73)),
    TableRow("law", "FT-NMT", "vanilla", "fine_tuned"),
    TableRow(
        "law", "simplified-kNN-MT", "knn", uses_memory=True, alone=PaperRow((56.45, 42.43, 33.17), 37.21)
    ),
    *beside("law"),
    TableRow("subtitle", "Vanilla NMT", "vanilla", alone=PaperRow((38.90, 21.95, 12.97), 18.81)),
    TableRow("subtitle", "FT-NMT", "vanilla", "fine_tuned"),
    TableRow(
        "subtitle", "simplified-kNN-MT", "knn", uses_memory=True, alone=PaperRow((40.61, 24.30, 15.34), 20.04)
    ),
    *beside("subtitle"),
)

BOX_GAINS = {"box": 4.93, "box_and_language_model": 10.35}
"""What the paper's suggestion box adds to the next word of its adaptive system, in points."""

TABLE_2 = (
    {"week": 1, "source_words": 90_344, "static_hours": 147.85, "interactive_hours": 136.67, "faster": 8},
    {"week": 2, "source_words": 78_882, "static_hours": 148.51, "interactive_hours": 124.97, "faster": 19},
    {"week": 3, "source_words": 44_750, "static_hours": 80.05, "interactive_hours": 71.36, "faster": 12},
)
"""Ten translators in three weeks: hours of the group with static drafts and of the one with Synslator."""
