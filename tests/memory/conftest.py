"""Each kind of index for the tests of memories; the cluster's on a real search server."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from searchserver import PATIENCE, Node, free_port, start_program, wait_for
from synslator.memory.cluster import ClusterIndex
from synslator.memory.cluster_client import ClusterOptions
from synslator.memory.embedded import EmbeddedIndex
from synslator.memory.index import Index
from synslator.memory.lookup import TailLimits
from synslator.storage.database import Database
from synslator.workbench.resources.memories import Memories


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[list[Node]]:
    """Three nodes that form a cluster."""
    ports = [free_port() for _ in range(6)]
    peers = ",".join(f"n{at}@127.0.0.1:{ports[3 + at]}" for at in range(3))
    nodes = [
        Node(start_program(), tmp_path / f"node{at}", ports[at], (f"n{at}", str(ports[3 + at]), peers))
        for at in range(3)
    ]
    try:
        wait_for(nodes, 3)
        yield nodes
    finally:
        for node in nodes:
            node.kill()


@pytest.fixture(params=["embedded", "elasticsearch"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    """Each kind of index in turn, empty."""
    made: Index
    if request.param == "embedded":
        made = EmbeddedIndex(tmp_path / "index")
    else:
        url = request.getfixturevalue("search_url")
        made = ClusterIndex(
            ClusterOptions((url,), prefix=f"test-{tmp_path.name.lower()[-24:]}-{os.getpid()}")
        )
    yield made
    made.close()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[Index], Memories]]:
    """Opens the memories of a database, each time anew, without a keeper: tests tend the index themselves."""
    databases: list[Database] = []

    def make(index: Index) -> Memories:
        databases.append(Database.in_file(tmp_path / "test.db"))
        return Memories(databases[-1], index, limits=TailLimits(fold_at=50, most=200))

    yield make
    for database in databases:
        database.close()


@pytest.fixture
def memories(index: Index, opened: Callable[[Index], Memories]) -> Memories:
    """Memories on each kind of index."""
    return opened(index)


@contextmanager
def waiting(what: str, patience: float = PATIENCE) -> Iterator[Callable[[Callable[[], bool]], None]]:
    """Returns a function that waits until a condition holds."""

    def until(holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < deadline, f"{what} did not happen within {patience} s"
            time.sleep(0.05)

    yield until


@pytest.fixture
def eventually() -> Callable[[str, Callable[[], bool]], None]:
    """Waits until something that another thread does has happened."""

    def wait(what: str, holds: Callable[[], bool]) -> None:
        with waiting(what) as until:
            until(holds)

    return wait
