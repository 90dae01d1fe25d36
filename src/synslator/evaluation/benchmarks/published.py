"""Figures that others published for the same benchmarks, with their sources and what differs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Published:
    """One published system."""

    system: str
    source: str
    differs: str
    figures: dict[str, float]


PUBLISHED: dict[str, tuple[Published, ...]] = {
    "words": (
        Published(
            "word prediction model (Transformer, trained jointly on the four kinds)",
            "Li et al., GWLAN, ACL 2021",
            "trained for the task on 1.25 million LDC pairs; accuracy on NIST05, zh-en",
            {"mean": 55.5},
        ),
    ),
    "spans": (
        Published(
            "PSGD (a large model, no training)",
            "Wang et al., Easy Guided Decoding, ACL 2023 (abstract)",
            "gives only its gain over lexically constrained decoding, 10.87 BLEU on average of the WeTS sets",
            {},
        ),
    ),
    "terms": (
        Published(
            "systems of the shared task",
            "Semenov et al., Findings of the WMT 2023 task on MT with Terminologies",
            "trained to take terms; between 0.75 and 0.85 by lemma, on lines that are not all among these",
            {},
        ),
    ),
    "imtlab": (
        Published(
            "prefix-constrained decoding, BiTIIMT",
            "Huang et al., IMTLab, EMNLP 2023 (abstract)",
            "finds the lowest cost for prefix-constrained decoding; its words are those of its own tokenizer",
            {},
        ),
    ),
}


def beside(kind: str, ours: dict[str, Any], keys: Sequence[str]) -> list[str]:
    """Return our figures as a row of a table, and the published ones under it with their sources."""
    lines = [f"{'':<34}" + "".join(f"{key:>16}" for key in keys)]
    lines.append(row("ours", ours, keys))
    for one in PUBLISHED[kind]:
        lines.append(row(one.system[:33], one.figures, keys))
        lines.append(f"    {one.source}; {one.differs}")
    return lines


def row(name: str, figures: dict[str, Any], keys: Iterable[str]) -> str:
    """Return one row; a figure that is not there is a dash."""
    cells = (f"{figures[key]:>16.2f}" if figures.get(key) is not None else f"{'–':>16}" for key in keys)
    return f"{name:<34}" + "".join(cells)
