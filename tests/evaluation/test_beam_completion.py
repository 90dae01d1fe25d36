"""Completion by beam search: what was typed stands, a beam finds what is best."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from evaluation.drafting import drafting
from packages import PAIRS
from scripted import END, VOCABULARY, ScriptedModel, noisy, source_of
from synslator.decoding import driver
from synslator.decoding.completion.completer import Completer
from synslator.decoding.options import SearchOptions
from synslator.engines.registry import Setup, make_engine
from synslator.evaluation.beam_completion import complete
from synslator.evaluation.system import System
from synslator.runtime.package import Package

PREFIXES = ("", "the", "the ", "the fi", "a backup ", "files are ", "数", "the  fo")


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("beam", [1, 4])
def test_a_completion_begins_with_what_was_typed(prefix: str, beam: int) -> None:
    for number in range(5):
        source = source_of(number, ScriptedModel(noisy), length=4)
        found = complete(source, prefix, VOCABULARY, SearchOptions(beam=beam))
        assert found.text.startswith(prefix)


def test_the_draft_goes_on_behind_the_prefix() -> None:
    source = source_of(1, drafting("the file is lost"), length=20)
    assert complete(source, "the file ", VOCABULARY, SearchOptions()).text == "the file is lost"
    assert complete(source, "the fi", VOCABULARY, SearchOptions()).text == "the file is lost"
    assert [word.text for word in complete(source, "the ", VOCABULARY, SearchOptions()).words] == [
        "file",
        "is",
        "lost",
    ]


def test_a_beam_finds_what_a_greedy_search_cannot() -> None:
    """After "is", " file" is likelier than " task", but what comes after " task" is certain."""
    file, task, lost, be = (VOCABULARY.encode(word)[0] for word in ("file", "task", "lost", "is"))

    def answer(_source: int, read: "Iterator[int]") -> "np.ndarray":
        scores = np.full(len(VOCABULARY.table.surfaces), -30.0, np.float32)
        if list(read)[-1:] == [file]:
            scores[-20:] = 0  # twenty ways to go on, none of them likely
        elif list(read)[-1:] == [task]:
            scores[lost] = 0
        elif list(read)[-1:] == [lost]:
            scores[END] = 0
        elif list(read)[-1:] == [be]:
            scores[[file, task]] = math.log(0.55), math.log(0.45)
        else:
            scores[be] = 0
        return scores

    source = source_of(1, ScriptedModel(answer), length=4)  # type: ignore[arg-type]
    options = SearchOptions(longest_factor=0, longest_extra=4)
    greedy = driver.run(Completer(source, VOCABULARY, None, options).complete("the "))
    assert greedy.text.startswith("the is file")
    assert complete(source, "the ", VOCABULARY, options).text == "the is task lost"


def test_a_real_package_completes_by_beam_search(tiny_package: Package) -> None:
    system = System(make_engine("vanilla", Setup(tiny_package)), completion="beam")
    answer = system.completions(PAIRS[0][0])("Please ")
    assert answer.text.startswith("Please ")
    assert answer.words
