"""Batches: equal source lengths, nothing lost, the budget kept, the stream resumable."""

from itertools import islice

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from synslator.training.data.batches import Batch, Mixture, Stream, TokenStore, cut
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.data.tokenizers import BOS, EOS
from synslator.training.recipe import RunRecipe, SourceRecipe

RUN = RunRecipe(updates=1, batch_tokens=64, accumulate=2, pass_pairs=40)
CPU = torch.device("cpu")


def some_pairs(seed: int, count: int) -> TokenizedPairs:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 9, (count, 2)).astype(np.int32)
    source, target = (rng.integers(4, 60000, n).astype(np.uint16) for n in lengths.sum(axis=0))
    return TokenizedPairs(source, target, lengths)


def slices(part: TokenizedPairs, side: int) -> list[list[int]]:
    flat = (part.source, part.target)[side]
    return [a.tolist() for a in np.split(flat, np.cumsum(part.lengths[:, side])[:-1])]


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(0, 12)), min_size=1, max_size=60), st.integers(8, 80)
)
def test_cutting_keeps_every_pair_once_within_the_budget(pairs: list[tuple[int, int]], tokens: int) -> None:
    lengths = np.array(pairs, np.int32)
    batches = cut(np.arange(len(pairs)), lengths, tokens)
    assert sorted(np.concatenate([b.pairs for b in batches]).tolist()) == list(range(len(pairs)))
    for batch in batches:
        assert set(lengths[batch.pairs, 0]) == {batch.source_length}
        assert max(lengths[batch.pairs, 1]) == batch.target_length
        assert batch.pieces == sum(lengths[batch.pairs, 1] + 1)
        fits = len(batch.pairs) * (batch.source_length + batch.target_length + 1) <= tokens
        assert fits or len(batch.pairs) == 1


def test_a_language_model_ignores_the_source() -> None:
    lengths = np.array([(3, 4), (9, 4), (1, 4)], np.int32)
    (batch,) = cut(np.arange(3), lengths, 64, sides=1)
    assert len(batch.pairs) == 3


def test_the_store_returns_what_was_put_in() -> None:
    parts = [some_pairs(1, 7), some_pairs(2, 5)]
    store = TokenStore(parts, CPU)
    sources, targets = ([ids for part in parts for ids in slices(part, side)] for side in (0, 1))
    for batch in cut(np.arange(12), store.lengths, 48):
        source, read, answer = store.gather(batch)
        for row, pair in enumerate(batch.pairs):
            assert source[row].tolist() == sources[pair]
            padding = [0] * (batch.target_length - len(targets[pair]))
            assert read[row].tolist() == [BOS, *targets[pair], *padding]
            assert answer[row].tolist() == [*targets[pair], EOS, *padding]


def mixture() -> Mixture:
    sources = (SourceRecipe("a", "a", weight=1.0, final_weight=0.0), SourceRecipe("b", "b", weight=3.0))
    return Mixture(TokenStore([some_pairs(1, 30), some_pairs(2, 10)], CPU), sources, RUN)


def test_shares_follow_weights_and_the_last_phase() -> None:
    mix = mixture()
    assert mix.shares(final=False) == [20, 20]
    assert mix.shares(final=True) == [0, 40]


def test_a_source_is_seen_whole_before_it_repeats() -> None:
    mix = mixture()
    taken = mix.take(1, 5, 25)
    assert sorted(taken[5:15].tolist()) == list(range(30, 40))
    assert taken[:5].tolist() != taken[10:15].tolist()


def flat(groups: list[list[Batch]]) -> list[list[int]]:
    return [batch.pairs.tolist() for group in groups for batch in group]


def test_a_stream_goes_on_from_any_position() -> None:
    whole = Stream(mixture(), lambda: False)
    expected = list(islice(iter(whole), 30))
    for taken in (0, 1, 7, 19):
        first = Stream(mixture(), lambda: False)
        list(islice(iter(first), taken))
        second = Stream(mixture(), lambda: False, first.position)
        assert flat(list(islice(iter(second), 10))) == flat(expected[taken : taken + 10])
