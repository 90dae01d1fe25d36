"""`synslator evaluate`: measures, each with how it was made."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from synslator.cli.evaluate.options import EvaluationChoice, opened, system_options
from synslator.evaluation.adaptation.stream import measure_stream
from synslator.evaluation.metrics.terms import read_termbase
from synslator.evaluation.metrics.translations import Given, read_hypotheses, read_scores, score_translations
from synslator.evaluation.predictions.calibration import measure_calibration
from synslator.evaluation.predictions.measurement import measure_accuracy
from synslator.evaluation.predictions.quality import measure_quality
from synslator.evaluation.reports.report import stream_plot
from synslator.evaluation.simulation.comparison import SimulationOptions, measure_simulation
from synslator.evaluation.simulation.typist import AIDS, TypistOptions
from synslator.evaluation.testset import RUN
from synslator.progress import bar

FILE = click.Path(path_type=Path)
SAVING_HELP = "What both translators save: keys and mouse actions, or time."


@click.command("bleu")
@system_options
@click.option("--output", type=FILE, help="File for the translations, one a line.")
@click.option("--hypotheses", type=FILE, help="Score the lines of this file instead of translating.")
@click.option("--terms", type=FILE, help="Terms to look for, as term<TAB>translation; translation; also .xz.")
@click.option(
    "--scores",
    type=(str, FILE),
    multiple=True,
    metavar="NAME FILE",
    help="Scores of each line by another metric, such as COMET: a number a line.",
)
def bleu(
    chosen: EvaluationChoice,
    output: Path | None,
    hypotheses: Path | None,
    terms: Path | None,
    scores: tuple[tuple[str, Path], ...],
) -> None:
    """Translate a test set and score it: BLEU, chrF, chrF++, and BLEU as the paper computed it.

    Prints sacreBLEU's signature and confidence intervals too. With --limit the lines are spread evenly over
    the file. A neural metric scores the texts of --output; --scores takes what it says.
    """
    data = chosen.data.spread(chosen.limit)
    others = tuple(read_scores(name, file, data.lines) for name, file in scores)
    with opened(chosen) as system:
        manifest = system.engine.package.manifest
        termbase = read_termbase(terms, manifest.source_language, manifest.target_language) if terms else None
        started = time.perf_counter()
        with bar(f"Translating {data.name}", len(data.pairs)) as progress:
            if hypotheses:
                given = read_hypotheses(hypotheses, data.lines)
            else:
                given = Given(system.translate([pair.source for pair in data.pairs], progress))
        seconds = time.perf_counter() - started
        result = score_translations(system, data, given, seconds, termbase=termbase, others=others)
    if output:
        output.write_text("".join(f"{' '.join(line.split())}\n" for line in given.texts), encoding="utf-8")
    chosen.show(result, bleu_lines(result))


def bleu_lines(result: dict[str, Any]) -> list[str]:
    """Return the scores in one line, the signature, and what else was scored."""
    names = {"bleu": "BLEU", "chrf": "chrF2", "chrf_plus": "chrF++", "multi_bleu": "multi-bleu"}
    scores = [f"{label} {result[name]:.1f}" for name, label in names.items()]
    low, high = result["intervals"]["bleu"]
    more = {"term_accuracy": result["term_accuracy"]} if "term_accuracy" in result else {}
    return [
        f"{', '.join(scores)} (95 % of BLEU: {low:.1f} to {high:.1f}); {result['lines']} lines,"
        f" {result['seconds']} s",
        result["signature"],
        *(
            f"{name.replace('_', ' ')} {value} ({' to '.join(map(str, result['intervals'][name]))})"
            for name, value in (more | result.get("other_scores", {})).items()
        ),
    ]


@click.command("accuracy")
@system_options
@click.option(
    "--completion",
    type=click.Choice(["greedy", "beam"]),
    default="greedy",
    show_default=True,
    help="How typed texts are completed: as the page does, or by beam search.",
)
def accuracy(chosen: EvaluationChoice, completion: Any) -> None:
    """Count how often the next one, two and three words of a reference are predicted.

    Three times: by the completion alone, with the suggestion box, and with the language model's line as well.
    """
    chosen = replace(chosen, completion=completion)
    data = chosen.data.spread(chosen.limit)
    with opened(chosen) as system, bar(f"Predicting {data.name}", len(data.pairs)) as progress:
        result = measure_accuracy(system, data, progress)
    chosen.show(result, accuracy_lines(result))


def accuracy_lines(result: dict[str, Any]) -> list[str]:
    """Return the shares as a small table."""
    lines = [f"{'next words right, in percent':<32}{'1':>8}{'2':>8}{'3':>8}"]
    for convention, shares in result["accuracy"].items():
        lines += [
            f"{row.replace('_', ' '):<24}{convention:<8.7}" + "".join(f"{value:>8.2f}" for value in values)
            for row, values in shares.items()
        ]
    return [*lines, f"{result['lines']} lines, {result['words']} words, {result['seconds']} s"]


@click.command("calibrate")
@system_options
def calibrate(chosen: EvaluationChoice) -> None:
    """Measure how often a word is right that is shown with a given probability.

    For every threshold, also how often TAB accepts something, how many words, and how many of them are right.
    """
    data = chosen.data.spread(chosen.limit)
    with opened(chosen) as system, bar(f"Predicting {data.name}", len(data.pairs)) as progress:
        result = measure_calibration(system, data, progress)
    chosen.show(result, calibration_lines(result))


def calibration_lines(result: dict[str, Any]) -> list[str]:
    """Reliability and thresholds as small tables."""
    lines = [f"{'shown with':<14}{'words':>8}{'right':>8}"]
    lines += [
        f"{one['low']:.1f} to {one['high']:.1f}    {one['count']:>8}{100 * one['right']:>7.1f}%"
        for one in result["bins"]
    ]
    lines += ["", f"{'threshold':<12}{'TAB takes':>12}{'words':>8}{'right':>8}{'whole run':>12}"]
    lines += [
        f"{one['threshold']:<12}{100 * one['coverage']:>11.1f}%{one['words']:>8.2f}"
        f"{100 * one['precision']:>7.1f}%{100 * one['whole']:>11.1f}%"
        for one in result["thresholds"]
    ]
    error = 100 * result["expected_calibration_error"]
    advice = f"recommended threshold {result['recommended_threshold']}"
    return [*lines, "", f"expected calibration error {error:.1f} points; {advice}; {result['seconds']} s"]


@click.command("quality")
@system_options
def quality(chosen: EvaluationChoice) -> None:
    """Measure how well the quality estimate tells good drafts from bad ones.

    Prints how it ranks the drafts, against their chrF, and what drafts of each estimate are worth.
    """
    data = chosen.data.spread(chosen.limit)
    with opened(chosen) as system, bar(f"Translating {data.name}", len(data.pairs)) as progress:
        result = measure_quality(system, data, progress)
    chosen.show(result, quality_lines(result))


def quality_lines(result: dict[str, Any]) -> list[str]:
    """Return the bins as a small table, and what they come to."""
    lines = [f"{'estimated':<14}{'drafts':>8}{'chrF':>8}"]
    lines += [
        f"{100 * one['low']:>3.0f} to {100 * one['high']:<7.0f}{one['count']:>8}{100 * one['right']:>8.1f}"
        for one in result["bins"]
    ]
    error = 100 * result["expected_calibration_error"]
    return [
        *lines,
        f"rank correlation {result['correlation']:.2f}, calibration error {error:.1f} points;"
        f" {result['lines']} lines, {result['seconds']} s",
    ]


@click.command("simulate")
@system_options
@click.option("--learn", is_flag=True, help="Confirm every segment into the memory before the next.")
@click.option(
    "--saving", type=click.Choice(["actions", "time"]), default="time", show_default=True, help=SAVING_HELP
)
@click.option("--without", "left_out", type=click.Choice(AIDS), multiple=True, help="Aid not to use.")
def simulate(chosen: EvaluationChoice, learn: bool, saving: Any, left_out: tuple[Any, ...]) -> None:
    """Compare two simulated translators: one types with completions, one corrects static drafts.

    With --limit runs of neighbouring lines from all over the file are used.
    """
    data = chosen.data.runs(chosen.limit, RUN)
    options = SimulationOptions(learn, TypistOptions(frozenset(AIDS) - set(left_out), saving))
    with opened(chosen, learn) as system, bar(f"Translating {data.name}", len(data.pairs)) as progress:
        result = measure_simulation(system, data, options, progress)
    chosen.show(result, simulation_lines(result))


def simulation_lines(result: dict[str, Any]) -> list[str]:
    """Both translators beside each other."""
    names = ("keystroke_ratio", "word_stroke_ratio", "mouse_action_ratio", "ksmr", "turns", "seconds")
    lines = [f"{'':<24}{'static':>12}{'interactive':>14}"]
    lines += [
        f"{name.replace('_', ' '):<24}{result['static'][name]:>12}{result['interactive'][name]:>14}"
        for name in names
    ]
    always = (
        f"{result['attentive_fewer_actions_percent']} % fewer actions,"
        f" {result['attentive_fewer_seconds_percent']} % less time, if everything that is shown is read"
    )
    taken = ", ".join(f"{name} {count}" for name, count in result["interactive"]["accepted"].items())
    parts = [
        f"part {one['part']}: {one['source_words']} source words, {one['static_words_an_hour']} and"
        f" {one['interactive_words_an_hour']} an hour, {one['faster_percent']:+.1f} %"
        for one in result["parts"]
    ]
    summary = (
        f"{result['fewer_actions_percent']} % fewer actions, {result['fewer_seconds_percent']} % less time"
    )
    last = f"{summary} (a simulation); {result['lines']} lines"
    return [*lines, f"taken: {taken}", *parts, last, always]


@click.command("adaptation")
@system_options
@click.option("--plot", type=click.Path(path_type=Path), help="File for the curves as a picture (SVG).")
def adaptation(chosen: EvaluationChoice, plot: Path | None) -> None:
    """Translate a test set in order, once learning from every segment and once not.

    Prints BLEU and next-word accuracy along the way, and how often a term that had to be corrected is right
    in the next segments that have it. With --limit the first lines are used.
    """
    data = chosen.data.first(chosen.limit)
    label = f"Learning from {data.name}"
    with opened(chosen, learning=True) as system, bar(label, 2 * len(data.pairs)) as progress:
        result = measure_stream(system, data, progress)
    if plot:
        plot.write_text(stream_plot(result) + "\n", encoding="utf-8")
    chosen.show(result, adaptation_lines(result))


def adaptation_lines(result: dict[str, Any]) -> list[str]:
    """Return the totals and the rates of corrected terms."""
    lines = [
        f"{name:<10} BLEU {total['bleu']:.1f}, next word right {total['accuracy']:.1f} %"
        for name, total in result["totals"].items()
    ]
    lines += [
        f"a corrected term after {rate['confirms']} confirmed: right {100 * rate['learning']:.0f} % with"
        f" learning, {100 * rate['without']:.0f} % without ({rate['terms']} terms)"
        for rate in result["adaptation"]
    ]
    return [*lines, f"{result['lines']} lines, {result['seconds']} s"]
