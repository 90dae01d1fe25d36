"""Tags in what is typed and completed.

The translator's text has tags as atoms; the machine reads and writes plain text. Here what was typed is
stripped for the machine, and what the machine adds is given the tags of the source that are still missing,
each where its words were translated to. What was typed is never touched.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from synslator.formats.documents.machine_translation import Prepared, prepared
from synslator.text.tag_placement import Alignment, Range, place_tags
from synslator.text.tags import Tag, TagKind, split, tags_of

Align = Callable[[], Alignment]
"""Aligns the plain source with the plain target; asked only where there is a tag to place."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text that is put in place of a stretch of the plain text (of nothing, for most tags)."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Written:
    """A plain target with tags put into it."""

    plain: str
    insertions: tuple[Insertion, ...]
    """In order."""
    typed: str
    """What the translator typed, which stands in place of the first `caret` characters of the plain text."""
    caret: int

    @cached_property
    def text(self) -> str:
        """The target as the translator sees it."""
        pieces, at = [self.typed], self.caret
        for one in self.insertions:
            pieces += [self.plain[at : one.start], one.text]
            at = one.end
        return "".join([*pieces, self.plain[at:]])

    def start(self, position: int) -> int:
        """Return where something that begins at a position of the plain text stands: behind tags there."""
        shift = len(self.typed) - self.caret
        for one in self.insertions:
            if one.end > position:
                return min(position, max(one.start, self.caret)) + shift
            shift += len(one.text) - (one.end - one.start)
        return position + shift

    def end(self, position: int) -> int:
        """Return where something that ends at a position of the plain text stands: before tags there."""
        shift = len(self.typed) - self.caret
        for one in self.insertions:
            if one.start >= position:
                break
            if one.end > position:
                return one.start + shift + len(one.text)
            shift += len(one.text) - (one.end - one.start)
        return position + shift


@dataclass(frozen=True)
class TaggedSource:
    """A source with tags, and what the machine reads of it."""

    prepared: Prepared
    words: Mapping[int, str]
    """The words that tags stand for (`%s`), by number."""

    @classmethod
    def of(cls, source: str, words: Mapping[int, str]) -> "TaggedSource":
        """Prepare a source."""
        return cls(prepared(source, words), words)

    @cached_property
    def plain(self) -> str:
        """The source without tags, with the words that some of them stand for."""
        return self.prepared.plain

    @cached_property
    def places(self) -> list[Range]:
        """Where each character of the plain source stands in the tagged one; the words of a tag are it."""
        places: list[Range] = []
        at, words = 0, 0
        tag = 0, 0
        for piece in split(self.prepared.marked):
            if isinstance(piece, Tag):
                tag = at, at + len(str(piece))
                at = tag[1]
                words = len(self.words.get(piece.number, "")) if piece.kind is TagKind.ALONE else 0
                continue
            places += [tag] * words
            rest = len(piece) - words
            places += [(place, place + 1) for place in range(at, at + rest)]
            at, words = at + rest, 0
        return places

    def untagged(self, typed: str) -> str:
        """Return what was typed as the machine reads it."""
        pieces = [
            piece
            if isinstance(piece, str)
            else self.words.get(piece.number, "")
            if piece.kind is TagKind.ALONE
            else ""
            for piece in split(typed)
        ]
        return "".join(pieces)

    def retagged(self, typed: str, plain: str, align: Align) -> Written:
        """Put the tags that were not typed into the rest of a plain target.

        `plain` begins with what was typed, untagged. A pair whose words were typed without it is left out:
        it belongs to these. All other tags come, none of them inside a word.
        """
        caret = len(self.untagged(typed))
        there = Counter(tags_of(typed))
        missing = Counter(tags_of(self.prepared.marked)) - there
        for tag in [
            one for one in missing if there[Tag(TagKind.CLOSE, one.number)] and one.kind is TagKind.OPEN
        ]:
            del missing[tag]
        if not missing:
            return Written(plain, (), typed, caret)
        insertions = self._word_tags(plain, caret, missing)
        if missing:
            placed = place_tags(_only(self.prepared.marked, missing), plain, align(), caret)
            insertions += _insertions(placed, insertions)
        insertions.sort(key=lambda one: (one.start, one.end))
        return Written(plain, tuple(insertions), typed, caret)

    def _word_tags(self, plain: str, caret: int, missing: Counter[Tag]) -> list[Insertion]:
        """Put tags in place of the words that they stand for; those are not missing any more."""
        found: list[Insertion] = []
        for word, tag in self.prepared.words:
            if not missing[tag]:
                continue
            at = plain.find(word, caret)
            while at >= 0 and any(one.start < at + len(word) and at < one.end for one in found):
                at = plain.find(word, at + 1)
            if at >= 0:
                found.append(Insertion(at, at + len(word), str(tag)))
                missing -= Counter([tag])
        return found

    def with_words_tagged(self, text: str, typed: str) -> str:
        """Return a suggestion with the tags that words in it stand for."""
        missing = Counter(tags_of(self.prepared.marked)) - Counter(tags_of(typed))
        found = sorted(self._word_tags(text, 0, missing), key=lambda one: -one.start)
        for one in found:
            text = text[: one.start] + one.text + text[one.end :]
        return text


def _only(marked: str, wanted: Counter[Tag]) -> str:
    """Return a text with only the wanted ones of its tags."""
    left = Counter(wanted)
    pieces = []
    for piece in split(marked):
        if isinstance(piece, Tag):
            if not left[piece]:
                continue
            left[piece] -= 1
        pieces.append(str(piece))
    return "".join(pieces)


def _insertions(placed: str, taken: list[Insertion]) -> list[Insertion]:
    """Return the tags of a tagged text, each at its place in the plain one."""
    found: list[Insertion] = []
    position = 0
    for piece in split(placed):
        if isinstance(piece, str):
            position += len(piece)
            continue
        # Inside a word that became a tag there is no room for another one.
        at = next((one.start for one in taken if one.start < position < one.end), position)
        found.append(Insertion(at, at, str(piece)))
    return found
