"""`synslator type`: a small demonstration of interactive translation in the terminal."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from synslator.cli.options import takes_settings
from synslator.cli.translation.engines import new_completer, open_engine
from synslator.cli.translation.lines import decoded, one_line, opened
from synslator.errors import SynslatorError
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.cli.translation.terminal import StyledText
    from synslator.decoding.completion.completer import Completer, Completion
    from synslator.engines.protocol import Engine

HELP = "TAB sure words  → next word  End all  Esc hide  Enter confirm  Ctrl-D quit"


class Quit(Exception):
    """The user has seen enough."""


@click.command("type")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Append each confirmed translation to this file."
)
@takes_settings("model", "threads")
def command(loaded: Loaded, file: Path | None, out: Path | None) -> None:
    """Type a translation in the terminal while the machine completes it.

    FILE holds the texts to translate, one a line; without it, the command asks for one text after another.
    The completion is shown dimmed after the cursor; the words that the model is sure of are underlined. It
    needs a terminal; `synslator translate` works with files and pipes.

    \b
    TAB        accepts the underlined words
    →          accepts the next word
    End        accepts everything
    Esc        hides the completion, or shows it again
    Backspace  deletes a character, Ctrl-W a word, Ctrl-U everything
    Enter      confirms what is shown and goes on to the next text
    Ctrl-D     ends
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SynslatorError(
            "`synslator type` needs a terminal; for files and pipes use `synslator translate`"
        )
    engine = open_engine(loaded.settings)
    try:
        with out.open("a", encoding="utf-8") if out else nullcontext() as kept:
            for source in sources(file):
                target = type_one(engine, source)
                if kept:
                    click.echo(one_line(target), file=kept)
    except OSError as error:
        raise SynslatorError(f"{out} cannot be written ({error.strerror})") from error
    except Quit:
        return


def sources(file: Path | None) -> Iterator[str]:
    """Yield the texts to translate: the lines of a file, or what the user gives."""
    if file is not None:
        with opened(file) as lines:
            yield from (line for line in decoded(lines, str(file)) if line.strip())
        return
    while True:
        try:
            line = input("source> ")
        except EOFError:
            raise Quit from None
        if line.strip():
            yield line


def type_one(engine: "Engine", source: str) -> str:
    """Let the user type one translation; returns what was confirmed."""
    from synslator.cli.translation.terminal import Keyboard, StyledText, TextBlock, keys_unbuffered

    line, block = Line(new_completer(engine, source)), TextBlock(sys.stdout)
    keyboard = Keyboard(sys.stdin.fileno())
    head = StyledText(source + "\n")
    try:
        with keys_unbuffered(keyboard.descriptor):
            while not line.confirmed:
                block.draw([head, StyledText("> "), StyledText(line.typed)], line.ghost())
                for key in keyboard.read():
                    line.press(key)
    finally:
        block.draw([head, StyledText("> "), StyledText(line.typed + "\n")], [])
    return line.typed


class Line:
    """A translation that is being typed: its state, without a terminal."""

    def __init__(self, completer: "Completer") -> None:
        self.completer = completer
        self.typed = ""
        self.hidden = self.confirmed = False
        self.last: Completion | None = None

    @property
    def completion(self) -> "Completion":
        """The machine's answer to what is typed; asked for only when somebody looks."""
        from synslator.decoding.driver import run

        if self.last is None or self.last.prefix != self.typed:
            self.last = run(self.completer.complete(self.typed))
        return self.last

    def press(self, key: str) -> None:
        """Take a key; there is nothing more to do once the line is confirmed."""
        if self.confirmed:
            return
        match key:
            case "tab" | "right" | "end" | "enter":
                self.take(key)
            case "escape":
                self.hidden = not self.hidden
            case "backspace":
                self.typed = self.typed[:-1]
            case "erase word":
                self.typed = self.typed.rstrip().rpartition(" ")[0]
            case "erase all":
                self.typed = ""
            case "quit":
                raise Quit
            case _:
                self.typed += key

    def take(self, key: str) -> None:
        """Take some of the machine's words; what is hidden is not taken."""
        self.confirmed = key == "enter"
        if self.hidden:
            return
        completion = self.completion
        ends = {"tab": completion.sure, "end": len(completion.text), "enter": len(completion.text)}
        first = completion.words[0].end if completion.words else len(self.typed)
        self.typed = completion.text[: ends.get(key, first)]

    def ghost(self) -> "list[StyledText]":
        """Return what stands behind the cursor: the machine's words, further suggestions, the keys."""
        from synslator.cli.translation.terminal import DIM, SURE, StyledText

        if self.hidden:
            return [StyledText(f"\n\n{HELP}", DIM)]
        completion, typed = self.completion, len(self.typed)
        lines = [one.text for one in completion.suggestions]
        lines += [completion.language_model] if completion.language_model else []
        others = "".join(f"\n    or: …{text}" for text in lines)
        return [
            StyledText(completion.text[typed : completion.sure], SURE),
            StyledText(completion.text[completion.sure :], DIM),
            StyledText(f"{others}\n\n{HELP}", DIM),
        ]
