"""Import of MarianMT checkpoints: the same scores, the same words, and a session in their own languages."""

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentencepiece
import torch
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from packages import GERMAN_FRENCH
from synslator.cli import main
from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.beam import beam_search
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.manifest import check
from synslator.runtime.package import Package
from synslator.training.marian.folder import MarianError
from synslator.training.marian.importer import MarianOptions, import_marian

pytestmark = pytest.mark.usefixtures("one_thread")

FP32 = MarianOptions(int8=False)
PLAIN = SearchOptions(beam=1, repeats=10**6)
"""Greedy search without the guard against loops, as in other programs."""
Save = Callable[..., tuple[Path, Any]]


def learn(folder: Path, side: int) -> list[str]:
    """A vocabulary as OPUS-MT has them: it normalises and has no bytes. Returns its pieces."""
    path = folder / ("source.spm", "target.spm")[side]
    with path.open("wb") as out:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter([pair[side] for pair in 3 * GERMAN_FRENCH]),
            model_writer=out,
            vocab_size=110,
            minloglevel=2,
        )
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(path))
    return [pieces.id_to_piece(n) for n in range(3, pieces.get_piece_size())]


def table_of(pieces: list[str]) -> dict[str, int]:
    names = ["</s>", "<unk>", *dict.fromkeys(pieces), "<pad>"]
    return {name: number for number, name in enumerate(names)}


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a function that saves a random checkpoint and returns its folder and the model."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        from transformers import MarianConfig, MarianMTModel

    spare = tmp_path_factory.mktemp("vocabularies")
    pieces = [learn(spare, side) for side in (0, 1)]

    def save(shared: bool = True, codes: tuple[str, ...] = (), **options: Any) -> tuple[Path, Any]:
        folder = tmp_path_factory.mktemp("opus-mt-de-fr")
        for name in ("source.spm", "target.spm"):
            shutil.copyfile(spare / name, folder / name)
        tables = [table_of([*codes, *pieces[0], *pieces[1]])] if shared else [table_of(p) for p in pieces]
        for name, table in zip(("vocab.json", "target_vocab.json"), tables, strict=False):
            (folder / name).write_text(json.dumps(table), encoding="utf-8")
        languages = {"source_lang": "de", "target_lang": "fr"}
        (folder / "tokenizer_config.json").write_text(json.dumps(languages))
        padding = tables[-1]["<pad>"]
        sizes = {"d_model": 32, "encoder_ffn_dim": 48, "decoder_ffn_dim": 40}
        sizes |= {"encoder_layers": 2, "decoder_layers": 2, "max_position_embeddings": 200}
        config = MarianConfig(
            **{
                "vocab_size": padding + 1 if shared else len(tables[0]),
                "decoder_vocab_size": padding + (1 if shared else 3),  # two ids without a piece
                "encoder_attention_heads": 4,
                "decoder_attention_heads": 4,
                "activation_function": "swish",
                "scale_embedding": True,
                "share_encoder_decoder_embeddings": shared,
                "pad_token_id": padding,
                "decoder_start_token_id": padding,
                "init_std": 0.3,
                **sizes,
                **options,
            }
        )
        torch.manual_seed(7)
        model = MarianMTModel(config).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.ndim == 1:
                    parameter.add_(0.2 * torch.randn_like(parameter))
            model.final_logits_bias += 0.5 * torch.randn_like(model.final_logits_bias)
            model.final_logits_bias[:, 0] += 3  # so that sentences end
        model.save_pretrained(folder)
        return folder, model

    return save


def imported(folder: Path, options: MarianOptions = FP32) -> Package:
    import_marian(folder, folder / "package", options)
    return Package.open(folder / "package")


