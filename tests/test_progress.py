"""Progress bars: only for people, only for work that takes time."""

import io

from synslator.progress import SILENT, bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def work(stream: io.StringIO, delay: float) -> str:
    with bar("Indexing", total=3, stream=stream, delay=delay) as progress:
        for _ in range(3):
            progress.advance()
    return stream.getvalue()


def test_quick_work_shows_nothing() -> None:
    assert work(Terminal(), delay=3600) == ""


def test_work_without_a_terminal_shows_nothing() -> None:
    stream = io.StringIO()
    with bar("Indexing", total=3, stream=stream, delay=0) as progress:
        assert progress is SILENT
    assert stream.getvalue() == ""


def test_long_work_shows_its_name_and_count() -> None:
    # A delay of nothing starts the bar at once; leaving the block draws it a last time.
    shown = work(Terminal(), delay=0)
    assert "Indexing" in shown
    assert "3/3" in shown


def test_work_of_unknown_length_shows_time() -> None:
    stream = Terminal()
    with bar("Opening", stream=stream, delay=0):
        pass
    assert "0:00:0" in stream.getvalue()
