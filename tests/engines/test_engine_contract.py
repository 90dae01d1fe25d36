"""The contract of engines, for those that need nothing but a model package."""

import pytest

from synslator.engines.registry import ENGINES
from synslator.runtime.package import Package
from synslator.testing.engines import EngineContract


class TestVanilla(EngineContract):
    kind = ENGINES["vanilla"]

    @pytest.fixture(scope="class")
    @classmethod
    def model(cls, tiny_package: Package) -> Package:
        return tiny_package


class TestKnn(TestVanilla):
    kind = ENGINES["knn"]
