"""Suggestions that a translator can trust: what stands in them at every word of a reference.

References are typed word by word, with the engine's own completer: at the end of each word and after each
space, the ghost text and the lines of the suggestion box are looked at. Counted are right next words, words
that do not exist, doubled words, letters glued to a finished word, and lines that are improbable. A word
exists if it stands at least twice in the English side of the training pairs, or in the source.

    python benchmarks/suggestions.py --test it/dev.tsv.xz --training base/*.tsv.xz --lines 200
"""

import argparse
import json
import lzma
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from synslator.decoding.completion.completer import Completion
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.completers import completer_of
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.text.words import WORD

TOKEN = re.compile(r"[^\W\d_]+")
EDGES = re.compile(r"^[^\w]+|[^\w]+$")
LEAST = 0.05
"""A line below this is not worth reading."""


@dataclass
class Counts:
    """What was seen."""

    spaces: int = 0
    """States after a space."""
    right: int = 0
    """Of these, where the ghost text's next word is the reference's."""
    right_with_box: int = 0
    """… or the next word of a line of the box."""
    ends: int = 0
    """States at the end of a word."""
    glued: int = 0
    """Of these, where the ghost text goes on with a letter and the reference does not …"""
    glued_new: int = 0
    """… and did not stand there already before the word was typed, which agrees with it."""
    ghosts: int = 0
    ghosts_with_no_word: int = 0
    """Ghost texts whose first three words hold one that does not exist."""
    ghosts_doubled: int = 0
    """Ghost texts that begin with the word before the caret, which the reference does not repeat."""
    lines: int = 0
    lines_with_no_word: int = 0
    lines_doubled: int = 0
    """Lines that begin with the word before the caret."""
    lines_glued: int = 0
    lines_improbable: int = 0

    def add(self, other: "Counts") -> None:
        """Add what was seen elsewhere."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)


def existing(files: Iterable[Path]) -> frozenset[str]:
    """The words that stand at least twice in the targets of some pairs."""
    counts: Counter[str] = Counter()
    for file in files:
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                counts.update(word.lower() for word in TOKEN.findall(line.split("\t")[-1]))
    return frozenset(word for word, count in counts.items() if count > 1)


def missing(text: str, source: str, words: frozenset[str]) -> bool:
    """Whether a text holds a word that does not exist."""
    return any(
        word.lower() not in words and word not in source and singular(word) not in words
        for word in TOKEN.findall(text)
    )


def singular(word: str) -> str:
    """Return an abbreviation without the s of its plural, in lower case."""
    return word[:-1].lower() if word[-1:] == "s" and word[:-1].isupper() else ""


def first_three(half: str, shown: str) -> str:
    """What is shown of the first three words."""
    return "".join(match.group() for match in list(WORD.finditer(half + shown))[:3])[len(half) :]


def invented(half: str, shown: str, source: str, words: frozenset[str]) -> bool:
    """Whether what the machine adds to a half word holds a word that does not exist.

    What was typed is not the machine's, unless it goes on with it.
    """
    glued = half[-1:].isalpha() and shown[:1].isalpha()
    return missing(half + shown if glued else shown, source, words)


def states(reference: str) -> Iterator[tuple[str, str]]:
    """What was typed at each end of a word and after each space, and what the reference goes on with."""
    for match in WORD.finditer(reference):
        start = match.end() - len(match.group().lstrip())
        yield reference[:start], reference[start:]
        if match.end() < len(reference):
            yield reference[: match.end()], reference[match.end() :]


def repeats(before: str, half: str, added: str) -> bool:
    """Whether what is added to a half word makes of it the word before it, or begins with that.

    What was typed twice is not the machine's.
    """
    space = added[:1].isspace()
    last = re.search(r"[^\W\d_]*$", half if space else before).group().lower()  # type: ignore[union-attr]
    new = re.match(r"\s*([^\W\d_]*)", added if space else half + added)[1].lower()  # type: ignore[index]
    return new != "" and new == last and (space or len(new) > len(half))


def look(answer: Completion, source: str, rest: str, words: frozenset[str], last: str = "") -> Counts:
    """Look at one answer; before the last word was typed, the text was shown as it was `last`."""
    typed = answer.prefix
    half = re.search(r"\S*$", typed).group()  # type: ignore[union-attr]
    before = typed.rpartition(" ")[0]
    shown = answer.text[len(typed) :]
    seen = Counts(ghosts=1, lines=len(answer.suggestions))
    seen.ghosts_with_no_word += invented(half, first_three(half, shown), source, words)
    seen.ghosts_doubled += repeats(before, half, shown) and not repeats(before, half, rest)
    if not half:
        expected = EDGES.sub("", (rest.split() or [""])[0])
        offered = [shown, *(line.text for line in answer.suggestions)]
        hits = [EDGES.sub("", (text.split() or [""])[0]) == expected for text in offered]
        seen.spaces, seen.right, seen.right_with_box = 1, int(hits[0]), int(any(hits))
    else:
        seen.ends = 1
        glues = half[-1:].isalnum()
        seen.glued += glues and shown[:1].isalnum()
        seen.glued_new += glues and shown[:1].isalnum() and answer.text != last
        seen.lines_glued += sum(glues and line.text[:1].isalnum() for line in answer.suggestions)
    for line in answer.suggestions:
        seen.lines_with_no_word += invented(half, line.text, source, words)
        seen.lines_doubled += repeats(before, half, line.text) and not repeats(before, half, rest)
        seen.lines_improbable += line.probability < LEAST
    return seen


def spread(pairs: Sequence[tuple[str, str]], lines: int) -> list[tuple[str, str]]:
    """As many lines as are wanted, spread over all."""
    step = max(1, len(pairs) // lines)
    return list(pairs[::step][:lines])


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--test", type=Path, required=True, help="pairs, source and target by a tab, xz")
    parser.add_argument("--training", type=Path, nargs="+", required=True, help="pairs whose words exist")
    parser.add_argument("--model", type=Path, default=Path("models/zh-en"))
    parser.add_argument("--lines", type=int, default=200)
    options = parser.parse_args()
    words = existing(options.training)
    with lzma.open(options.test, "rt", encoding="utf-8") as file:
        pairs = [(one, two) for one, two in (line.rstrip("\n").split("\t") for line in file)]
    engine = VanillaEngine(Package.open(options.model))
    counts, times = Counts(), []
    for source, reference in spread(pairs, options.lines):
        search = SearchOptions(language_model_words=0)
        completer, last = completer_of(engine, source, (), search), ""
        for typed, rest in states(reference):
            started = time.perf_counter()
            answer = run(completer.complete(typed))
            times.append((time.perf_counter() - started) * 1000)
            counts.add(look(answer, source, rest, words, last))
            last = answer.text
    result = asdict(counts) | {
        "ms_mean": round(statistics.mean(times), 2),
        "ms_p95": round(statistics.quantiles(times, n=20)[-1], 2),
        "accuracy": round(100 * counts.right / max(counts.spaces, 1), 2),
        "accuracy_with_box": round(100 * counts.right_with_box / max(counts.spaces, 1), 2),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
