"""An opened package: vocabularies, sessions, threads."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import sentencepiece
from hypothesis import example, given, settings
from hypothesis import strategies as st

from packages import PAIRS, make_package
from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.driver import Source, run
from synslator.engines.vanilla import VanillaEngine
from synslator.errors import SynslatorError
from synslator.runtime.manifest import MANIFEST
from synslator.runtime.package import Package
from synslator.runtime.tokenizer import Tokenizer

SOURCES = [source for source, _ in PAIRS]


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
@example("Save  the file.")
@example("naïve ﬁle 😀 １２\ttab \x00\x07\n ")
def test_the_target_comes_back_character_for_character(tiny_package: Package, text: str) -> None:
    """With a space before it, as before every word; SentencePiece's own mark is a space to it."""
    vocabulary = tiny_package.vocabulary
    written = vocabulary.table.write(vocabulary.encode(text)).decode()
    assert written == (" " + text.replace("▁", " ") if text else "")


def test_the_source_is_normalised(tiny_package: Package) -> None:
    encode = tiny_package.source.encode
    assert encode("Ａ１") == encode("A1")
    assert encode("") == []


def test_half_a_surrogate_pair_is_read_as_a_question_mark(tiny_package: Package) -> None:
    for encode in (tiny_package.source.encode, tiny_package.vocabulary.encode):
        assert encode("a\ud83d") == encode("a?")


def test_control_pieces_write_nothing(tiny_package: Package) -> None:
    assert tiny_package.vocabulary.table.write([0, 1, 2, 3]) == b""


def test_ids_can_come_from_a_table(tiny_vocabularies: dict[str, Path], tmp_path: Path) -> None:
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(tiny_vocabularies["target.spm"]))
    own = pieces.encode("Save the file.", out_type=str)
    names = ["</s>", "<unk>", *dict.fromkeys(own[:-1]), "<pad>"]
    (tmp_path / "vocabulary.json").write_text(json.dumps({name: n for n, name in enumerate(names)}))
    (tmp_path / "target.spm").write_bytes(tiny_vocabularies["target.spm"].read_bytes())
    tokenizer = Tokenizer.open(tmp_path, "target", "vocabulary.json")
    assert (tokenizer.end, tokenizer.unknown) == (0, 1)
    ids = tokenizer.encode("Save the file.")
    assert ids[-1] == 1
    assert [names[n] for n in ids[:-1]] == own[:-1]
    table = tokenizer.table(len(names) + 2, (0, 1, len(names) - 1))
    assert len(table) == len(names) + 2
    assert table.write(ids) == "".join(own[:-1]).replace("▁", " ").encode()


def test_sources_of_a_batch_do_not_touch(tiny_package: Package) -> None:
    together = tiny_package.encode(SOURCES[:5])
    for number, source in enumerate(SOURCES[:5]):
        alone = tiny_package.encode([source])
        length = alone.valid.shape[1]
        np.testing.assert_allclose(together.states[number, :length], alone.states[0], atol=1e-4)


def complete(package: Package, source: str, typed: str) -> Completion:
    engine = VanillaEngine(package)
    assert package.language_model
    completer = Completer(engine.bind(source), package.vocabulary, Source(package.language_model, None))
    return run(completer.complete(typed))


def test_threads_share_a_package(tiny_package: Package) -> None:
    jobs = [(source, typed) for source in SOURCES[:8] for typed in ("", "The fi", "Please check the ")]
    alone = [complete(tiny_package, *job) for job in jobs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: complete(tiny_package, *job), jobs))
    assert [one.text for one in together] == [one.text for one in alone]


def test_more_threads_for_a_request_change_nothing(tiny_package: Package, tiny_folder: Path) -> None:
    two = Package.open(tiny_folder, threads=2)
    assert complete(two, SOURCES[0], "Pl").text == complete(tiny_package, SOURCES[0], "Pl").text


def test_a_package_without_a_language_model(tiny_vocabularies: dict[str, Path], tmp_path: Path) -> None:
    package = Package.open(make_package(tmp_path / "p", tiny_vocabularies, language_model=False))
    assert package.language_model is None
    assert VanillaEngine(package).translate(SOURCES[:2])


def test_a_package_replaces_an_older_one_and_nothing_else(
    tiny_vocabularies: dict[str, Path], tmp_path: Path
) -> None:
    folder = make_package(tmp_path / "p", tiny_vocabularies)
    make_package(folder, tiny_vocabularies, language_model=False)
    assert not (folder / "language_model.onnx").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
    (folder / MANIFEST).unlink()
    with pytest.raises(SynslatorError, match="is not a model package; name a new folder"):
        make_package(folder, tiny_vocabularies)
