"""Cutting a text into segments: by sentence, by line, or not at all.

A segmenter sees plain text and says where segments begin. `cut` does the rest: it keeps tags with the words
they belong to and the blanks between segments apart, so that the segments joined again are the text.
"""

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from synslator.text.languages import profile
from synslator.text.scripts import ATTACHING
from synslator.text.tags import Tag, TagKind, split, strip

Mode = Literal["sentence", "paragraph", "line"]
MODES: tuple[Mode, ...] = ("sentence", "paragraph", "line")


class Segmenter(Protocol):
    """Says where segments begin."""

    def starts(self, text: str) -> Iterable[int]:
        """Return the positions inside a plain text, its beginning left out, where a new segment begins."""
        ...


@dataclass(frozen=True, slots=True)
class TextSegment:
    """A segment of a text, with the blanks that stand before and after it."""

    before: str
    text: str
    after: str = ""


class ParagraphSegmenter:
    """Leaves a paragraph whole."""

    def starts(self, text: str) -> Iterable[int]:
        """Cut nowhere."""
        return ()


class LineSegmenter:
    """Cuts at line ends."""

    def starts(self, text: str) -> Iterable[int]:
        """Cut behind each line end."""
        return [found.end() for found in re.finditer(r"\r\n?|\n", text) if found.end() < len(text)]


_LETTER = rf"[^\W\d_{ATTACHING}]"
_LAST_WORD = re.compile(
    rf"(?:^|[\s(（「『《“„«\"'‘]|(?<=[\u2e80-\u9fff]))({_LETTER}(?:{_LETTER}|[.-])*)\.\s*$"
)
_ORDINAL = re.compile(r"(?:^|\s)\d{1,2}\.\s*$")
_NUMBERED = re.compile(r"\W*(?:\d|[A-Z]{1,3}-?\d|[IVXLC]{2,}\b)")
"""What follows an abbreviation such as No. or art.: a number, a Roman one, or one with letters before it."""
_BLOCK = 8000
"""Characters that are searched for ends of sentences at once."""
_AHEAD = 1000
"""Characters behind a sentence that may say whether it goes on."""
_NUMBER_ONLY = re.compile(r"\s*[(（]?(?:[0-9]{1,3}|[A-Za-z]|[ivxlc]{1,5})[.)）]\s*")


class SentenceSegmenter:
    """Cuts between sentences with sentencex, and knows abbreviations that it takes for the end of one."""

    def __init__(self, language: str, exceptions: Iterable[str] = ()) -> None:
        self._language = language
        self._profile = profile(language)
        known = self._profile.abbreviations
        self._never = known.never | {word.lower().rstrip(".") for word in exceptions}
        self._before_numbers, self._seldom = known.before_numbers - self._never, known.seldom

    def starts(self, text: str) -> Iterable[int]:
        """Cut at line ends and between sentences."""
        result: list[int] = []
        line_start = 0
        for line in re.split(r"(?<=\n)", text):
            result.extend(self._line_starts(line, line_start))
            line_start += len(line)
        return [start for start in result if 0 < start < len(text)]

    def _line_starts(self, line: str, offset: int) -> list[int]:
        starts = [offset]
        begin = 0
        last = next((at for at in range(len(line) - 1, -1, -1) if line[at].isalnum()), -1)
        for end in _sentence_ends(self._language, line):
            # What has neither letters nor digits after it is followed by no sentence.
            if end <= last and not self._goes_on(line[begin:end], line[end : end + _AHEAD]):
                starts.append(offset + end)
                begin = end
        return starts

    def _goes_on(self, sentence: str, following: str) -> bool:
        if not any(char.isalpha() for char in sentence) or _NUMBER_ONLY.fullmatch(sentence):
            return True
        if self._profile.ordinal_dot and _ORDINAL.search(sentence):
            return True
        found = _LAST_WORD.search(sentence)
        if not found:
            return False
        word = found[1].lower()
        if word in self._never or (len(word) == 1 and found[1].isupper()):
            return True
        if word in self._before_numbers:
            return bool(_NUMBERED.match(following)) or following.lstrip()[:1].islower()
        return word in self._seldom and not following.lstrip()[:1].isupper()


def _sentence_ends(language: str, line: str) -> list[int]:
    """Return where sentences end; a long line is gone through block by block.

    sentencex takes time by the square of what it is given, and lets nothing else run meanwhile. Of a block
    that the line goes on behind, only the first half is believed: the rest of it may depend on what follows.
    """
    ends: list[int] = []
    begin, size = 0, _BLOCK
    while begin < len(line):
        found = _ends_in(language, line[begin : begin + size])
        if begin + size < len(line):
            found = [end for end in found if 0 < end <= size // 2]
            if not found:
                size *= 2
                continue
        ends.extend(begin + end for end in found)
        begin, size = (begin + found[-1] if begin + size < len(line) else len(line)), _BLOCK
    return ends


def _ends_in(language: str, block: str) -> list[int]:
    import sentencex  # type: ignore[import-untyped]

    ends: list[int] = []
    position = 0
    for sentence in sentencex.segment(language, block):
        # What sentencex gives back is looked up in the text rather than trusted to add up to it.
        found = block.find(sentence, position)
        if found >= 0:
            position = found + len(sentence)
            ends.append(position)
    return ends


def segmenter(mode: Mode, language: str) -> Segmenter:
    """Return the segmenter for a mode."""
    match mode:
        case "sentence":
            return SentenceSegmenter(language)
        case "line":
            return LineSegmenter()
        case "paragraph":
            return ParagraphSegmenter()


def cut(text: str, cutter: Segmenter) -> list[TextSegment]:
    """Cut a text with tags into pieces; their blanks and texts in order are the text again."""
    plain = strip(text)
    starts = sorted({start for start in cutter.starts(plain) if 0 < start < len(plain)})
    raw = _slices(text, starts)
    pieces: list[TextSegment] = []
    carried = ""
    for part in raw:
        body = part.strip()
        if not body:
            carried += part
            continue
        lead = len(part) - len(part.lstrip())
        pieces.append(TextSegment(carried + part[:lead], body))
        carried = part[lead + len(body) :]
    if pieces and carried:
        pieces[-1] = TextSegment(pieces[-1].before, pieces[-1].text, carried)
    return pieces


def _slices(text: str, starts: Sequence[int]) -> list[str]:
    """Slice a text with tags at positions of its plain text."""
    parts: list[list[str]] = [[]]
    wanted = deque(starts)
    position = 0
    for piece in split(text):
        if isinstance(piece, Tag):
            at_cut = bool(wanted) and position == wanted[0]
            if at_cut and not _belongs_left(piece, parts[-1]):
                parts.append([])
                wanted.popleft()
            parts[-1].append(str(piece))
            continue
        begin = 0
        while wanted and wanted[0] - position < len(piece):
            here = wanted.popleft() - position
            parts[-1].append(piece[begin:here])
            parts.append([])
            begin = here
        parts[-1].append(piece[begin:])
        position += len(piece)
    return ["".join(part) for part in parts]


def _belongs_left(tag: Tag, left: Sequence[str]) -> bool:
    """Return whether a tag belongs to the text before it: a closing one does, a lone one may do."""
    if tag.kind is TagKind.CLOSE:
        return True
    written = "".join(left[-2:])
    return tag.kind is TagKind.ALONE and bool(written) and not written[-1].isspace()
