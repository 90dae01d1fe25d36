"""The tables: measured, resumed, honest about what is missing."""

import lzma
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from packages import PAIRS
from synslator.errors import SynslatorError
from synslator.evaluation.journal import CHUNK, Journal, Measured
from synslator.evaluation.metrics.bootstrap import BootstrapOptions
from synslator.evaluation.reports import tables
from synslator.evaluation.reports.paper import BOX_GAINS, TABLE_1, PaperRow, TableRow
from synslator.evaluation.reports.tables import TableOptions, measure_tables
from synslator.evaluation.reports.tables_text import beside, chance, markdown
from synslator.runtime.manifest import FileEntry, PackageError
from synslator.runtime.package import Package


@pytest.fixture
def options(tmp_path: Path, tiny_folder: Path) -> TableOptions:
    folder = tmp_path / "data" / "it"
    folder.mkdir(parents=True)
    pairs = [f"{source}\t{target}\n" for source, target in PAIRS]
    (folder / "test.tsv.xz").write_bytes(lzma.compress("".join(pairs[:4]).encode()))
    (folder / "tm.tsv").write_text("".join(pairs[3:]), encoding="utf-8")
    return TableOptions(
        tmp_path / "data", tmp_path / "work", tiny_folder, bootstrap=BootstrapOptions(resamples=20)
    )


def test_what_can_be_measured_is_and_the_rest_is_said_to_be_missing(options: TableOptions) -> None:
    result = measure_tables(options)
    row, learning = result["rows"]
    assert (row["domain"], row["label"]) == ("it", "Vanilla NMT")
    assert (learning["label"], learning["made"]["memory"]["entries"]) == ("simplified-kNN-MT", len(PAIRS) - 3)
    assert learning["against_plain"].keys() == {"bleu", "accuracy"}
    assert row["parts"]["all"]["lines"] == 4
    assert row["parts"]["not_in_memory"]["lines"] == 3  # the fourth is in the memory
    assert list(row["parts"]["all"]["exact"]) == ["alone", "box", "box_and_language_model"]
    assert row["paper"]["alone"]["bleu"] == 25.47
    reasons = {f"{one['domain']}: {one['label']}": one["reason"] for one in result["missing"]}
    assert len(reasons) == len(TABLE_1) - 2
    assert "adaptive" in reasons["it: adaptive-TM-MT"]
    assert "fine-tuned" in reasons["it: FT-NMT"]
    assert "test.tsv" in reasons["law: Vanilla NMT"]


def test_the_page_shows_our_figures_beside_the_papers(options: TableOptions) -> None:
    result = measure_tables(options)
    page = markdown(result)
    row, _ = result["rows"]
    ours = row["parts"]["all"]["exact"]["alone"][0]
    assert f"{ours:.2f} (46.38)" in page
    assert "| Vanilla NMT + next 3-best |" in page
    assert "| FT-NMT | not available |  | (28.28) | (51.63) | (35.64) | (25.59) |" in page
    assert "| adaptive-TM-MT + next 3-best | not available |  |  | (57.18) | (42.13) | (31.87) |" in page
    assert "- IT, FT-NMT: No fine-tuned package was named." in page
    gain = row["box_gains"]["box"][0]["points"]
    assert gain == pytest.approx(row["parts"]["all"]["exact"]["box"][0] - ours, abs=0.011)
    assert f"+ next 3-best {gain:+.2f} points" in page
    assert "(paper: +4.93)" in page
    assert "package tiny 1.0, engine vanilla, it/test (4 lines)" in page


def test_two_systems_are_compared_segment_by_segment(options: TableOptions, tiny_folder: Path) -> None:
    same = TableRow("it", "FT-NMT", "vanilla", "fine_tuned", alone=PaperRow((1, 2, 3), 4))
    both = TableOptions(options.data, options.work, tiny_folder, tiny_folder, bootstrap=options.bootstrap)
    result = measure_tables(both, rows=[TABLE_1[0], same])
    gain = result["rows"][1]["against_plain"]
    assert gain["bleu"] == {"value": 0, "low": 0, "high": 0, "p": 1}
    assert "FT-NMT against the plain model: +0.00 BLEU" in markdown(result)


