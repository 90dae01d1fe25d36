"""The diff of two sources."""

from hypothesis import given
from hypothesis import strategies as st

from synslator.text.diff import DiffPart, diff
from synslator.text.tags import TAG

TEXTS = st.lists(
    st.sampled_from(["⟦1⟧", "⟦/1⟧", "⟦2/⟧", "保", "存", "文", "a", "b", " ", "12", "128", "2.5"]), max_size=12
).map("".join)


@given(TEXTS | st.text(max_size=20), TEXTS | st.text(max_size=20))
def test_the_sides_joined_are_the_two_texts(old: str, new: str) -> None:
    changes = diff(old, new)
    assert "".join(change.old for change in changes) == old
    assert "".join(change.new for change in changes) == new
    for change in changes:
        assert (change.kind == "same") == (change.old == change.new)


@given(TEXTS, TEXTS)
def test_no_tag_is_cut(old: str, new: str) -> None:
    changes = diff(old, new)
    for side, text in (("old", old), ("new", new)):
        tags = [found[0] for change in changes for found in TAG.finditer(getattr(change, side))]
        assert tags == [found[0] for found in TAG.finditer(text)]


def test_a_number_is_one_change() -> None:
    assert diff("接入128块。", "接入256块。") == [
        DiffPart("same", "接入", "接入"),
        DiffPart("changed", "128", "256"),
        DiffPart("same", "块。", "块。"),
    ]
    assert diff("长1.25米", "长1.2米")[1] == DiffPart("changed", "1.25", "1.2")


def test_changed_characters_are_named() -> None:
    assert diff("关闭文件之前请保存。", "关闭窗口之前请保存。") == [
        DiffPart("same", "关闭", "关闭"),
        DiffPart("changed", "文件", "窗口"),
        DiffPart("same", "之前请保存。", "之前请保存。"),
    ]


def test_letters_shared_by_chance_are_not_shown_as_common() -> None:
    changes = diff("the manager", "the network")
    assert changes[0] == DiffPart("same", "the ", "the ")
    assert len([change for change in changes if change.kind == "same" and len(change.old) == 1]) <= 1
