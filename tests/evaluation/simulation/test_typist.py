"""The typist: what it takes, what it types, and that the counts are those of the page's keys."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.drafting import completer
from packages import PAIRS
from synslator.decoding import driver
from synslator.decoding.options import SearchOptions
from synslator.engines.registry import Setup, make_engine
from synslator.evaluation.simulation.effort import Effort, KeystrokeLevel
from synslator.evaluation.simulation.page import FirstSuggestion, Ghost, ghost_of
from synslator.evaluation.simulation.typist import (
    CONFIRM,
    KEYS,
    Aid,
    TypistOptions,
    best_offer,
    effort_of,
    offers,
    planned,
    translate,
    until_wrong,
    views,
    words_touched,
)
from synslator.evaluation.system import Complete, System
from synslator.runtime.package import Package

REFERENCE = "the task is lost"
PLAIN = SearchOptions(alternatives=0)
ACTIONS = TypistOptions(saving="actions", looking="always")


def effort(
    draft: str,
    reference: str = REFERENCE,
    options: TypistOptions | None = None,
    second: dict[str, str] | None = None,
    search: SearchOptions = PLAIN,
) -> Effort:
    return translate(
        completing(draft, second, search), "源文", reference, options or ACTIONS, FirstSuggestion(draft)
    )


def completing(draft: str, second: dict[str, str] | None = None, search: SearchOptions = PLAIN) -> Complete:
    segment = completer(draft, second, search)
    return lambda text: driver.run(segment.complete(text))


def using(*aids: Aid) -> TypistOptions:
    return TypistOptions(frozenset(aids), "actions", looking="always")


def test_a_right_draft_is_only_confirmed() -> None:
    done = effort(REFERENCE)
    assert (done.keys, done.mouse_actions, done.turns, done.accepted) == (CONFIRM, 0, 0, {})
    assert done.characters == len(REFERENCE)
    assert (done.words, done.source_words) == (4, 2)


def test_without_aids_every_character_is_typed() -> None:
    done = effort("lost files", options=using())
    assert done.keys == len(REFERENCE) + CONFIRM  # what is shown behind it is not confirmed
    assert (done.turns, done.word_strokes) == (1, 4)


def test_one_correction_by_click_and_one_key() -> None:
    done = effort("the file is lost", "the files is lost", second={"file": "files"})
    # A click behind "file", an "s": the machine is back in its draft, and TAB takes all the rest.
    assert done.accepted == {"click": 1, "tab": 1}
    assert done.keys == 1 + KEYS["tab"] + CONFIRM
    assert (done.clicks, done.turns, done.word_strokes) == (1, 1, 1)
    assert done.decisions == 1 + 2 + 1


def test_tab_takes_the_sure_run_and_the_box_the_second_best() -> None:
    done = effort(
        "the file is lost", "the task is lost", using("tab", "box"), {"file": "task"}, SearchOptions()
    )
    # TAB up to the word in doubt; Alt+n takes the line "task is lost", which is all that is missing.
    assert done.accepted == {"box": 1, "tab": 1}
    assert done.keys == KEYS["tab"] + KEYS["box"] + CONFIRM
    assert done.turns == 0


def test_what_saves_most_is_taken() -> None:
    answer = completing("the file is lost")("the ")
    reference = "the file is broken"
    found = list(offers(ghost_of(None, answer, "the "), answer, "the "))
    assert {(one.aid, one.text) for one in found if reference.startswith(one.text)} == {
        ("word", "the file"),
        ("click", "the file"),
        ("click", "the file "),
        ("click", "the file is"),
        ("click", "the file is "),
    }
    by_actions = best_offer(iter(found), "the ", reference, ACTIONS)
    assert by_actions is not None
    assert (by_actions.aid, by_actions.text) == ("click", "the file is ")
    # A click takes 2.1 s and a decision 1.35 s: eight characters are typed in less.
    assert best_offer(iter(found), "the ", reference, TypistOptions(saving="time")) is None


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("files is", {0, 5, 6, 8}),  # inside a word there is nothing to click at
        (" is lost", {0, 1, 3, 4, 8}),
        ("file ⟦1⟧x", {0, 4, 5, 8, 9}),  # a tag is whole
        ("数据", {0, 2}),
    ],
)
def test_a_click_means_the_edge_of_a_word(text: str, edges: set[int]) -> None:
    assert Ghost(text, 0, ()).edges == edges


def test_the_draft_stays_until_it_is_departed_from() -> None:
    complete = completing("the file is lost")
    draft = FirstSuggestion("the file was found")
    shown = ghost_of(draft, complete("the "), "the ")
    assert shown is not None
    # What the machine would write too has its probabilities, the rest of the draft has none.
    assert (shown.text, shown.sure, shown.ends) == ("file was found", len("file"), (4,))
    assert ghost_of(FirstSuggestion(draft.text, exact=True), complete("the "), "the ") == Ghost(
        "file was found", 14, (4,)
    )
    departed = ghost_of(draft, complete("the file i"), "the file i")
    assert departed is not None
    assert departed.text == "s lost"
    assert ghost_of(None, complete("the file is lost"), "the file is lost") is None


def test_a_draft_that_is_right_costs_its_reading_and_the_key_that_confirms() -> None:
    done = effort("the task is lost", options=TypistOptions())
    assert (done.words_read, done.decisions, done.keys) == (4, 1, CONFIRM)


@pytest.mark.parametrize(
    ("text", "read"),
    [("the task is lost", 16), ("the file is lost", 8), ("the tasks are", 9), ("the", 3), ("x", 1), ("", 0)],
)
def test_a_text_is_read_up_to_its_first_wrong_word(text: str, read: int) -> None:
    assert until_wrong(text, REFERENCE) == read


def test_who_knows_what_is_best_reads_only_where_it_pays() -> None:
    done = effort("the file is lost", "the files is lost", TypistOptions(), {"file": "files"})
    always = effort(
        "the file is lost", "the files is lost", replace(ACTIONS, saving="time"), {"file": "files"}
    )
    times = KeystrokeLevel()
    assert done.seconds(times) <= always.seconds(times)
    blind = effort("a backup", "the tasks", TypistOptions())
    assert (blind.words_read, blind.accepted) == (0, {})  # nothing that is shown is worth a look
    assert blind.keys == len("the tasks") + CONFIRM


@given(st.sampled_from(["the file is lost", "a backup task"]), st.text("fielst ab.", min_size=1, max_size=12))
def test_the_plan_is_the_cheapest_of_all_ways(draft: str, reference: str) -> None:
    options = TypistOptions()
    seen = views(completing(draft), reference, FirstSuggestion(draft))
    found = effort_of(planned(seen, reference, options, FirstSuggestion(draft)), "源", reference)

    def cheapest(at: int, typing: bool) -> float:
        """A slow twin: every way, by recursion."""
        if at == len(reference):
            return 0.0
        ways = [0.2 + (0 if typing else 1.35) + cheapest(at + 1, True)]
        for one in seen[at].offers:
            move = 2.1 if one.aid == "click" else 0.2 * KEYS[one.aid]
            ways.append(move + 1.35 + 0.25 * seen[at].words + cheapest(len(one.text), False))
        return min(ways)

    if draft != reference:
        confirmed = 0.2 * CONFIRM + 1.35
        assert found.seconds(KeystrokeLevel()) == pytest.approx(cheapest(0, False) + confirmed)


def test_nothing_is_read_twice_and_the_box_only_where_the_text_is_wrong() -> None:
    plain = effort("the file is lost", "the file is lost here", using())
    # Four words of the draft; behind it nothing is shown that could be read.
    assert plain.words_read == 4
    # "the" and "file", which is wrong, and the box's line "task is lost".
    boxed = effort(
        "the file is lost", "the task is lost", using("tab", "box"), {"file": "task"}, SearchOptions()
    )
    assert boxed.accepted == {"box": 1, "tab": 1}
    assert boxed.words_read == 2 + 3


def test_nothing_is_offered_that_is_not_in_the_reference() -> None:
    answer = completing("the file is lost", search=SearchOptions())("a")
    found = offers(ghost_of(None, answer, "a"), answer, "a")
    assert best_offer(found, "a", "absolutely", ACTIONS) is None


@given(
    st.sampled_from(["the file is lost", "a backup task", ""]), st.text("fielst ab.", min_size=1, max_size=20)
)
def test_effort_is_never_more_than_typing(draft: str, reference: str) -> None:
    done = translate(completing(draft), "源", reference, ACTIONS, FirstSuggestion(draft))
    assert done.actions <= len(reference) + CONFIRM
    assert done.word_strokes <= done.words


def test_words_are_touched_by_letters_not_by_the_space_before_them() -> None:
    assert words_touched("the cat sat", [3]) == 0
    assert words_touched("the cat sat", [0, 1, 5]) == 2


def test_efforts_add_up_and_time_is_the_sum_of_operators() -> None:
    one = Effort(1, 10, 2, 3, keys=4, clicks=1, drags=0, decisions=2, turns=1, accepted={"tab": 1})
    two = Effort(1, 20, 4, 6, keys=6, clicks=0, drags=2, decisions=3, turns=2, accepted={"tab": 1, "box": 2})
    both = one + two
    assert both.accepted == {"box": 2, "tab": 3 - 1}
    assert both.actions == 4 + 6 + 1 + 2
    times = KeystrokeLevel()
    # 10 keys, a click of H P B B H, two drags of H P B P B H, 5 decisions
    assert both.seconds(times) == pytest.approx(10 * 0.2 + 2.1 + 2 * 3.2 + 5 * 1.35)
    assert replace(both, words_read=8).seconds(times) == pytest.approx(both.seconds(times) + 8 * 0.25)
    found = both.to_json(times)
    assert found["ksmr"] == pytest.approx(100 * 13 / 30, abs=0.01)
    assert found["source_words_an_hour"] == pytest.approx(3600 * 9 / both.seconds(times), abs=0.1)


def test_options_name_every_problem() -> None:
    with pytest.raises(ValueError, match=r"aids can be .* not magic; saving can be"):
        TypistOptions(frozenset(["magic"]), "money")  # type: ignore[arg-type, list-item]


def test_a_real_package_is_driven_to_the_reference(tiny_package: Package) -> None:
    source, reference = PAIRS[3]
    system = System(make_engine("vanilla", Setup(tiny_package)))
    done = translate(system.completions(source), source, reference, ACTIONS)
    assert done.characters == len(reference)
    assert 0 < done.keys <= len(reference) + CONFIRM