VARIANTS: dict[str, dict[str, Any]] = {
    "as OPUS-MT": {},
    "relu, unscaled": {"activation_function": "relu", "scale_embedding": False},
    "gelu": {"activation_function": "gelu"},
    "separate vocabularies": {"shared": False},
    "an output layer of its own": {"tie_word_embeddings": False},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_scores_and_greedy_words_are_the_models_own(save: Save, variant: str) -> None:
    folder, model = save(**VARIANTS[variant])
    package = imported(folder)
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    names = json.loads((folder / "vocab.json").read_text())
    start, forbidden = package.model.start, list(package.vocabulary.unused)
    for source, target in GERMAN_FRENCH[:5]:
        ids = [*(names.get(piece, 1) for piece in pieces.encode(source, out_type=str)), 0]
        assert [*package.source.encode(source), package.source.end] == ids
        read = [start, *package.vocabulary.encode(target)]
        memory = package.encode([source])
        step = package.model.step(memory, np.array([read]), package.model.empty(1), len(read))
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([ids]), decoder_input_ids=torch.tensor([read])).logits
        expected = logits[0].log_softmax(-1).numpy()
        np.testing.assert_allclose(step.log_probabilities[0], expected, atol=1e-3)
        written = model.generate(
            torch.tensor([ids]),
            num_beams=1,
            do_sample=False,
            min_new_tokens=1,
            max_new_tokens=PLAIN.longest(len(ids)),
            forced_eos_token_id=None,
            suppress_tokens=forbidden,
        )[0].tolist()
        found = beam_search(StepReader(package.model, memory), package.vocabulary, PLAIN)[0]
        assert [start, *found.ids] == (written[:-1] if written[-1] == 0 else written)


def test_ids_without_a_word_are_never_written(save: Save) -> None:
    package = imported(save(shared=False)[0])
    table = json.loads((package.folder / "target_vocabulary.json").read_text())
    padding = table["<pad>"]
    assert package.vocabulary.unused == (1, padding, padding + 1, padding + 2)
    assert package.manifest.translation.start == padding


def test_the_old_format_of_weights_gives_the_same_package(save: Save) -> None:
    folder, model = save()
    first = imported(folder).manifest.files["weights.bin"]
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    assert imported(folder).manifest.files["weights.bin"] == first


@pytest.fixture(scope="module")
def session(save: Save) -> Package:
    return imported(save()[0], MarianOptions())


def test_bulk_translation_works_in_its_own_languages(session: Package) -> None:
    assert (session.manifest.source_language, session.manifest.target_language) == ("de", "fr")
    sources = [source for source, _ in GERMAN_FRENCH]
    translated = VanillaEngine(session).translate([*sources, "", "Ein Satz. " * 60])
    assert all(translated[: len(sources)])
    assert translated[len(sources)] == ""
    assert translated[-1]


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(), max_size=25) | st.text("Le tran ﬁＡé  “😀\t", max_size=25))
@example("Le train pa")
@example("ﬁn de la Ｇare")
@example("Le 😀")
@example(" Le  train\tpart ")
def test_a_completion_begins_with_what_was_typed(session: Package, typed: str) -> None:
    """Although the vocabulary would normalise it, or has no piece for it."""
    completer = Completer(VanillaEngine(session).bind(GERMAN_FRENCH[0][0]), session.vocabulary)
    completion = run(completer.complete(typed))
    assert completion.text.startswith(typed)
    assert len(typed) <= completion.sure <= len(completion.text)


def test_a_model_of_several_target_languages_is_asked_for_one(save: Save) -> None:
    folder, _ = save(codes=(">>fra<<", ">>ita<<"))
    with pytest.raises(MarianError, match="choose a target token of >>fra<<, >>ita<<"):
        import_marian(folder, folder / "package", FP32)
    with pytest.raises(MarianError, match="the target token must be one of >>fra<<, >>ita<<, not >>deu<<"):
        import_marian(folder, folder / "package", MarianOptions(target_token=">>deu<<"))
    package = imported(folder, MarianOptions(target_token=">>ita<<"))
    names = json.loads((folder / "vocab.json").read_text())
    assert package.source.encode("Der Zug")[0] == names[">>ita<<"]
    assert VanillaEngine(package).translate(["Der Zug."])[0]


def refused(folder: Path, options: MarianOptions = FP32) -> list[str]:
    with pytest.raises(MarianError) as caught:
        import_marian(folder, folder / "package", options)
    assert not (folder / "package").exists()
    assert str(caught.value).startswith(f"{folder} is not a MarianMT checkpoint that can be imported: ")
    return caught.value.problems


