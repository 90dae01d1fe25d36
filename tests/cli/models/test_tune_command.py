"""`synslator tune`, on a copy of the tiny package."""

import json
import shutil
from pathlib import Path

from click.testing import CliRunner

from packages import PAIRS
from synslator.cli import main
from synslator.decoding.knn.gate import FEATURES, KnnOptions
from synslator.engines.quality import QualityOptions
from synslator.runtime.package import Package


def lines(path: Path, pairs: list[tuple[str, str]]) -> str:
    path.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8")
    return str(path)


def test_tuning_writes_what_it_learned_into_the_package(tiny_package: Package, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_package.folder, tmp_path / "package"))
    dev, memory = lines(tmp_path / "dev.tsv", PAIRS), lines(tmp_path / "tm.tsv", PAIRS[:16])
    arguments = ["tune", "knn", str(folder), "--on", dev, memory, "--json"]
    ran = CliRunner().invoke(main, [*arguments, "--dry-run"])
    assert ran.exit_code == 0, ran.output
    assert not Package.open(folder).manifest.parameters
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0, ran.output
    printed = json.loads(ran.stdout)
    learned = KnnOptions.from_parameters(Package.open(folder).manifest.parameters)
    assert learned.to_parameters() == printed["parameters"]
    assert len(learned.gate) == len(FEATURES)
    assert printed["sets"][dev]["pieces"] > 0


def test_a_memory_that_knows_nothing_is_refused(tiny_package: Package, tmp_path: Path) -> None:
    dev, memory = lines(tmp_path / "dev.tsv", PAIRS[:1]), lines(tmp_path / "tm.tsv", [("一", "one")])
    ran = CliRunner().invoke(main, ["tune", "knn", str(tiny_package.folder), "--on", dev, memory])
    assert ran.exit_code != 0
    assert "none of the lines has a match in the memory" in ran.output


def test_the_quality_estimate_is_learned_from_drafts_with_and_without_a_memory(
    tiny_package: Package, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(tiny_package.folder, tmp_path / "package"))
    dev, memory = lines(tmp_path / "dev.tsv", PAIRS[:12]), lines(tmp_path / "tm.tsv", PAIRS[:8])
    arguments = ["tune", "quality", str(folder), "--on", dev, "--with", dev, memory, "--json"]
    ran = CliRunner().invoke(main, [*arguments, "--dry-run"])
    assert ran.exit_code == 0, ran.output
    assert not Package.open(folder).manifest.parameters
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0, ran.output
    printed = json.loads(ran.stdout)
    learned = QualityOptions.from_parameters(Package.open(folder).manifest.parameters)
    assert learned is not None
    assert learned.to_parameters() == printed["parameters"]
    assert list(printed["sets"]) == [dev, f"{dev} with {memory}"]
    found = CliRunner().invoke(main, ["evaluate", "quality", "--test", dev, "--model", str(folder), "--json"])
    assert found.exit_code == 0, found.output
    result = json.loads(found.stdout)
    assert result["lines"] == 12
    assert sum(one["count"] for one in result["bins"]) == 12
    assert 0 <= result["expected_calibration_error"] <= 1


def test_without_an_estimate_or_a_set_the_message_says_what_to_do(
    tiny_package: Package, tmp_path: Path
) -> None:
    folder, dev = str(tiny_package.folder), lines(tmp_path / "dev.tsv", PAIRS[:2])
    ran = CliRunner().invoke(main, ["evaluate", "quality", "--test", dev, "--model", folder])
    assert ran.exit_code != 0
    assert "synslator tune quality" in ran.output
    ran = CliRunner().invoke(main, ["tune", "quality", folder])
    assert ran.exit_code != 0
    assert "--on" in ran.output
