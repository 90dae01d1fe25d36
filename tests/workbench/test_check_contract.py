"""The contract of checks, for each of ours."""

from synslator.formats.exchange.model import Concept, Term
from synslator.terms.matcher import TermMatcher
from synslator.testing.checks import CheckContract
from synslator.workbench.checks import CHECKS, Pair
from synslator.workbench.checks.model import masked

TERMS = TermMatcher(
    [Concept((Term("zh", "备份"), Term("en", "back up", "preferred"), Term("en", "save", "forbidden")))],
    "zh",
    "en",
)


def pair(source: str, target: str) -> Pair:
    return Pair(source, target, terms=TERMS.find(masked(source)))


class TestNumbers(CheckContract):
    check = CHECKS["numbers"]
    good = (pair("长450米", "450 metres long"),)
    bad = ((pair("长450米", "540 metres long"), "450 metres long"),)


class TestTags(CheckContract):
    check = CHECKS["tags"]
    good = (pair("点击⟦1⟧保存⟦/1⟧。", "Click ⟦1⟧Save⟦/1⟧."),)
    bad = ((pair("⟦1/⟧点击", "Click"), "⟦1/⟧Click"),)


class TestTerms(CheckContract):
    check = CHECKS["terms"]
    good = (pair("请备份", "Back up now"),)
    bad = ((pair("请备份", "Copy it now"), None),)


class TestForbiddenTerms(CheckContract):
    check = CHECKS["forbidden_terms"]
    good = (pair("请备份", "Back up now"),)
    bad = ((pair("请备份", "Save now"), "back up now"),)


class TestPunctuation(CheckContract):
    check = CHECKS["punctuation"]
    good = (pair("你好。", "Hello."),)
    bad = ((pair("你好。", "Hello"), "Hello."), (pair("（你好）", "(Hello"), None))


class TestSpaces(CheckContract):
    check = CHECKS["spaces"]
    good = (pair("你好", "Hello you"),)
    bad = ((pair("你好", "Hello  you"), "Hello you"),)


class TestRepeatedWords(CheckContract):
    check = CHECKS["repeated_words"]
    good = (pair("你好", "He had had enough"),)
    bad = ((pair("你好", "Hello the the world"), "Hello the world"),)


class TestLength(CheckContract):
    check = CHECKS["length"]
    good = (pair("请先保存文件", "Save the file first"),)
    bad = ((pair("请先保存文件", "Save " * 40), None),)


class TestInconsistent(CheckContract):
    check = CHECKS["inconsistent"]
    good = (Pair("你好", "Hello", elsewhere=("Hello",)),)
    bad = ((Pair("你好", "Hello", elsewhere=("Good day",)), None),)


def last_clause(source: str, target: str) -> tuple[tuple[int, int], ...]:
    """What a model knows that looks for the last clause alone."""
    return () if "closed" in target else ((source.index("，") + 1, len(source)),)


class TestOmissions(CheckContract):
    check = CHECKS["omissions"]
    good = (
        Pair("先保存，再⟦1⟧关闭⟦/1⟧", "Save it, once ⟦1⟧closed⟦/1⟧", left_out=last_clause),
        Pair("先保存，再关闭", "Save it"),
    )
    bad = ((Pair("先保存，再关闭", "Save it", left_out=last_clause), None),)


class TestUntranslated(CheckContract):
    check = CHECKS["untranslated"]
    good = (pair("你好", "Hello"),)
    bad = ((pair("打开设置", "Open 设置"), None),)


def test_every_check_of_ours_keeps_the_contract() -> None:
    tested = {
        contract.check.name for contract in CheckContract.__subclasses__() if contract.__module__ == __name__
    }
    ours = {name for one in CHECKS.registrations if one.package == "synslator" for name in one.names}
    assert tested == ours
