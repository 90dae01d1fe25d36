"""What a termbase demands of a translation."""

import pytest

from synslator.formats.exchange.model import Concept, Term, TermStatus
from synslator.terms.matcher import TermMatcher
from synslator.terms.usage import Demand, demands


def demanded(source: str, *concepts: Concept) -> list[Demand]:
    return demands(TermMatcher(concepts, "zh", "en").find(source), "en")


def concept(chinese: str, **english: TermStatus) -> Concept:
    terms = (Term("en", text.replace("_", " "), status) for text, status in english.items())
    return Concept((Term("zh", chinese), *terms))


@pytest.mark.parametrize(
    ("english", "term"),
    [
        ({"valve": "preferred"}, "valve"),
        ({"valve": "admitted"}, "valve"),
        ({"gate": "admitted", "valve": "preferred"}, "valve"),
        ({"gate": "forbidden", "valve": "admitted"}, "valve"),
        ({"gate": "admitted", "valve": "admitted"}, None),
        ({"gate": "preferred", "valve": "preferred"}, None),
        ({"gate": "forbidden"}, None),
    ],
)
def test_only_a_translation_without_a_rival_is_demanded(
    english: dict[str, TermStatus], term: str | None
) -> None:
    assert [one.term for one in demanded("关闭阀门。", concept("阀门", **english))] == (
        [term] if term else []
    )


def test_two_concepts_of_one_word_are_left_to_the_context() -> None:
    two = concept("阀门", valve="preferred"), concept("阀门", gate="preferred")
    assert demanded("关闭阀门。", *two) == []


def test_a_longer_term_stands_for_those_in_it() -> None:
    found = demanded(
        "智能水表", concept("水表", meter="preferred"), concept("智能水表", smart_meter="preferred")
    )
    assert [one.term for one in found] == ["smart meter"]


@pytest.mark.parametrize(
    ("target", "met"),
    [
        ("Close the valve.", True),
        ("Close the Valves.", True),
        ("Close the gate.", True),
        ("Close the bivalve.", False),
        ("Close it.", False),
    ],
)
def test_other_forms_and_allowed_terms_are_the_term(target: str, met: bool) -> None:
    (demand,) = demanded("关闭阀门。", concept("阀门", valve="preferred", gate="admitted"))
    assert demand.met(target) is met


def test_a_forbidden_term_is_found_but_not_in_an_allowed_one() -> None:
    english: dict[str, TermStatus] = {"flow_meter": "preferred", "meter": "forbidden"}
    (demand,) = demanded("流量计", concept("流量计", **english))
    assert demand.against("The meter and the flow meter") == [(4, 9)]
    assert not demand.kept("The meter and the flow meter")
    assert demand.kept("The flow meters")
