"""Choosing the table of a shortlist: which pairs of pieces are worth their place in a package.

A target piece of a text is found if the table has it with any one source piece of the text. So the pairs are
chosen in turns: those that explain most of the training pairs' target pieces best, then those that explain
most of what is still not found, and so on. What is found without the table is none of its business: pieces
that are on every shortlist, and what a text is seen to contain.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from synslator.decoding.model import Flags, Floats, Ids
from synslator.errors import UsageProblem
from synslator.progress import SILENT, Progress
from synslator.runtime.shortlist import COPIED, Lexicon, families_of
from synslator.text.pieces import SPACE, PieceTable, surface
from synslator.training.data.lexicon import (
    Cells,
    LexiconOptions,
    PieceCounts,
    learn_lexicon,
    sample,
    side_by_side,
)
from synslator.training.data.preparation import load_prepared
from synslator.training.data.tokenized_pairs import TokenizedPairs, load_tokenizer
from synslator.training.data.tokenizers import EOS

VOCABULARIES = ("source.spm", "target.spm")
SHORT = 1
"""Characters of a piece that is on every list: letters, digits, signs, and all bytes."""


@dataclass(frozen=True)
class ShortlistOptions:
    """How large a table becomes, and what it is made from."""

    pairs: int = 128_000
    """Pairs of pieces in the table; each takes about a byte and a half."""
    frequent: int = 1000
    """The most frequent target pieces are on every list."""
    most: int = 60_000
    """Pairs of one source that decide what is chosen; of a greater one, a random sample."""
    turns: int = 3
    restraint: float = 0.1
    """A pair counts less, the more frequent its source piece is: by its frequency to this power."""
    lexicon: LexiconOptions = field(default_factory=LexiconOptions)

    @property
    def steps(self) -> int:
        """What progress is counted in."""
        return self.lexicon.rounds + self.turns


def learn_shortlist(
    sources: Sequence[TokenizedPairs],
    surfaces: tuple[Sequence[str], Sequence[bytes]],
    options: ShortlistOptions | None = None,
    progress: Progress = SILENT,
) -> Lexicon:
    """Learn a table from prepared pairs.

    `surfaces` are the pieces of the source, and what the pieces of the target write. Progress is counted in
    `steps`.
    """
    options = options or ShortlistOptions()
    families = families_of(surfaces[1])
    always = on_every_list(sources, surfaces[1], options.frequent)
    sizes = len(surfaces[0]), int(families.max()) + 1
    counts = learn_lexicon(
        [by_family(source, families) for source in sources], sizes, options.lexicon, progress
    )
    known = copied(*surfaces)
    chosen = known.copy()
    rng = np.random.default_rng(options.lexicon.seed)
    samples = [by_family(without(sample(source, options.most, rng), always), families) for source in sources]
    counts[EOS] = 0
    frequencies = counts.sum(axis=1)
    counts /= np.maximum(frequencies, 1e-30)[:, None]
    for turn in range(options.turns):
        share = options.pairs // 2 ** min(turn + 1, options.turns - 1)
        choose(chosen, tally(samples, counts, chosen), (frequencies + 1) ** options.restraint, share)
        progress.advance()
    words, found = np.nonzero((chosen & ~known).T)
    return Lexicon(always, np.bincount(words, minlength=sizes[1]).astype(np.uint16), found.astype(np.uint16))


def by_family(pairs: TokenizedPairs, families: Ids) -> TokenizedPairs:
    """Return the same pairs with families in place of target pieces."""
    return replace(pairs, target=families[pairs.target].astype(np.uint16))


def without(pairs: TokenizedPairs, always: Flags) -> TokenizedPairs:
    """Return the same pairs without the target pieces that are on every list."""
    missing = ~always[pairs.target]
    owners = np.repeat(np.arange(len(pairs)), pairs.lengths[:, 1])
    lengths = np.bincount(owners[missing], minlength=len(pairs))
    return TokenizedPairs(
        pairs.source, pairs.target[missing], np.column_stack([pairs.lengths[:, 0], lengths]).astype(np.int32)
    )


def learn_prepared(
    prepared: Path, package: Path, options: ShortlistOptions | None = None, progress: Progress = SILENT
) -> Lexicon:
    """Learn the table of a package from a prepared folder that has the same vocabularies."""
    others = [name for name in VOCABULARIES if digest(prepared / name) != digest(package / name)]
    if others:
        raise UsageProblem(f"{prepared} has another {' and '.join(others)} than {package}")
    source, target = (load_tokenizer(prepared / name) for name in VOCABULARIES)
    pieces, written = (
        [side.id_to_piece(n) for n in range(side.get_piece_size())] for side in (source, target)
    )
    silent = [target.is_control(n) or target.is_unknown(n) for n in range(len(written))]
    surfaces = [b"" if quiet else surface(piece) for quiet, piece in zip(silent, written, strict=True)]
    return learn_shortlist(load_prepared(prepared), (pieces, surfaces), options, progress)


def digest(path: Path) -> str | None:
    """Return what a file contains, in short; None where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def on_every_list(sources: Sequence[TokenizedPairs], written: Sequence[bytes], frequent: int) -> Flags:
    """Return the pieces that no text is searched without: the end, short ones, the most frequent ones."""
    times = sum(np.bincount(source.target, minlength=len(written)) for source in sources)
    flags = np.array([0 < len(text.decode(errors="replace").strip()) <= SHORT for text in written])
    flags[np.argsort(-np.asarray(times), kind="stable")[:frequent]] = True
    flags[EOS] = True
    return flags


def copied(pieces: Sequence[str], written: Sequence[bytes]) -> Flags:
    """Return which families each source piece contains whole, as a shortlist sees them in a text."""
    families, table = families_of(written), PieceTable(written)
    sizes = np.bincount(families)
    flags = np.zeros((len(pieces), len(sizes)), np.bool_)
    for number, piece in enumerate(pieces):
        for word in COPIED.findall(piece.replace(SPACE, " ")):
            inside = np.bincount(families[table.inside(b" " + word.encode())], minlength=len(sizes))
            flags[number] |= (inside > 0) & (inside == sizes)
    return flags


def tally(samples: Sequence[TokenizedPairs], chances: PieceCounts, chosen: Flags) -> PieceCounts:
    """Return how often each pair explains a target piece best that none of the chosen pairs finds."""
    counts = np.zeros(chances.size, np.float32)
    for pairs in samples:
        for cells in side_by_side(pairs, chances.shape[1]):
            np.add.at(counts, best_missing(cells, chances.ravel(), chosen.ravel()), 1)
    return counts.reshape(chances.shape)


def best_missing(cells: Cells, chances: PieceCounts, chosen: Flags) -> Ids:
    """For each target piece that is not found, the place of the pair that explains it best."""
    said = chances[cells.places]
    best = np.maximum.reduceat(said, cells.starts)
    missing = ~np.logical_or.reduceat(chosen[cells.places], cells.starts) & (best > 0)
    widths = np.diff(cells.starts, append=len(said))
    found: Ids = cells.places[(said == np.repeat(best, widths)) & np.repeat(missing, widths)]
    return found


def choose(chosen: Flags, counts: PieceCounts, costs: Floats, count: int) -> None:
    """Choose the pairs with most for the cost of their source piece, of those that were counted at all."""
    places = np.flatnonzero(counts)
    worth = counts.ravel()[places] / costs[places // counts.shape[1]]
    best = np.argsort(-worth, kind="stable")[:count]
    chosen.ravel()[places[best]] = True
