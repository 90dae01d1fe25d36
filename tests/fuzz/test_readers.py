"""What the enemy of the readers found stays mended, and its first attacks find nothing new."""

from itertools import islice
from pathlib import Path

import pytest

from fuzz.readers import CORPUS, Attacks, attack

KEPT = sorted(path for path in CORPUS.iterdir() if path.suffix != ".md")
ATTACKS = 2000
"""Inputs that every run of the tests tries, the same ones each time; `make fuzz` looks for others."""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_what_was_found_is_read_or_refused(path: Path) -> None:
    assert attack(path.read_bytes(), path.name.split("-", 2)[-1]) == ""


def test_damaged_inputs_are_read_or_refused() -> None:
    attacks = Attacks(seed=23, follow=False)
    for name, _, wrong in islice(attacks, ATTACKS):
        assert wrong == "", (name, attacks.tried)
    assert attacks.kept == 0


def test_what_reaches_new_lines_is_damaged_further() -> None:
    attacks = Attacks(seed=23)
    list(islice(attacks, 300))
    assert attacks.kept > 10
