"""Running a package's graphs for beam search over a shortlist: see `training.export.search`.

They need a shortlist of target pieces for each batch, and give what the decoder gives of these pieces, with
probabilities that are shared among them alone.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.batch_decoder import slots_of
from synslator.decoding.model import Best, Flags, Ids
from synslator.runtime.graphs.sessions import Shapes, expect, hide, open_session
from synslator.runtime.graphs.shared_beam_cache import SharedBeamCache
from synslator.runtime.graphs.states import GraphSource
from synslator.runtime.shortlist import Shortlist

ASKED = ["top_log_probabilities", "top_numbers", "hidden", "asked_log_probabilities"]


class SearchSession:
    """Makes readers, each for one batch of sources. Shared by threads."""

    def __init__(self, folder: Path, threads: int, shapes: Shapes, start: int, shortlist: Shortlist) -> None:
        self.shapes, self.start, self.shortlist = shapes, start, shortlist
        self.session = open_session(folder / "search.onnx", threads)
        self.output = open_session(folder / "output.onnx", threads)
        names = [f"{kind}_{n}" for n in range(shapes.layers) for kind in ("key", "value")]
        self.seen, self.new, self.cross = (
            [f"{kind}_{name}" for name in names] for kind in ("seen", "new", "cross")
        )
        self.part = [one.name for one in self.output.get_outputs()]
        given = {"ids", "position", "slots", "places", "mask", "source_mask", "top", "asked"}
        expect(self.session, {*given, *self.part, *self.seen, *self.cross}, {*ASKED, *self.new})
        expect(self.output, {"pieces"}, {"matrix"})

    def reader(self, source: GraphSource, pieces: Ids) -> "ShortlistReader":
        """Begin a search of some sources among the given pieces."""
        return ShortlistReader(self, source, pieces)


class ShortlistReader:
    """Reads for one beam search: implements `BatchDecoder`."""

    def __init__(self, session: SearchSession, source: GraphSource, pieces: Ids) -> None:
        self.session, self.pieces = session, pieces
        self.start = session.start
        self.lengths = source.lengths
        self.numbers = np.zeros(session.shapes.vocabulary, np.int64)
        self.numbers[pieces] = np.arange(len(pieces))
        layer = dict(zip(session.part, session.output.run(session.part, {"pieces": pieces}), strict=True))
        self.layer: dict[str, NDArray[np.generic]] = layer
        self.surround(source)
        self.cache = SharedBeamCache(
            len(session.seen), source.groups, session.shapes.heads, session.shapes.head_width
        )
        self.position = 0

    def surround(self, source: GraphSource) -> None:
        """Look at some sources from now on."""
        self.source = source
        self.sources: dict[str, NDArray[np.generic]] = {"source_mask": hide(source.valid)[:, None, None]}
        self.sources.update(zip(self.session.cross, source.layers, strict=True))

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read a piece for each hypothesis that is alive."""
        places = np.flatnonzero(alive)
        asked = np.zeros((len(alive), 0), np.int64) if asked is None else asked
        feeds: dict[str, NDArray[np.generic]] = {
            "ids": ids.ravel()[places],
            "position": np.array([self.position]),
            "slots": slots_of(alive),
            "places": places,
            "mask": self.cache.mask[:, None],
            "top": np.array([min(top, len(self.pieces))]),
            "asked": self.numbers[asked][places // alive.shape[1]],
        }
        feeds.update(zip(self.session.seen, self.cache.layers, strict=True))
        wanted = [*ASKED, *self.session.new]
        scores, numbers, hidden, said, *new = self.session.session.run(
            wanted, feeds | self.layer | self.sources
        )
        self.cache.add(new)
        self.position += 1
        return Best(scores, self.pieces[numbers], hidden, said)

    def select(self, rows: Ids) -> None:
        """Note who goes on, and from whom."""
        groups, beam, _ = self.cache.mask.shape
        self.cache.select(rows)
        if len(rows) < groups:
            self.surround(self.source.select(rows[:, 0] // beam))
