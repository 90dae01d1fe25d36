"""Paragraphs made of runs, as the Office formats have them: text pieces that each carry their formatting.

The formatting that most of the text has is the unit's base and needs no tag. A stretch with another
formatting becomes a pair of tags; wrappers such as links do too; what is no text (a tab, an image, a field,
a symbol) stands alone. Runs that only differ in what no reader sees (language, spelling marks, revision
numbers) count as one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from synslator.formats.documents.core.inline import Assembled, InlineText, Item, Mark, assemble, collapse
from synslator.formats.documents.core.model import Code, Markup, PartSpan, Unit
from synslator.formats.documents.office.symbols import LABEL, pieces
from synslator.text.tags import Tag, TagKind


@dataclass(frozen=True, slots=True)
class Look:
    """The formatting of a run: how it is opened in the file, what makes it look as it does, and its name."""

    opening: str
    key: str = ""
    label: str = "formatting"
    plain: "Look | None" = None
    """Where the font is a symbol font: the same look without that font, for what is text after all."""


@dataclass(frozen=True, slots=True)
class RunText(InlineText):
    """Text in a run."""

    look: Look = Look("")


@dataclass(frozen=True, slots=True)
class RunMark(Mark):
    """A mark in a run: it needs a run around it, of its own look."""

    look: Look = Look("")
    own_run: bool = False
    """It has a run to itself and keeps it: some programs draw a run with a symbol in the symbol's font."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a format writes runs."""

    text: Callable[[str], str]
    """Write text inside a run."""
    closing: str
    line_break: str | None = None
    """How a line end in the text is written between runs; None: `text` writes it."""
    one_text_per_run: bool = False


@dataclass(slots=True)
class _Pen:
    """Writes pieces one after the other, opening and closing runs as their looks change."""

    dialect: Dialect
    pieces: list[str] = field(default_factory=list)
    look: Look | None = None

    def outside(self, markup: str) -> None:
        self._close()
        self.pieces.append(markup)

    def inside(self, look: Look, markup: str) -> None:
        if self.look != look or self.dialect.one_text_per_run:
            self._close()
            self.pieces.append(look.opening)
            self.look = look
        self.pieces.append(markup)

    def _close(self) -> None:
        if self.look is not None:
            self.pieces.append(self.dialect.closing)
            self.look = None

    def written(self) -> str:
        self._close()
        return "".join(self.pieces)


@dataclass(frozen=True, slots=True)
class RunLayout:
    """The layout of one unit made of runs."""

    dialect: Dialect
    base: Look
    marks: tuple[tuple[Mark, ...], ...]
    before: tuple[Item, ...]
    after: tuple[Item, ...]

    def write(
        self, content: Sequence[str | Tag], codes: Sequence[Code], resolve: Callable[[Markup], str]
    ) -> str:
        """Write the runs of a paragraph."""
        pen = _Pen(self.dialect)
        for item in self.before:
            self._put(pen, item, resolve)
        looks = [self.base]
        for piece in content:
            if isinstance(piece, str):
                self._write_text(pen, looks[-1], piece)
                continue
            marks = self.marks[piece.number - 1]
            mark = marks[1 if piece.kind is TagKind.CLOSE else 0]
            if isinstance(mark, _LookMark):
                looks[len(looks) - (piece.kind is TagKind.CLOSE) :] = (
                    [mark.look] if piece.kind is TagKind.OPEN else []
                )
            self._put(pen, mark, resolve)
        for item in self.after:
            self._put(pen, item, resolve)
        return pen.written()

    def _write_text(self, pen: _Pen, look: Look, text: str) -> None:
        if self.dialect.line_break is None:
            pen.inside(look, self.dialect.text(text))
            return
        for number, line in enumerate(text.split("\n")):
            if number:
                pen.outside(self.dialect.line_break)
            if line:
                pen.inside(look, self.dialect.text(line))

    def _put(self, pen: _Pen, item: Item, resolve: Callable[[Markup], str]) -> None:
        if isinstance(item, RunText):
            self._write_text(pen, item.look, item.text)
        elif isinstance(item, RunMark) and item.own_run:
            pen.outside(item.look.opening + resolve(item.written) + self.dialect.closing)
        elif isinstance(item, RunMark):
            pen.inside(item.look, resolve(item.written))
        elif isinstance(item, Mark) and (markup := resolve(item.written)):
            pen.outside(markup)


