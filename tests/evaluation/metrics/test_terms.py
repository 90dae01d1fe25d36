"""Term accuracy: which terms are asked for, and which translations have them."""

from pathlib import Path

import numpy as np
import pytest

from synslator.evaluation.metrics.terms import demanded, read_termbase, share, term_statistics

TERMS = "数据\tdata\n数据库\tdatabase; data bank\n备份\tbackup; copy\n"


def test_a_term_counts_where_its_reference_has_it(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text(TERMS, encoding="utf-8")
    termbase = read_termbase(path, "zh", "en")
    # The longer term stands there, so "data" is not asked for; "copy" is not what the reference says.
    assert demanded(termbase, "备份数据库", "Back up the databases") == [["database"]]
    assert demanded(termbase, "备份数据", "Copies of data, or a backup") == [["backup", "copy"], ["data"]]
    assert demanded(termbase, "保存", "Save") == []


def test_a_term_is_right_by_any_way_that_the_reference_has(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text(TERMS, encoding="utf-8")
    counts = term_statistics(
        read_termbase(path, "zh", "en"),
        ["备份数据库", "备份数据", "保存"],
        ["the data bank", "A copy of everything", "Save"],
        ["the databases", "Copies of data, or a backup", "Save"],
    )
    assert counts.tolist() == [[0, 1], [1, 2], [0, 0]]
    assert share(counts.sum(axis=0)) == pytest.approx(100 / 3)
    assert share(np.zeros(2)) == 0
