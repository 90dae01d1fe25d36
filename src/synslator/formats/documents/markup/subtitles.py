"""Subtitles: the text of each cue in SRT, WebVTT and ASS files; times, styles, positions and notes stay."""

import re
from collections.abc import Callable, Iterator

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.inline import Flat, Item, Mark, text_items, unit_of
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.text.tags import TagKind

_TIME = r"(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}"
TIMING = re.compile(rf"^[ \t]*({_TIME})[ \t]*-->[ \t]*{_TIME}[^\r\n]*(?:\r\n?|\n|\Z)", re.MULTILINE)
_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)")
_MARKUP = re.compile(
    r"(?P<override>\{\\[^{}]*\})|<(?P<close>/?)(?P<name>[A-Za-z][\w.]*)[^<>\r\n]*>"
    rf"|<{_TIME}>|(?P<newline>(?<![ \t])[ \t]*(?:\r\n?|\n|\\N|\\n))"
)
_JOINER = "\u2060"
_MARKS_AHEAD = re.compile(r"<(?=[A-Za-z/\d])|\{(?=\\)|\\(?=[Nnh])")
_GUARDED = re.compile(f"(?<=[<{{\\\\]){_JOINER}")
_SWITCH = re.compile(r"\{\\([bius])([01])\}")
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")
_EVENT = re.compile(r"^(?P<kind>Dialogue):[ \t]*(?P<rest>[^\r\n]*)", re.MULTILINE)
_FIELDS = re.compile(r"^Format:[ \t]*(?P<fields>[^\r\n]*)", re.MULTILINE)
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&nbsp;": "\xa0", "&lrm;": "\u200e", "&rlm;": "\u200f", "&amp;": "&"}


def read_srt(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read SubRip."""
    return _read(data, name, "srt", lambda text: _timed_units(text, _unguarded, _safe_srt))


def read_vtt(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read WebVTT."""
    return _read(data, name, "vtt", lambda text: _timed_units(text, _decode_vtt, _escape_vtt))


def read_ass(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read Advanced SubStation Alpha and its forerunner SSA."""
    return _read(data, name, "ass", _ass_units)


def _read(data: bytes, name: str, kind: str, find: Callable[[str], Iterator[Unit]]) -> Document:
    decoded = decode(data, name)
    units = tuple(find(decoded.text))
    if not units and not (TIMING.search(decoded.text) or "[Script Info]" in decoded.text):
        raise DamagedDocument(f"{name} holds no {kind.upper()} subtitles: none of its lines has a time.")
    return Document(kind, name, (Part(name, decoded.text),), units, TextPacker(data, decoded, name))


def _timed_units(
    text: str, decode_text: Callable[[str], str], escape: Callable[[str], str]
) -> Iterator[Unit]:
    last, blank = len(text.rstrip()), -1
    for timing in TIMING.finditer(text):
        if text[timing.end() : timing.end() + 1] in {"\r", "\n", ""}:
            continue
        # What has been searched is not searched once more for every cue before it.
        if blank < timing.end():
            end = _BLANK_LINE.search(text, timing.end())
            blank = end.start() if end else len(text)
        stop = min(blank, max(last, timing.end()))
        unit = unit_of(_cue_items(text, timing.end(), stop, decode_text), Flat(escape), note=timing[1])
        if unit is not None:
            yield unit


def _cue_items(text: str, start: int, stop: int, decode_text: Callable[[str], str]) -> list[Item]:
    """Split a cue into its text, its markup and its line breaks."""
    items: list[Item] = []
    position = start
    for found in _MARKUP.finditer(text, start, stop):
        items.extend(text_items(text[position : found.start()], position, decode_text))
        position = found.end()
        span = PartSpan(*found.span())
        if found["newline"] is not None:
            items.append(Mark(TagKind.ALONE, span, "line break"))
        elif found["name"]:
            kind = TagKind.CLOSE if found["close"] else TagKind.OPEN
            items.append(Mark(kind, span, found[0], key=found["name"].partition(".")[0].lower()))
        elif switch := _SWITCH.fullmatch(found[0]):
            items.append(
                Mark(
                    TagKind.OPEN if switch[2] == "1" else TagKind.CLOSE, span, found[0], key="\\" + switch[1]
                )
            )
        else:
            items.append(Mark(TagKind.ALONE, span, found[0]))
    items.extend(text_items(text[position:stop], position, decode_text))
    return items


def _ass_units(text: str) -> Iterator[Unit]:
    events = text.find("[Events]")
    if events < 0:
        return
    fields = _FIELDS.search(text, events)
    columns = [column.strip().lower() for column in fields["fields"].split(",")] if fields else []
    before_text = columns.index("text") if "text" in columns else 9
    start_column = columns.index("start") if "start" in columns else 1
    for event in _EVENT.finditer(text, events):
        cells = event["rest"].split(",", before_text)
        if len(cells) <= before_text or _DRAWING.search(cells[-1]):
            continue
        stop = event.end()
        items = _cue_items(text, stop - len(cells[-1]), stop, _unguarded)
        unit = unit_of(items, Flat(_safe_ass), note="".join(cells[start_column : start_column + 1]).strip())
        if unit is not None:
            yield unit


def _unguarded(raw: str) -> str:
    return _GUARDED.sub("", raw)


def _guarded(text: str) -> str:
    """Part what would be read as markup by a character that no one sees: these formats know no escape."""
    return _MARKS_AHEAD.sub(lambda found: found[0] + _JOINER, text)


def _safe_line(text: str) -> str:
    """Return the text of a cue without empty lines, each of which would end the cue."""
    return re.sub(r"(?<!\s)\s*\n\s*", "\n", text)


def _safe_srt(text: str) -> str:
    return _safe_line(_guarded(text))


def _safe_ass(text: str) -> str:
    return re.sub(r"\s*\n\s*", r"\\N", _guarded(text))


def _decode_vtt(raw: str) -> str:
    return re.sub(r"&(?:lt|gt|nbsp|lrm|rlm|amp);", lambda found: _ENTITIES[found[0]], raw)


def _escape_vtt(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("-->", "--&gt;").replace("\xa0", "&nbsp;")
    return _safe_line(text)
