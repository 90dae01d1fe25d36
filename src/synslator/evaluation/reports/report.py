"""A report: one page with plots and tables of saved results, and the same data as JSON beside it."""

import json
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from synslator import __version__
from synslator.errors import UsageProblem
from synslator.evaluation.reports.paper import TABLE_2
from synslator.evaluation.reports.plots import Axes, Series, bar_plot, line_plot

Result = dict[str, Any]

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #1e293b; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .2rem .8rem; text-align: right;
  border-bottom: 1px solid #cbd5e1; } td:first-child, th:first-child { text-align: left; }
details { color: #64748b; } pre { overflow: auto; }
@media (prefers-color-scheme: dark) { body { color: #e2e8f0; background: #0f172a; } }
"""


def read_results(paths: Sequence[Path]) -> list[Result]:
    """Read saved results; one of an unknown kind is refused."""
    results = []
    for path in paths:
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UsageProblem(f"{path} is not a result saved with --save: {error}.") from error
        kind = result.get("kind") if isinstance(result, dict) else None
        if kind not in SECTIONS:
            raise UsageProblem(f"{path} holds {kind!r}, which is none of {', '.join(SECTIONS)}.")
        results.append(result)
    return results


def write_report(results: Sequence[Result], path: Path) -> None:
    """Write the page and its data."""
    path.with_suffix(".json").write_text(
        json.dumps(list(results), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    path.write_text(page(results), encoding="utf-8")


def page(results: Sequence[Result]) -> str:
    """Return the page, with nothing in it that is loaded from elsewhere."""
    ordered = sorted(results, key=lambda result: list(SECTIONS).index(result["kind"]))
    body = "".join(f"<section>{''.join(SECTIONS[one['kind']](one))}{made(one)}</section>" for one in ordered)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Synslator: evaluation</title>'
        f"<style>{STYLE}</style></head><body><h1>Synslator {escape(__version__)}: evaluation</h1>"
        f"{body}</body></html>\n"
    )


def made(result: Result) -> str:
    """Return how a result was made, folded up."""
    if "made" not in result:
        return ""
    text = json.dumps(result["made"], ensure_ascii=False, indent=1)
    return f"<details><summary>How this was made</summary><pre>{escape(text)}</pre></details>"


def heading(result: Result, title: str) -> str:
    """Return what is measured, of which system, on what."""
    how = result["made"]
    memory = f", memory {how['memory']['name'] or 'empty'}" if how["memory"] else ""
    about = f"{how['package']['name']} {how['package']['version']}, engine {how['engine']}{memory}"
    return (
        f"<h2>{escape(title)}: {escape(how['data']['name'])}</h2>"
        f"<p>{escape(about)}; {how['data']['lines']} lines; {escape(how['date'])}</p>"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table."""
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    rest = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{first}</tr>{rest}</table>"


def bleu_section(result: Result) -> Iterator[str]:
    """Scores of drafts."""
    yield heading(result, "Drafts")
    rows = [
        (name, result[name], *result["intervals"][name], result["signatures"][name])
        for name in ("bleu", "chrf", "multi_bleu")
    ]
    yield table(["score", "value", "low", "high", "signature"], rows)


def accuracy_section(result: Result) -> Iterator[str]:
    """N-gram accuracy."""
    yield heading(result, "N-gram accuracy")
    shares = result["accuracy"]["exact"]
    bars = [(row.replace("_", " "), values) for row, values in shares.items()]
    axes = Axes("Next words right", "words", "percent", y_range=(0, 100))
    yield bar_plot(axes, ["1", "2", "3"], bars)
    rows = [
        (f"{row.replace('_', ' ')} ({convention.replace('_', ' ')})", *values)
        for convention, by_row in result["accuracy"].items()
        for row, values in by_row.items()
    ]
    yield table(["next words right, percent", "1", "2", "3"], rows)


def calibration_section(result: Result) -> Iterator[str]:
    """Reliability and thresholds."""
    yield heading(result, "Calibration")
    points = [(one["probability"], one["right"]) for one in result["bins"]]
    diagonal = Series("perfect", [(0, 0), (1, 1)], dashed=True)
    axes = Axes("Reliability of the next word shown", "probability", "share right", (0, 1), (0, 1))
    yield line_plot(axes, [Series("shown words", points), diagonal])
    lines = [
        Series(name, [(one["threshold"], one[name]) for one in result["thresholds"]])
        for name in ("coverage", "precision", "whole")
    ]
    yield line_plot(Axes("What TAB takes", "threshold", "share", (0, 1), (0, 1)), lines)
    now = result["threshold"]
    error, advice = result["expected_calibration_error"], result["recommended_threshold"]
    yield (
        f"<p>Expected calibration error {error}. At {now['threshold']}, TAB takes something at"
        f" {100 * now['coverage']:.1f} % of the words, and {100 * now['precision']:.1f} % of what it takes is"
        f" right. Recommended threshold: {advice}.</p>"
    )


def simulation_section(result: Result) -> Iterator[str]:
    """Simulated translators."""
    learning = "with learning" if result["learning"] else "without learning"
    yield heading(result, f"Simulated translators, {learning}")
    names = ("keystroke_ratio", "word_stroke_ratio", "mouse_action_ratio", "ksmr", "turns", "seconds")
    rows = [(name.replace("_", " "), result["static"][name], result["interactive"][name]) for name in names]
    yield table(["measure", "static", "interactive"], rows)
    bars = [(kind, [result[kind][name] for name in names[:4]]) for kind in ("static", "interactive")]
    yield bar_plot(Axes("Effort", "", "percent"), ["keystrokes", "words", "mouse", "KSMR"], bars)
    taken = ", ".join(f"{name} {count}" for name, count in result["interactive"]["accepted"].items())
    yield (
        f"<p>{result['fewer_actions_percent']} % fewer keys and mouse actions than static post-editing,"
        f" {result['fewer_seconds_percent']} % less time. Taken: {escape(taken)}. This is a"
        f" simulation: nobody thought, and everybody wanted exactly the reference.</p>"
    )
    if "sensitivity" in result:  # results saved before 2026-11-19 have none
        yield sensitivity_plot(result)
    head = [
        "part",
        "source words",
        "static an hour",
        "interactive an hour",
        "faster, percent",
        "paper, percent",
    ]
    weeks = [str(week["faster"]) for week in TABLE_2] + ["13"]
    parts = [
        (
            one["part"],
            one["source_words"],
            one["static_words_an_hour"],
            one["interactive_words_an_hour"],
            one["faster_percent"],
            weeks[-1] if one["part"] == "all" else weeks[n],
        )
        for n, one in enumerate(result["parts"])
    ]
    yield table(head, parts)


def sensitivity_plot(result: Result) -> str:
    """How much less time, by what reading a word and deciding take."""
    rows = result["sensitivity"]
    lines = [
        Series(
            f"a decision takes {decide} s",
            [(one["read"], one["fewer_seconds_percent"]) for one in rows if one["decide"] == decide],
        )
        for decide in dict.fromkeys(one["decide"] for one in rows)
    ]
    axes = Axes("Time saved, if reading and deciding took longer", "seconds to read a word", "percent")
    return line_plot(axes, lines)


def stream_section(result: Result) -> Iterator[str]:
    """Learning along a stream."""
    yield heading(result, "Learning along a stream")
    yield stream_plot(result)
    rates = [
        (one["confirms"], one["terms"], f"{100 * one['without']:.1f}", f"{100 * one['learning']:.1f}")
        for one in result["adaptation"]
    ]
    head = ["a corrected term after so many confirmed", "terms", "right without, %", "right with learning, %"]
    yield table(head, rates)


def stream_plot(result: Result) -> str:
    """Both curves of a stream, with learning and without."""
    lines = [
        Series(f"{label}, {name}", [(point["segments"], point[key]) for point in points])
        for key, label in (("accuracy", "next word"), ("bleu", "BLEU"))
        for name, points in result["curves"].items()
    ]
    title = f"{result['made']['data']['name']}, engine {result['made']['engine']}"
    return line_plot(Axes(f"Learning along a stream: {title}", "segments", "percent"), lines)


def tables_section(result: Result) -> Iterator[str]:
    """Yield the paper's first table."""
    yield "<h2>The paper's first table on our data</h2>"
    rows = []
    for row in result["rows"]:
        scores = row["parts"]["all"]
        paper = row["paper"].get("alone", {})
        theirs = [paper.get("bleu", ""), *(paper.get("accuracy") or [""])[:1]]
        mine = [scores["bleu"][0], scores["multi_bleu"][0], scores["exact"]["alone"][0]]
        rows.append((f"{row['domain']}: {row['label']}", *mine, *theirs))
    head = ["system", "BLEU", "multi-bleu", "next word", "paper: multi-bleu", "paper: next word"]
    yield table(head, rows)


SECTIONS: dict[str, Callable[[Result], Iterator[str]]] = {
    "tables": tables_section,
    "bleu": bleu_section,
    "accuracy": accuracy_section,
    "calibration": calibration_section,
    "simulation": simulation_section,
    "stream": stream_section,
}
"""Kinds of results, in the order of the page."""
