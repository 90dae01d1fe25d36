"""A segment that is too long for the model is completed part by part."""

from collections import Counter

import pytest

from packages import PAIRS
from shipped import asks_shipped_model, shipped_package
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.drafter import Drafter
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.terms.usage import Demand
from synslator.workbench.live.long_source import parts_completer
from synslator.workbench.live.segment_completer import SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource

QUIET = SearchOptions(language_model_words=0, alternatives=1)
PROJECT = (
    "本项目分为四个阶段实施。第一阶段为需求调研，项目组应走访各营业所，收集抄表、收费和报修流程中的问题，并在十个工作日内提交调研报告。"
    "第二阶段为设备安装，施工人员应按照图纸安装集中器和水表，检查每块水表的信号强度，并填写安装记录表。"
    "第三阶段为系统调试，技术人员应核对每块水表的编号、地址和初始读数，确认数据能够正常上传到服务器，并对异常数据逐条排查。"
    "第四阶段为培训和验收，乙方应为甲方的操作人员提供不少于三天的培训，培训内容包括日常操作、数据备份、故障处理和报表导出。"
    "验收时，双方应共同检查系统的功能、性能和安全性，对不符合合同要求的项目，乙方应在五个工作日内整改完毕。"
    "验收合格后，双方签署验收报告，乙方开始提供为期两年的免费维护服务。"
    "维护期间，乙方应在接到报修电话后四小时内响应，二十四小时内到达现场，四十八小时内恢复系统运行。"
    "如果乙方未能按时履行维护义务，甲方有权要求乙方按照合同总价的百分之一支付违约金，并保留要求赔偿其他损失的权利。"
    "本项目的所有技术资料归甲方所有，未经甲方书面同意，乙方不得向任何第三方提供或者公开。"
    "双方应当指定专门的联系人，负责日常沟通、进度汇报和问题协调，并且每周至少召开一次项目例会。"
)


@pytest.mark.parametrize("typed", ["", "Pl", "Please check it. ", "Please check it.", "a " * 300, "。\n"])
def test_a_long_completion_begins_with_what_was_typed_and_its_words_stand_in_it(
    tiny_package: Package, typed: str
) -> None:
    source = "".join(source for source, _ in PAIRS) * 3
    engine = VanillaEngine(tiny_package)
    assert len(Drafter(engine).parts(source)) > 1
    completer = SegmentCompleter(engine, TaggedSource.of(source, {}), (), QUIET)
    answer = run(completer.complete(typed))
    assert answer.text.startswith(typed)
    assert len(typed) <= answer.sure <= len(answer.text)
    for word in answer.words:
        assert answer.text[word.start : word.end] == word.text
        assert word.start >= len(typed)
    assert completer.nbytes > 0


def test_a_term_is_asked_of_the_part_that_it_stands_in(tiny_package: Package) -> None:
    source = "".join(source for source, _ in PAIRS) * 3
    engine = VanillaEngine(tiny_package)
    parts = Drafter(engine).parts(source)
    at = source.rindex("备份任务")
    demand = Demand((at, at + 4), "backup job", ("backup job",))
    *others, last = parts_completer(engine, parts, (), QUIET, [demand]).parts
    assert [one.demanding for one in others] == [None] * len(others)
    (kept,) = last.demanding.demands  # type: ignore[union-attr]
    assert parts[-1].text[slice(*kept.span)] == "备份任务"


@asks_shipped_model
def test_five_hundred_characters_end_in_no_loop_and_go_on_from_any_sentence() -> None:
    engine = VanillaEngine(shipped_package())
    completer = SegmentCompleter(engine, TaggedSource.of(PROJECT, {}), (), QUIET)
    whole = run(completer.complete("")).text
    for part in ("four", "third stage", "five working days", "two years", "once a week"):
        assert part in whole
    words = whole.lower().split()
    runs = Counter(tuple(words[n : n + 4]) for n in range(len(words) - 3))
    assert max(runs.values()) <= 2

    (draft,) = Drafter(engine).draft([PROJECT], [()])
    for sentence in ("four stages.", "investigate", "five working days.", "two years."):
        end = draft.text.find(sentence)
        if end < 0:
            continue
        typed = draft.text[: end + len(sentence)]
        rest = run(completer.complete(typed)).text[len(typed) :]
        assert "once a week" in rest
        assert not rest.strip().startswith(typed[:40])
    typed = draft.text[: draft.text.index("two years.") + len("two years.")]
    rest = run(completer.complete(typed)).text[len(typed) :]
    assert "third stage" not in rest
    assert "maintenance" in rest
