"""Streams: what is confirmed reaches the engine, the curves are cut right, corrected terms are followed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from packages import PAIRS
from synslator.decoding.driver import Source
from synslator.engines.protocol import Example
from synslator.engines.registry import Setup, make_engine
from synslator.engines.vanilla import VanillaEngine
from synslator.evaluation.adaptation.rates import adaptation, share_a_run, terms
from synslator.evaluation.adaptation.stream import curve, measure_stream
from synslator.evaluation.memory import LiveMemory, live_memory
from synslator.evaluation.metrics.scores import Bleu
from synslator.evaluation.predictions.observation import Observation
from synslator.evaluation.simulation.comparison import (
    NOTHING,
    SimulationOptions,
    by_parts,
    measure_simulation,
)
from synslator.evaluation.simulation.effort import Effort, KeystrokeLevel
from synslator.evaluation.system import System
from synslator.evaluation.testset import ReferencePair, TestSet
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package

DATA = TestSet("t", "0" * 64, tuple(ReferencePair(*pair) for pair in PAIRS[:5]))


@pytest.fixture
def memory(tiny_package: Package) -> Iterator[LiveMemory]:
    with live_memory(tiny_package.manifest) as live:
        yield live


@dataclass(frozen=True)
class Copying:
    """An engine that translates a text as the memory does, if it holds it; it notes what it was given."""

    plain: VanillaEngine
    given: list[tuple[str, list[str]]] = field(default_factory=list)
    name: str = "copying"

    @property
    def package(self) -> Package:
        return self.plain.package

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        self.given.append((text, [example.target for example in examples]))
        return self.plain.bind(text)

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        return [next((e.target for e in known if e.rate >= 100), "") for known in examples]


def test_a_confirmed_segment_reaches_the_engine_with_the_next_one(
    tiny_package: Package, memory: LiveMemory
) -> None:
    engine = Copying(VanillaEngine(tiny_package))
    first = ReferencePair("请在保存文件之前检查设置。", "Please check the settings before you save the file.")
    data = TestSet("t", "", (first, first))
    found = measure_simulation(System(engine, memory), data, SimulationOptions(learning=True))
    assert [targets for _, targets in engine.given] == [[], [first.reference]]
    # The first draft is empty and is typed; the second comes from the memory and is only confirmed.
    assert found["static"]["keys"] == len(first.reference) + 2 + 2
    assert found["made"]["settings"]["learning"] is True


def test_without_learning_nothing_is_confirmed(tiny_package: Package, memory: LiveMemory) -> None:
    system = System(make_engine("vanilla", Setup(tiny_package)), memory)
    found = measure_simulation(system, DATA.first(2), SimulationOptions())
    assert memory.targets() == set()
    assert found["lines"] == 2
    assert found["interactive"]["characters"] == sum(len(pair[1]) for pair in PAIRS[:2])


def test_the_parts_of_a_stream_by_hand() -> None:
    times = KeystrokeLevel(key=1, point=1, press=0, home=0, decide=0)
    slow, quick = (Effort(source_words=10, keys=keys) for keys in (20, 10))
    both = [replace(NOTHING, static=slow, interactive=quick)] * 4
    found = by_parts(both, times)
    assert [row["part"] for row in found] == ["1", "2", "all"]
    assert [row["source_words"] for row in found] == [20, 20, 40]
    assert found[-1]["static_words_an_hour"] == 3600 * 40 / 80
    assert found[-1]["faster_percent"] == 100
    assert found[-1]["fewer_actions_percent"] == 50


def test_plain_decoding_gains_nothing_from_a_stream(tiny_package: Package, memory: LiveMemory) -> None:
    found = measure_stream(System(make_engine("vanilla", Setup(tiny_package)), memory), DATA.first(3))
    assert found["totals"]["without"] == found["totals"]["learning"]
    assert found["curves"]["learning"][-1]["segments"] == 3
    assert memory.targets() == {pair[1] for pair in PAIRS[:3]}


def test_points_of_a_curve_count_their_own_segments() -> None:
    metric = Bleu()
    right, wrong = "one two three four five", "a b c d e"
    drafts = metric.statistics([right] * 25 + [wrong] * 5, [right] * 30)
    counts = np.zeros((30, 4, 3))
    counts[:, 3, 0], counts[:25, 0, 0] = 2, 1
    found = curve(drafts, counts, metric)
    assert [(point["segments"], point["accuracy"]) for point in found] == [(25, 50), (30, 0)]
    assert found[0]["bleu"] == pytest.approx(100)
    assert found[1]["bleu"] < 10


def at(word: str, shown: str) -> Observation:
    return Observation((word,), (shown,), (1.0,), (), ())


def test_terms_are_long_words_where_they_first_stand() -> None:
    segment = [at("the", "the"), at("cluster,", "node"), at("cluster", "cluster"), at("backup", "backup.")]
    assert terms(segment) == {"cluster": False, "backup": True}


def test_a_corrected_term_is_followed_through_segments_that_share_its_source() -> None:
    sources = ["备份集群数据", "集群数据恢复", "一只猫", "查看集群数据", "集群数据正常"]
    without = [
        {"cluster": False},
        {"cluster": False},
        {"cluster": False},
        {"cluster": False},
        {"cluster": True},
    ]
    learning = [
        {"cluster": False},
        {"cluster": True},
        {"cluster": False},
        {"cluster": True},
        {"cluster": True},
    ]
    found = adaptation(sources, without, learning)
    # The segment about a cat has the word, but nothing of the first segment's source.
    assert [(rate.confirms, rate.terms, rate.without, rate.learning) for rate in found] == [
        (1, 1, 0.0, 1.0),
        (2, 1, 0.0, 1.0),
        (3, 1, 1.0, 1.0),
    ]


def test_a_term_that_was_right_from_the_start_is_not_counted() -> None:
    found = adaptation(["集群数据", "集群数据"], [{"cluster": True}] * 2, [{"cluster": True}] * 2)
    assert [rate.terms for rate in found] == [0, 0, 0]


def test_runs_of_source_characters_ignore_spaces() -> None:
    assert not share_a_run("创建 集群", "新的集群")
    assert share_a_run("备份 集群", "份集群")
