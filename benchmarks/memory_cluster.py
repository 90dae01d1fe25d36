"""A search server for the benchmark: the one that SYNSLATOR_TEST_SEARCH_URL names, or one started for it."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

PATIENCE = 120


@contextmanager
def search_server(folder: Path, wanted: bool) -> Iterator[tuple[str, str]]:
    """Yield the address of a server, or none and the reason."""
    if not wanted:
        yield "", "not asked for"
        return
    if url := os.environ.get("SYNSLATOR_TEST_SEARCH_URL"):
        yield url, ""
        return
    beside = Path(__file__).resolve().parents[1] / "../shared/opensearch/start"
    start = Path(os.environ.get("SYNSLATOR_TEST_SEARCH_START") or beside)
    if not start.is_file() or shutil.which("java") is None:
        yield "", "no server named by SYNSLATOR_TEST_SEARCH_URL, and none that could be started"
        return
    with socket.socket() as listener, socket.socket() as other:
        for one in (listener, other):
            one.bind(("127.0.0.1", 0))
        http, transport = listener.getsockname()[1], other.getsockname()[1]
    node = subprocess.Popen(
        [str(start), str(http), str(folder), "node1", str(transport), ""],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(f"http://127.0.0.1:{http}")
        yield f"http://127.0.0.1:{http}", ""
    finally:
        node.kill()
        node.wait()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{url}/_cluster/health", timeout=2, trust_env=False).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise SystemExit(f"the search server at {url} did not answer within {PATIENCE} s")