def test_an_interrupted_run_goes_on_where_it_was(
    options: TableOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = measure_tables(options)
    measured: list[int] = []
    real = tables.measure_part
    monkeypatch.setattr(tables, "measure_part", lambda *given: measured.append(1) or real(*given))  # type: ignore[func-returns-value]
    again = measure_tables(options)
    assert measured == []
    assert [row["parts"] for row in again["rows"]] == [row["parts"] for row in whole["rows"]]


def test_a_row_depends_on_what_it_uses_of_a_package(tiny_package: Package) -> None:
    manifest = tiny_package.manifest
    card = replace(manifest, files=manifest.files | {"README.md": FileEntry(1, "new")})
    layers = replace(manifest, files=manifest.files | {"adaptive.bin": FileEntry(1, "new")})
    tuned = replace(manifest, parameters={"knn_neighbours": 3})
    advised = replace(manifest, parameters={"highlight_threshold": 0.7})
    weights = replace(manifest, files=manifest.files | {"weights.bin": FileEntry(1, "new")})
    plain, adaptive, learning = TABLE_1[0], TABLE_1[2], TABLE_1[3]

    def begun_anew(row: TableRow) -> list[bool]:
        before = tables.used_parts(manifest, row)
        return [tables.used_parts(one, row) != before for one in (card, advised, layers, tuned, weights)]

    assert begun_anew(plain) == [False, False, False, False, True]
    assert begun_anew(learning) == [False, False, False, True, True]
    assert begun_anew(adaptive) == [False, False, True, False, True]


def test_a_wrong_package_ends_everything(options: TableOptions, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="no such folder"):
        measure_tables(TableOptions(options.data, options.work, tmp_path / "nowhere"))


def test_no_data_at_all_is_an_error(options: TableOptions, tmp_path: Path) -> None:
    with pytest.raises(SynslatorError, match="Not one row could be measured"):
        measure_tables(TableOptions(tmp_path / "nothing", options.work, options.model))


def test_a_journal_takes_up_after_the_last_whole_chunk(tmp_path: Path) -> None:
    items = list(range(2 * CHUNK + 5))
    asked: list[int] = []

    def measure(part: Sequence[int]) -> Measured:
        asked.append(part[0])
        return {"value": np.array([[float(n)] for n in part])}

    journal = Journal.of(tmp_path, {"a": 1})
    running = journal.run(items, measure)
    assert next(running) == CHUNK  # and then the run is interrupted, in the middle of writing a line
    with journal.path.open("a", encoding="utf-8") as file:
        file.write('{"value": [[1')
    assert list(Journal.of(tmp_path, {"a": 1}).run(items, measure)) == [CHUNK, CHUNK, 5]
    assert asked == [0, CHUNK, 2 * CHUNK]
    assert journal.whole()["value"].ravel().tolist() == [float(n) for n in items]


def test_whatever_changes_the_numbers_begins_a_new_journal(tmp_path: Path) -> None:
    assert Journal.of(tmp_path, {"a": 1}).path != Journal.of(tmp_path, {"a": 2}).path


def test_what_the_paper_gains_is_the_difference_of_its_rows() -> None:
    (row,) = (row for row in TABLE_1 if row.box and row.box_and_language_model)
    assert row.alone
    for name, gain in BOX_GAINS.items():
        assert getattr(row, name).accuracy[0] - row.alone.accuracy[0] == pytest.approx(gain)


def test_a_sample_is_said_to_be_one() -> None:
    page = {limit: markdown({"limit": limit, "rows": [], "missing": []}) for limit in (None, 7)}
    assert "at most 7 lines of each test set" in page[7]
    assert "sample" not in page[None]


def test_no_chance_is_never_claimed() -> None:
    assert chance(0.0) == "p < 0.001"
    assert chance(0.029) == "p = 0.029"


def test_figures_stand_beside_each_other() -> None:
    assert beside(1.234, 5.6) == "1.23 (5.60)"
    assert beside(1.234, None) == "1.23"
