"""What every draft provider promises."""

from collections.abc import Sequence
from typing import ClassVar

import pytest

from synslator.engines.draft_providers import DraftProvider, DraftSetup, DraftSource, WithMemory
from synslator.engines.protocol import Example
from synslator.formats.documents.core.segments import segments_of
from synslator.formats.documents.formats import open_document
from synslator.formats.documents.machine_translation import translate_segments
from synslator.text.segmentation import SentenceSegmenter
from synslator.text.tags import tags_of

MARKDOWN = "点击**确定**，继续 `安装`。\n\n[火车](a.html)晚点了*二十*分钟。\n"


class DraftContract:
    """A draft provider; a service that it asks must be one that a test can reach."""

    provider: ClassVar[DraftProvider]
    languages: ClassVar[tuple[str, str]] = ("zh", "en")
    other_languages: ClassVar[tuple[str, str] | None] = None
    """Languages that it cannot translate between, if there are any."""
    texts: ClassVar[Sequence[str]] = ("请在保存文件之前检查设置。", "火车晚点了二十分钟。")

    @pytest.fixture
    def machine(self) -> DraftSource | None:
        """What would draft without the provider."""
        return None

    @pytest.fixture
    def source(self, machine: DraftSource | None) -> DraftSource:
        """What the provider makes for the languages."""
        made = self.provider.make(DraftSetup(*self.languages, lambda: machine))
        assert made is not None
        return made

    def test_every_text_has_a_draft_in_its_place(self, source: DraftSource) -> None:
        together = [draft.text for draft in source.draft(self.texts, [[] for _ in self.texts])]
        assert len(together) == len(self.texts)
        assert all(text.strip() for text in together)
        assert [source.draft([text], [[]])[0].text for text in self.texts] == together

    def test_examples_are_taken(self, source: DraftSource) -> None:
        known = [[Example(n, 1, text, "A known translation.", 80)] for n, text in enumerate(self.texts)]
        assert len(source.draft(self.texts, known)) == len(self.texts)

    def test_nothing_and_blanks_have_no_translation(self, source: DraftSource) -> None:
        assert list(source.draft([], [])) == []
        assert [draft.text.strip() for draft in source.draft(["", "  "], [[], []])] == ["", ""]

    def test_an_alignment_lies_within_the_texts(self, source: DraftSource) -> None:
        drafts = source.draft(self.texts, [[] for _ in self.texts])
        for text, draft in zip(self.texts, drafts, strict=True):
            if draft.alignment is not None:
                assert all(0 <= start <= end <= len(text) for start, end in draft.alignment.source)
                assert all(0 <= start <= end <= len(draft.text) for start, end in draft.alignment.target)

    def test_every_tag_of_a_document_comes_back(self, source: DraftSource) -> None:
        document = open_document(MARKDOWN.encode(), "a.md")
        segments = segments_of(document, SentenceSegmenter(self.languages[0]))
        for made in translate_segments(document, segments, WithMemory(source, lambda text: ())):
            assert sorted(map(str, tags_of(made.target))) == sorted(map(str, tags_of(made.segment.source)))

    def test_it_says_which_languages_it_does_not_have(self) -> None:
        if self.other_languages:
            assert self.provider.make(DraftSetup(*self.other_languages, lambda: None)) is None
