"""Expressions that people send: run within limits, and none takes the server or the others with it."""

import time
from collections.abc import Iterator

import pytest

from bounds import bounded_memory
from synslator.errors import Busy, UsageProblem
from synslator.settings import Settings
from synslator.storage.documents.segments import SegmentFilter
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.expression_worker import LONGEST_RESULT, MOST_SPANS, Expression
from synslator.workbench.documents.expressions import Expressions
from synslator.workbench.documents.search import Query
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.services import Services, open_services

GREEDY = "(?:(a?)(a?)(a?)(a?)(a?)(a?)(a?)(a?)){60000000}"
"""46 characters that took 21 GB to compile."""
LANGUAGES = ("zh", "en")


@pytest.fixture
def expressions() -> Iterator[Expressions]:
    made = Expressions(seconds=1.0, patience=1.0)
    yield made
    made.close()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Services, Person]]:
    folder = tmp_path_factory.mktemp("services")
    with open_services(Settings(data_folder=folder, model=folder / "none", demo=False)) as opened:
        yield opened


@pytest.fixture(scope="module")
def project(opened: tuple[Services, Person], tmp_path_factory: pytest.TempPathFactory) -> int:
    services, who = opened
    made = services.projects.create(who, "Searched", LANGUAGES, Wishes())
    services.documents.add(who, made.id, "a.txt", b"aaa\nbbb\n" + b"a" * 60 + b"!\n")
    return made.id


def looked_for(text: str, replacement: str | None = None) -> Expression:
    return Expression(text, True, False, False, replacement)


def test_an_expression_that_takes_gigabytes_is_refused(opened: tuple[Services, Person], project: int) -> None:
    services, who = opened
    with bounded_memory(), pytest.raises(UsageProblem, match="Make it simpler"):
        services.search.search(who, project, Query(GREEDY, side="source", expression=True))
    found = services.search.search(who, project, Query("b+", side="source", expression=True))
    assert [hit.spans for hit in found.hits] == [[(0, 3)]]


def test_segmentation_rules_are_compiled_within_limits(opened: tuple[Services, Person]) -> None:
    services, who = opened
    rules = (
        '<srx><header cascade="yes"/><body><languagerules><languagerule languagerulename="all"><rule>'
        f"<beforebreak>{GREEDY}</beforebreak></rule></languagerule></languagerules><maprules>"
        '<languagemap languagepattern=".*" languagerulename="all"/></maprules></body></srx>'
    )
    with bounded_memory(), pytest.raises(UsageProblem, match="Make it simpler"):
        services.projects.create(who, "Cut", LANGUAGES, Wishes(settings={"srx": rules}))
    with pytest.raises(UsageProblem, match="is no pattern"):
        services.projects.create(who, "Cut", LANGUAGES, Wishes(settings={"srx": rules.replace(GREEDY, "(")}))
    kept = rules.replace(GREEDY, "[.]")
    made = services.projects.create(who, "Cut", LANGUAGES, Wishes(settings={"srx": kept}))
    added = services.documents.add(who, made.id, "b.txt", b"One.Two.")
    found, _, _ = services.documents.segments(who, added.id, SegmentFilter(), 0, None)
    assert [one.source for one in found] == ["One.", "Two."]


def test_one_deadline_holds_for_a_whole_search(expressions: Expressions) -> None:
    texts = ["a" * 28 + "!"] * 1000
    started = time.monotonic()
    with pytest.raises(UsageProblem, match="more than 1 s"):
        list(expressions.found("ann", looked_for("(a|b|ab)*(a|c|ac)*(a+)+$(?=x)"), texts * 40))
    assert time.monotonic() - started < 60
    assert dict(expressions.found("ann", looked_for("b"), ["abc", "a"])) == {0: ([(1, 2)], None), 1: None}


def test_a_person_has_one_search_at_a_time_and_the_others_are_not_kept_waiting(
    expressions: Expressions,
) -> None:
    running = expressions.found("ann", looked_for("a"), ["a"])
    assert next(running) == (0, ([(0, 1)], None))
    with pytest.raises(Busy):
        next(expressions.found("ann", looked_for("a"), ["a"]))
    assert next(expressions.found("bob", looked_for("a"), ["a"])) == (0, ([(0, 1)], None))
    running.close()
    assert len(list(expressions.found("ann", looked_for("a"), ["a"]))) == 1


def test_a_replacement_does_not_grow_without_bound(expressions: Expressions) -> None:
    with pytest.raises(UsageProblem, match="longer than"):
        list(expressions.found("ann", looked_for("(.)", r"\1" * 1000), ["a" * 1000]))
    ((_, found),) = expressions.found("ann", looked_for("(.)", r"\1!"), ["ab" * 5000])
    assert found is not None
    assert found[1] == "a!b!" * 5000
    assert len(found[0]) == MOST_SPANS
    assert len(found[1]) < LONGEST_RESULT


def test_nothing_is_left_running(expressions: Expressions) -> None:
    assert len(list(expressions.found("ann", looked_for("a"), ["a"]))) == 1
    expressions.close()
    with pytest.raises(Busy):
        list(expressions.found("ann", looked_for("a"), ["a"]))
