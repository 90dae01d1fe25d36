"""`synslator translate`: lines of text in, their translations out."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import click

from synslator.cli.options import takes_settings
from synslator.cli.translation.engines import new_completer, open_engine
from synslator.errors import SynslatorError, UsageProblem
from synslator.progress import SILENT, Progress, bar
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.decoding.words import Word
    from synslator.engines.protocol import Engine

BLOCK = 1024
"""Lines that are translated together: many, because texts of one length go well together."""
LINE_END = re.compile(r"[\r\n]+")


@click.command
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write to this file; it appears when it is complete."
)
@click.option("--prefix", metavar="TEXT", help="Complete this beginning of the translation.")
@click.option("--beam", type=click.IntRange(1, 64), default=4, help="Hypotheses kept side by side.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object a line, with each word's probability."
)
@takes_settings("model", "threads")
def command(
    loaded: Loaded, file: Path, out: Path | None, prefix: str | None, beam: int, as_json: bool
) -> None:
    """Translate lines of text.

    Reads FILE, or standard input, as UTF-8 and writes one line for each line; an empty line stays empty. A
    line that is too long for the model is cut at the ends of sentences, then after commas. Text that the
    model cannot read, such as an unknown script, is copied. A line that is not UTF-8 stops the command,
    which names it.

    With --prefix the input is one line, and its translation begins with exactly that text, which may end
    inside a word. Of a very long line the model then reads the first 512 pieces.

    With --json each line has `source`, `target` and `words` (place and probability); with --prefix also
    `prefix`, `sure` (the end of the words that the model is sure of), `suggestions` and `language_model`.

    \b
    echo 请在安装之前备份数据。 | synslator translate
    echo 请在安装之前备份数据。 | synslator translate --prefix 'Before inst'
    synslator translate chapter.txt --out chapter.en.txt
    """
    with ExitStack() as stack:
        lines = decoded(stack.enter_context(opened(file)), str(file))
        engine = open_engine(loaded.settings, beam)
        if prefix is not None:
            results = iter([complete(engine, only_line(lines), prefix)])
        else:
            count = count_lines(file)
            shown = stack.enter_context(bar("Translating", count)) if count else SILENT
            results = translate(engine, lines, shown, words=as_json)
        target = stack.enter_context(replaced(out)) if out else None
        for result in results:
            text = json.dumps(result, ensure_ascii=False) if as_json else one_line(result["target"])
            click.echo(text, file=target)


@contextmanager
def replaced(path: Path) -> Iterator[IO[str]]:
    """A file that takes its name only when all of it is written; until then, what was there stays."""
    half = path.with_name(path.name + ".half")
    try:
        with half.open("w", encoding="utf-8") as out:
            yield out
        half.replace(path)
    except OSError as error:
        raise SynslatorError(f"{path} cannot be written ({error.strerror})") from error
    finally:
        half.unlink(missing_ok=True)


def opened(file: Path) -> AbstractContextManager[BinaryIO]:
    """Open the input, as bytes, so that a bad line can be named."""
    if str(file) == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return file.open("rb")
    except OSError as error:
        raise UsageProblem(f"{file} cannot be read ({error.strerror})") from error


def decoded(lines: Iterable[bytes], name: str) -> Iterator[str]:
    """Yield the lines as text, without their ends."""
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            where = "standard input" if name == "-" else name
            raise SynslatorError(f"{where}, line {number} is not UTF-8 ({error.reason})") from error
        yield text.rstrip("\r\n")


def count_lines(file: Path) -> int | None:
    """Return how many lines there are, where that can be known beforehand and somebody may be watching."""
    if not file.is_file() or not sys.stderr.isatty():
        return None
    with file.open("rb") as lines:
        return sum(1 for _ in lines)


def only_line(lines: Iterator[str]) -> str:
    """Return the one line of the input."""
    every = [line for line in islice(lines, 3) if line.strip()]
    if len(every) != 1:
        raise UsageProblem(f"--prefix completes exactly one line, but the input has {len(every) or 'none'}")
    return every[0]


def one_line(text: str) -> str:
    """Return a text without line ends, so that line answers line."""
    return LINE_END.sub(" ", text)


def translate(
    engine: "Engine", lines: Iterator[str], progress: Progress, words: bool
) -> Iterator[dict[str, Any]]:
    """Translate block after block."""
    while block := list(islice(lines, BLOCK)):
        if words:
            yield from with_words(engine, block, progress)
        else:
            targets = engine.translate(block, progress=progress)
            yield from ({"target": target} for target in targets)


def with_words(engine: "Engine", block: list[str], progress: Progress) -> Iterator[dict[str, Any]]:
    """Translate lines part by part, so that every part's words can be rated with its own source."""
    from synslator.engines.bulk import Cutter
    from synslator.engines.word_ratings import rate_words

    cutter = Cutter(engine.package)
    parts = [cutter.parts(line) for line in block]
    targets = iter(engine.translate([part for each in parts for part in each]))
    for line, each in zip(block, parts, strict=True):
        target, words = "", list[dict[str, Any]]()
        for part in each:
            written = next(targets)
            if not written:
                continue
            target += " " * bool(target)
            words += [described(word, len(target)) for word in rate_words(engine, part, written)]
            target += written
        progress.advance()
        yield {"source": line, "target": target, "words": words}


def described(word: "Word", offset: int = 0) -> dict[str, Any]:
    """Return a word for a program: what it says, where it stands, how probable it is."""
    place = {"start": word.start + offset, "end": word.end + offset}
    return {"text": word.text, **place, "probability": round(word.probability, 4)}


def complete(engine: "Engine", source: str, prefix: str) -> dict[str, Any]:
    """Complete a typed beginning."""
    from synslator.decoding.driver import run

    completion = run(new_completer(engine, source).complete(prefix))
    return {
        "source": source,
        "prefix": prefix,
        "target": completion.text,
        "words": [described(word) for word in completion.words],
        "sure": completion.sure,
        "suggestions": [
            {"text": one.text, "probability": round(one.probability, 4)} for one in completion.suggestions
        ],
        "language_model": completion.language_model,
    }
