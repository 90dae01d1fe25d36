"""Words by match band."""

import csv
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from synslator.formats.documents.analysis import BANDS, Analysis, analyse, analyse_each


class Known:
    """A memory that answers from a table."""

    def __init__(self, rates: dict[str, int]) -> None:
        self.rates = rates
        self.asked: list[tuple[str, str, str]] = []

    def best_rate(self, source: str, before: str, after: str) -> int:
        self.asked.append((source, before, after))
        return self.rates.get(source, 0)


def test_each_segment_falls_into_one_band() -> None:
    sources = [
        "known in context",
        "known",
        "nearly",
        "fairly",
        "somewhat",
        "hardly",
        "quite new 1",
        "known",
        "xyz",
    ]
    rates = [101, 100, 97, 90, 80, 60, 0, 100, 20]
    memory = Known(dict(zip(sources, rates, strict=True)))
    bands = analyse(sources, memory).bands
    assert {band: counts.segments for band, counts in bands.items()} == {
        "101": 1, "100": 1, "95–99": 1, "85–94": 1, "75–84": 1, "50–74": 1, "repetitions": 1, "new": 2,
    }  # fmt: skip
    assert memory.asked[1] == ("known", "known in context", "nearly")
    assert memory.asked[0][1] == memory.asked[-1][2] == ""


def test_likeness_inside_the_document_is_internal_fuzzy() -> None:
    sources = ["Press the green button twice", "Press the green button once", "Something else"]
    analysis = analyse(sources)
    assert {band: c.segments for band, c in analysis.bands.items()} == {"new": 2, "internal 85–94": 1}
    better = analyse(sources, Known({sources[1]: 96}))
    assert better.bands["95–99"].segments == 1


def test_a_later_document_repeats_an_earlier_one_and_has_neighbours_of_its_own() -> None:
    memory = Known({})
    first, second = analyse_each([["Apples", "Quite a storm"], ["Quite a storm", "Zebu"]], memory)
    assert {band: c.segments for band, c in first.bands.items()} == {"new": 2}
    assert {band: c.segments for band, c in second.bands.items()} == {"repetitions": 1, "new": 1}
    assert memory.asked[2] == ("Quite a storm", "", "Zebu")
    both = sum((first, second), Analysis({}))
    assert (both.total.segments, both.bands["new"].words) == (4, first.total.words + 1)


def test_the_three_forms_say_the_same() -> None:
    analysis = analyse(["你好世界", "Hello big world", "你好世界"])
    rows = list(csv.DictReader(io.StringIO(analysis.csv())))
    data = json.loads(analysis.json())
    assert [row["band"] for row in rows] == [*BANDS, "total"] == list(data)
    for row in rows:
        assert {k: int(v) for k, v in row.items() if k != "band"} == data[row["band"]]
    table = analysis.table().splitlines()
    assert table[0].split() == [
        "band",
        "segments",
        "words",
        "characters",
        "words",
        "+",
        "characters",
        "share",
    ]
    assert table[-1].split() == ["total", "3", "3", "8", "11", "100", "%"]


@given(st.lists(st.text(alphabet="ab 中", min_size=1, max_size=6), max_size=12))
def test_nothing_is_counted_twice_or_forgotten(sources: list[str]) -> None:
    analysis = analyse(sources)
    assert analysis.total.segments == len(sources)
    repeated = len(sources) - len(set(sources))
    assert analysis.bands.get("repetitions", analysis.total).segments == repeated or not repeated
    assert set(analysis.bands) <= set(BANDS)


def test_an_empty_document_is_analysed() -> None:
    assert analyse([]).total.segments == 0