def test_a_folder_that_is_something_else(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere") == ["there is no such folder"]
    assert refused(tmp_path) == [
        "config.json cannot be read (No such file or directory)",
        "vocab.json cannot be read (No such file or directory)",
        "source.spm is missing",
        "target.spm is missing",
        "there are no weights: neither model.safetensors nor pytorch_model.bin",
        "tokenizer_config.json names no source_lang, so the source language must be given",
        "tokenizer_config.json names no target_lang, so the target language must be given",
    ]
    (tmp_path / "config.json").write_text('{"model_type": "bart"}')
    assert refused(tmp_path)[0] == "config.json: model_type must be marian, not 'bart'"


def test_every_problem_of_a_checkpoint_is_named(save: Save) -> None:
    folder, model = save()
    config = json.loads((folder / "config.json").read_text())
    size = config["vocab_size"]
    config |= {"encoder_ffn_dim": 48, "decoder_layers": 3}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.json").write_text(json.dumps({"</s>": 0, "Haus": size, "Tür": "x"}))
    (folder / "tokenizer_config.json").unlink()
    (folder / "model.safetensors").unlink()
    state = model.state_dict()
    state["model.encoder.layers.1.fc2.weight"] = torch.zeros(2, 2)
    del state["model.decoder.layers.0.fc1.bias"]
    torch.save(state, folder / "pytorch_model.bin")
    problems = refused(folder, MarianOptions(source_language="de"))
    assert "vocab.json: the piece <unk> is missing" in problems
    assert f"vocab.json: 2 pieces, such as 'Haus', have no id below {size}" in problems
    assert "model.encoder.layers.1.fc2.weight has the shape (2, 2) instead of (32, 48)" in problems
    assert "the weights have no model.decoder.layers.0.fc1.bias" in problems
    assert "the weights have no model.decoder.layers.2.self_attn.q_proj.weight" in problems
    assert problems[-1] == "tokenizer_config.json names no target_lang, so the target language must be given"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"activation_function": "tanh"}, "activation_function must be one of swish, silu, gelu, relu"),
        ({"decoder_attention_heads": 2}, "the same number of attention heads"),
        ({"normalize_before": True}, "normalize_before must be false, not True"),
        ({"eos_token_id": None}, "eos_token_id must be a whole number, not None"),
        ({"encoder_attention_heads": 3, "decoder_attention_heads": 3}, "width 32 is not a multiple of 3"),
    ],
)
def test_a_configuration_that_our_graphs_do_not_know(
    save: Save, change: dict[str, Any], problem: str
) -> None:
    folder, _ = save()
    config = json.loads((folder / "config.json").read_text()) | change
    (folder / "config.json").write_text(json.dumps(config))
    assert problem in "; ".join(refused(folder))


class Trap:
    """Would write a file when unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def test_a_pickle_with_code_in_it_is_not_run(save: Save, tmp_path: Path) -> None:
    folder, _ = save()
    (folder / "model.safetensors").unlink()
    with (folder / "pytorch_model.bin").open("wb") as out:
        pickle.dump({"weight": Trap(tmp_path / "sprung")}, out)
    assert refused(folder)[0].startswith("pytorch_model.bin cannot be read")
    assert not (tmp_path / "sprung").exists()


def test_the_package_says_where_it_comes_from(save: Save) -> None:
    folder, _ = save()
    (folder / "README.md").write_text("Made by others.")
    manifest = import_marian(folder, folder / "package", MarianOptions(name="mine"))
    card = (folder / "package/README.md").read_text()
    assert card.startswith("# mine\n\nde to fr, imported from the MarianMT checkpoint `opus-mt-de-fr")
    assert card.endswith("Made by others.")
    assert check(folder / "package").architecture["activation"] == "swish"
    assert manifest.name == "mine"


def test_the_whole_way_on_the_command_line(save: Save, tmp_path: Path) -> None:
    folder, package = save()[0], tmp_path / "de-fr"

    def synslator(*words: str | Path, text: str = "") -> str:
        result = CliRunner().invoke(main, [*map(str, words)], input=text)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    assert f"(de → fr); use it with --model {package}" in synslator("model", "import", folder, package)
    assert synslator("model", "verify", package) == f"{package}: fine\n"
    sources = [german for german, _ in GERMAN_FRENCH[:2]]
    written = synslator("translate", "--model", package, text="\n".join(sources))
    assert written.splitlines() == VanillaEngine(Package.open(package)).translate(sources)
    completed = synslator("translate", "--model", package, "--prefix", "Le ch", text=sources[0])
    assert completed.startswith("Le ch")
    page, translated = tmp_path / "a.html", tmp_path / "b.html"
    page.write_text(f"<p><b>{sources[0]}</b> {sources[1]}</p>", encoding="utf-8")
    languages = ("--source-language", "de", "--target-language", "fr")
    synslator("document", "translate", page, translated, "--model", package, *languages)
    assert translated.read_text(encoding="utf-8").startswith("<p><b>")
