"""The mixture with a datastore: against its definition, in beam search, and where words come from."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scripted import END, VOCABULARY, ScriptedModel, encode, encoded, noisy
from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.beam import beam_search
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import Source, run
from synslator.decoding.knn.datastore import Datastore, EntryKeys, restored
from synslator.decoding.knn.gate import FEATURES, MOST, RECORD, KnnOptions, records
from synslator.decoding.knn.mixer import Mixer
from synslator.decoding.model import BatchDecoder, Best, EncodedSource, Flags, Floats, Ids
from synslator.decoding.options import SearchOptions

WIDTH = 2
GATE = KnnOptions(neighbours=4, temperature=0.3, likeness=1.5, record=0.0, reach=6.0, gate=tuple(
    {"bias": 0.5, "nearest": -0.4, "agreement": 1.0, "best": -1.0, "said": 1.0, "same": 0.5}.get(name, 0.1)
    for name in FEATURES
))  # fmt: skip
RULE = KnnOptions(neighbours=3, temperature=0.5, reach=4.0)


def entry(keys: list[tuple[float, float]], values: list[int]) -> EntryKeys:
    return EntryKeys.of(np.array(keys, np.float32), values, range(len(values)))


def taught(text: str) -> EntryKeys:
    """What the scripted model's hidden states are when it reads a text: how much was read, and what last."""
    ids = encode(text)
    return entry([((n + 1) / 8, last / 32) for n, last in enumerate([1, *ids])], [*ids, END])


def shaken(known: EntryKeys, rng: np.random.Generator) -> EntryKeys:
    """The same entry with keys that are a little off, so that no two are equally near."""
    states = restored(known.keys, known.scales) + rng.normal(0, 0.05, known.keys.shape)
    return EntryKeys.of(states, known.values.tolist(), known.words.tolist())


def random_store(rng: np.random.Generator, options: KnnOptions, entries: int) -> Datastore:
    def one() -> EntryKeys:
        size = int(rng.integers(1, 5))
        keys = [(float(a), float(b)) for a, b in rng.normal(size=(size, WIDTH)).round(2)]
        return entry(keys, [int(value) for value in rng.integers(0, 6, size)])

    return Datastore([(n, float(rng.random()), one()) for n in range(entries)], options)


def slow_shares(store: Datastore, scores: Floats, state: Floats, options: KnnOptions) -> dict[int, float]:
    """What each piece is given, computed as one would explain it."""
    rows = [
        (float(((state - key) ** 2).sum()) / WIDTH, int(value), float(like))
        for key, value, like in zip(store.whole_keys, store.values, store.likeness, strict=True)
    ]
    near = sorted(rows, key=lambda row: row[0])[: options.neighbours]
    counted = [row for row in near if row[0] <= options.reach]
    if not counted:
        return {}
    trust = max(0.0, 1 - near[0][0] / options.reach)
    weights = [math.exp(options.likeness * like - d / options.temperature) for d, _, like in counted]
    given_to: dict[int, float] = {}
    for (_, value, _), weight in zip(counted, weights, strict=True):
        share = min(trust, MOST) * weight / sum(weights)
        given_to[value] = given_to.get(value, 0.0) + share
    return given_to


@given(st.integers(0, 10**6))
def test_the_mixture_is_what_its_definition_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    store = random_store(rng, RULE, int(rng.integers(1, 4)))
    scores = np.log(rng.dirichlet(np.ones(8), 3)).astype(np.float32)
    hidden = rng.normal(size=(3, WIDTH)).astype(np.float32)
    mixed, evidence = store(scores.copy(), hidden)
    for step in range(3):
        wanted = slow_shares(store, scores[step], hidden[step], RULE)
        left = 1 - sum(wanted.values())
        expected = [left * math.exp(scores[step, n]) + wanted.get(n, 0.0) for n in range(8)]
        np.testing.assert_allclose(np.exp(mixed[step]), expected, atol=2e-3)
        assert evidence[step].whole == pytest.approx(sum(wanted.values()), abs=2e-3)


def test_a_gate_can_trust_neighbours_of_short_texts_less() -> None:
    weights = tuple(-2.0 if name == "brevity" else 0.5 for name in FEATURES)
    knn = replace(GATE, gate=weights)
    scores = np.log(np.full((1, 8), 1 / 8, np.float32))

    def given_to_memory(brevity: float) -> float:
        store = Datastore([(1, 1.0, entry([(0.0, 0.0)], [4]))], knn, brevity)
        return float(store(scores.copy(), np.zeros((1, WIDTH), np.float32))[1][0].whole)

    assert given_to_memory(2.0) < given_to_memory(0.5) < given_to_memory(0.0)


