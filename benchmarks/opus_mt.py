"""An outside reference for the plain model: OPUS-MT zh-en, on the same lines, with the same scores.

    python benchmarks/opus_mt.py --package translate-zh_en-1_9.argosmodel --test FILE [FILE …]
                                 [--limit N] [--model PACKAGE] [--save FILE]

The package of Argos Translate holds OPUS-MT (Tiedemann and Thottingal, 2020; CC BY 4.0) as CTranslate2 int8,
and the SentencePiece model of its source. Both systems translate the same lines with a beam of 4; BLEU, chrF
and chrF++ are those of `synslator evaluate bleu`, the difference is tested on documents or runs of lines, and
p is corrected for the sets that are shown. With --limit the lines are spread over each file. The last line is
one JSON object.
"""

import argparse
import json
import sys
import tempfile
import time
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ctranslate2
import sentencepiece

from synslator.decoding.options import SearchOptions
from synslator.engines.registry import Setup, make_engine
from synslator.evaluation.metrics.bootstrap import BootstrapOptions, compare, estimate, holm
from synslator.evaluation.metrics.scores import CHRF_PLUS, Bleu, ChrF
from synslator.evaluation.provenance import made
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet, file_sha256, read_test_set
from synslator.runtime.package import Package
from synslator.settings import shipped_model

BEAM = 4
SCORES = (Bleu(), ChrF(), CHRF_PLUS)
SPACE = "▁"
BATCH = 32


class OpusMt:
    """OPUS-MT as the package of Argos Translate holds it."""

    def __init__(self, package: Path, folder: Path) -> None:
        with zipfile.ZipFile(package) as packed:
            packed.extractall(folder)
        model = next(folder.rglob("model.bin")).parent
        self.pieces = sentencepiece.SentencePieceProcessor(str(next(folder.rglob("sentencepiece.model"))))
        self.translator = ctranslate2.Translator(str(model), compute_type="int8", inter_threads=1)

    def translate(self, texts: list[str]) -> list[str]:
        """Translate some texts."""
        sources = [self.pieces.encode(text, out_type=str) for text in texts]
        found = self.translator.translate_batch(
            sources, beam_size=BEAM, max_batch_size=BATCH, max_decoding_length=256
        )
        return ["".join(one.hypotheses[0]).replace(SPACE, " ").strip() for one in found]


def measured(system: System, opus: OpusMt, data: TestSet) -> dict[str, Any]:
    """Both systems on one set."""
    started = time.perf_counter()
    sources, references = ([pair[side] for pair in data.pairs] for side in (0, 1))
    texts = {"ours": system.translate(sources), "opus_mt": opus.translate(sources)}
    options, rows = BootstrapOptions(), {}
    for name, found in texts.items():
        rows[name] = {one.name: one.statistics(found, references) for one in SCORES}
    scores: dict[str, Any] = {}
    for name, statistics in rows.items():
        scores[name] = {}
        for one in SCORES:
            value = estimate(statistics[one.name], one.score, options, data.units)
            scores[name][one.name] = [round(x, 2) for x in (value.value, value.low, value.high)]
    ours, theirs = rows["ours"]["bleu"], rows["opus_mt"]["bleu"]
    against = compare(ours, theirs, Bleu().score, options, data.units)
    how = made(system, data, time.perf_counter() - started, bootstrap=asdict(options)).to_json()
    difference = {name: round(value, 2) for name, value in asdict(against.difference).items()}
    return {
        "set": data.name,
        "lines": data.lines,
        **scores,
        "bleu_gain": difference,
        "p": against.p,
        "made": how,
    }


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--package", type=Path, required=True, help="the .argosmodel")
    parser.add_argument("--test", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--model", type=Path, default=shipped_model())
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    package = Package.open(given.model)
    options = SearchOptions.from_parameters(package.manifest.parameters, BEAM)
    system = System(make_engine("vanilla", Setup(package, options)), options=options)
    with tempfile.TemporaryDirectory() as folder:
        opus = OpusMt(given.package, Path(folder))
        rows = [measured(system, opus, read_test_set(path).spread(given.limit)) for path in given.test]
    for row, corrected in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_corrected"] = round(corrected, 4)
        row["p"] = round(row["p"], 4)
    result = {
        "kind": "outside",
        "system": "OPUS-MT zh-en (Argos package)",
        "sha256": file_sha256(given.package),
        "ctranslate2": ctranslate2.__version__,
        "limit": given.limit,
        "signatures": {one.name: one.signature for one in SCORES},
        "rows": rows,
    }
    if given.save:
        given.save.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
