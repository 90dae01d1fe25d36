"""A completion that a newer keystroke ends between two passes leaves nothing half done."""

import pytest

from packages import PAIRS
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import Source, answer, run
from synslator.runtime.package import Package


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_a_completion_goes_on_from_one_that_was_ended(tiny_package: Package, passes: int) -> None:
    for source, target in PAIRS:
        completer = Completer(
            Source(tiny_package.model, tiny_package.encode([source])), tiny_package.vocabulary
        )
        for end in range(len(target) + 1):
            job = completer.complete_by_model(target[:end])
            try:
                requests = next(job)
                for _ in range(passes - 1):
                    requests = job.send(answer(requests))
            except StopIteration:
                continue
            job.close()
            if end % 3 == 0:
                assert run(completer.complete_by_model(target[:end])).text.startswith(target[:end])
