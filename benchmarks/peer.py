"""CTranslate2 with the weights of a package, as well set up as its users can: the peer of our benchmarks.

It gets the instruction set that its processor has (left alone it takes AVX2 on some that have AVX-512), a
vocabulary map made of our own shortlist, and the batch size that was quickest on a part of the set.
"""

import os
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

AVX512 = "avx512f"
CPUINFO = Path("/proc/cpuinfo")
if CPUINFO.exists() and AVX512 in CPUINFO.read_text(encoding="utf-8", errors="replace"):
    os.environ.setdefault("CT2_FORCE_CPU_ISA", "AVX512")  # read when the library is loaded

import ctranslate2  # noqa: E402
from ctranslate2_export import export_ctranslate2  # noqa: E402

from synslator.runtime.package import Package  # noqa: E402
from synslator.runtime.shortlist import Lexicon, families_of  # noqa: E402
from synslator.training.export.package_weights import read_architecture, read_weights  # noqa: E402

CORES = os.cpu_count() or 1
BATCHES = (16, 32, 64)
"""Texts in one of the peer's batches, of which the quickest is taken."""
LONGEST = 256
MAP = "vmap.txt"


class Peer:
    """CTranslate2 with the weights of a package."""

    def __init__(self, package: Package, folder: Path) -> None:
        shape, weights = read_architecture(package.manifest), read_weights(package.folder)
        self.source, self.target = package.source.pieces, package.vocabulary
        graphs = package.manifest.translation
        special = {graphs.start: "<s>", graphs.end: "</s>", 3: "<unk>"}
        self.names = [special.get(n, f"t{n}") for n in range(shape.target_vocabulary)]
        self.sources = [special.get(n, f"s{n}") for n in range(shape.source_vocabulary)]
        export_ctranslate2(shape, weights, self.sources, self.names, folder)
        self.maps = package.manifest.shortlist
        if self.maps:
            families = families_of(package.vocabulary.table.surfaces)
            lexicon = Lexicon.read(package.folder / "shortlist.xz", len(families), int(families.max()) + 1)
            (folder / MAP).write_text("\n".join(self.map_lines(package, lexicon)) + "\n", encoding="utf-8")
        self.end = graphs.end
        self.ids = {name: n for n, name in enumerate(self.names)}
        self.batch = BATCHES[0]
        self.bulk = ctranslate2.Translator(
            str(folder), compute_type="int8", inter_threads=CORES, intra_threads=1
        )
        self.single = ctranslate2.Translator(
            str(folder), compute_type="int8", inter_threads=1, intra_threads=CORES
        )

    def map_lines(self, package: Package, lexicon: Lexicon) -> list[str]:
        """Return the vocabulary map: pieces that are always scored, and those of each source piece."""
        members: defaultdict[int, list[int]] = defaultdict(list)
        for piece, family in enumerate(families_of(package.vocabulary.table.surfaces).tolist()):
            members[family].append(piece)
        found: defaultdict[int, list[int]] = defaultdict(list)
        at = 0
        for family, count in enumerate(lexicon.counts.tolist()):
            for source in lexicon.sources[at : at + count].tolist():
                found[source] += members[family]
            at += count
        always = [piece for piece, needed in enumerate(lexicon.always.tolist()) if needed]
        rows = [("", always), *((self.sources[source], pieces) for source, pieces in sorted(found.items()))]
        return [f"{source}\t{' '.join(self.names[piece] for piece in pieces)}" for source, pieces in rows]

    def tune(self, texts: Sequence[str], beam: int) -> None:
        """Take the batch that is quickest on some texts."""
        took = {}
        for self.batch in BATCHES:
            began = time.perf_counter()
            self.translate(texts, beam, mapped=self.maps)
            took[self.batch] = time.perf_counter() - began
        self.batch = min(took, key=took.__getitem__)

    def pieces(self, text: str) -> list[str]:
        """Return a source as the peer wants it."""
        return [self.sources[n] for n in [*self.source.encode(text), self.end]]

    def text(self, names: list[str]) -> str:
        """Return a target as text."""
        return self.target.table.write([self.ids[name] for name in names]).decode("utf-8", "ignore").strip()

    def translate(self, texts: Sequence[str], beam: int, mapped: bool) -> list[str]:
        """Translate in bulk, with the vocabulary map or without."""
        sources = [self.pieces(text) for text in texts]
        results = self.bulk.translate_batch(
            sources, beam_size=beam, max_batch_size=self.batch, max_decoding_length=LONGEST, use_vmap=mapped
        )
        return [self.text(result.hypotheses[0]) for result in results]

    def complete(self, source: list[str], prefix: list[int], beam: int, mapped: bool) -> None:
        """Complete a prefix."""
        names = [self.names[n] for n in prefix]
        self.single.translate_batch(
            [source], target_prefix=[names], beam_size=beam, max_decoding_length=LONGEST, use_vmap=mapped
        )
