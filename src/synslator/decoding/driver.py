"""Running decoding jobs, one alone or several in one batch.

A job is a generator: it yields the `Request`s that it can make at the same time and is sent a `Step` for
each. So the code of a search is written for one hypothesis, and still the hypotheses of one search and the
searches of several users go through the model together: `together` runs whatever jobs there are in
lockstep, and jobs may come and go between passes.
"""

from collections import defaultdict
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from synslator.decoding.knn.datastore import Evidence
from synslator.decoding.model import DecoderState, EncodedSource, Floats, Ids, Request, Step, StepModel

PASS = 8
"""What a pass costs besides its pieces, in pieces."""

NONE: Ids = np.zeros(0, np.int64)

Result = TypeVar("Result")
Job = Generator[list["Request"], list[Step], Result]


class Adjust(Protocol):
    """What corrects the probabilities of steps: see `knn.Datastore`."""

    @property
    def wanted(self) -> Ids:
        """The pieces that it may bring in."""

    def __call__(
        self,
        scores: Floats,
        hidden: Floats,
        leads: Sequence[float] = (),
        pieces: Sequence[int] = (),
        places: Ids | None = None,
    ) -> tuple[Floats, list[Evidence]]:
        """Better log-probabilities, and the evidence of each step, given those of the model and its states.

        The columns of the scores are the vocabulary, or those `places` of each of its pieces.
        """


@dataclass(frozen=True)
class Source:
    """What a search decodes from: a model, what it knows of one source, and what corrects its scores."""

    model: StepModel
    encoded: EncodedSource | None
    adjust: Adjust | None = None

    @property
    def length(self) -> int:
        """Pieces of the source."""
        return length_of(self.encoded)

    def request(self, ids: Sequence[int], state: DecoderState, keep: int, every: bool = True) -> Request:
        """Ask for a pass, and for the scores of every piece, or of the likely ones, after the last `keep`."""
        wanted = None if every else self.adjust.wanted if self.adjust else NONE
        return Request(self.model, self.encoded, np.array(ids, np.int64), state, keep, wanted)

    def scores(
        self, step: Step, leads: Sequence[float], pieces: Sequence[int]
    ) -> tuple[Floats, Sequence[Evidence | None]]:
        """The corrected log-probabilities of a hypothesis, (keep, pieces), and what corrected each.

        `leads` belong to the pieces before (see `knn.Evidence`), `pieces` follow the steps but the last.
        """
        raw: Floats = step.log_probabilities[0]
        if not self.adjust:
            return raw, [None] * len(raw)
        places = step.likely.places if step.likely else None
        return self.adjust(raw, step.hidden[0], leads, pieces, places)


def run(job: Job[Result]) -> Result:
    """Run one job to its end."""
    return together([job])[0]


def together(jobs: Sequence[Job[Result]]) -> list[Result]:
    """Run jobs side by side to their ends."""
    try:
        both = side_by_side(jobs)
        requests = next(both)
        while True:
            requests = both.send(answer(requests))
    except StopIteration as end:
        results: list[Result] = end.value
        return results


def side_by_side(jobs: Sequence[Job[Result]]) -> Job[list[Result]]:
    """One job made of several: each goes on as soon as its own requests are answered."""
    results: dict[int, Result] = {}
    waiting: dict[int, list[Request]] = {}

    def resume(number: int, steps: list[Step] | None) -> None:
        try:
            waiting[number] = next(jobs[number]) if steps is None else jobs[number].send(steps)
        except StopIteration as end:
            results[number] = end.value

    for number in range(len(jobs)):
        resume(number, None)
    while waiting:
        turn, waiting = waiting, {}
        steps = yield [request for requests in turn.values() for request in requests]
        for number, requests in turn.items():
            mine, steps = steps[: len(requests)], steps[len(requests) :]
            resume(number, mine)
    return [results[number] for number in range(len(jobs))]


def answer(requests: Sequence[Request]) -> list[Step]:
    """Make requests' passes, in one go for each model that is asked."""
    kinds: defaultdict[int, list[int]] = defaultdict(list)
    for number, request in enumerate(requests):
        kinds[id(request.model)].append(number)
    steps: dict[int, Step] = {}
    for kind in kinds.values():
        steps.update(zip(kind, requests[kind[0]].model.steps([requests[n] for n in kind]), strict=True))
    return [steps[n] for n in range(len(requests))]


def answer_padded(requests: Sequence[Request]) -> list[Step]:
    """Answer requests to one model that pads: those of about the same length in one pass."""
    steps: dict[int, Step] = {}
    for numbers in shared([len(request.ids) for request in requests]):
        steps.update(zip(numbers, answer_alike([requests[n] for n in numbers]), strict=True))
    return [steps[n] for n in range(len(requests))]


def shared(lengths: Sequence[int]) -> list[list[int]]:
    """Which requests go into the same pass, given how many pieces each of them reads.

    Every row of a pass takes as long as its longest one, so a draft that is verified would hold up all who
    read a single piece; a pass of its own costs less. This finds the cheapest partition.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    ordered = [lengths[n] for n in order]
    cheapest = {0: (0, 0)}  # so many of the shortest: what they cost, and where their last pass begins
    for end in range(1, len(order) + 1):
        if end == len(order) or ordered[end] != ordered[end - 1]:
            cheapest[end] = min(
                (cost + PASS + (end - begin) * ordered[end - 1], begin)
                for begin, (cost, _) in cheapest.items()
            )
    passes, end = [], len(order)
    while end:
        begin = cheapest[end][1]
        passes.append(sorted(order[begin:end]))
        end = begin
    return passes


def answer_alike(requests: Sequence[Request]) -> list[Step]:
    """One pass for requests to one model, padded on the left."""
    first = requests[0]
    if len(requests) == 1:
        return [first.model.step(first.encoded, first.ids[None], first.state, first.keep)]
    new = max(len(request.ids) for request in requests)
    ids = np.zeros((len(requests), new), np.int64)
    fresh = np.zeros(ids.shape, np.bool_)
    for row, request in enumerate(requests):
        ids[row, new - len(request.ids) :] = request.ids
        fresh[row, new - len(request.ids) :] = True
    keep = max(request.keep for request in requests)
    state = first.model.stack([request.state for request in requests])
    whole = first.model.step(common_source(requests), ids, state, keep, fresh)
    return [part_of(whole, request, row) for row, request in enumerate(requests)]


def common_source(requests: Sequence[Request]) -> EncodedSource | None:
    """The sources of all requests to one model; one that they all share is not copied."""
    sources = [request.encoded for request in requests if request.encoded is not None]
    if not sources:
        return None
    if all(source is sources[0] for source in sources):
        return sources[0]
    return requests[0].model.stack_sources(sources)


def length_of(source: EncodedSource | None) -> int:
    """Pieces of one source; none without one."""
    return int(source.lengths[0]) if source is not None else 0


def part_of(whole: Step, request: Request, row: int) -> Step:
    """One request's share of a common pass."""
    rows = slice(row, row + 1)
    return Step(
        whole.log_probabilities[rows, -request.keep :],
        whole.hidden[rows, -request.keep :],
        whole.attention[rows, -len(request.ids) :, : length_of(request.encoded)],
        whole.state.row(row),
    )
