"""What each file of measurements says, from the results of the commands."""

from typing import Any

from synslator.evaluation.baselines import COPY_RATE
from synslator.evaluation.metrics.bootstrap import holm
from synslator.evaluation.reports.report import sensitivity_plot

Result = dict[str, Any]
DOMAINS = {"it": "IT", "law": "law", "subtitle": "subtitles"}
SETS = {
    "it/test": "IT",
    "law/test": "law",
    "subtitle/test": "subtitles",
    "general/flores_sib": "FLORES",
    "general/ntrex": "NTREX",
    "general/wmt21": "WMT21",
    "general/wmt23": "WMT23",
}


def file(command: str, hows: list[Result], columns: list[str], rows: list[list[Any]]) -> Result:
    """Return a file of measurements; `hows` are the circumstances of its results."""
    return {
        "date": max(how["date"] for how in hows)[:10],
        "source": "measured",
        "command": command,
        "table": {"columns": columns, "rows": rows},
        "made": hows,
    }


def domain_of(result: Result) -> str:
    """Return the name of the domain that was measured."""
    return DOMAINS[result["made"]["data"]["name"].partition("/")[0]]


def threshold(results: list[Result]) -> Result:
    """Return what TAB is worth at each threshold, in right words a hundred places; a wrong one costs two."""
    by_threshold = zip(*(one["thresholds"] for one in results), strict=True)
    rows = []
    for runs in by_threshold:
        values = [one["value"] for one in runs]
        mean = sum(values) / len(values)
        rows.append([runs[0]["threshold"], *(round(100 * one, 1) for one in (*values, mean))])
    best = max(rows, key=lambda row: row[-1])[0]
    names = [f"{domain_of(one)}, {one['lines']} lines" for one in results]
    columns = ["threshold", *(f"{name}: worth of TAB" for name in names), "mean"]
    shown = [row for row in rows if abs(row[0] - best) < 0.21]
    hows = [one["made"] for one in results]
    found = file("make threshold", hows, columns, shown)
    return found | {"figures": {"recommended_threshold": best}, "values": rows}


def quality(results: list[Result]) -> Result:
    """How well the quality estimate knows drafts, without a memory and with one."""
    rows = [
        [
            SETS[one["made"]["data"]["name"].removesuffix(".test")]
            + (", with its memory" if one["made"]["memory"] else ""),
            one["lines"],
            round(one["correlation"], 2),
            *(round(100 * one[name], 1) for name in ("estimated", "worth", "expected_calibration_error")),
        ]
        for one in results
    ]
    columns = ["test set", "lines", "rank correlation with chrF", "estimated chrF, mean", "chrF, mean"]
    columns += ["calibration error, points"]
    command = "synslator evaluate quality --test FILE --limit N [--engine knn --memory MEMORY]"
    return file(command, [one["made"] for one in results], columns, rows)


def outside(results: list[Result]) -> Result:
    """Our plain model beside OPUS-MT; what is worse comes first."""
    every = [row for one in results for row in one["rows"]]
    for row, corrected in zip(every, holm([row["p"] for row in every]), strict=True):
        row["p_corrected"] = round(corrected, 4)
    rows = [
        [
            SETS[row["set"]],
            row["lines"],
            row["ours"]["bleu"],
            row["opus_mt"]["bleu"],
            [row["bleu_gain"][name] for name in ("value", "low", "high")],
            row["p_corrected"],
            row["ours"]["chrf_plus"][0],
            row["opus_mt"]["chrf_plus"][0],
        ]
        for row in sorted(every, key=lambda row: row["bleu_gain"]["value"])
    ]
    columns = ["test set", "lines", "BLEU, ours", "BLEU, OPUS-MT", "difference", "p, corrected"]
    columns += ["chrF++, ours", "chrF++, OPUS-MT"]
    command = "python benchmarks/opus_mt.py --package translate-zh_en-1_9.argosmodel --test FILE --limit N"
    found = file(command, [row["made"] for row in every], columns, rows)
    about = {name: results[0][name] for name in ("system", "sha256", "ctranslate2", "signatures")}
    return found | about


def baselines(results: list[Result]) -> Result:
    """Every engine and baseline with the memory of its domain, on the same lines."""
    rows = [
        [
            domain_of(one),
            one["made"]["engine"],
            one["lines"],
            [one["bleu"], *one["intervals"]["bleu"]],
            one["chrf_plus"],
            one.get("term_accuracy"),
        ]
        for one in results
    ]
    columns = ["test set", "engine", "lines", "BLEU", "chrF++", "term accuracy, %"]
    command = "synslator evaluate bleu --engine ENGINE --memory MEMORY --test FILE --limit N --terms TERMS"
    found = file(command, [one["made"] for one in results], columns, rows)
    figures = {"match rate from which on a match is copied, %": COPY_RATE}
    return found | {"signatures": results[0]["signatures"], "figures": figures}


