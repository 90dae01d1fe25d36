"""A terminal for a small interactive program: keys in, a block of styled text out.

Keys are read as they are pressed, each as a character or as a name (`tab`, `right`, …). The block is redrawn
over the last one, wrapped here and not by the terminal, so that the place of every character is known.
"""

import codecs
import os
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

from rich.cells import get_character_cell_size

PLAIN, DIM, SURE = "0", "2", "2;4"
"""Styles, as the terminal's numbers: plain, dim, dim and underlined."""
NAMES = {
    "\t": "tab",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x04": "quit",
    "\x15": "erase all",
    "\x17": "erase word",
}
SEQUENCES = {"[C": "right", "OC": "right", "[F": "end", "OF": "end", "[4~": "end", "[8~": "end"}
ESCAPE_WAIT = 0.05
"""Seconds after which an escape stands for itself and begins no sequence."""


@contextmanager
def keys_unbuffered(keyboard: int) -> Iterator[None]:
    """Have the terminal hand over keys as they are pressed, unechoed; put it back afterwards."""
    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


class Keyboard:
    """Reads keys from a terminal."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def read(self) -> list[str]:
        """Wait for a key; return it and whatever was pressed or pasted with it."""
        text = self.more()
        while self.ready(ESCAPE_WAIT if text.endswith("\x1b") else 0):
            if not (more := self.more()):
                break
            text += more
        return list(split_keys(text))

    def more(self) -> str:
        """Return what the terminal has to hand over; a closed one hands over the wish to quit."""
        try:
            data = os.read(self.descriptor, 4096)
        except OSError:
            data = b""
        return self.decoder.decode(data) if data else "\x04"

    def ready(self, seconds: float) -> bool:
        """Return whether there is more."""
        return bool(select.select([self.descriptor], [], [], seconds)[0])


def split_keys(text: str) -> Iterator[str]:
    """Cut what a terminal sent into keys; sequences that mean nothing here are left out."""
    at = 0
    while at < len(text):
        if text[at] == "\x1b":
            end = sequence_end(text, at + 1)
            name = SEQUENCES.get(text[at + 1 : end], "" if end > at + 1 else "escape")
            at = end
        else:
            name = NAMES.get(text[at], text[at] if text[at].isprintable() else "")
            at += 1
        if name:
            yield name


def sequence_end(text: str, at: int) -> int:
    """Return where an escape sequence ends whose first character after the escape is at `at`."""
    if text[at : at + 1] == "O":
        return min(at + 2, len(text))
    if text[at : at + 1] != "[":
        return at
    at += 1
    while at < len(text) and not "@" <= text[at] <= "~":
        at += 1
    return min(at + 1, len(text))


@dataclass(frozen=True)
class StyledText:
    """Text in one style."""

    text: str
    style: str = PLAIN


class TextBlock:
    """A block of lines on the screen that is drawn again and again in its place."""

    def __init__(self, screen: TextIO) -> None:
        self.screen = screen
        self.above = 0
        """Rows of the block above the cursor."""

    def draw(self, before: list[StyledText], after: list[StyledText]) -> None:
        """Draw spans over the last block; the cursor stands between the two lists."""
        size = os.get_terminal_size(self.screen.fileno())
        rows, row, column = layout(before, after, max(2, size.columns - 1))
        first = max(0, row - size.lines + 2)
        rows, row = rows[first : first + size.lines - 1], row - first
        self.clear()
        self.screen.write("\n".join(rows))
        below = len(rows) - 1 - row
        self.screen.write((f"\x1b[{below}A" if below else "") + "\r" + (f"\x1b[{column}C" if column else ""))
        self.screen.flush()
        self.above = row

    def clear(self) -> None:
        """Wipe the block off the screen."""
        self.screen.write("\r" + (f"\x1b[{self.above}A" if self.above else "") + "\x1b[J")
        self.above = 0


def layout(before: list[StyledText], after: list[StyledText], columns: int) -> tuple[list[str], int, int]:
    """Wrap spans to rows of the screen; also the row and column of the cursor between the two lists."""
    rows, width, cursor = [""], 0, (0, 0)
    for number, span in enumerate([*before, *after]):
        if number == len(before):
            cursor = (len(rows) - 1, width)
        rows[-1] += f"\x1b[{span.style}m"
        for character in span.text:
            if character == "\n":
                rows[-1] += f"\x1b[{PLAIN}m"
                rows.append(f"\x1b[{span.style}m")
                width = 0
                continue
            shown = character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
            cells = get_character_cell_size(shown)
            if width + cells > columns:
                rows[-1] += f"\x1b[{PLAIN}m"
                rows.append(f"\x1b[{span.style}m")
                width = 0
            rows[-1] += shown
            width += cells
        rows[-1] += f"\x1b[{PLAIN}m"
    return rows, *(cursor if after else (len(rows) - 1, width))
