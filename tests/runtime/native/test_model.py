"""A model in our own arithmetic says what the package's graphs say, or is not used."""

from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model_contract import TranslationModelContract
from packages import PAIRS, SHAPE
from synslator.arithmetic import library
from synslator.arithmetic.library import find_library
from synslator.decoding.model import Floats, TranslationModel
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import BulkTranslator
from synslator.engines.keys.store import KeyStore
from synslator.runtime.graphs.beam_search import SearchSession
from synslator.runtime.hints import Hints
from synslator.runtime.native import model, stores
from synslator.runtime.native.model import NativeModel
from synslator.runtime.native.reader import NativeReader
from synslator.runtime.package import Package
from synslator.training.export.architecture import Architecture
from wide import WIDE, open_package

SOURCES = [source for source, _ in PAIRS]
pytestmark = pytest.mark.skipif(find_library() is None, reason="no arithmetic is compiled for this processor")


def both(package: Package) -> tuple[NativeModel, SearchSession]:
    assert package.graphs.native is not None
    assert package.graphs.search is not None
    return package.graphs.native, package.graphs.search


class TestNative(TranslationModelContract):
    """What reads whole targets and beam searches in our own arithmetic keeps the contract too."""

    # A number at the edge between two bytes may fall to either side.
    CLOSE_WHOLE = 0.15

    @pytest.fixture
    def model(self, package: Package) -> TranslationModel:
        assert package.graphs.native
        return package.model


def without_native(package: Package) -> Package:
    """The package with its graphs only."""
    graphs = copy(package.graphs)
    graphs.native = None
    return replace(package, graphs=graphs)


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_steps_are_those_of_the_graphs(package: Package, seed: int) -> None:
    quick, search = both(package)
    rng = np.random.default_rng(seed)
    sources = [package.source.encode(SOURCES[n]) for n in rng.integers(0, len(SOURCES), 4)]
    pieces = np.sort(rng.choice(WIDE.target_vocabulary, 60, replace=False))
    readers = (
        search.reader(package.graphs.encoder.encode(sources), pieces),
        NativeReader(quick, sources, pieces),
    )
    assert readers[0].lengths.tolist() == readers[1].lengths.tolist()
    ids, alive = np.full((4, 1), quick.start), np.ones((4, 1), np.bool_)
    rows = np.repeat(np.arange(4), 3).reshape(4, 3)
    for _ in range(14):
        asked = pieces[rng.integers(0, 60, (len(ids), 2))]
        theirs, ours = (reader.read(ids, 5, alive, asked) for reader in readers)
        # A number at the edge between two bytes may fall to either side.
        np.testing.assert_allclose(ours.hidden, theirs.hidden, atol=0.15)
        np.testing.assert_allclose(ours.asked, theirs.asked, atol=0.3)
        np.testing.assert_allclose(ours.log_probabilities, theirs.log_probabilities, atol=0.3)
        for reader in readers:
            reader.select(rows)
        ids = rng.integers(4, WIDE.target_vocabulary, rows.shape)
        alive = rng.random(rows.shape) < 0.7
        alive[:, 0] = True
        kept = np.sort(rng.choice(len(rows), max(1, len(rows) - int(rng.random() < 0.2)), replace=False))
        parents = [rng.choice(np.flatnonzero(alive[group]), 3) for group in kept]
        rows = kept[:, None] * 3 + np.array(parents)


def test_texts_are_translated_as_with_the_graphs(package: Package) -> None:
    options = SearchOptions(beam=3, longest_extra=12, longest_factor=1)
    assert package.graphs.native is not None
    quickly, by_graphs = BulkTranslator(package, options), BulkTranslator(without_native(package), options)
    pairs = zip(quickly.translate(SOURCES), by_graphs.translate(SOURCES), strict=True)
    # Where two pieces are nearly as good, the last bit decides, and what follows is another text.
    assert np.mean([ours == theirs for ours, theirs in pairs]) > 0.5


def test_hints_are_read_as_by_the_graphs(tmp_path: Path, tiny_vocabularies: dict[str, Path]) -> None:
    package = open_package(tmp_path, tiny_vocabularies, replace(WIDE, hints=True), tied=True)
    told = [Hints(terms=("file", "settings"), end="the file."), Hints(), Hints(kept=("OK button",))]
    sources = [package.pieces(text, hints) for text, hints in zip(SOURCES, told, strict=False)]
    assert len(sources[0]) > len(package.pieces(SOURCES[0]))
    targets = [[package.model.start, *package.vocabulary.encode(target)] for _, target in PAIRS[:3]]
    ours = package.model.hidden_states(sources, targets)
    theirs = without_native(package).model.hidden_states(sources, targets)
    plain = package.model.hidden_states([package.pieces(text) for text in SOURCES[:3]], targets)
    for mine, other, unhinted, hints in zip(ours, theirs, plain, told, strict=True):
        np.testing.assert_allclose(mine, other, atol=TestNative.CLOSE_WHOLE)
        assert bool(np.abs(mine - unhinted).max() > 2 * TestNative.CLOSE_WHOLE) == bool(hints)


