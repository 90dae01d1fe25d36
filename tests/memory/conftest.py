"""A cluster of real search servers, and waiting for what another thread does."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from searchserver import PATIENCE, Node, free_port, start_program, wait_for


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
