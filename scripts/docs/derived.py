"""Tables and claims that follow from the results of `make tables` and `make report`."""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[2] / "docs/results"
DOMAINS = {"it": "IT", "law": "law", "subtitle": "subtitles"}
ENGINES = {
    "Vanilla NMT": "plain model",
    "FT-NMT": "fine-tuned on the memory",
    "adaptive-TM-MT": "`adaptive`",
    "simplified-kNN-MT": "`knn`",
}
Rows = list[list[Any]]


def load(name: str) -> Any:
    """Return what a file of `docs/results` holds."""
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def systems() -> list[dict[str, Any]]:
    """Return the rows of `tables.json`."""
    rows: list[dict[str, Any]] = load("tables.json")["rows"]
    return rows


def memory() -> tuple[list[str], Rows]:
    """BLEU of every engine, on all lines and on those whose reference the memory does not hold."""
    columns = ["test set", "engine", "BLEU, all lines", "lines", "BLEU, reference not in the memory", "lines"]
    rows = [
        [
            DOMAINS[row["domain"]],
            ENGINES[row["label"]],
            part["all"]["bleu"],
            part["all"]["lines"],
            part["not_in_memory"]["bleu"],
            part["not_in_memory"]["lines"],
        ]
        for row in systems()
        for part in [row["parts"]]
    ]
    return columns, rows


def words() -> tuple[list[str], Rows]:
    """Percent of places where the next words of the completion are right; gains over the plain model."""
    columns = ["test set", "engine", "next word, all lines", "gain", "reference not in the memory", "gain"]
    columns += ["next three, all lines", "reference not in the memory"]
    rows, plain = [], {}
    for row in systems():
        everything, new = (row["parts"][part]["exact"]["alone"] for part in ("all", "not_in_memory"))
        base = plain.setdefault(row["domain"], (everything[0], new[0]))
        gains = [_gain(everything[0] - base[0]), _gain(new[0] - base[1])]
        engine = [DOMAINS[row["domain"]], ENGINES[row["label"]]]
        rows.append([*engine, everything[0], gains[0], new[0], gains[1], everything[2], new[2]])
    return columns, rows


def _gain(points: float) -> float | None:
    return round(points, 1) or None


def worse() -> tuple[list[str], Rows]:
    """Where a peer or the paper is better than an engine of ours."""
    rows = []
    by_engine = {row["label"]: row["parts"]["not_in_memory"] for row in systems() if row["domain"] == "it"}
    tuned = by_engine["FT-NMT"]
    for label in ("adaptive-TM-MT", "simplified-kNN-MT"):
        part, name = by_engine[label], f"{ENGINES[label]}, IT, reference not in the memory"
        rows.append([f"{name}: BLEU", part["bleu"][0], tuned["bleu"][0], "fine-tuning"])
        next_word = [one["exact"]["alone"][0] for one in (part, tuned)]
        rows.append([f"{name}: next word, %", *next_word, "fine-tuning"])
    law = next(row for row in systems() if row["domain"] == "law")
    ours, paper = law["parts"]["all"], law["paper"]["alone"]
    rows.append(["plain model, law: multi-bleu", ours["multi_bleu"][0], paper["bleu"], "paper, other data"])
    three = ours["exact"]["alone"][2], paper["accuracy"][2]
    rows.append(["plain model, law: next three words, %", *three, "paper, other data"])
    return ["what", "ours", "other", "who"], rows


def box() -> tuple[list[str], Rows]:
    """What the suggestion box adds on IT, in points."""
    columns = ["engine", "completion alone", "with the box", "the box adds", "the paper's box"]
    columns += ["with box and language model", "the language model adds", "the paper's language model"]
    rows = []
    for row in systems():
        if "box_gains" in row:
            exact, gain = row["parts"]["all"]["exact"], row["box_gains"]["box"][0]
            alone, boxed, both = (exact[kind][0] for kind in ("alone", "box", "box_and_language_model"))
            added = [gain["points"], gain["low"], gain["high"]]
            theirs = _of_the_paper(row["paper"])
            shares = [alone, boxed, added, theirs[0], both, _gain(both - boxed), theirs[1]]
            rows.append([ENGINES[row["label"]], *shares])
    return columns, rows


