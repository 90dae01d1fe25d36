"""Reading sentence pairs: files, filters, glossaries.

A file is `source<TAB>target` lines, plain or xz-compressed. What is dropped is counted by reason.
"""

import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from synslator.errors import UsageProblem
from synslator.training.data.filters import PairFilter, TextPair
from synslator.training.recipe import SourceRecipe

Excluded = frozenset[TextPair]
"""Pairs that are left out of a file."""
GLOSS = re.compile(r"\b(?:variant of|see |also written|used in|abbr\.|surname|CL:|\d{4})|[()\[\]|=/]")


def read_pairs(path: Path) -> Iterator[TextPair]:
    """Return the pairs of a file; a line without exactly one tab is an error that names it."""
    return ((source, target) for source, target in read_fields(path, ("source", "target")))


def read_fields(path: Path, names: Sequence[str], optional: int = 0) -> Iterator[list[str]]:
    """Yield the fields of every line of a file, of which the last ones may be `optional`.

    A line with more or fewer is an error that names it.
    """
    opener = lzma.open if path.suffix == ".xz" else open
    try:
        with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                fields = line.rstrip("\r\n").split("\t")
                if not len(names) - optional <= len(fields) <= len(names):
                    raise UsageProblem(
                        f"{path}, line {number} has {len(fields)} fields instead of {len(names)}"
                        f" ({'<TAB>'.join(names)})"
                    )
                yield fields
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as problem:
        raise UsageProblem(f"{path}: cannot be read as UTF-8 pairs: {problem}") from problem


def clean(pairs: Iterable[TextPair], filters: PairFilter, dropped: Counter[str]) -> Iterator[TextPair]:
    """Yield the pairs that pass the filters, each once."""
    seen: set[int] = set()
    for pair in pairs:
        reason = filters.reason_to_drop(pair)
        if reason is None and (mark := hash(pair)) in seen:
            reason = "duplicate"
        if reason is not None:
            dropped[reason] += 1
            continue
        seen.add(mark)
        yield pair


def glossary(pairs: Iterable[TextPair]) -> Iterator[TextPair]:
    """Turn a dictionary into pairs that read like text: the first plain translation of each longer entry.

    Explanations, cross-references and grammatical notes would teach the model to explain instead of to
    translate, so an entry that has them is left out.
    """
    last = ""
    for entry, translations in pairs:
        first = re.split(r"[;,]", re.sub(r"\([^)]*\)", "", translations))[0].strip().removeprefix("to ")
        if entry != last and len(entry) >= 2 and 2 <= len(first) <= 40 and not GLOSS.search(first):
            yield entry, first
        last = entry


def source_pairs(
    source: SourceRecipe,
    folder: Path,
    filters: PairFilter,
    dropped: Counter[str],
    excluded: Excluded = frozenset(),
    reverse: bool = False,
) -> Iterator[TextPair]:
    """Yield what one source of a recipe contributes, without the pairs that are left out.

    Of a file that is read in `reverse`, the second text of a line is the source.
    """
    pairs = read_pairs(folder / source.file)
    if source.lines:
        first, last = source.lines
        pairs = islice(pairs, first - 1, last)
    if excluded:
        pairs = without(pairs, excluded, dropped)
    if source.containing:
        wanted = re.compile(source.containing, re.IGNORECASE)
        pairs = (pair for pair in pairs if any(map(wanted.search, pair)))
    if source.kind == "glossary":
        pairs = glossary(pairs)
    cleaned = clean(turned(pairs) if reverse else pairs, filters, dropped)
    return ((source.mark + text, target) for text, target in cleaned) if source.mark else cleaned


def turned(pairs: Iterable[TextPair]) -> Iterator[TextPair]:
    """Yield pairs with source and target changed round."""
    return ((target, source) for source, target in pairs)


def without(pairs: Iterable[TextPair], excluded: Excluded, dropped: Counter[str]) -> Iterator[TextPair]:
    """Yield the pairs that are not to be left out."""
    for pair in pairs:
        if pair in excluded:
            dropped["excluded"] += 1
        else:
            yield pair