@given(st.integers(0, 10**6))
def test_a_mixture_is_a_distribution(seed: int) -> None:
    rng = np.random.default_rng(seed)
    store = random_store(rng, GATE, 3)
    scores = np.log(rng.dirichlet(np.ones(8), 5)).astype(np.float32)
    mixed, _ = store(scores, rng.normal(size=(5, WIDTH)).astype(np.float32))
    np.testing.assert_allclose(np.exp(mixed).sum(axis=1), 1, atol=1e-5)


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_scores_of_some_pieces_are_mixed_as_those_of_all(seed: int) -> None:
    """If the neighbours' values are among them; a piece that follows need not be."""
    rng = np.random.default_rng(seed)
    store = random_store(rng, replace(GATE, record=0.5), 3)
    whole = np.log(rng.dirichlet(np.full(12, 0.5), 3)).astype(np.float32)
    hidden, leads = rng.normal(size=(3, WIDTH)).astype(np.float32), rng.random(2).tolist()
    assert set(store.wanted.tolist()) == set(store.values.tolist())
    best = whole.argmax(axis=1)
    ids = np.union1d(np.union1d(store.wanted, best), rng.integers(0, 12, 3))
    places = np.full(12, -1)
    places[ids] = np.arange(len(ids))
    following = rng.choice(ids, 2).tolist()
    expected, told = store(whole, hidden, leads, following)
    mixed, evidence = store(whole[:, ids], hidden, leads, following, places)
    np.testing.assert_allclose(mixed, expected[:, ids], rtol=1e-5)
    assert evidence == told
    unlisted = [place for place in range(12) if places[place] < 0]
    if unlisted:
        assert np.isfinite(store(whole[:, ids], hidden, leads, [unlisted[0]] * 2, places)[0]).all()


def test_neighbours_out_of_reach_change_nothing() -> None:
    store = Datastore([(1, 1.0, entry([(50.0, 50.0)], [4]))], RULE)
    scores = np.log(np.full((1, 8), 1 / 8, np.float32))
    mixed, evidence = store(scores, np.zeros((1, WIDTH), np.float32))
    np.testing.assert_array_equal(mixed, scores)
    assert not evidence[0].given


class Corrected(StepReader):
    """The slow twin of `Mixer`: every score of every source is corrected by its datastore."""

    def __init__(self, source: EncodedSource, stores: list[Datastore | None]) -> None:
        super().__init__(ScriptedModel(), source)
        self.stores = stores

    def corrected(self, groups: Ids, ids: Ids, top: int) -> Best:
        self.beam = ids.shape[1]
        step = self.model.step(self.source, ids.reshape(-1, 1), self.state)
        scores, self.state = step.log_probabilities[:, 0], step.state
        for row, group in enumerate(np.repeat(groups, ids.shape[1])):
            if store := self.stores[group]:
                scores[row] = store(scores[row : row + 1], step.hidden[row])[0][0]
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        found = np.take_along_axis(scores, order, 1)
        return Best(found, order, step.hidden[:, 0], np.zeros((len(scores), 0), np.float32))


class Correcting:
    """Asks for it."""

    wanted: Ids = np.zeros(0, np.int64)

    def __call__(self, reader: BatchDecoder, groups: Ids, ids: Ids, top: int, alive: Flags) -> Best:
        assert isinstance(reader, Corrected)
        return reader.corrected(groups, ids, top)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([GATE, RULE]))
def test_beam_search_with_the_best_pieces_only_loses_nothing(seed: int, knn: KnnOptions) -> None:
    rng = np.random.default_rng(seed)
    texts = ["the backup is lost", "a task started from the beginning", "files for the cat"]
    stores = [
        Datastore([(n, 0.9, shaken(taught(texts[int(rng.integers(3))]), rng)) for n in range(2)], knn)
        if rng.random() < 0.7
        else None
        for _ in range(3)
    ]
    sources = encoded(*rng.integers(50, size=3).tolist())
    options = SearchOptions(beam=3, longest_factor=1, longest_extra=8)
    expected = beam_search(Corrected(sources, stores), VOCABULARY, options, Correcting())
    found = beam_search(StepReader(ScriptedModel(), sources), VOCABULARY, options, Mixer(stores, knn))
    assert [one.ids for one in found] == [one.ids for one in expected]
    np.testing.assert_allclose([one.score for one in found], [one.score for one in expected], atol=1e-3)


