"""Placeholders and markup inside the strings of programs: `%s`, `{name}`, `<br/>`, ICU plurals."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from synslator.formats.documents.core.inline import Flat, InlineText, Item, Mark, assemble
from synslator.formats.documents.core.model import Code, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.text.tags import Tag, TagKind

_CONVERSION = r"[-+#0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|L|z|j|t|q)?[diouxXeEfFgGaAcCsSpn@]"
_PLACEHOLDER = re.compile(
    rf"""%\d+\${_CONVERSION}                    # printf, numbered
       | %\([^()\s]+\){_CONVERSION[:-1]}r]        # Python's, named
       | %[A-Z][A-Z_]{{2,}}(?:%|\b) | %{_CONVERSION}(?![A-Za-z]) | (?<![0-9])%[ds@]
       | %% | %\{{[^{{}}\s]+\}} | %L?[0-9]{{1,2}}(?![\w%])
       | \$\{{[^{{}}]+\}} | \{{\{{[^{{}}]*\}}\}} | \$t\([^()]*\)
       | \{{[^{{}}\s,"':]*(?:![rsa])?(?::[^{{}}\s]*)?\}}
       | \{{\s*\w+\s*,\s*(?:number|date|time)\s*(?:,[^{{}}]*)?\}}
    """,
    re.VERBOSE,
)
_MARKUP = re.compile(r"<(/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*?)?)(/?)>")
_VOID = frozenset({"br", "hr", "img", "input", "wbr"})
_ALWAYS = ReadOptions(placeholders="always")
_ICU_HEAD = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,")


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    mark: TagKind
    key: str


def string_unit(
    value: str,
    span: PartSpan,
    quote: Callable[[str], str],
    options: ReadOptions,
    note: str = "",
    target: str | None = None,
) -> Unit | None:
    """Build a unit from a string that is one value; `quote` writes a value as it stands in the span."""
    items = string_items(value, options)
    assembled = assemble(items)
    if assembled is None:
        return None
    before = value[: items[assembled.first].span.start]
    after = value[items[assembled.last - 1].span.end :]
    layout = Flat(wrap=lambda body: quote(before + body + after))
    if target is not None:
        target = retag(target.removeprefix(before).removesuffix(after), assembled.codes)
    return Unit(span, assembled.source, layout, assembled.codes, target, note)


def string_items(value: str, options: ReadOptions) -> list[Item]:
    """Split a string into text and the marks in it; spans and markup are those of the value."""
    if options.placeholders == "never":
        return [InlineText(value, PartSpan(0, len(value)))]
    items: list[Item] = []
    position = 0
    for found in _merged(sorted(_find(value), key=lambda f: (f.start, -f.end))):
        if found.start > position:
            items.append(InlineText(value[position : found.start], PartSpan(position, found.start)))
        raw = value[found.start : found.end]
        word = not found.key
        items.append(
            Mark(found.mark, PartSpan(found.start, found.end), raw, found.key, markup=raw, word=word)
        )
        position = found.end
    if position < len(value):
        items.append(InlineText(value[position:], PartSpan(position, len(value))))
    return items


def retag(target: str, codes: Sequence[Code]) -> str:
    """Write a translation that a file already holds with the tags of its source, each used once."""
    unused: dict[Tag, str] = {}
    for number, code in enumerate(codes, start=1):
        unused[Tag(TagKind.OPEN if code.paired else TagKind.ALONE, number)] = code.literal or str(code.open)
        if code.paired:
            unused[Tag(TagKind.CLOSE, number)] = str(code.close)
    pieces: list[str] = []
    position = 0
    while position < len(target):
        fitting = [tag for tag, raw in unused.items() if target.startswith(raw, position)]
        if fitting:
            tag = max(fitting, key=lambda tag: len(unused[tag]))
            position += len(unused.pop(tag))
            pieces.append(str(tag))
        else:
            pieces.append(target[position])
            position += 1
    return "".join(pieces)


def placeholder_items(text: InlineText, escape: Callable[[str], str]) -> list[Item]:
    """Split a text of a marked-up file at its placeholders; `escape` writes one as the file would."""
    return [
        replace(item, span=text.span)
        if isinstance(item, InlineText)
        else replace(item, span=text.span, markup=escape(item.label))
        for item in string_items(text.text, _ALWAYS)
    ]


def _find(value: str) -> Iterator[_Found]:
    position = 0
    while head := _ICU_HEAD.search(value, position):
        frame = _icu(value, head.start())
        yield from frame
        position = frame[-1].end if frame else len(value)
    for found in _PLACEHOLDER.finditer(value):
        yield _Found(found.start(), found.end(), TagKind.ALONE, "")
    for found in _MARKUP.finditer(value):
        closing, name, _, alone = found.groups()
        kind = TagKind.CLOSE if closing else TagKind.ALONE if alone or name.lower() in _VOID else TagKind.OPEN
        yield _Found(found.start(), found.end(), kind, name)


def _merged(found: list[_Found]) -> Iterator[_Found]:
    """Leave out what begins inside an earlier find."""
    position = 0
    for one in found:
        if one.start >= position:
            yield one
            position = one.end


def _icu(value: str, start: int) -> list[_Found]:
    """Find the frame of a plural or select: everything of it but the messages inside, and `#` in those.

    Frames and messages take turns as braces open; a frame that never closes is none.
    """
    found: list[_Found] = []
    opened = [True]
    begin = start
    for index in range(start + 1, len(value)):
        char = value[index]
        if char == "{":
            opened.append(not opened[-1])
            if opened[-1]:
                begin = index
            else:
                found.append(_Found(begin, index + 1, TagKind.ALONE, ""))
        elif char == "}":
            was_frame = opened.pop()
            if not was_frame:
                begin = index
            elif not opened or not opened[-1]:
                found.append(_Found(begin, index + 1, TagKind.ALONE, ""))
            if not opened:
                return found
        elif char == "#" and not opened[-1]:
            found.append(_Found(index, index + 1, TagKind.ALONE, ""))
    return []
