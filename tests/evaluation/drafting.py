"""A scripted model that wants to write one sentence, and goes back to it after every correction."""

from collections.abc import Mapping, Sequence

import numpy as np

from scripted import END, SURFACES, VOCABULARY, ScriptedModel, encode, source_of
from synslator.decoding.completion.completer import Completer
from synslator.decoding.model import Floats
from synslator.decoding.options import SearchOptions

SURE, LESS_SURE, SECOND = 12.0, 6.5, 6.0
"""Scores of a piece that is nearly certain, of one that is not, and of the next best one beside it."""


def drafting(draft: str, second: Mapping[str, str] | None = None) -> ScriptedModel:
    """A model that writes `draft`; where `second` names the next word of it, it hesitates between two.

    After text that is not the draft's, it goes on behind the last place in the draft where the last word
    stands, or ends.
    """
    whole, doubts = f" {draft}", second or {}
    instead = {other: word for word, other in doubts.items()}

    def answer(_source: int, read: Sequence[int]) -> Floats:
        written = VOCABULARY.table.write(list(read)).decode("utf-8", "replace")
        scores = np.zeros(len(SURFACES), np.float32)
        rest = continuation(whole, written, instead)
        if not rest.strip():
            scores[END] = SURE
            return scores
        word = rest.split()[0] if rest.startswith(" ") else ""
        scores[encode(rest.lstrip())[0] if rest.startswith(" ") else first_inside(rest)] = (
            LESS_SURE if word in doubts else SURE
        )
        if word in doubts:
            scores[encode(doubts[word])[0]] = SECOND
        return scores

    return ScriptedModel(answer)


def continuation(whole: str, written: str, instead: Mapping[str, str]) -> str:
    """What comes after a text: the rest of the draft, or what stands behind the text's last word in it.

    A second-best word stands where the word stands `instead` of which it was written.
    """
    if whole.startswith(written):
        return whole[len(written) :]
    words = written.split()
    last = instead.get(words[-1], words[-1]) if words else ""
    at = whole.rfind(f" {last}") if last else -1
    return whole[at + 1 + len(last) :] if at >= 0 else ""


def first_inside(rest: str) -> int:
    """The piece that goes on inside a word: its next byte."""
    return 3 + rest.encode()[0]


def completer(
    draft: str, second: Mapping[str, str] | None = None, options: SearchOptions | None = None
) -> Completer:
    """A segment whose machine wants to write a sentence."""
    return Completer(
        source_of(1, drafting(draft, second), length=20), VOCABULARY, None, options or SearchOptions()
    )
