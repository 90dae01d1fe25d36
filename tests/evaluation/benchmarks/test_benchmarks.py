"""Public benchmarks: what is read, what counts as right, what a dialogue costs."""

import json
from pathlib import Path

import pytest

from evaluation.drafting import completer, drafting
from scripted import VOCABULARY, source_of
from synslator.errors import UsageProblem
from synslator.evaluation.benchmarks.cases import natural, read_cases
from synslator.evaluation.benchmarks.casing import recased, seen_forms
from synslator.evaluation.benchmarks.dialogues import LeftToRight, Static, converse, edited
from synslator.evaluation.benchmarks.islands import Infilling
from synslator.evaluation.benchmarks.published import PUBLISHED, beside
from synslator.evaluation.benchmarks.terms import term_scores
from synslator.evaluation.metrics.terms import has_term

DRAFT = "the file is lost from the backup"


def test_a_case_without_a_field_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps({"source": "a", "answer": "b"}) + "\n" + json.dumps({"source": "a"}) + "\n")
    with pytest.raises(UsageProblem, match=r"line 2 has no answer"):
        read_cases(path, ("source", "answer"))


def test_a_limit_takes_cases_from_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps({"n": n}) + "\n" for n in range(10)))
    assert [case["n"] for case in read_cases(path, ("n",)).spread(3).rows] == [0, 3, 6]


@pytest.mark.parametrize(
    ("tokenised", "text"),
    [
        ("guangdong 's exports , up 31 % ( in march )", "guangdong's exports, up 31% (in march)"),
        ("新华社 广州 3月 16日 电 ( 记者 )", "新华社广州3月16日电(记者)"),
        ("the us $ 3", "the us $3"),
    ],
)
def test_tokenised_text_is_written_as_people_do(tokenised: str, text: str) -> None:
    assert natural(tokenised) == text


def test_capitals_come_from_the_machines_own_translations() -> None:
    forms = seen_forms(["The exports of Guangdong rose."])
    assert recased("the task for guangdong", forms, VOCABULARY) == "The task for Guangdong"
    assert recased("THE task", forms, VOCABULARY) == "THE task"


@pytest.mark.parametrize(
    ("text", "term", "there"),
    [
        ("Hao Ren's friends", "Hao Ren", True),
        ("two stories", "story", True),
        ("the Galaxies", "galaxy", True),
        ("He smiled.", "smile", True),
        ("Hao met Ren", "Hao Ren", False),
        ("nothing", "thing", False),
        ("the file", "…", False),
    ],
)
def test_a_term_is_its_words_without_endings(text: str, term: str, there: bool) -> None:
    assert has_term(text, term) is there


def test_a_term_that_a_line_asks_for_twice_counts_once() -> None:
    scores = term_scores(["a file", "a cat"], ["a file", "a dog"], [["file", "file"], ["dog"]], "en")
    assert scores["success"] == 0.5


@pytest.mark.parametrize(
    ("hypothesis", "reference", "cost"),
    [
        ("a b", "a b", 0),
        ("a", "a bcd", 4),
        ("a bcd", "a", 1),
        ("a bcd", "a xy", 4),
    ],
)
def test_an_edit_costs_its_letters_and_its_operation(hypothesis: str, reference: str, cost: int) -> None:
    assert edited(hypothesis.split(), reference.split()) == cost


def test_left_to_right_takes_a_turn_for_each_wrong_word() -> None:
    found = converse(LeftToRight(completer(DRAFT, {"file": "task"})), "the task is lost from the backup")
    assert found.success
    assert found.turns == 2
    assert found.cost == pytest.approx((len("task") + 1 + 1) / len("the task is lost from the backup"))
    assert found.changed == 1


def test_nothing_is_paid_for_a_draft_that_is_right() -> None:
    for policy in (LeftToRight(completer(DRAFT)), Static(completer(DRAFT))):
        found = converse(policy, DRAFT)
        assert (found.success, found.turns, found.cost, found.changed) == (True, 1, 0, 0)


def test_static_editing_is_one_turn() -> None:
    found = converse(Static(completer(DRAFT)), "the task is lost from the backup")
    assert (found.success, found.turns) == (True, 1)
    assert found.cost == pytest.approx(6 / len("the task is lost from the backup"))


def test_infilling_keeps_both_sides_of_a_wrong_word() -> None:
    reference = "the task is lost from the backup"
    policy = Infilling(source_of(1, drafting(DRAFT), length=20), VOCABULARY, completer(DRAFT))
    found = converse(policy, reference)
    assert found.success
    assert found.turns == 1  # the word that is typed closes the only gap
    assert found.cost == pytest.approx(5 / len(reference))


def test_a_translator_who_wants_something_else_gets_there_all_the_same() -> None:
    reference = "a cat caught the files"
    policy = Infilling(source_of(1, drafting(DRAFT), length=20), VOCABULARY, completer(DRAFT))
    for one in (policy, LeftToRight(completer(DRAFT))):
        found = converse(one, reference)
        assert found.turns <= 8
        assert 0 < found.cost <= 2


def test_every_published_figure_has_its_source_and_what_differs() -> None:
    for kind, systems in PUBLISHED.items():
        for one in systems:
            assert one.source
            assert one.differs
            assert any(one.source in line for line in beside(kind, {}, ("mean",)))
