"""`synslator type`: keys, drawing, and the whole program in a real pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from packages import PAIRS
from serving import COMMAND, PATIENCE
from synslator.cli import main
from synslator.cli.translation.engines import new_completer
from synslator.cli.translation.terminal import DIM, StyledText, layout, split_keys
from synslator.cli.translation.typing_session import Line, Quit
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package

SOURCES = [source for source, _ in PAIRS[:3]]
STYLES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("aé中😀", ["a", "é", "中", "😀"]),
        ("\t\r\n\x7f\b", ["tab", "enter", "enter", "backspace", "backspace"]),
        ("\x1b[C\x1bOC\x1b[F\x1b[4~", ["right", "right", "end", "end"]),
        ("\x1b[1;5D\x1b[Ax\x1b[", ["x"]),
        ("\x1b", ["escape"]),
        ("\x1b\x1b[C", ["escape", "right"]),
        ("\x04\x15\x17", ["quit", "erase all", "erase word"]),
        ("\x00\x01\u200b\ufffe", []),
    ],
)
def test_what_a_terminal_sends_becomes_keys(sent: str, keys: list[str]) -> None:
    assert list(split_keys(sent)) == keys


def test_text_is_wrapped_by_its_width_on_the_screen() -> None:
    rows, row, column = layout(
        [StyledText("中文字ab\n"), StyledText("> "), StyledText("x")], [StyledText("yz", DIM)], 5
    )
    plain = [STYLES.sub("", one) for one in rows]
    assert plain == ["中文", "字ab", "> xyz"]
    assert (row, column) == (2, 3)
    assert layout([StyledText("abc")], [], 10)[1:] == (0, 3)
    assert "\ufffd" in layout([StyledText("\x07")], [], 10)[0][0]


@pytest.fixture
def line(tiny_package: Package) -> Line:
    return Line(new_completer(VanillaEngine(tiny_package), SOURCES[0]))


def press(line: Line, *keys: str) -> None:
    for key in keys:
        line.press(key)


def test_keys_take_what_the_machine_offers(line: Line) -> None:
    first = line.completion
    assert first.words
    press(line, "right")
    assert line.typed == first.text[: first.words[0].end]
    press(line, "erase all", "tab")
    assert line.typed == first.text[: first.sure]
    press(line, "end")
    assert line.typed == line.completion.text
    assert line.completion.text.startswith(first.text[: first.sure])


def test_typing_and_erasing(line: Line) -> None:
    press(line, *"Save the fi", "backspace")
    assert line.typed == "Save the f"
    press(line, "erase word")
    assert line.typed == "Save the"
    assert line.completion.text.startswith("Save the")
    press(line, "erase all", "backspace")
    assert line.typed == ""


def test_enter_confirms_what_is_shown(line: Line) -> None:
    press(line, *"Sa")
    shown = line.completion.text
    press(line, "enter", "x")
    assert line.confirmed
    assert line.typed == shown


def test_what_is_hidden_is_not_confirmed(line: Line) -> None:
    press(line, *"Sa", "escape", "tab", "enter")
    assert line.typed == "Sa"
    with pytest.raises(Quit):
        Line(line.completer).press("quit")


def test_the_ghost_is_what_the_machine_adds(line: Line) -> None:
    press(line, "S")
    sure, unsure, others = line.ghost()
    assert line.typed + sure.text + unsure.text == line.completion.text
    assert (sure.style, unsure.style) == ("2;4", DIM)
    assert all(one.text in others.text for one in line.completion.suggestions)


def test_a_pipe_is_pointed_to_translate(tiny_folder: Path) -> None:
    result = CliRunner().invoke(main, ["type", "--model", str(tiny_folder)])
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: `synslator type` needs a terminal; ")


class Terminal:
    """The other end of a pseudo-terminal that a program runs in."""

    def __init__(self, master: int, process: "subprocess.Popen[bytes]") -> None:
        self.master, self.process = master, process
        self.seen = ""

    def until(self, wanted: str, seconds: float = PATIENCE) -> str:
        """Read until some text is shown; return what was shown up to its end since the last call."""
        end = time.monotonic() + seconds
        while wanted not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"expected {wanted!r}, found {self.seen!r}"
            try:
                self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # the program has ended
                assert wanted in self.seen, f"expected {wanted!r}, found {self.seen!r}"
        shown, _, self.seen = self.seen.partition(wanted)
        return shown + wanted

    def send(self, keys: str) -> None:
        os.write(self.master, keys.encode())


@contextmanager
def terminal(*arguments: str | Path) -> Iterator[Terminal]:
    """Run `synslator type` in a terminal of 60 columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    before = termios.tcgetattr(slave)
    words = [*COMMAND, "type", *map(str, arguments)]
    with subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave) as process:
        try:
            yield Terminal(master, process)
            assert process.wait(timeout=PATIENCE) == 0
            assert termios.tcgetattr(slave)[3] == before[3], "the terminal echoes again"
        finally:
            process.kill()
            os.close(slave)
            os.close(master)


def test_a_session_in_a_real_terminal(tiny_package: Package, tiny_folder: Path, tmp_path: Path) -> None:
    texts, out = tmp_path / "texts.txt", tmp_path / "out.txt"
    texts.write_text("\n".join([SOURCES[0], "", SOURCES[1]]), encoding="utf-8")
    lines = [Line(new_completer(VanillaEngine(tiny_package), source)) for source in SOURCES[:2]]
    with terminal(texts, "--model", tiny_folder, "--out", out) as screen:
        shown = screen.until("Ctrl-D quit")
        assert SOURCES[0] in shown
        assert f"\x1b[2m{lines[0].completion.text}" in shown
        press(lines[0], *"Save", "right")
        screen.send("Save")
        screen.until("Save\x1b[0m")
        screen.send("\x1b[C")
        screen.until(f"> \x1b[0m\x1b[0m{lines[0].typed}\x1b[0m")
        press(lines[0], *" the", "enter")
        screen.send(" the\r")
        screen.until(SOURCES[1])
        screen.until("Ctrl-D quit")
        press(lines[1], "end", "!", "escape", "enter")
        screen.send("\x1b[F!\x1b")
        screen.until("!\x1b[0m")
        screen.send("\n")
        screen.process.wait(timeout=PATIENCE)
    assert out.read_text(encoding="utf-8").splitlines() == [line.typed for line in lines]


def test_texts_can_be_asked_for(tiny_folder: Path) -> None:
    with terminal("--model", tiny_folder) as screen:
        screen.until("source> ")
        screen.send(SOURCES[2] + "\n")
        screen.until("Ctrl-D quit")
        screen.send("Cl\x04")
        screen.until("> \x1b[0m\x1b[0mCl\x1b[0m\r\n")
