"""Regular expressions that people send, compiled and run in a process of their own, within limits.

`python -m synslator.workbench.documents.expression_worker` is what `expressions.py` starts and keeps warm.
Orders come through its standard input and answers leave by its standard output, each as a length and
marshalled data.
Compiling alone can take gigabytes, so nothing that a person wrote is compiled anywhere else.
"""

import marshal
import sys
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

import regex

from synslator.errors import SynslatorError, UsageProblem
from synslator.text.srx.rules import read_srx
from synslator.text.tags import TAG
from synslator.workbench.process_limits import limit_process

MEGABYTES = 512
"""MiB of memory that the process may take."""
MOST_SPANS = 200
"""Places of one text that are named at most; a replacement counts all of them."""
LONGEST_RESULT = 100_000
"""Characters of a text after a replacement at most."""
_LENGTH = 8

Span = tuple[int, int]
FoundSpans = tuple[list[Span], str | None]
"""Where something was found in a text, and the text after the replacement."""


class Expression(NamedTuple):
    """What to look for, and what to put in its place."""

    text: str
    expression: bool
    """Whether `text` is a regular expression."""
    case: bool
    words: bool
    replacement: str | None


class ExpressionFinder:
    """Finds an expression in one text after another."""

    def __init__(self, wanted: Expression) -> None:
        body = wanted.text if wanted.expression else regex.escape(wanted.text)
        if wanted.words:
            body = rf"\b(?:{body})\b"
        try:
            self._pattern = regex.compile(body, 0 if wanted.case else regex.IGNORECASE)
        except (regex.error, RecursionError, OverflowError, ValueError) as error:
            raise UsageProblem(f"{wanted.text!r} is not a regular expression: {error}.") from None
        self._wanted = wanted

    def find(self, text: str) -> FoundSpans | None:
        """Find it in a text; what would cut a tag in two does not count."""
        tags = [found.span() for found in TAG.finditer(text)]
        matches = [
            found
            for found in self._pattern.finditer(text)
            if found.end() > found.start() and not any(_cuts(found.span(), tag) for tag in tags)
        ]
        if not matches:
            return None
        spans = [found.span() for found in matches[:MOST_SPANS]]
        return spans, None if self._wanted.replacement is None else self._replaced(text, matches)

    def _replaced(self, text: str, matches: Sequence["regex.Match[str]"]) -> str:
        pieces, length, end, replacement = list[str](), 0, 0, self._wanted.replacement or ""
        try:
            for found in matches:
                new = found.expand(replacement) if self._wanted.expression else replacement
                pieces += [text[end : found.start()], new]
                length, end = length + found.start() - end + len(new), found.end()
                if length > LONGEST_RESULT:
                    break
        except (regex.error, IndexError) as error:
            raise UsageProblem(f"The replacement cannot be used: {error}.") from None
        if length + len(text) - end > LONGEST_RESULT:
            raise UsageProblem(
                f"The replacement makes a segment longer than {LONGEST_RESULT:,} characters."
                " Choose a shorter one."
            )
        return "".join([*pieces, text[end:]])


def _cuts(span: Span, tag: Span) -> bool:
    overlaps = span[0] < tag[1] and tag[0] < span[1]
    return overlaps and not (span[0] <= tag[0] and tag[1] <= span[1])


def send(file: IO[bytes], sent: Any) -> None:
    """Write one message."""
    data = marshal.dumps(sent)
    file.write(len(data).to_bytes(_LENGTH, "big") + data)
    file.flush()


def receive(file: IO[bytes]) -> Any:
    """Read one message; raise `EOFError` where the other side is gone."""
    length = int.from_bytes(_exactly(file, _LENGTH), "big")
    return marshal.loads(_exactly(file, length))


def _exactly(file: IO[bytes], length: int) -> bytes:
    data = file.read(length)
    if len(data) < length:
        raise EOFError
    return data


def _serve(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Answer orders until there are no more."""
    finder: ExpressionFinder | None = None
    while True:
        try:
            kind, *given = receive(orders)
        except EOFError:
            return
        try:
            if kind == "rules":
                read_srx(given[0], given[1], "The SRX rules")
                send(answers, ("done", None))
            elif kind == "look for":
                finder = ExpressionFinder(Expression(*given))
                regex.purge()
                send(answers, ("done", None))
            elif finder is not None:
                send(answers, ("done", [finder.find(text) for text in given[0]]))
        except SynslatorError as error:
            send(answers, ("refused", str(error)))


if __name__ == "__main__":
    limit_process(MEGABYTES)
    _serve(sys.stdin.buffer, sys.stdout.buffer)
