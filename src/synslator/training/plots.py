"""A picture of a run: training loss, development losses, rate."""

from pathlib import Path
from typing import TYPE_CHECKING

from synslator.errors import SynslatorError
from synslator.training.summary import Curve, Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png")


def plot(summary: Summary, path: Path) -> None:
    """Draw a run into an SVG or PNG file."""
    if path.suffix not in FORMATS:
        raise SynslatorError(f"{path}: the name of a picture must end in {' or '.join(FORMATS)}")
    if not summary.loss and not summary.development:
        raise SynslatorError(f"the log of {summary.name} holds no loss yet, so there is nothing to draw")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[4, 1])
    line(above, summary.loss, "training", color="0.6", linewidth=1)
    for name, curve in summary.development.items():
        line(above, curve, label(name, summary), linewidth=1.8)
    line(below, summary.rate, "rate", color="0.4", linewidth=1)
    above.set_ylabel("loss a piece (nats)")
    above.set_title(f"{summary.name}: {summary.updates} updates in {summary.seconds / 60:.1f} minutes")
    above.legend(frameon=False)
    above.grid(alpha=0.3)
    below.set_ylabel("rate / peak")
    below.set_xlabel("updates")
    below.grid(alpha=0.3)
    figure.savefig(path)


def line(axes: "Axes", curve: Curve, name: str, **style: object) -> None:
    """Draw one curve; single points are marked, so that they can be seen."""
    if curve:
        marker = "o" if len(curve) == 1 else None
        axes.plot(*zip(*curve, strict=True), label=name, marker=marker, **style)  # type: ignore[arg-type]


def label(name: str, summary: Summary) -> str:
    """Return a development set's name, with what the run ended with on it."""
    ended = f", ended at {summary.final[name]:.3f}" if name in summary.final else ""
    found = summary.perplexity.get(name)
    return f"{name}{ended}" + (f", perplexity {found['piece']:.1f} a piece" if found else "")
