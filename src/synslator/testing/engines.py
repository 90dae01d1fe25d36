"""What every engine promises."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import pytest

from synslator.decoding.driver import run
from synslator.decoding.options import SearchOptions
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import EngineKind, Setup
from synslator.progress import Progress
from synslator.runtime.package import Package
from synslator.settings import shipped_model
from synslator.workbench.live.segment_completer import SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource

OPTIONS = SearchOptions(beam=2, longest_factor=1.0, longest_extra=8, alternatives=1)
"""A small search: a package with random weights would go on for long."""


class Counting(Progress):
    """Counts what is done."""

    def __init__(self) -> None:
        self.done = 0

    def advance(self, amount: int = 1) -> None:
        self.done += amount


class EngineContract:
    """An engine on a model package: the shipped one, or that of `SYNSLATOR_MODEL`."""

    kind: ClassVar[EngineKind]
    texts: ClassVar[Sequence[str]] = (
        "请在保存文件之前检查设置。",
        "火车晚点了二十分钟。",
        "这座桥建于1932年，长450米。",
    )
    targets: ClassVar[Sequence[str]] = (
        "Please check the settings before you save the file.",
        "The train was twenty minutes late.",
        "The bridge was built in 1932 and is 450 metres long.",
    )
    """Translations of the texts, for the memory."""

    @pytest.fixture(scope="class")
    @classmethod
    def model(cls) -> Package:
        """The model package."""
        return Package.open(Path(os.environ.get("SYNSLATOR_MODEL") or shipped_model()))

    @pytest.fixture(scope="class")
    @classmethod
    def engine(cls, model: Package) -> Engine:
        """The engine, as a project makes it."""
        assert cls.kind.lack(model.manifest) is None
        return cls.kind.make(Setup(model, OPTIONS))

    @property
    def examples(self) -> list[list[Example]]:
        """An exact match of each text."""
        pairs = zip(self.texts, self.targets, strict=True)
        return [[Example(n, 1, source, target, 100)] for n, (source, target) in enumerate(pairs, 1)]

    def test_it_has_the_name_that_it_is_chosen_by(self, engine: Engine) -> None:
        assert engine.name == self.kind.name

    def test_every_text_has_a_translation_in_its_place(self, engine: Engine) -> None:
        translated = engine.translate([*self.texts, "", "  "])
        assert len(translated) == len(self.texts) + 2
        assert all(translated[: len(self.texts)])
        assert translated[len(self.texts) :] == ["", ""]
        assert engine.translate([]) == []

    def test_a_text_is_translated_the_same_alone_and_with_others(self, engine: Engine) -> None:
        together = engine.translate(self.texts)
        assert [engine.translate([text])[0] for text in self.texts] == together

    def test_texts_of_one_batch_keep_their_own_examples(self, engine: Engine) -> None:
        examples = [known if n % 2 else [] for n, known in enumerate(self.examples)]
        alone = [
            engine.translate([text], [known])[0] for text, known in zip(self.texts, examples, strict=True)
        ]
        assert engine.translate(self.texts, examples) == alone

    def test_no_examples_are_the_same_as_none_given(self, engine: Engine) -> None:
        assert engine.translate(self.texts, [[] for _ in self.texts]) == engine.translate(self.texts)

    def test_a_text_that_is_longer_than_the_model_takes_is_translated(self, engine: Engine) -> None:
        (translated,) = engine.translate([self.texts[0] * 30])
        assert translated

    def test_progress_counts_the_texts(self, engine: Engine) -> None:
        progress = Counting()
        engine.translate([*self.texts, self.texts[0], ""], progress=progress)
        assert progress.done == len(self.texts) + 2

    def test_threads_may_share_it(self, engine: Engine) -> None:
        alone = engine.translate(self.texts, self.examples)
        with ThreadPoolExecutor(3) as pool:
            again = list(pool.map(lambda _: engine.translate(self.texts, self.examples), range(3)))
        assert again == [alone] * 3

    @pytest.mark.parametrize("typed", ["", "Plea", "Please check ", "Qzx ünd, 12", "⟦1⟧"])
    def test_a_completion_begins_with_exactly_what_was_typed(self, engine: Engine, typed: str) -> None:
        for text, known in zip(self.texts, self.examples, strict=True):
            for examples in ([], known):
                completer = SegmentCompleter(engine, TaggedSource.of(text, {}), examples, OPTIONS)
                answer = run(completer.complete(typed))
                assert answer.text.startswith(typed)
                assert answer.prefix == typed
