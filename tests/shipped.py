"""The package that is shipped, for tests of what it really says: a new package may have to change them.

`pytest -m shipped` runs these tests alone.
"""

from functools import cache
from typing import Any, TypeVar

import pytest

from synslator.settings import shipped_model

Test = TypeVar("Test")
ASKS_SHIPPED_MODEL = [
    pytest.mark.shipped,
    pytest.mark.skipif(
        not (shipped_model() / "manifest.json").is_file(), reason="the shipped model zh-en is not there"
    ),
]
"""For `pytestmark`."""


def asks_shipped_model(test: Test) -> Test:
    """Mark a test, or a class of tests."""
    for mark in ASKS_SHIPPED_MODEL:
        test = mark(test)
    return test


@cache
def shipped_package() -> Any:
    """Return the shipped package, opened once."""
    from synslator.runtime.package import Package

    return Package.open(shipped_model())
