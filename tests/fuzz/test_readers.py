"""What the enemy of the readers found stays mended, and its first attacks find nothing new."""

from itertools import islice
from pathlib import Path

import pytest

from fuzz.readers import CORPUS, Attacks, attack

KEPT = sorted(path for path in CORPUS.iterdir() if path.suffix != ".md")
ATTACKS = 5000
"""About half a minute; a number and not a time, so that every run does the same."""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_what_was_found_is_read_or_refused(path: Path) -> None:
    assert attack(path.read_bytes(), path.name.split("-", 2)[-1]) == ""


def test_damaged_inputs_are_read_or_refused() -> None:
    attacks = Attacks(seed=23)
    for name, _, wrong in islice(attacks, ATTACKS):
        assert wrong == "", (name, attacks.tried)
    # What reaches new lines is damaged further.
    assert attacks.kept > 10
