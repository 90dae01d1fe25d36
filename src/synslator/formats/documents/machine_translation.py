"""Translating a document by machine: plain text goes in, and the tags are put back into what comes out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from synslator.formats.documents.core.known_translations import KnownTranslations
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.segments import SourceSegment
from synslator.formats.documents.export import Translation, shown
from synslator.text.tag_placement import Alignment, diagonal, place_tags
from synslator.text.tags import Tag, TagKind, split, strip
from synslator.text.words import joins

FIRST, MOST = 8, 64
"""Segments of the first batch, so that something is seen soon, and of the largest."""
_TYPICAL = 60
"""Characters that a segment of a batch has on average at most, so that a batch does not take long."""
_LONGEST_WORD = 60
"""A tag that stands for more text than this is not shown to the machine."""


@dataclass(frozen=True)
class Draft:
    """A translation of plain text, with the alignment to its source where the machine knows it."""

    text: str
    alignment: Alignment | None = None
    quality: float | None = None
    """What the machine expects it to be worth, from 0 to 1, where it can tell."""


class Translator(Protocol):
    """Translates plain texts."""

    def translate(self, texts: Sequence[str]) -> Sequence[Draft]:
        """Return a draft for each text, in order."""
        ...


def translate_segments(
    document: Document,
    segments: Sequence[SourceSegment],
    translator: Translator | None,
    known: KnownTranslations | None = None,
    advance: Callable[[int], None] = lambda done: None,
) -> list[Translation]:
    """Translate every segment: as the file does already, as it is known, or else by machine.

    Only what the machine gives is a draft; the others count as confirmed. Without a machine the rest stays
    untranslated.
    """
    known = known or KnownTranslations()
    given = {segment.number: segment.target or known.find(segment.source) or "" for segment in segments}
    drafts: dict[int, str] = {}
    waiting = [segment for segment in segments if not given[segment.number]]
    if translator is not None:
        done = number = 0
        while done < len(waiting):
            size = batch_size(number, (len(segment.source) for segment in waiting[done : done + MOST]))
            batch = waiting[done : done + size]
            done, number = done + size, number + 1
            ready = [prepared(segment.source, words_of(document, segment)) for segment in batch]
            answers = translator.translate([one.plain for one in ready])
            for segment, one, answer in zip(batch, ready, answers, strict=True):
                drafts[segment.number] = one.tagged_target(answer)
            advance(len(batch))
    return [
        Translation(segment, target, confirmed=True)
        if (target := given[segment.number])
        else Translation(segment, drafts.get(segment.number, ""), confirmed=False)
        for segment in segments
    ]


def batch_size(number: int, lengths: Iterable[int]) -> int:
    """Return how many of the next segments, given their lengths, make the batch of a number, from 0 on.

    Batches grow, as many texts at once take less time; at least one segment is in each.
    """
    most = min(FIRST << number, MOST)
    room, size = most * _TYPICAL, 0
    for length in lengths:
        room -= length
        if size and (size == most or room < 0):
            break
        size += 1
    return size


@dataclass(frozen=True)
class Prepared:
    """A segment as the machine sees it: placeholders and the like written out, other tags left out."""

    marked: str
    """The source with all tags, each that stands for words followed by these."""
    words: tuple[tuple[str, Tag], ...]

    @property
    def plain(self) -> str:
        """What the machine reads."""
        return strip(self.marked)

    def tagged_target(self, draft: Draft) -> str:
        """Put the tags into the draft; a word that came through unchanged becomes its tag again."""
        alignment = draft.alignment or diagonal(self.plain, draft.text)
        target = place_tags(self.marked, _without_tags(draft.text), alignment)
        for word, tag in self.words:
            target = _put_back(target, word, tag)
        return target


def _without_tags(text: str) -> str:
    """Return a translation without what looks like a tag, which means nothing where the machine wrote it."""
    return strip(text)


def words_of(document: Document, segment: SourceSegment) -> dict[int, str]:
    """Return the words that tags of a segment stand for, such as `%s`, by the tags' numbers."""
    unit = document.units[segment.unit]
    words = {}
    for piece in split(segment.source):
        if isinstance(piece, Tag) and piece.kind is TagKind.ALONE:
            word = shown(document, unit, unit.codes[piece.number - 1]).strip()
            if word and len(word) <= _LONGEST_WORD and strip(word) == word:
                words[piece.number] = word
    return words


def prepared(source: str, words: Mapping[int, str]) -> Prepared:
    """Prepare a source for the machine, given what `words_of` says of it."""
    pieces: list[str] = []
    written: list[tuple[str, Tag]] = []
    for piece in split(source):
        pieces.append(str(piece))
        if isinstance(piece, Tag) and piece.kind is TagKind.ALONE and piece.number in words:
            pieces.append(words[piece.number])
            written.append((words[piece.number], piece))
    return Prepared("".join(pieces), tuple(written))


def _put_back(target: str, word: str, tag: Tag) -> str:
    """Replace the word by its tag, or where the machine lost it, part the tag from the words it touches."""
    pieces = [piece for piece in split(target) if piece != tag]
    for index, piece in enumerate(pieces):
        if isinstance(piece, str) and word in piece:
            before, _, after = piece.partition(word)
            return "".join(map(str, [*pieces[:index], before, tag, after, *pieces[index + 1 :]]))
    before, _, after = target.partition(str(tag))
    left = " " if before and joins(before[-1]) else ""
    right = " " if after and joins(after[0]) else ""
    return f"{before}{left}{tag}{right}{after}"
