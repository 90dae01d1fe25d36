"""What is exchanged: pairs of a memory and concepts of a termbase, and what can be wrong with a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from synslator.errors import SynslatorError, UsageProblem

TermStatus = Literal["preferred", "admitted", "forbidden"]


class TranslationUnit(NamedTuple):
    """A pair of texts as a file holds it, tags written as `⟦1⟧`."""

    source: str
    target: str
    changed_by: str = ""
    changed_at: int = 0
    """Seconds since 1970, UTC; 0 where the file does not say."""
    document: str | None = None
    contexts: tuple[tuple[int, int], ...] = ()
    """The keys of the sources before and after, for each place where the pair stood."""
    notes: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


class Term(NamedTuple):
    """One term for a concept."""

    language: str
    text: str
    status: TermStatus = "admitted"
    note: str = ""


class Concept(NamedTuple):
    """What its terms mean, in all languages."""

    terms: tuple[Term, ...]
    subject: str = ""
    definition: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A record that cannot be used."""

    line: int
    message: str
    """What is wrong, as a sentence without a capital and without its full stop."""


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages that are wanted from a file that may hold others too."""

    source: str
    target: str


class BadFile(SynslatorError):
    """A file cannot be read; the message names the file and the line."""

    def __init__(self, path: Path, fault: Fault) -> None:
        super().__init__(f"{path}, line {fault.line}: {fault.message}.")
        self.fault = fault


class UnknownExchangeFormat(UsageProblem):
    """Neither the name nor the content of a file says what it is."""


Units = Iterator[TranslationUnit | Fault]
Concepts = Iterator[Concept | Fault]
