"""Tiny model packages with random weights, made in a second or two, for tests of every part.

They translate nothing sensible, but they are real packages: vocabularies learned from the sentences below,
graphs in int8, a language model. `tiny_package` in `conftest.py` is one that all tests share.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from synslator.runtime.hints import KINDS
from synslator.runtime.manifest import Manifest
from synslator.text.pieces import SPACE
from synslator.text.words import has_spaceless
from synslator.training.data.tokenizers import BOS, EOS, PAD, UNKNOWN, learn
from synslator.training.export.architecture import Architecture
from synslator.training.export.packages import Pieces, TrainedNetwork, graphs_of, write_package
from synslator.training.recipe import TokenizerRecipe

Random = np.random.Generator
Weights = dict[str, NDArray[np.float32]]

PAIRS = [
    ("请在保存文件之前检查设置。", "Please check the settings before you save the file."),
    ("如果连接中断，程序会自动重试三次。", "If the connection breaks, the program tries three more times."),
    ("点击“确定”按钮继续安装。", "Click the OK button to continue the installation."),
    ("本合同自双方签字之日起生效。", "This contract takes effect on the day both parties sign it."),
    ("甲方应在收到发票后三十日内付款。", "Party A shall pay within thirty days of receiving the invoice."),
    ("你昨天晚上去哪儿了？", "Where did you go last night?"),
    ("别担心，我们明天再谈。", "Don't worry, we will talk about it tomorrow."),
    ("这座桥建于1932年，长450米。", "The bridge was built in 1932 and is 450 metres long."),
    ("科学家发现了一种新的深海鱼。", "Scientists have discovered a new kind of deep-sea fish."),
    ("内存不足时，缓存会先被清空。", "When memory runs low, the cache is emptied first."),
    ("该函数返回列表中的最大值。", "The function returns the largest value in the list."),
    ("管理员可以删除过期的账户。", "An administrator can delete accounts that have expired."),
    ("未经书面同意，不得转让本协议。", "This agreement may not be transferred without written consent."),
    ("她把钥匙忘在厨房的桌子上了。", "She left her keys on the kitchen table."),
    ("火车晚点了二十分钟。", "The train was twenty minutes late."),
    ("博物馆每周一闭馆。", "The museum is closed every Monday."),
    ("更新之后需要重新启动服务器。", "The server has to be restarted after the update."),
    ("这个选项默认是关闭的。", "This option is switched off by default."),
    ("卖方保证货物没有缺陷。", "The seller warrants that the goods are free of defects."),
    ("我从来没见过这么大的雪。", "I have never seen so much snow."),
    ("日志文件保存在数据文件夹中。", "Log files are kept in the data folder."),
    ("用户名不能包含空格。", "A user name must not contain spaces."),
    ("城市的地铁有十二条线路。", "The city's underground has twelve lines."),
    ("备份任务每天凌晨两点运行。", "The backup job runs every day at two in the morning."),
]
"""Sentences to learn vocabularies from and to translate."""

GERMAN_FRENCH = [
    ("Der Zug fährt um acht Uhr vom Hauptbahnhof ab.", "Le train part à huit heures de la gare centrale."),
    ("Bitte speichern Sie die Datei vor dem Schließen.", "Veuillez enregistrer le fichier avant de fermer."),
    ("Die Brücke über den Fluss wurde neu gebaut.", "Le pont sur la rivière a été reconstruit."),
    ("Wir haben gestern Abend lange geredet.", "Nous avons longtemps parlé hier soir."),
    ("Das Museum ist montags geschlossen.", "Le musée est fermé le lundi."),
    ("Der Vertrag gilt ab dem ersten Januar.", "Le contrat est valable à partir du premier janvier."),
    ("Im Winter wird es hier früh dunkel.", "En hiver, il fait nuit tôt ici."),
    ("Die Einstellungen finden Sie im Menü.", "Vous trouverez les réglages dans le menu."),
    ("Unsere Nachbarn haben einen großen Garten.", "Nos voisins ont un grand jardin."),
    ("Der Server wird nach dem Update neu gestartet.", "Le serveur redémarre après la mise à jour."),
]
"""Sentences of another language pair, for imported models."""

SHAPE = Architecture(
    width=32, heads=4, encoder_layers=2, decoder_layers=2, source_vocabulary=480, target_vocabulary=500
)
LANGUAGE_MODEL_SHAPE = Architecture(
    width=16, heads=2, encoder_layers=0, decoder_layers=2, source_vocabulary=0, target_vocabulary=500
)
END_BIAS = 6.5
PIECES = Pieces(BOS, EOS, (PAD, BOS, UNKNOWN))


def random_weights(shape: Architecture, feed_forward: int = 64, seed: int = 1) -> Weights:
    """Weights of the sizes that an architecture asks for; norms and biases are not trivial either.

    The output layer is one of its own: tied to the embedding, a random model would only repeat its input.
    """
    rng, width = np.random.default_rng(seed), shape.width
    weights: Weights = {}

    def linear(name: str, inputs: int, outputs: int, gain: float = 1) -> None:
        weights[f"{name}.weight"] = rng.normal(0, gain * inputs**-0.5, (inputs, outputs)).astype(np.float32)
        weights[f"{name}.bias"] = rng.normal(0, 0.1, outputs).astype(np.float32)

    def norm(name: str) -> None:
        weights[f"{name}.weight"] = rng.normal(1, 0.1, width).astype(np.float32)
        weights[f"{name}.bias"] = rng.normal(0, 0.1, width).astype(np.float32)

    sides = {"encoder": shape.encoder_layers, "decoder": shape.decoder_layers}
    vocabularies = {"encoder": shape.source_vocabulary, "decoder": shape.target_vocabulary}
    for side, layers in sides.items():
        if not layers:
            continue
        table = rng.normal(0, width**-0.5, (vocabularies[side], width))
        weights[f"{side}.embedding"] = table.astype(np.float32)
        if shape.hints and side == "encoder":
            marks = np.random.default_rng(seed + 1).normal(0, width**-0.5, (KINDS, width))
            weights["encoder.hint_embedding"] = marks.astype(np.float32)
        norm(f"{side}.norm")
        for layer in (f"{side}.layers.{n}" for n in range(layers)):
            norm(f"{layer}.attention_norm")
            linear(f"{layer}.attention.qkv", width, 3 * width)
            linear(f"{layer}.attention.out", width, width)
            if side == "decoder" and shape.encoder_layers:
                norm(f"{layer}.cross_norm")
                linear(f"{layer}.cross.q", width, width)
                linear(f"{layer}.cross.kv", width, 2 * width)
                linear(f"{layer}.cross.out", width, width, gain=4)  # the source decides
            norm(f"{layer}.feed_forward_norm")
            linear(f"{layer}.feed_forward.inner", width, feed_forward)
            linear(f"{layer}.feed_forward.outer", feed_forward, width)
    linear("decoder.output", width, shape.target_vocabulary)
    return weights


def learn_vocabularies(folder: Path, *, reverse: bool = False) -> dict[str, Path]:
    """Learn `source.spm` and `target.spm` from the sentences above, or the other way round."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = (SHAPE.source_vocabulary, SHAPE.target_vocabulary)[:: -1 if reverse else 1]
    sides = {
        "source": TokenizerRecipe(sizes[0], "nmt_nfkc", coverage=1.0),
        "target": TokenizerRecipe(sizes[1], coverage=1.0),
    }
    for number, (side, recipe) in enumerate(sides.items()):
        texts = [pair[number != reverse] for pair in 4 * PAIRS]
        learn(texts, recipe, folder / f"{side}.spm", threads=1)
    return {f"{side}.spm": folder / f"{side}.spm" for side in sides}


