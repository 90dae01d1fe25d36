"""The compiled library, for every kind of vectors that this processor has."""

import pytest

from synslator.arithmetic.library import Library, find_library

BEST = find_library()
LEVELS = {None: [], "avx2": ["avx2"], "avx512": ["avx2", "avx512"]}[BEST.level if BEST else None]


@pytest.fixture(params=LEVELS, scope="module")
def compiled(request: pytest.FixtureRequest) -> Library:
    found = find_library(request.param)
    assert found is not None
    return found
