"""The package that the project ships translates: a floor, far below what it does, on sentences of our own."""

import pytest

from synslator.engines.registry import Setup, make_engine
from synslator.evaluation.metrics.scores import ChrF
from synslator.evaluation.system import System
from synslator.runtime.package import Package
from synslator.settings import shipped_model

PAIRS = (
    ("请点击右上角的“保存”按钮。", "Please click the Save button in the upper right corner."),
    (
        "如果网络连接中断，系统会自动重试。",
        "If the network connection is interrupted, the system retries automatically.",
    ),
    ("本法自公布之日起施行。", "This Act shall take effect on the date of its promulgation."),
    ("她昨天没来上班，因为她病了。", "She did not come to work yesterday because she was ill."),
    ("该命令列出目录中的所有文件。", "This command lists all files in the directory."),
    ("这座城市有两百万居民。", "The city has two million inhabitants."),
)
FLOOR = 60.0
"""chrF2 of all of them together."""


@pytest.fixture(scope="module")
def system() -> System:
    return System(make_engine("vanilla", Setup(Package.open(shipped_model()))))


def test_drafts_are_translations(system: System) -> None:
    sources, references = zip(*PAIRS, strict=True)
    metric = ChrF()
    drafts = system.translate(sources)
    assert metric.score(metric.statistics(drafts, references).sum(axis=0)) > FLOOR, drafts


def test_a_completion_goes_on_with_the_translation(system: System) -> None:
    complete = system.completions(PAIRS[5][0])
    assert "million" in complete("The ci").text
    assert complete("The city has two ").text.startswith("The city has two million")
