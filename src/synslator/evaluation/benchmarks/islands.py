"""IMTLab's infilling: the translator keeps every word that is right, and the system fills what is between."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rapidfuzz.distance import LCSseq

from synslator.decoding import driver
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import Source
from synslator.decoding.infilling.continuations import SamplingOptions
from synslator.decoding.infilling.gaps import GapOptions, fill
from synslator.decoding.vocabulary import Vocabulary
from synslator.evaluation.benchmarks.dialogues import Revision, agreement

QUICK = GapOptions(SamplingOptions(count=3, shortest=1), words=8, candidates=24)
"""A person waits for the answer."""


class Infilling:
    """The translator keeps the words that are right, types the first one that is missing, and leaves gaps."""

    def __init__(self, source: Source, vocabulary: Vocabulary, completer: Completer) -> None:
        self.source, self.vocabulary, self.completer = source, vocabulary, completer
        self.kept: list[bool] = []
        """Whether each word of the reference stands already."""
        self.fillings: list[list[str]] = []
        """What the system put into each gap."""

    def answer(self, revision: Revision | None) -> str:
        """Fill the gaps from left to right; what is kept stays."""
        if revision is None:
            return driver.run(self.completer.complete("")).text
        words: list[str] = []
        self.fillings = []
        for at, word in enumerate(revision.kept):
            if word is not None:
                words.append(word)
                continue
            right = island(revision.kept[at + 1 :])
            self.fillings.append(self.filling(" ".join(words), right))
            words += self.fillings[-1]
        return " ".join(words)

    def filling(self, left: str, right: str) -> list[str]:
        """Return the words that the system puts between two texts."""
        if right:
            found = driver.run(fill(self.source, self.vocabulary, left, right, QUICK))
            return found[0].text.split() if found else []
        prefix = f"{left} " if left else ""
        return driver.run(self.completer.complete(prefix)).text.removeprefix(prefix).split()

    def revise(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Revision:
        """Keep what is right and type the first missing word; gaps and deletions are operations."""
        superfluous = self.agree(reference) if self.kept else self.align(hypothesis, reference)
        cost = superfluous + sum(1 for _ in gaps(self.kept))
        if all(self.kept):
            return Revision(tuple(reference), cost)
        at = self.kept.index(False)
        self.kept[at] = True
        closed = at + 1 == len(reference) or self.kept[at + 1]
        cost += len(reference[at]) + 1 - closed
        return Revision(tuple(with_gaps(self.kept, reference)), cost)

    def align(self, hypothesis: Sequence[str], reference: Sequence[str]) -> int:
        """Keep the longest common run of words; return how many runs are merely in excess."""
        self.kept = [False] * len(reference)
        superfluous = 0
        for operation in LCSseq.opcodes(hypothesis, reference):
            if operation.tag == "equal":
                self.kept[operation.dest_start : operation.dest_end] = [True] * (
                    operation.dest_end - operation.dest_start
                )
        for operation in LCSseq.opcodes(hypothesis, reference):
            at = operation.dest_start
            beside = self.kept[max(at - 1, 0) : at + 1]
            superfluous += operation.tag == "delete" and all(beside)
        return superfluous

    def agree(self, reference: Sequence[str]) -> int:
        """Keep what the fillings have right at both edges; return how many gaps held too much."""
        superfluous = 0
        for (start, end), words in zip(list(gaps(self.kept)), self.fillings, strict=True):
            wanted = reference[start:end]
            front = agreement(words, wanted)
            back = agreement(words[front:][::-1], wanted[front:][::-1])
            self.kept[start : start + front] = [True] * front
            self.kept[end - back : end] = [True] * back
            superfluous += front + back == end - start < len(words)
        return superfluous


def gaps(kept: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Return where words are missing, as ranges of the reference."""
    at = 0
    for there, run in groupby(kept):
        length = len(list(run))
        if not there:
            yield at, at + length
        at += length


def with_gaps(kept: Sequence[bool], reference: Sequence[str]) -> Iterator[str | None]:
    """Return the words that are kept, and None for each gap."""
    for there, run in groupby(zip(kept, reference, strict=True), key=lambda pair: pair[0]):
        if there:
            yield from (word for _, word in run)
        else:
            yield None


def island(words: Sequence[str | None]) -> str:
    """Return the words up to the next gap."""
    end = next((at for at, word in enumerate(words) if word is None), len(words))
    return " ".join(word for word in words[:end] if word is not None)
