"""The contract of search backends, for the index in the data folder and for a cluster."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from synslator.memory.backends import IndexSetup, make_index
from synslator.memory.cluster import ClusterIndex
from synslator.memory.cluster_client import ClusterOptions
from synslator.memory.index import Index
from synslator.testing.indexes import IndexContract


class TestEmbedded(IndexContract):
    @pytest.fixture
    def index(self, tmp_path: Path) -> Iterator[Index]:
        made = make_index("embedded", IndexSetup(tmp_path, ""))
        yield made
        made.close()


class TestCluster(IndexContract):
    @pytest.fixture
    def index(self, tmp_path: Path, search_url: str) -> Iterator[Index]:
        prefix = f"test-{tmp_path.name.lower()[-24:]}-{os.getpid()}"
        made = ClusterIndex(ClusterOptions((search_url,), prefix=prefix))
        yield made
        made.close()
