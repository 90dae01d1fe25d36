"""Entries of a memory give their words, not their numbers, and headings keep theirs."""

from dataclasses import replace

import pytest

from shipped import asks_shipped_model, shipped_package
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.drafter import Drafter
from synslator.engines.keys.store import KeyStore
from synslator.engines.number_agreement import lost_heading, transferred, with_heading, with_numbers_of
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import KEY_BYTES, Setup, make_engine
from synslator.runtime.manifest import Manifest
from synslator.runtime.package import Package
from synslator.workbench.live.segment_completer import SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource

WAIT = Example(1, 1, "等待15分钟，最多重试2次。", "Wait 15 minutes and retry 2 times at most.", 90)


@pytest.fixture
def manifest(tiny_package: Package) -> Manifest:
    return tiny_package.manifest


def test_an_entry_is_read_with_the_numbers_of_the_text(manifest: Manifest) -> None:
    adapted = with_numbers_of("等待1500分钟，最多重试2次。", WAIT, manifest)
    assert adapted.source == "等待1500分钟，最多重试2次。"
    assert adapted.target == "Wait 1500 minutes and retry 2 times at most."
    assert (adapted.entry, adapted.rate) == (WAIT.entry, WAIT.rate)


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("等待15分钟，最多重试2次！", WAIT),
        ("等待20分钟。", WAIT),
        ("等待20分钟，最多重试3次。", replace(WAIT, rate=60)),
        ("等待20分钟，最多重试2次。", replace(WAIT, target="Wait 15 minutes (15 at most), retry twice.")),
        ("等待20分钟，最多重试2次。", replace(WAIT, target="Wait a quarter of an hour.")),
    ],
)
def test_an_entry_stays_as_it_is_where_it_is_not_clear_what_changes(
    manifest: Manifest, text: str, example: Example
) -> None:
    assert with_numbers_of(text, example, manifest) == example


def test_tags_are_no_numbers() -> None:
    found = transferred("⟦1⟧接入⟦/1⟧256块", "⟦7⟧接入⟦/7⟧128块", "⟦7⟧Connect⟦/7⟧ 128 meters", ("zh", "en"))
    assert found == ("⟦7⟧接入⟦/7⟧256块", "⟦7⟧Connect⟦/7⟧ 256 meters")


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("1 概述", "Overview", "1 Overview"),
        ("3.2 网络设置", "Network settings", "3.2 Network settings"),
        ("3.2 网络设置", "3.2 Network settings", "3.2 Network settings"),
        ("30 天内提出申请", "Apply within 30 days", "Apply within 30 days"),
        ("3 网络设置", "Network settings 3.1", "3 Network settings 3.1"),
        ("2024年概述", "Overview", "Overview"),
        ("概述", "Overview", "Overview"),
        ("1 概述", "", ""),
    ],
)
def test_a_heading_has_the_number_of_its_source(source: str, target: str, expected: str) -> None:
    assert with_heading(source, target) == expected
    assert not lost_heading(source, expected) or not expected


@pytest.fixture(scope="module")
def engine() -> Engine:
    package = shipped_package()
    options = SearchOptions(language_model_words=0)
    return make_engine("knn", Setup(package, options, {}, keys=KeyStore(package, KEY_BYTES)))


KNOWN = [
    ("最小用水量为 1 立方米。", "最小用水量为 2 立方米。", "The minimum consumption is 2 m³.", "1 m³"),
    ("1 概述", "概述", "Overview", "1 Overview"),
    ("2 安全须知", "安全须知", "Safety instructions", "2 Safety instructions"),
    ("1.2 技术参数", "技术参数", "Technical specifications", "1.2 Technical specifications"),
    ("3.4 网络设置", "3.3 网络设置", "3.3 Network settings", "3.4 Network settings"),
    ("以 20 N·m 的力矩拧紧螺栓。", "以 25 N·m 的力矩拧紧螺栓。", "Tighten the bolts to 25 N·m.", "20 N·m"),
]


@asks_shipped_model
@pytest.mark.parametrize(("source", "theirs", "target", "expected"), KNOWN)
def test_the_memory_gives_its_words_and_the_source_its_numbers(
    engine: Engine, source: str, theirs: str, target: str, expected: str
) -> None:
    examples = [Example(1, 1, theirs, target, 90)]
    completer = SegmentCompleter(engine, TaggedSource.of(source, {}), examples, SearchOptions())
    shown = run(completer.complete(""))
    assert expected in shown.text
    assert "".join(word.text for word in shown.words).replace(" ", "") == shown.text.replace(" ", "")
    (draft,) = Drafter(engine).draft([source], [examples])
    assert expected in draft.text
