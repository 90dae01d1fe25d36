"""`synslator evaluate` on a tiny package: what it prints, what it writes, how it fails."""

import hashlib
import json
import lzma
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from packages import PAIRS
from synslator.cli import main
from synslator.decoding.options import SearchOptions
from synslator.runtime.manifest import check
from synslator.workbench.projects.options import ProjectSettings


@pytest.fixture
def test_file(tmp_path: Path) -> Path:
    path = tmp_path / "test.tsv.xz"
    path.write_bytes(lzma.compress("".join(f"{s}\t{t}\n" for s, t in PAIRS[:6]).encode()))
    return path


def run(*arguments: object) -> "click.testing.Result":
    return CliRunner().invoke(main, ["evaluate", *map(str, arguments)])


def result_of(*arguments: object) -> Any:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_bleu_says_everything_about_itself(tiny_folder: Path, test_file: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    found = result_of("bleu", "--test", test_file, "--model", tiny_folder, "--limit", 4, "--output", output)
    assert found["lines"] == len(output.read_text(encoding="utf-8").splitlines()) == 4
    assert 0 <= found["bleu"] <= 100
    assert 0 < found["chrf"] < 100
    assert found["signature"].startswith("nrefs:1|case:mixed|eff:no|tok:13a")
    assert found["seconds"] >= 0
    made = found["made"]
    assert made["package"]["name"] == "tiny"
    assert made["data"]["lines"] == 4
    assert made["settings"]["beam"] == 4
    assert made["memory"] is None
    assert {"synslator", "onnxruntime", "sacrebleu"} <= made["versions"].keys()


def test_texts_of_others_are_scored_with_terms_and_with_a_metric_that_ran_elsewhere(
    tiny_folder: Path, test_file: Path, tmp_path: Path
) -> None:
    texts, scores, terms = tmp_path / "texts", tmp_path / "comet", tmp_path / "terms.tsv"
    texts.write_text("".join(f"{target}\n" for _, target in PAIRS[:6]), encoding="utf-8")
    scores.write_text("0.5\n" * 3 + "0.9\n" * 3, encoding="utf-8")
    terms.write_text("文件\tfile\n发票\tinvoice\n", encoding="utf-8")
    common = ("bleu", "--test", test_file, "--model", tiny_folder)
    given = ("--hypotheses", texts, "--terms", terms, "--scores", "comet", scores)
    found = result_of(*common, *given)
    assert (found["bleu"], found["chrf_plus"], found["term_accuracy"], found["terms"]) == (100, 100, 100, 2)
    assert found["other_scores"] == {"comet": 0.7}
    settings = found["made"]["settings"]
    assert settings["hypotheses"]["sha256"] == hashlib.sha256(texts.read_bytes()).hexdigest()
    assert settings["other_scores"]["comet"]["sha256"] == hashlib.sha256(scores.read_bytes()).hexdigest()
    assert "comet 0.7" in run(*common, *given).stdout
    short = run(*common, "--limit", 3, "--hypotheses", texts)
    assert short.exit_code == 2
    assert "texts must have 3 lines" in short.stderr
    texts.write_text("good\n" * 6, encoding="utf-8")
    assert "line 1 must be a number" in run(*common, "--scores", "comet", texts).stderr


def test_a_baseline_is_measured_with_parameters_of_its_own(
    tiny_folder: Path, test_file: Path, tmp_path: Path
) -> None:
    memory = tmp_path / "tm.tsv"
    memory.write_text("".join(f"{s}\t{t}\n" for s, t in PAIRS), encoding="utf-8")
    common = ("bleu", "--test", test_file, "--model", tiny_folder, "--memory", memory)
    found = result_of(*common, "--engine", "knn-paper", "--parameter", "neighbours", 2)
    assert (found["made"]["engine"], found["made"]["settings"]["knn"]["neighbours"]) == ("knn-paper", 2)
    copied = result_of(*common, "--engine", "copy")
    assert copied["bleu"] == 100  # every source is in the memory
    wrong = run(*common, "--engine", "knn-paper", "--parameter", "lambda", 0.4)
    assert wrong.exit_code == 2
    assert "there is no lambda" in wrong.stderr


def test_completion_by_beam_search_can_be_measured(tiny_folder: Path, test_file: Path) -> None:
    common = ("accuracy", "--test", test_file, "--model", tiny_folder, "--limit", 2)
    found = result_of(*common, "--completion", "beam")
    assert found["made"]["settings"]["completion"] == "beam"
    assert found["words"] == result_of(*common)["words"]


def test_a_package_is_searched_as_it_was_tuned(tiny_folder: Path, test_file: Path, tmp_path: Path) -> None:
    package = tmp_path / "tuned"
    shutil.copytree(tiny_folder, package)
    replace(check(package), parameters={"length_penalty": 0.5, "knn_neighbours": 4}).write(package)
    found = result_of("bleu", "--test", test_file, "--model", package, "--limit", 2, "--beam", 2)
    assert (found["made"]["settings"]["length_penalty"], found["made"]["settings"]["beam"]) == (0.5, 2)


def test_a_memory_is_loaded_for_the_command(tiny_folder: Path, test_file: Path, tmp_path: Path) -> None:
    memory = tmp_path / "tm.tsv"
    memory.write_text("".join(f"{s}\t{t}\n" for s, t in PAIRS), encoding="utf-8")
    found = result_of("bleu", "--test", test_file, "--model", tiny_folder, "--memory", memory)
    assert found["made"]["memory"]["entries"] == len(PAIRS)
    assert len(found["made"]["memory"]["sha256"]) == 64


def test_accuracy_has_every_row_for_every_convention(tiny_folder: Path, test_file: Path) -> None:
    found = result_of("accuracy", "--test", test_file, "--model", tiny_folder, "--limit", 3)
    assert found["accuracy"].keys() == {"exact", "words_only", "moses"}
    for shares in found["accuracy"].values():
        assert list(shares) == ["alone", "box", "box_and_language_model"]
        for smaller, larger in zip(shares["alone"], shares["box"], strict=True):
            assert smaller <= larger
    assert found["words"] == sum(len(pair[1].split()) for pair in (PAIRS[0], PAIRS[2], PAIRS[4]))


def test_for_people_the_scores_are_lines(tiny_folder: Path, test_file: Path) -> None:
    done = run("bleu", "--test", test_file, "--model", tiny_folder, "--limit", 2)
    assert done.stdout.startswith("BLEU ")
    assert "2 lines" in done.stdout


def test_an_unknown_engine_is_named_with_the_known_ones(tiny_folder: Path, test_file: Path) -> None:
    done = run("bleu", "--test", test_file, "--model", tiny_folder, "--engine", "magic")
    assert done.exit_code == 2
    assert "vanilla" in done.stderr
    assert "no engine named magic" in done.stderr


def test_calibration_recommends_a_threshold_and_leaves_the_package_alone(
    tiny_folder: Path, test_file: Path, tmp_path: Path
) -> None:
    package, saved = tmp_path / "package", tmp_path / "calibration.json"
    shutil.copytree(tiny_folder, package)
    found = result_of("calibrate", "--test", test_file, "--model", package, "--limit", 2, "--save", saved)
    assert json.loads(saved.read_text(encoding="utf-8")) == found
    assert found["recommended_threshold"] in [row["threshold"] for row in found["thresholds"]]
    assert check(package) == check(tiny_folder)


def test_what_a_package_says_of_the_threshold_does_not_count(
    tiny_folder: Path, test_file: Path, tmp_path: Path
) -> None:
    package = tmp_path / "package"
    shutil.copytree(tiny_folder, package)
    replace(check(package), parameters={"highlight_threshold": 0.31}).write(package)
    found = result_of("calibrate", "--test", test_file, "--model", package, "--limit", 1)
    # The page, a new project and every measurement have the same one.
    assert found["threshold"]["threshold"] == ProjectSettings().highlight_threshold
    assert found["made"]["settings"]["highlight_threshold"] == SearchOptions().highlight_threshold


def test_simulate_and_adaptation_learn_in_a_memory_of_their_own(
    tiny_folder: Path, test_file: Path, tmp_path: Path
) -> None:
    common = ("--test", test_file, "--model", tiny_folder, "--limit", 2)
    found = result_of("simulate", *common, "--learn", "--without", "click", "--saving", "time")
    assert found["made"]["settings"]["aids"] == ["box", "language_model", "rest", "tab", "word"]
    assert found["interactive"]["clicks"] == 0
    assert found["attentive"]["words_read"] > 0 < found["static"]["words_read"]
    as_measured = [one for one in found["sensitivity"] if (one["decide"], one["read"]) == (1.35, 0.25)]
    assert [one["fewer_seconds_percent"] for one in as_measured] == [found["fewer_seconds_percent"]]
    plot = tmp_path / "curves.svg"
    assert result_of("adaptation", *common, "--plot", plot)["lines"] == 2
    assert plot.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize("name", ["accuracy", "calibrate", "simulate", "adaptation"])
def test_every_measure_has_lines_for_people(tiny_folder: Path, test_file: Path, name: str) -> None:
    done = run(name, "--test", test_file, "--model", tiny_folder, "--limit", 1)
    assert done.exit_code == 0, done.output
    assert len(done.stdout.splitlines()) > 3


def test_tables_and_a_report_of_them(tiny_folder: Path, test_file: Path, tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()
    shutil.copyfile(test_file, tmp_path / "it" / "test.tsv.xz")
    out = tmp_path / "results"
    done = run(
        *("tables", "--data", tmp_path, "--out", out, "--work", tmp_path / "work"),
        *("--model", tiny_folder, "--limit", 2),
    )
    assert done.exit_code == 0, done.output
    assert "not available: law, Vanilla NMT" in done.stderr
    assert "| Vanilla NMT |" in (out / "tables.md").read_text(encoding="utf-8")
    page = tmp_path / "report.html"
    assert run("report", out / "tables.json", "--out", page).exit_code == 0
    assert "it: Vanilla NMT" in page.read_text(encoding="utf-8")


BENCHMARKS = {
    "words": (
        [
            {"kind": kind, "source": PAIRS[n][0], "left": "", "right": "", "typed": "a", "answer": "abc"}
            for n, kind in enumerate(("prefix", "suffix", "bi_context", "zero_context"))
        ],
        {"mean", "prefix", "suffix", "bi_context", "zero_context"},
    ),
    "spans": (
        [{"source": source, "left": "Click", "right": "now.", "answer": "here"} for source, _ in PAIRS[:2]],
        {"bleu", "chrf", "exact", "untouched"},
    ),
    "terms": (
        [
            {"source": s, "reference": t, "terms": [["x", t.split()[0]]], "random_terms": []}
            for s, t in PAIRS[:3]
        ],
        {"success", "chrf", "bleu", "without"},
    ),
    "imtlab": (
        [{"source": source, "reference": target} for source, target in PAIRS[:2]],
        {"left_to_right", "infilling", "static"},
    ),
}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_prints_its_figures(name: str, tiny_folder: Path, tmp_path: Path) -> None:
    rows, keys = BENCHMARKS[name]
    path = tmp_path / "cases.jsonl.xz"
    path.write_bytes(lzma.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    found = result_of(name, "--test", path, "--model", tiny_folder, "--limit", len(rows))
    assert keys <= found.keys()
    assert found["lines"] == len(rows)
    assert found["made"]["data"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert found["made"]["machine"]["arithmetic"] in ("native", "onnxruntime")
    assert found.get("untouched", 100) == 100
    assert found["made"]["data"]["unit"] == "runs of 10"
    ranges = found["intervals"]["static"] if name == "imtlab" else found["intervals"]
    values = found["static"] if name == "imtlab" else found
    for measure, (low, high) in ranges.items():
        assert low - 0.01 <= values[measure] <= high + 0.01
    table = run(name, "--test", path, "--model", tiny_folder, "--limit", 1)
    assert table.exit_code == 0
    assert "differs" not in table.stdout
    assert "al.," in table.stdout  # whose the published figures are


def test_terms_that_are_missing_are_placed_on_demand(tiny_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    case = {"source": PAIRS[0][0], "reference": PAIRS[0][1], "terms": [["x", "zebra"]], "random_terms": []}
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    plain = result_of("terms", "--test", path, "--model", tiny_folder)
    assert (plain["success"], plain["without"]["success"]) == (0, 0)
    obeyed = result_of("terms", "--test", path, "--model", tiny_folder, "--obey")
    assert (obeyed["success"], obeyed["without"]["success"]) == (1, 0)
