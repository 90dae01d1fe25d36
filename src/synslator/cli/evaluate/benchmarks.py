"""`synslator evaluate words`, `spans`, `terms`, `imtlab`: the field's public benchmarks."""

from typing import Any

import click

from synslator.cli.evaluate.options import EvaluationChoice, opened, system_options
from synslator.evaluation.benchmarks import imtlab as dialogues
from synslator.evaluation.benchmarks import spans as gaps
from synslator.evaluation.benchmarks import terms as dictionaries
from synslator.evaluation.benchmarks import words as completions
from synslator.evaluation.benchmarks.published import beside
from synslator.progress import bar


@click.command("words")
@system_options
def words(chosen: EvaluationChoice) -> None:
    """Complete words of which some letters are typed, with text on both sides, one, or none (GWLAN)."""
    cases = chosen.cases(completions.FIELDS)
    with opened(chosen) as system, bar(f"Completing {cases.name}", cases.lines) as progress:
        result = completions.measure_words(system, cases, progress)
    chosen.show(result, [*beside("words", result, ("mean", *completions.KINDS)), footer(result)])


@click.command("spans")
@system_options
def spans(chosen: EvaluationChoice) -> None:
    """Replace a marked span of a translation and keep both sides (WeTS)."""
    cases = chosen.cases(gaps.FIELDS)
    with opened(chosen) as system, bar(f"Filling {cases.name}", cases.lines) as progress:
        result = gaps.measure_spans(system, cases, progress)
    chosen.show(result, [*beside("spans", result, ("bleu", "chrf", "exact", "untouched")), footer(result)])


@click.command("terms")
@system_options
@click.option(
    "--dictionary",
    type=click.Choice(list(dictionaries.DICTIONARIES)),
    default="proper",
    show_default=True,
    help="Whose terms: the proper ones, or random words of the reference.",
)
@click.option("--obey", is_flag=True, help="Place missing terms by a second search.")
def terms(chosen: EvaluationChoice, dictionary: str, obey: bool) -> None:
    """Count how many demanded terms a translation has (WMT 2023 terminology task)."""
    cases = chosen.cases(dictionaries.FIELDS)
    with opened(chosen) as system, bar(f"Translating {cases.name}", cases.lines) as progress:
        result = dictionaries.measure_terms(system, cases, dictionary, obey, progress)
    keys = ("success", "chrf", "bleu")
    lines = beside("terms", result, keys)
    without = beside("terms", result["without"], keys)[1].replace("ours", "ours, without terms", 1)
    chosen.show(result, [*lines, without, footer(result)])


@click.command("imtlab")
@system_options
def imtlab(chosen: EvaluationChoice) -> None:
    """Let a simulated translator and a session take turns, by IMTLab's definitions."""
    cases = chosen.cases(dialogues.FIELDS)
    with opened(chosen) as system, bar(f"Talking about {cases.name}", cases.lines) as progress:
        result = dialogues.measure_imtlab(system, cases, progress)
    keys = ("cost", "success", "turns", "consistency", "seconds")
    rows = [
        beside("imtlab", result[policy], keys)[1].replace("ours", policy, 1) for policy in dialogues.POLICIES
    ]
    header, _, *published = beside("imtlab", {}, keys)
    chosen.show(result, [header, *rows, *published, footer(result)])


def footer(result: dict[str, Any]) -> str:
    """Return how many cases were used, and how long it took."""
    return f"{result['lines']} cases, {result['made']['seconds']} s"
