"""Terms in the machine's text: begun ones are completed, missing ones placed, typed text stays."""

from pathlib import Path

import pytest

from packages import PAIRS
from synslator.decoding import driver
from synslator.decoding.options import SearchOptions
from synslator.engines.completers import completer_of
from synslator.engines.drafter import Drafter
from synslator.engines.term_keeper import TermKeeper, begun, recased
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.terms.usage import Demand

OPTIONS = SearchOptions(language_model_words=0)
SOURCE = PAIRS[-1][0]
DEMAND = Demand((0, 4), "nightly export", ("nightly export", "export at night"), ("dump",), "(?:e?s)?")


@pytest.fixture(scope="module")
def engine(tiny_folder: Path) -> VanillaEngine:
    return VanillaEngine(Package.open(tiny_folder))


def keeper(engine: VanillaEngine, source: str = SOURCE) -> TermKeeper:
    return TermKeeper(engine.package, engine.bind(source), source, (DEMAND,))


@pytest.mark.parametrize(
    ("typed", "tail"),
    [
        ("The nightly ex", "nightly ex"),
        ("The Nightly", "Nightly"),
        ("nightly export", "nightly expor"[:0]),
        ("fortnightly ex", ""),
        ("n", ""),
        ("", ""),
    ],
)
def test_a_term_is_begun_at_a_word(typed: str, tail: str) -> None:
    assert begun("nightly export", typed) == tail


@pytest.mark.parametrize(
    ("tail", "rest"),
    [("nightly ex", "port"), ("NIGHTLY EX", "PORT"), ("Nightly Ex", "port"), ("Nightly", " export")],
)
def test_the_rest_of_a_term_has_the_case_it_was_begun_in(tail: str, rest: str) -> None:
    assert recased("nightly export", tail) == rest
    assert recased("nightly export run", "Nightly Ex") == "port Run"


def test_a_short_word_has_begun_no_term(engine: VanillaEngine) -> None:
    demand = Demand((0, 4), "thermal printer", ("thermal printer",))
    one = TermKeeper(engine.package, engine.bind(SOURCE), SOURCE, (demand,))
    assert one.continued("The", "The job") == ""
    assert one.continued("Ther", "There") == "mal printer"
    assert one.continued("Ther", "There is a thermal printer") == ""


@pytest.mark.parametrize("typed", ["", "The ", "The backup jo", "Every day the "])
def test_a_missing_term_is_placed_behind_what_was_typed(engine: VanillaEngine, typed: str) -> None:
    completer = completer_of(engine, SOURCE, (), OPTIONS, [DEMAND])
    found = driver.run(completer.complete(typed))
    assert found.text.startswith(typed)
    again = driver.run(completer.complete(found.text[: len(typed) + 1]))
    assert again.text == found.text
    assert found.words
    assert found.words[0].start == len(typed) + (
        len(found.text[len(typed) :]) - len(found.text[len(typed) :].lstrip())
    )


def test_what_was_typed_instead_of_a_term_is_left_alone(engine: VanillaEngine) -> None:
    typed = PAIRS[-1][1]
    assert driver.run(keeper(engine).obeyed(typed, len(typed))) == typed


def test_a_forbidden_term_gives_way_and_the_rest_stays(engine: VanillaEngine) -> None:
    target = "The dump runs at two; the nightly export too."
    assert (
        driver.run(keeper(engine).obeyed(target)) == "The nightly export runs at two; the nightly export too."
    )
    assert driver.run(keeper(engine).obeyed(target, len(target))) == target


def test_a_source_that_is_a_term_is_drafted_as_its_translation(engine: VanillaEngine) -> None:
    drafter = Drafter(engine, demands=lambda text: [DEMAND])
    term, sentence = drafter.translate(["备份任务", SOURCE])
    assert term.text == "nightly export"
    assert DEMAND.met(sentence.text)
    (plain,) = Drafter(engine).translate([SOURCE])
    assert not DEMAND.met(plain.text)
