"""Ids: sources that are cut into pieces at random say the same text, the same way each time."""

from pathlib import Path

from packages import PAIRS
from synslator.training.data.preparation import load_tokenizer, tokenize_chunk


def test_sampled_pieces_say_the_same_text(tiny_vocabularies: dict[str, Path]) -> None:
    folder = tiny_vocabularies["source.spm"].parent
    tokenizer = load_tokenizer(folder / "source.spm")

    def lines(sampling: float) -> list[list[int]]:
        # Few of the texts can be cut in more than one way, so each is cut often.
        ids, _, lengths = tokenize_chunk(PAIRS * 20, folder, 200, sampling)
        ends = lengths[:, 0].cumsum().tolist()
        return [ids[start:end].tolist() for start, end in zip([0, *ends], ends, strict=False)]

    plain, sampled = lines(0.0), lines(0.1)
    assert sampled != plain
    assert tokenizer.decode(sampled) == tokenizer.decode(plain)
    assert lines(0.1) == sampled