def size_of(vocabulary: Path) -> int:
    """How many pieces a vocabulary has."""
    return int(sentencepiece.SentencePieceProcessor(model_file=str(vocabulary)).get_piece_size())


def prefer_words(weights: Weights, vocabulary: Path) -> Weights:
    """The same weights with an output layer that is surer of itself and likes words better than bytes."""
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(vocabulary))
    bias = weights["decoder.output.bias"].copy()
    for number in range(len(bias)):
        piece = pieces.id_to_piece(number)
        spaceless = has_spaceless(piece)
        bias[number] -= 8 if pieces.is_byte(number) else 4 if len(piece) < 3 and not spaceless else 0
        bias[number] += 3 if piece[0] == SPACE or spaceless else 0
    matrix = 2 * weights["decoder.output.weight"]
    matrix[:, EOS], bias[EOS] = 0, END_BIAS  # as soon as nothing else is likelier than this, a sentence ends
    return weights | {"decoder.output.bias": bias, "decoder.output.weight": matrix}


def make_package(
    folder: Path,
    vocabularies: dict[str, Path],
    *,
    int8: bool = True,
    language_model: bool = True,
    name: str = "tiny",
    languages: tuple[str, str] = ("zh", "en"),
) -> Path:
    """Write a tiny package and return its folder."""
    target = vocabularies["target.spm"]
    sizes = {f"{side}_vocabulary": size_of(vocabularies[f"{side}.spm"]) for side in ("source", "target")}
    shape = replace(SHAPE, **sizes)
    shape_of_words = replace(LANGUAGE_MODEL_SHAPE, target_vocabulary=shape.target_vocabulary)
    translation = TrainedNetwork(shape, prefer_words(random_weights(shape), target))
    words = prefer_words(random_weights(shape_of_words, seed=2), target)
    monolingual = TrainedNetwork(shape_of_words, words)
    manifest = Manifest(
        name,
        "1.0",
        *languages,
        graphs_of(shape, PIECES),
        graphs_of(shape_of_words, PIECES) if language_model else None,
        architecture=shape.to_json(),
    )
    files: dict[str, Path | str] = {**vocabularies, "README.md": "# tiny\n\nRandom weights, for tests.\n"}
    write_package(folder, manifest, translation, monolingual if language_model else None, files, int8)
    return folder
