"""Beginning with a model of the other direction."""

import torch

from synslator.training.network.reversal import reversed_weights
from synslator.training.network.transformer import Transformer
from synslator.training.recipe import ModelRecipe

SHAPE = ModelRecipe(width=16, feed_forward=32, heads=2, encoder_layers=1, decoder_layers=1, hints=True)
PLAIN = ModelRecipe(width=16, feed_forward=32, heads=2, encoder_layers=1, decoder_layers=1)
ENGLISH, CHINESE = ["<s>", "▁pump", "▁valve"], ["<s>", "水泵", "▁"]
NEW_ENGLISH, NEW_CHINESE = ["<s>", "▁valve", "▁tap", "▁pump"], ["<s>", "阀门", "水泵"]


def test_layers_and_known_pieces_are_taken_over_and_the_rest_is_new() -> None:
    other = Transformer(PLAIN, len(CHINESE), len(ENGLISH)).state_dict()
    own = Transformer(SHAPE, len(NEW_ENGLISH), len(NEW_CHINESE)).state_dict()
    found = reversed_weights(own, other, (NEW_ENGLISH, NEW_CHINESE), (CHINESE, ENGLISH))

    model = Transformer(SHAPE, len(NEW_ENGLISH), len(NEW_CHINESE))
    model.load_state_dict(found)
    for name, weight in found.items():
        if "layers" in name:
            assert torch.equal(weight, other[name])
    source, target = found["encoder.embedding.weight"], found["decoder.embedding.weight"]
    assert torch.equal(source[1], other["decoder.embedding.weight"][2])
    assert torch.equal(source[3], other["decoder.embedding.weight"][1])
    assert torch.equal(source[2], own["encoder.embedding.weight"][2])
    assert torch.equal(target[2], other["encoder.embedding.weight"][1])
    assert torch.equal(target[1], own["decoder.embedding.weight"][1])
    assert torch.equal(found["encoder.hint_embedding.weight"], own["encoder.hint_embedding.weight"])
