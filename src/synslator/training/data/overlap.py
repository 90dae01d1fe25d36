"""What training pairs share with the sets that a model is measured on.

Sources are compared without punctuation, spaces and case. A longer one that stands in a set is a leak, and
the preparation refuses it; short ones (headings, "yes") recur everywhere, so that they are counted and told.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from synslator.errors import UsageProblem
from synslator.text.words import has_spaceless
from synslator.training.data.corpus import Excluded, read_fields
from synslator.training.data.filters import TextPair

LONG_SPACELESS, LONG = 8, 25
"""Letters and digits from which on a source that stands in a set is a leak, in scripts without spaces between
words and in others."""
SHOWN = 3
"""Leaks that are shown of each file."""


@dataclass(frozen=True)
class HeldOut:
    """The sources of development and test sets."""

    sets: Mapping[str, str]
    """What a source comes down to -> the file it stands in."""

    @classmethod
    def of(cls, sets: Mapping[str, Iterable[TextPair]]) -> "HeldOut":
        """Read sets, by the names of their files."""
        return cls({bare(source): name for name, pairs in sets.items() for source, _ in pairs})

    def count(self, name: str, pairs: Iterable[TextPair]) -> tuple[int, list[str]]:
        """Return how many short sources of a training file stand in a set, and a line for each leak."""
        short, leaks = 0, []
        for source, _ in pairs:
            text = bare(source)
            if not text or text not in self.sets:
                continue
            if len(text) < (LONG_SPACELESS if has_spaceless(text) else LONG):
                short += 1
            else:
                leaks.append(f"{name}: {source} ({self.sets[text]})")
        return short, leaks


def bare(text: str) -> str:
    """Return the letters and digits of a text, without case."""
    return "".join(filter(str.isalnum, text)).casefold()


def refuse(leaks: Iterable[str]) -> None:
    """Say which sources leak, if any do."""
    found = list(leaks)
    if found:
        shown = "; ".join(found[:SHOWN])
        raise UsageProblem(
            f"Training pairs whose source has {LONG_SPACELESS} characters or more ({LONG} letters where words"
            f" have spaces between them) stand in a development or test set ({len(found)}): "
            f"{shown}. Leave them out of the files, or list them in the recipe's file of excluded pairs."
        )


def read_excluded(path: Path) -> dict[str, Excluded]:
    """Read the pairs to leave out, by the name of the training file that they stand in."""
    found: dict[str, set[TextPair]] = {}
    for name, source, target in read_fields(path, ("file", "source", "target")):
        found.setdefault(name, set()).add((source, target))
    return {name: frozenset(pairs) for name, pairs in found.items()}