def test_pieces_of_hints_are_among_those_searched(tmp_path: Path, tiny_vocabularies: dict[str, Path]) -> None:
    package = open_package(tmp_path, tiny_vocabularies, replace(WIDE, hints=True), tied=True)
    assert package.graphs.search
    lexicon = package.graphs.search.shortlist.lexicon
    lexicon.always[:] = False
    source = package.pieces("。", Hints(terms=("settings",)))
    reader = package.model.batch_decoder([source], ["。"], np.zeros(0, np.int64))
    assert isinstance(reader, NativeReader)
    assert set(package.vocabulary.encode("settings")) <= set(reader.pieces.tolist())


def test_a_text_is_translated_alike_alone_and_among_others(package: Package) -> None:
    options = SearchOptions(beam=3, longest_extra=12, longest_factor=1)
    translator = BulkTranslator(package, options, workers=2)
    assert translator.translate(SOURCES) == [translator.translate([source])[0] for source in SOURCES]


def test_whole_targets_are_read_as_by_the_graphs(package: Package) -> None:
    quick, _ = both(package)
    keys = KeyStore(package, 10**6)
    pairs = [keys.ids(*pair) for pair in PAIRS[:7]]
    sources, targets = [source for source, _ in pairs], [target for _, target in pairs]
    theirs = without_native(package).model.hidden_states(sources, targets)
    ours = package.model.hidden_states(sources, targets)
    for mine, other, target in zip(ours, theirs, targets, strict=True):
        assert mine.shape == other.shape == (len(target), WIDE.width)
        np.testing.assert_allclose(mine, other, atol=0.15)
    for mine, source, target in zip(ours, sources, targets, strict=True):
        np.testing.assert_array_equal(quick.hidden_states([source], [target])[0], mine)


def test_stores_make_room_and_are_used_again(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, _ = both(package)
    quick.spare.clear()

    def read(beam: int) -> list[Floats]:
        reader = NativeReader(quick, [[5, 6, 2]] * 4, np.arange(64))
        ids, rows = np.full((4, 1), quick.start), np.repeat(np.arange(4), beam).reshape(4, beam)
        found = []
        for step in range(12):
            best = reader.read(ids, 1, np.ones(ids.shape, np.bool_))
            found.append(best.hidden.reshape(*ids.shape, -1)[:, 0])
            reader.select(rows)
            # Everybody goes on from the first hypothesis of a group, so most of what was read is not needed.
            rows = np.arange(4)[:, None] * beam + np.zeros(beam, np.int64)
            ids = np.full((4, beam), 7 + step)
        return found

    expected = read(1)
    monkeypatch.setattr(stores, "ROOM", 8)
    quick.spare.clear()
    for beam in (1, 3, 5):
        np.testing.assert_array_equal(read(beam), expected)
    (spare,) = quick.spare
    assert 48 <= spare.rows < 4 * 5 * 12
    monkeypatch.setattr(model, "MOST_KEPT", spare.rows - 1)
    read(5)
    assert not quick.spare


@pytest.mark.parametrize(
    "shape",
    [SHAPE, replace(WIDE, activation="swish"), replace(WIDE, pre_norm=False), replace(WIDE, heads=4)],
    ids=["narrow heads", "swish", "normalised after", "more heads"],
)
def test_a_model_of_another_kind_keeps_its_graphs(
    tmp_path: Path, tiny_vocabularies: dict[str, Path], shape: Architecture
) -> None:
    assert open_package(tmp_path, tiny_vocabularies, shape).graphs.native is None


def test_a_model_in_full_numbers_keeps_its_graphs(tmp_path: Path, tiny_vocabularies: dict[str, Path]) -> None:
    assert open_package(tmp_path, tiny_vocabularies, WIDE, int8=False).graphs.native is None


def test_without_the_library_a_package_keeps_its_graphs(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "FILE", library.FILE.with_name("not-there.so"))
    assert Package.open(package.folder).graphs.native is None