def beam_completion(results: list[Result]) -> Result:
    """Completion as the page does it beside a beam search under the prefix, on the same lines."""
    rows = []
    for one in results:
        shares = one["accuracy"]
        found = one["intervals"]["alone"][0]
        rows.append(
            [
                domain_of(one),
                one["made"]["settings"]["completion"],
                one["lines"],
                [shares["exact"]["alone"][0], *found],
                shares["exact"]["alone"][2],
                shares["moses"]["alone"][0],
            ]
        )
    columns = ["test set", "completion", "lines", "next word, %", "next three, %", "next token of Moses, %"]
    command = "synslator evaluate accuracy --completion greedy|beam --test FILE --limit N"
    return file(command, [one["made"] for one in results], columns, rows)


def paper_settings(results: list[Result]) -> Result:
    """Return the settings of the paper's kNN-MT that were tried on development sets."""
    (result,) = results
    rows = sorted(result["rows"], key=lambda row: -row["mean"])
    shown = [
        [row["share"], row["temperature"], row["reach"], *(row[name] for name in (*DOMAINS, "mean"))]
        for row in rows
    ]
    columns = ["λ", "temperature", "τ", *(f"{name}: BLEU" for name in DOMAINS.values()), "mean"]
    found = file(f"python benchmarks/paper_knn.py --limit {result['lines']}", result["made"], columns, shown)
    return found | {"figures": {"lines": result["lines"]}}


def simulation(results: list[Result]) -> Result:
    """Both simulated translators, and what is saved; what is lost comes first."""
    rows = [
        [
            domain_of(one),
            one["lines"],
            one["static"]["ksmr"],
            one["interactive"]["ksmr"],
            [one["fewer_actions_percent"], *one["intervals"]["fewer_actions_percent"]],
            one["static"]["seconds"],
            one["interactive"]["seconds"],
            [one["fewer_seconds_percent"], *one["intervals"]["fewer_seconds_percent"]],
            [
                one["attentive_fewer_seconds_percent"],
                *one["intervals"]["attentive_fewer_seconds_percent"],
            ],
        ]
        for one in sorted(results, key=lambda one: one["fewer_seconds_percent"])
    ]
    columns = ["test set", "lines", "KSMR, static", "KSMR, interactive", "fewer actions, %"]
    columns += ["seconds, static", "seconds, interactive", "less time, %"]
    columns += ["less time, %, if everything shown is read"]
    found = file(
        "synslator evaluate simulate --test FILE --limit N", [one["made"] for one in results], columns, rows
    )
    claims = [
        {
            "claim": f"simulation, {row[0]}: less time than a static editor, %",
            "ours": row[7][0],
            "peer": f"{row[8][0]} if everything shown is read",
            "n": row[1],
            "interval": row[7][1:],
        }
        for row in rows
    ]
    return found | {
        "claims": claims,
        "sensitivity": {domain_of(one): one["sensitivity"] for one in results},
    }


def sensitivity(results: list[Result]) -> str:
    """Return a picture of the time saved, by what reading a word and deciding take, for the first set."""
    return sensitivity_plot(results[0])


def drafts(results: list[Result]) -> Result:
    """Return the plain model on every set."""
    rows = [
        [
            SETS[one["made"]["data"]["name"]],
            one["lines"],
            [one["bleu"], *one["intervals"]["bleu"]],
            one["chrf"],
            one["chrf_plus"],
            one.get("term_accuracy"),
        ]
        for one in results
    ]
    columns = ["test set", "lines", "BLEU", "chrF2", "chrF++", "term accuracy, %"]
    command = "synslator evaluate bleu --test FILE --limit N --terms TERMS"
    found = file(command, [one["made"] for one in results], columns, rows)
    claims = [
        {
            "claim": f"drafts, {row[0]}: BLEU",
            "ours": row[2][0],
            "n": row[1],
            "interval": row[2][1:],
            "signature": results[0]["signatures"]["bleu"],
        }
        for row in rows
    ]
    return found | {"signatures": results[0]["signatures"], "claims": claims}


def whole(results: list[Result]) -> Result:
    """Return a result as the command saved it."""
    (result,) = results
    how = result["made"]
    return {"date": how["date"][:10], "source": "measured", "command": how["command"], "result": result}


def overlap(results: list[Result]) -> Result:
    """Return how many lines of each set stand in the training data."""
    (rows,) = (one["result"] for one in results)
    columns = ["set", "lines", "sources in the training data", "pairs in the training data"]
    columns += ["longest source of a shared pair, characters", "% of the reference words"]
    how = results[0]["made"]
    return file("python scripts/overlap.py DATA", [how], columns, [list(row.values()) for row in rows])


def flat(results: list[Result]) -> Result:
    """Return every figure that a benchmark printed, by its name."""
    (result,) = results
    how = result["made"]
    rows = [[name, value] for name, value in figures_of(result["result"]) if isinstance(value, int | float)]
    return file(how["command"], [how], ["figure", "value"], rows)


def figures_of(value: Any, name: str = "") -> list[tuple[str, Any]]:
    """Return what a result says, by the names that lead there."""
    if isinstance(value, dict):
        inside = [figures_of(one, f"{name} {key}".strip()) for key, one in value.items()]
    elif isinstance(value, list):
        inside = [figures_of(one, f"{name} {number}") for number, one in enumerate(value, 1)]
    else:
        return [(name, value)]
    return [pair for each in inside for pair in each]
