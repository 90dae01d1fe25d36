"""A package that our own arithmetic computes."""

from pathlib import Path

import pytest

from synslator.runtime.package import Package
from wide import WIDE, open_package


@pytest.fixture(scope="session", params=["tied", "untied"])
def package(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    tiny_vocabularies: dict[str, Path],
) -> Package:
    folder = tmp_path_factory.mktemp("models")
    return open_package(folder, tiny_vocabularies, WIDE, tied=request.param == "tied")


@pytest.fixture(scope="session")
def wide_package(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Package:
    return open_package(tmp_path_factory.mktemp("models"), tiny_vocabularies, WIDE)
