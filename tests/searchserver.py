"""A real search server for the tests of the cluster, as a process that can be killed."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

START_VARIABLE, URL_VARIABLE = "SYNSLATOR_TEST_SEARCH_START", "SYNSLATOR_TEST_SEARCH_URL"
# Read before the tests' own environment takes the place of the real one.
START, URL = os.environ.get(START_VARIABLE), os.environ.get(URL_VARIABLE)
BESIDE = Path(__file__).resolve().parents[1] / "../shared/opensearch/start"
PATIENCE = 90


class Node:
    """One node of a search cluster, as a process that can be killed."""

    def __init__(self, start: Path, folder: Path, http: int, more: Sequence[str] = ()) -> None:
        self.url = f"http://127.0.0.1:{http}"
        environment = {**os.environ, "OPENSEARCH_HEAP": "512m"}
        self._command = [str(start), str(http), str(folder), *more]
        self._environment = environment
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(nodes: Sequence[Node], size: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for node in nodes:
            try:
                answer = httpx.get(f"{node.url}/_cluster/health", timeout=2, trust_env=False).json()
            except (httpx.TransportError, ValueError):
                continue
            if answer.get("number_of_nodes") == size and answer.get("status") in {"green", "yellow"}:
                return
        time.sleep(0.2)
    raise AssertionError(f"no cluster of {size} nodes within {PATIENCE} s")


def start_program() -> Path:
    """The program that starts a search server; where there is none, the tests that need it are skipped."""
    script = Path(START or BESIDE)
    if not script.is_file() or shutil.which("java") is None:
        pytest.skip(f"no search server: neither {URL_VARIABLE} nor a program to start one with Java")
    return script


@contextmanager
def searching(folder: Path) -> Iterator[str]:
    """Yield the address of a search server: that which a variable names, or one that is started."""
    if URL:
        yield URL
        return
    node = Node(start_program(), folder, free_port(), ("node1", str(free_port()), ""))
    try:
        wait_for([node], 1)
        yield node.url
    finally:
        node.kill()
