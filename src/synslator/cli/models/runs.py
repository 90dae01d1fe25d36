"""Training runs on the command line: the options that they share, and telling how a run goes and ends."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from synslator.training.summary import Summary

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
WEIGHTS = click.Path(path_type=Path, exists=True)
"""A weights.pt, or a package to read them from."""


def lasting(function: Callable[..., None]) -> Callable[..., None]:
    """Return the options that say how long to train, in place of the recipe."""
    function = click.option("--updates", type=click.IntRange(1), help="Train this many updates.")(function)
    minutes = click.FloatRange(0, min_open=True)
    return click.option("--minutes", type=minutes, help="Train this long.")(function)


def tell(record: dict[str, Any]) -> None:
    """Show a record of the log as it comes."""
    share = record["progress"]
    place = f"{share:6.1%}  update {record['update']}"
    if "loss" in record:
        left = record["seconds"] * (1 - share) / share if share else 0
        speed = f"{record['tokens_per_second']:,} tokens/s"
        rate = f"rate {record['rate']:.2f}"
        click.echo(f"{place}  loss {record['loss']:.3f}  {rate}  {speed}  {clock(left)} left", err=True)
    if "development" in record:
        losses = "  ".join(f"{name} {loss:.3f}" for name, loss in record["development"].items())
        click.echo(f"{place}  development: {losses}", err=True)


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def ending(summary: "Summary") -> str:
    """Return how a run ended, for people."""
    lines = [f"{summary.updates} updates in {clock(summary.seconds)}; the {summary.kept} weights are kept."]
    for name, loss in summary.final.items():
        found = summary.perplexity.get(name)
        choices = f"  perplexity {found['piece']:.2f} a piece, {found['word']:.2f} a word" if found else ""
        lines.append(f"{name:<16} loss {loss:.4f}{choices}")
    return "\n".join(lines)


def conclude(run: Path, as_json: bool) -> None:
    """Tell how a run ended."""
    from synslator.training.summary import summarize

    summary = summarize(run)
    click.echo(json.dumps(summary.to_json()) if as_json else ending(summary))
