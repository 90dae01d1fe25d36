"""A search among a shortlist says what the decoder says of these pieces, however hypotheses change places."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages import PAIRS, SHAPE, make_package
from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.model import Best, Floats, Ids
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import PRUNE_MARGIN, BulkTranslator
from synslator.runtime.graphs.beam_search import ShortlistReader
from synslator.runtime.model import PackageModel
from synslator.runtime.package import Package
from synslator.runtime.shortlist import Lexicon, families_of
from synslator.runtime.verification import verify
from synslator.training.export.derived import write_shortlisted
from trained import make_base, make_trained_package

VOCABULARY = SHAPE.target_vocabulary
TOP = 5
SOURCES = [source for source, _ in PAIRS[:6]]


@pytest.fixture(scope="module", params=["int8", "fp32", "int8 tied", "fp32 tied"])
def package(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    tiny_vocabularies: dict[str, Path],
) -> Package:
    """A tiny package that can search among a shortlist, with an output layer of its own or a tied one."""
    folder, int8 = tmp_path_factory.mktemp("models"), "int8" in request.param
    if "tied" in request.param:
        make_trained_package(folder / "base", tiny_vocabularies, make_base(), int8)
    else:
        make_package(folder / "base", tiny_vocabularies, int8=int8, language_model=False)
    families = families_of(Package.open(folder / "base").vocabulary.table.surfaces)
    nothing = np.zeros(int(families.max()) + 1, np.uint16)
    everything = Lexicon(np.ones(VOCABULARY, np.bool_), nothing, nothing[:0])
    write_shortlisted(folder / "base", folder / "package", everything)
    return Package.open(folder / "package")


def expected(reader: StepReader, ids: Ids, pieces: Ids) -> tuple[Floats, Ids]:
    """What the decoder says of the best of some pieces, as shares among them."""
    reader.beam = ids.shape[1]
    step = reader.model.step(reader.source, ids.reshape(-1, 1), reader.state)
    reader.state = step.state
    scores = step.log_probabilities[:, 0, pieces]
    scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
    order = np.argsort(-scores, axis=1, kind="stable")[:, :TOP]
    return np.take_along_axis(scores, order, 1), pieces[order]


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_steps_are_those_of_the_decoder(package: Package, seed: int) -> None:
    assert package.graphs.search is not None
    rng = np.random.default_rng(seed)
    source = package.graphs.encoder.encode(
        [package.pieces(SOURCES[n]) for n in rng.integers(0, len(SOURCES), 4)]
    )
    pieces = np.sort(rng.choice(VOCABULARY, 60, replace=False))
    slow, fast = StepReader(package.graphs.decoder, source), package.graphs.search.reader(source, pieces)
    ids, alive = np.full((4, 1), fast.start), np.ones((4, 1), np.bool_)
    rows = np.repeat(np.arange(4), 3).reshape(4, 3)
    for _ in range(14):
        asked = pieces[rng.integers(0, 60, (len(ids), 2))]
        best = fast.read(ids, TOP, alive, asked)
        scores, found = expected(slow, ids, pieces)
        living = alive.ravel()
        np.testing.assert_allclose(best.log_probabilities, scores[living], atol=0.02)
        assert np.mean(best.ids == found[living]) > 0.9
        np.testing.assert_allclose(said_of(best, asked[np.nonzero(alive)[0]]), best.asked, atol=1e-6)
        for reader in (slow, fast):
            reader.select(rows)
        ids = rng.integers(4, VOCABULARY, rows.shape)
        alive = rng.random(rows.shape) < 0.7
        alive[:, 0] = True
        kept = np.sort(rng.choice(len(rows), max(1, len(rows) - int(rng.random() < 0.2)), replace=False))
        parents = [rng.choice(np.flatnonzero(alive[group]), 3) for group in kept]
        rows = kept[:, None] * 3 + np.array(parents)


def said_of(best: Best, asked: Ids) -> Floats:
    """What was said of asked pieces, where they are among the best; elsewhere what was asked."""
    said = best.asked.copy()
    for row, column in np.ndindex(asked.shape):
        places = np.flatnonzero(best.ids[row] == asked[row, column])
        if places.size:
            said[row, column] = best.log_probabilities[row, places[0]]
    return said


def test_among_all_pieces_texts_are_translated_as_without_a_list(package: Package) -> None:
    options = SearchOptions(beam=3, prune_margin=PRUNE_MARGIN, longest_extra=12, longest_factor=1)
    graphs = package.graphs
    full = replace(package, graphs=PackageModel(graphs.folder, graphs.encoder, graphs.decoder, None))
    assert BulkTranslator(package, options).translate(SOURCES) == BulkTranslator(full, options).translate(
        SOURCES
    )


def test_only_pieces_of_the_list_are_found(package: Package) -> None:
    assert package.graphs.search is not None
    pieces = np.unique([package.vocabulary.end, *range(100, 140)])
    reader = package.graphs.search.reader(
        package.graphs.encoder.encode(list(map(package.pieces, SOURCES))), pieces
    )
    assert isinstance(reader, ShortlistReader)
    best = reader.read(np.full((len(SOURCES), 1), reader.start), 8, np.ones((len(SOURCES), 1), np.bool_))
    assert np.isin(best.ids, pieces).all()
    assert np.exp(best.log_probabilities).sum(axis=1).max() <= 1 + 1e-5


def test_such_a_package_is_found_to_work(package: Package) -> None:
    assert package.manifest.shortlist
    assert verify(package.folder) == []
