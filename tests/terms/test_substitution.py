"""A match is inserted with the terms of the segment, where it is clear which takes the place of which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synslator.formats.exchange.model import Concept, Term
from synslator.terms.matcher import TermMatcher
from synslator.terms.substitution import with_terms_of

TERMS = {
    "网关": ("gateway",),
    "集中器": ("data concentrator",),
    "智能电表": ("smart electricity meter",),
    "智能水表": ("smart water meter",),
    "天线": ("antenna",),
    "开关": ("switch",),
    "阀门": ("valve", "tap"),
}
CONCEPTS = [
    Concept((Term("zh", source), *(Term("en", name) for name in names))) for source, names in TERMS.items()
]
MATCHER = TermMatcher(CONCEPTS, "zh", "en")


def changed(ours: str, theirs: str, target: str) -> str:
    return with_terms_of((ours, MATCHER.find(ours)), (theirs, MATCHER.find(theirs)), target, "en")


@pytest.mark.parametrize(
    ("ours", "theirs", "target", "expected"),
    [
        (
            "每台集中器最多接入256块智能水表。",
            "每台网关最多接入64块智能电表。",
            "Each gateway can serve up to 64 smart electricity meters.",
            "Each data concentrator can serve up to 64 smart water meters.",
        ),
        ("天线已损坏。", "网关已损坏。", "Gateway damaged.", "Antenna damaged."),
        ("检查网关的天线。", "检查天线。", "Check the antenna.", "Check the antenna."),
        (
            "检查集中器的⟦1⟧天线⟦/1⟧。",
            "检查集中器的⟦1⟧网关⟦/1⟧。",
            "The ⟦1⟧gateway’s⟦/1⟧ state.",
            "The ⟦1⟧antenna’s⟦/1⟧ state.",
        ),
    ],
)
def test_a_term_takes_the_place_of_the_one_in_its_place(
    ours: str, theirs: str, target: str, expected: str
) -> None:
    assert changed(ours, theirs, target) == expected


@pytest.mark.parametrize(
    ("ours", "theirs", "target"),
    [
        # The translation does not have the term, or has it twice.
        ("检查天线。", "检查网关。", "Check the device."),
        ("检查天线。", "检查网关。", "Check the gateway. A gateway is a device."),
        # Nobody says which of two translations is meant.
        ("检查阀门。", "检查网关。", "Check the gateway."),
        # One term stands where there were two.
        ("检查天线。", "检查网关集中器。", "Check the gateway data concentrator."),
        # An s does not make its plural.
        ("关闭开关。", "关闭网关。", "Close the gateways."),
        # What is no term is not touched.
        ("检查设备。", "检查网关。", "Check the gateway."),
    ],
)
def test_a_translation_stays_as_it_is_where_that_is_not_clear(ours: str, theirs: str, target: str) -> None:
    assert changed(ours, theirs, target) == target


PIECES = st.lists(st.sampled_from([*TERMS, "检查", "的", "和", "。", "⟦1⟧", "3"]), max_size=8).map("".join)
WORDS = st.lists(st.sampled_from([*(names[0] for names in TERMS.values()), "the", "and"]), max_size=8)


@given(PIECES, PIECES, WORDS.map(" ".join))
def test_only_terms_come_and_go(ours: str, theirs: str, target: str) -> None:
    now = changed(ours, theirs, target)
    names = sorted((name for names in TERMS.values() for name in names), key=len, reverse=True)

    def rest(text: str) -> str:
        for name in names:
            text = text.replace(name, "*")
        return text

    assert rest(now) == rest(target)
    assert changed(ours, ours, target) == target
