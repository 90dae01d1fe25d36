"""The tables: measured, resumed, honest about what is missing."""

import lzma
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from packages import PAIRS
from synslator.engines import bulk, example_selection
from synslator.errors import SynslatorError
from synslator.evaluation import provenance
from synslator.evaluation.journal import CHUNK, Journal, Measured
from synslator.evaluation.metrics.bootstrap import BootstrapOptions
from synslator.evaluation.reports import tables
from synslator.evaluation.reports.paper import BOX_GAINS, TABLE_1, PaperRow, TableRow
from synslator.evaluation.reports.tables import TableOptions, measure_tables
from synslator.evaluation.reports.tables_text import beside, chance, markdown
from synslator.memory import index
from synslator.runtime.manifest import Manifest, PackageError, check


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
    row, learning, paper, copied, beam = result["rows"]
    assert (row["domain"], row["label"]) == ("it", "Vanilla NMT")
    assert (learning["label"], learning["made"]["memory"]["entries"]) == ("simplified-kNN-MT", len(PAIRS) - 3)
    assert (paper["made"]["engine"], copied["made"]["engine"]) == ("knn-paper", "copy")
    assert beam["made"]["settings"]["completion"] == "beam"
    assert learning["against_plain"].keys() == {"bleu", "accuracy", "not_in_memory"}
    assert row["parts"]["all"]["lines"] == 4
    assert row["parts"]["not_in_memory"]["lines"] == 3  # the fourth is in the memory
    assert list(row["parts"]["all"]["exact"]) == ["alone", "box", "box_and_language_model"]
    assert row["paper"]["alone"]["bleu"] == 25.47
    reasons = {f"{one['domain']}: {one['label']}": one["reason"] for one in result["missing"]}
    assert len(reasons) == len(TABLE_1) - 5
    assert "adaptive" in reasons["it: adaptive-TM-MT"]
    assert "fine-tuned" in reasons["it: FT-NMT"]
    assert "test.tsv" in reasons["law: Vanilla NMT"]


def test_the_page_shows_our_figures_beside_the_papers(options: TableOptions) -> None:
    result = measure_tables(options)
    page = markdown(result)
    row = result["rows"][0]
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
    tuned = {"it": tiny_folder}
    both = TableOptions(options.data, options.work, tiny_folder, tuned, bootstrap=options.bootstrap)
    result = measure_tables(both, rows=[TABLE_1[0], same])
    gain = result["rows"][1]["against_plain"]
    assert gain["bleu"] == {"value": 0, "low": 0, "high": 0, "p": 1, "p_corrected": 1}
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


def changed_package(manifest: Manifest) -> Manifest:
    return replace(manifest, parameters={"knn_neighbours": 3})


def test_a_journal_is_taken_up_only_if_everything_agrees(
    options: TableOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [TABLE_1[0]]

    def begun(changed: TableOptions = options) -> int:
        """How many journals there are after one more run."""
        measure_tables(changed, rows=rows)
        return len(list(options.work.iterdir()))

    assert begun() == 1
    assert begun() == 1
    with monkeypatch.context() as other:
        other.setattr(provenance, "code", lambda: {"commit": "f00", "changed": False, "sha256": "0"})
        assert begun() == 2
    with monkeypatch.context() as other:
        other.setattr(provenance, "processor", lambda: "another one")
        assert begun() == 3
    with monkeypatch.context() as other:
        other.setattr(provenance, "constants", lambda: {"engines.bulk.PRUNE_MARGIN": 0.9})
        assert begun() == 4
    with monkeypatch.context() as other:
        other.setattr(sys, "argv", ["synslator", "evaluate", "tables", "--limit", "3"])
        assert begun() == 5
    package = tmp_path / "changed"
    shutil.copytree(options.model, package)
    changed_package(check(package)).write(package)
    assert begun(replace(options, model=package)) == 6
    test = options.data / "it" / "test.tsv.xz"
    test.write_bytes(lzma.compress("".join(f"{s}\t{t}\n" for s, t in PAIRS[:3]).encode()))
    assert begun() == 7
    assert begun(replace(options, beam=2)) == 8


def test_every_figure_says_how_it_was_made(options: TableOptions) -> None:
    how = measure_tables(options, rows=[TABLE_1[3]])["rows"][0]["made"]
    assert len(how["code"]["sha256"]) == 64
    assert len(how["package"]["sha256"]) == len(how["data"]["sha256"]) == len(how["memory"]["sha256"]) == 64
    assert how["machine"].keys() == {"processor", "cores", "system", "arithmetic"}
    assert how["data"]["unit"] == "runs of 10"
    constants = how["settings"]["constants"]
    assert constants["engines.bulk.PRUNE_MARGIN"] == bulk.PRUNE_MARGIN
    assert constants["engines.example_selection.MOST"] == example_selection.MOST
    assert constants["engines.example_selection.ENGINE_LOOKUP"]["matches"] == 64
    assert constants["memory.index.MOST_TERMS"] == index.MOST_TERMS
    assert how["settings"]["knn"]["neighbours"] == 8


def test_comparisons_are_corrected_for_being_many() -> None:
    rows: list[dict[str, Any]] = [
        {"against_plain": {"bleu": {"p": 0.01}, "not_in_memory": {"bleu": {"p": 0.02}}}},
        {"against_fine_tuned": {"bleu": {"p": 0.5}}},
        {"label": "the plain model"},
    ]
    tables.correct(rows)
    plain = rows[0]["against_plain"]
    assert plain["bleu"]["p_corrected"] == 0.03
    assert plain["not_in_memory"]["bleu"]["p_corrected"] == 0.04
    assert rows[1]["against_fine_tuned"]["bleu"]["p_corrected"] == 0.5


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
    assert chance({"p": 0.0004, "p_corrected": 0.0036}) == "p = 0.0004 (0.0036 corrected)"


def test_figures_stand_beside_each_other() -> None:
    assert beside(1.234, 5.6) == "1.23 (5.60)"
    assert beside(1.234, None) == "1.23"
