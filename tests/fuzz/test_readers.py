"""What the enemy of the readers found stays mended, and a first few hundred attacks find nothing new."""

from itertools import islice
from pathlib import Path

import pytest

from fuzz.readers import CORPUS, attack, inputs

KEPT = sorted(path for path in CORPUS.iterdir() if path.suffix != ".md")


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_what_was_found_is_read_or_refused(path: Path) -> None:
    assert attack(path.read_bytes(), path.name.split("-", 2)[-1]) == ""


def test_damaged_inputs_are_read_or_refused() -> None:
    for name, data in islice(inputs(seed=23), 300):
        assert attack(data, name) == "", name