def test_words_say_which_word_of_which_entry_they_come_from() -> None:
    knn = KnnOptions(neighbours=2, temperature=0.0001, reach=0.4)
    store = Datastore([(77, 1.0, taught("the backup is lost"))], knn)
    model = ScriptedModel()
    completer = Completer(Source(model, encoded(3), store), VOCABULARY)
    completion = run(completer.complete(""))
    assert completion.text == "the backup is lost"
    first = completion.words[0].origins[0]
    assert (first.entry, first.word) == (77, 0)
    assert first.share == pytest.approx(1, abs=0.05)
    assert all(sum(origin.share for origin in word.origins) <= 1 + 1e-6 for word in completion.words)


def test_without_a_datastore_words_come_from_the_model_alone() -> None:
    completer = Completer(Source(ScriptedModel(), encoded(3)), VOCABULARY)
    assert not any(word.origins for word in run(completer.complete("")).words)


def test_options_survive_a_package_and_are_checked() -> None:
    assert KnnOptions.from_parameters(GATE.to_parameters()) == GATE
    assert KnnOptions.from_parameters({}) == KnnOptions()
    with pytest.raises(ValueError, match=r"neighbours must be 1 to 64, not 0; temperature must be positive"):
        KnnOptions(neighbours=0, temperature=0)
    with pytest.raises(ValueError, match="gate must have"):
        KnnOptions(gate=(1.0,))


@given(st.lists(st.floats(-1, 1), max_size=30), st.integers(1, 12))
def test_a_record_is_the_fading_mean_of_the_last_leads(leads: list[float], steps: int) -> None:
    known = [0.0] * (steps + RECORD) + leads
    found = records([0.0] * (steps - 1) + leads, steps)
    for step in range(steps):
        before = known[: len(known) - (steps - 1 - step)]
        slow = sum(0.3 * 0.7**n * lead for n, lead in enumerate(reversed(before)) if n < RECORD)
        assert found[step] == pytest.approx(slow, abs=1e-5)


RECORDING = replace(GATE, record=4.0)


def test_neighbours_that_were_right_so_far_are_trusted_more() -> None:
    store = Datastore([(1, 1.0, entry([(0.0, 0.0)], [4]))], RECORDING)
    scores, hidden = np.log(np.full((1, 8), 1 / 8, np.float32)), np.full((1, WIDTH), 0.3, np.float32)
    trusted = [store(scores, hidden, [lead] * RECORD)[1][0].whole for lead in (-1.0, 0.0, 1.0)]
    assert trusted[0] < trusted[1] < trusted[2]


@given(st.integers(0, 10**6))
def test_a_lead_can_be_told_from_the_mixture(seed: int) -> None:
    """In one pass and in two: the second begins with a lead that is found from what the first said."""
    rng = np.random.default_rng(seed)
    store = random_store(rng, replace(RECORDING, reach=3.0), 3)
    scores = np.log(rng.dirichlet(np.ones(8), 5)).astype(np.float32)
    hidden = rng.normal(size=(5, WIDTH)).astype(np.float32)
    pieces = rng.integers(0, 6, 4).tolist()
    whole, said = store(scores, hidden, (), pieces)
    leads = [said[n].lead(piece, float(whole[n, piece])) for n, piece in enumerate(pieces)]
    part, _ = store(scores[3:], hidden[3:], leads[:3], pieces[3:])
    np.testing.assert_allclose(part, whole[3:], atol=1e-3)


def endless(source: int, read: Sequence[int]) -> Floats:
    """The scripted model, if it never came to an end."""
    scores = noisy(source, read)
    scores[END] = -50
    return scores


LONG = "the backup task is lost from the start " * 6
FEW_WORDS = SearchOptions(longest_factor=0, longest_extra=4)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.lists(st.integers(0, len(LONG)), min_size=1, max_size=5, unique=True))
@example(0, [len(LONG), 146, 88])
@example(0, [len(LONG), 137, 98, 78])
def test_a_record_does_not_depend_on_how_the_text_came_about(seed: int, ends: list[int]) -> None:
    """Texts of up to 50 pieces, of which the first ones are neither scored nor kept."""
    near = shaken(taught(LONG.strip()), np.random.default_rng(seed))
    source = Source(ScriptedModel(endless), encoded(3), Datastore([(1, 0.9, near)], RECORDING))
    kept = Completer(source, VOCABULARY, options=FEW_WORDS)
    for end in ends:
        found = run(kept.complete(LONG[:end] + "q"))
        anew = run(Completer(source, VOCABULARY, options=FEW_WORDS).complete(LONG[:end] + "q"))
        assert found.text == anew.text
        assert [one.probability for one in (*found.words, *found.suggestions)] == pytest.approx(
            [one.probability for one in (*anew.words, *anew.suggestions)], abs=1e-4
        )
