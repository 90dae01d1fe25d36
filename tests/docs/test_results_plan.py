"""`make results` knows every file of measurements, takes less than three hours, and works on a few lines."""

import importlib.util
import json
import lzma
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from packages import PAIRS

ROOT = Path(__file__).parents[2]


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "scripts/results", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def plan() -> str:
    done = run("--plan", "--data", "DATA", "--sample", 10)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_file_of_measurements_has_a_command_or_a_reason(plan: str) -> None:
    made = set(re.findall(r"^([\w-]+) \(", plan, re.MULTILINE))
    once = dict(re.findall(r"^([\w-]+): not made again: (.+)$", plan, re.MULTILINE))
    there = {path.stem for path in (ROOT / "docs/results/measurements").glob("*.json")}
    unknown = sorted(there - made - once.keys())
    assert not unknown, f"Add {', '.join(unknown)} to PLAN or ONCE in scripts/results/plan.py."
    assert not made & once.keys()


def test_all_of_it_takes_less_than_three_hours(plan: str) -> None:
    minutes = sum(map(float, re.findall(r" \(([\d.]+) min\)$", plan, re.MULTILINE)))
    assert 0 < minutes < 180
    assert f"about {minutes:.0f} minutes" in plan
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    pages = re.findall(r"^make (.+) \(", plan, re.MULTILINE)
    assert len(pages) == 2
    assert [page for page in pages if f"--no-print-directory {page}\n" not in makefile] == []


def test_the_sample_is_shared_out(plan: str) -> None:
    assert "evaluate simulate --test DATA/law/test.tsv.xz --limit 10 " in plan
    assert "evaluate accuracy --completion beam --test DATA/subtitle/test.tsv.xz --limit 4 " in plan
    assert "{data}" not in plan
    assert "{sample}" not in plan


def test_a_few_lines_are_measured_and_taken_up_only_if_all_agrees(tmp_path: Path, tiny_folder: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    (data / "benchmarks").mkdir(parents=True)
    out.mkdir()
    case = {"source": PAIRS[0][0], "left": "Please", "right": "file.", "answer": "save the"}
    cases = data / "benchmarks/spans.wets.dev.zh-en.jsonl.xz"
    cases.write_bytes(lzma.compress(f"{json.dumps(case)}\n".encode()))
    common = ("--data", data, "--out", out, "--work", tmp_path / "work", "--model", tiny_folder)
    first = run("--only", "spans", "outside", "--sample", 1, *common)
    assert first.returncode == 0, first.stderr
    assert "outside: left out, because --opus names no file" in first.stderr
    assert not (out / "outside.json").exists()
    found = json.loads((out / "spans.json").read_text(encoding="utf-8"))
    assert found["result"]["made"]["package"]["name"] == "tiny"
    assert "evaluate spans" in first.stderr
    assert str(tmp_path) not in json.dumps(found)
    again = run("--only", "spans", "--sample", 1, *common)
    assert "evaluate spans" not in again.stderr
    cases.write_bytes(lzma.compress(f"{json.dumps(case | {'answer': 'keep the'})}\n".encode()))
    assert "evaluate spans" in run("--only", "spans", "--sample", 1, *common).stderr


def writers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("results_tables", ROOT / "scripts/results/tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(name: str) -> dict[str, Any]:
    return {"data": {"name": name}, "date": "2026-01-01T00:00:00"}


def test_what_is_worse_than_a_peer_comes_first() -> None:
    def row(name: str, gain: float, p: float) -> dict[str, Any]:
        scores = {"bleu": [20, 19, 21], "chrf_plus": [50, 49, 51]}
        difference = {"value": gain, "low": gain - 1, "high": gain + 1}
        about = {"set": name, "lines": 5, "ours": scores, "opus_mt": scores}
        return about | {"bleu_gain": difference, "p": p, "made": made(name)}

    rows = [row("it/test", 14, 0.01), row("general/ntrex", -2, 0.02)]
    about = {"system": "OPUS-MT", "sha256": "", "ctranslate2": "", "signatures": {}}
    found = writers().outside([about | {"rows": rows}])["table"]["rows"]
    assert [(one[0], one[5]) for one in found] == [("NTREX", 0.02), ("IT", 0.02)]


def test_what_a_simulation_loses_comes_first() -> None:
    def result(name: str, saved: float) -> dict[str, Any]:
        effort = {"ksmr": 10, "seconds": 100}
        return {
            "made": made(name),
            "lines": 5,
            "static": effort,
            "interactive": effort,
            "fewer_actions_percent": 1,
            "fewer_seconds_percent": saved,
            "attentive_fewer_seconds_percent": -40,
            "intervals": {
                "fewer_actions_percent": [0, 2],
                "fewer_seconds_percent": [saved - 1, saved + 1],
                "attentive_fewer_seconds_percent": [-50, -30],
            },
            "sensitivity": [],
        }

    rows = writers().simulation([result("it/test", 9), result("law/test", -3)])["table"]["rows"]
    assert [(row[0], row[-2]) for row in rows] == [("law", [-3, -4, -2]), ("IT", [9, 8, 10])]