@dataclass(frozen=True, slots=True)
class _LookMark(Mark):
    """Where a stretch of another look begins or ends; it may be a wrapper's mark as well."""

    look: Look = Look("")


def run_unit(items: Sequence[Item], span: PartSpan, dialect: Dialect, note: str = "") -> Unit | None:
    """Build a unit from a paragraph's runs, or None where nothing is to be translated."""
    items = list(_symbols_apart(items, dialect))
    base = _base(items)
    if base is None:
        return None
    if any(isinstance(item, RunText) and "\n" in item.text for item in items):
        # The file writes line ends as they are; then so do we.
        dialect = replace(dialect, line_break=None)
    marked = collapse(list(_with_look_marks(items, base)), _joined)
    assembled: Assembled | None = assemble(marked)
    if assembled is None:
        return None
    layout = RunLayout(
        dialect,
        base,
        assembled.marks,
        tuple(marked[: assembled.first]),
        tuple(marked[assembled.last :]),
    )
    return Unit(span, assembled.source, layout, assembled.codes, note=note)


def _symbols_apart(items: Sequence[Item], dialect: Dialect) -> Iterator[Item]:
    """Yield symbols a run of their own, which no text can come into, and take text out of symbol fonts."""
    for item in items:
        if not isinstance(item, RunText):
            yield item
            continue
        look, span = item.look, item.span
        for text, symbols in pieces(item.text, look.plain is not None):
            if symbols:
                yield RunMark(TagKind.ALONE, span, LABEL, markup=dialect.text(text), look=look, own_run=True)
            else:
                yield RunText(text, span, look.plain or look)


def _base(items: Sequence[Item]) -> Look | None:
    """Find the look that most of the text has; the earlier one where two have the same share."""
    shares: dict[str, int] = {}
    looks: dict[str, tuple[int, Look]] = {}
    for item in items:
        if isinstance(item, RunText) and item.text.strip():
            visible = len("".join(item.text.split()))
            shares[item.look.key] = shares.get(item.look.key, 0) + visible
            if visible > looks.get(item.look.key, (0, item.look))[0]:
                looks[item.look.key] = (visible, item.look)
    if not shares:
        return None
    return looks[max(shares, key=lambda key: shares[key])][1]


def _with_look_marks(items: Sequence[Item], base: Look) -> Iterator[Item]:
    """Put marks around the stretches whose look is not the base's."""
    current: Look | None = None
    pending: list[Item] = []
    for item in items:
        look = _look_of(item, current or base)
        if current is not None and (look is None or look.key != current.key):
            yield _look_mark(TagKind.CLOSE, current, item.span.start)
            yield from pending
            pending.clear()
            current = None
        shown = isinstance(item, RunText) and item.text.strip()
        if current is None and shown and look is not None and look.key != base.key:
            current = look
            yield _look_mark(TagKind.OPEN, current, item.span.start)
        if current is not None and _waits(item, current):
            pending.append(item)
            continue
        yield from pending
        pending.clear()
        yield item
    if current is not None:
        yield _look_mark(TagKind.CLOSE, current, items[-1].span.end)
    yield from pending


def _waits(item: Item, current: Look) -> bool:
    """Return the items of a stretch; what may lie behind it waits until it is known whether it goes on."""
    if isinstance(item, RunText):
        return not item.text.strip() and item.look.key != current.key
    return isinstance(item, RunMark)


def _look_mark(kind: TagKind, look: Look, position: int) -> Mark:
    return _LookMark(kind, PartSpan(position, position), look.label, "look " + look.key, markup="", look=look)


def _joined(first: Mark, second: Mark) -> Mark | None:
    """Let a wrapper carry the look of its text, where all of it has the same."""
    wrapper, look = (second, first) if first.kind is TagKind.CLOSE else (first, second)
    if isinstance(wrapper, _LookMark) or not isinstance(look, _LookMark):
        return None
    return _LookMark(
        wrapper.kind,
        wrapper.span,
        wrapper.label,
        wrapper.key,
        wrapper.written,
        wrapper.required,
        look=look.look,
    )


def _look_of(item: Item, current: Look) -> Look | None:
    """Blank text goes with its surroundings; a mark outside runs ends a stretch."""
    if isinstance(item, RunText):
        return item.look if item.text.strip() else current
    return (item.look.plain or item.look) if isinstance(item, RunMark) else None