def _of_the_paper(paper: dict[str, Any]) -> list[float | None]:
    kinds = ("alone", "box", "box_and_language_model")
    if not all(kind in paper for kind in kinds):
        return [None, None]
    alone, boxed, both = (paper[kind]["accuracy"][0] for kind in kinds)
    return [round(boxed - alone, 2), round(both - boxed, 2)]


def found(kind: str) -> list[dict[str, Any]]:
    """Return the results of one kind in `report.json`."""
    return [one for one in load("report.json") if one["kind"] == kind]


def _domain(one: dict[str, Any]) -> str:
    return DOMAINS[one["made"]["data"]["name"].partition("/")[0]]


def calibration() -> tuple[list[str], Rows]:
    """How far the shown probabilities can be trusted."""
    columns = ["test set", "lines", "words", "expected calibration error, points", "TAB accepts something, %"]
    columns += ["words accepted", "of these right, %", "recommended threshold"]
    rows = []
    for one in found("calibration"):
        at = one["threshold"]
        error = round(100 * one["expected_calibration_error"], 1)
        shares = [round(100 * at["coverage"], 1), round(at["words"], 1), round(100 * at["precision"], 1)]
        rows.append([_domain(one), one["lines"], one["words"], error, *shares, one["recommended_threshold"]])
    return columns, rows


def stream() -> tuple[list[str], Rows]:
    """What is learned along a stream of confirmed segments."""
    columns = [
        "test set",
        "engine",
        "lines",
        "BLEU, not learning",
        "BLEU, learning",
        "next word, not learning",
    ]
    columns += ["next word, learning"]
    rows = []
    for one in found("stream"):
        without, learning = one["totals"]["without"], one["totals"]["learning"]
        bleu = [without["bleu"], learning["bleu"], without["accuracy"], learning["accuracy"]]
        rows.append([_domain(one), f"`{one['made']['engine']}`", one["lines"], *bleu])
    return columns, rows


TABLES = {
    "memory": (memory, "tables.json", "make tables"),
    "next-words": (words, "tables.json", "make tables"),
    "worse": (worse, "tables.json", "make tables"),
    "box": (box, "tables.json", "make tables"),
    "calibration": (calibration, "report.json", "make report SAMPLE=80"),
    "stream": (stream, "report.json", "make report SAMPLE=80"),
}
"""A table -> what makes it, of which file, and the command behind the file."""


def _has_bleu(row: dict[str, Any]) -> bool:
    return "bleu" in row["paper"].get("alone", {})


def claims() -> list[list[str]]:
    """Return the rows of the table of claims that follow from the two files."""
    signature = load("tables.json")["signatures"]["bleu"].replace("|", "\\|")
    papers = {
        (row["domain"], row["label"]): row["paper"]["alone"]["bleu"] for row in systems() if _has_bleu(row)
    }
    rows = []
    for row in systems():
        if "against_plain" in row:
            gain, date = row["against_plain"]["bleu"], row["made"]["date"][:10]
            name = f"{ENGINES[row['label']]}, {DOMAINS[row['domain']]}: BLEU gained over the plain model"
            theirs = papers.get((row["domain"], row["label"]))
            peer = f"+{theirs - papers[row['domain'], 'Vanilla NMT']:.1f}" if theirs else ""
            interval = f"{gain['low']:.1f} to {gain['high']:.1f}"
            count = f"{row['parts']['all']['lines']:,}"
            link = f"[{name}](results/tables.json)"
            made = ["`make tables`", f"`{signature}`", date]
            rows.append([link, f"+{gain['value']:.1f}", peer, count, interval, *made])
    plain = systems()[0]
    for kind, name, peer in (("box", "suggestion box", "+4.9"), ("box_and_language_model", "both", "+10.4")):
        gain, date = plain["box_gains"][kind][0], plain["made"]["date"][:10]
        what = "the suggestion box adds" if name != "both" else "box and language model add"
        link = f"[IT: points that {what} to the next word](results/tables.json)"
        interval = f"{gain['low']:.1f} to {gain['high']:.1f}"
        count = f"{plain['parts']['all']['lines']:,}"
        rows.append([link, f"+{gain['points']:.1f}", peer, count, interval, "`make tables`", "", date])
    return rows
