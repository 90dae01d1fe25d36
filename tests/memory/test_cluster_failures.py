"""A search cluster that fails in part or as a whole: nothing is lost, and work goes on."""

import http.server
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from synslator.memory.cluster import ClusterIndex
from synslator.memory.cluster_client import ClusterClient, ClusterOptions
from synslator.memory.index import IndexAway
from synslator.memory.index_maintainer import IndexMaintainer
from synslator.memory.lookup import TailLimits
from synslator.memory.model import MemoryProblem, MemoryState
from synslator.storage.database import Database
from synslator.storage.memories.entry_changes import Confirmation
from synslator.workbench.resources.memories import Memories

LIMITS = TailLimits(fold_at=10, most=60)
Eventually = Callable[[str, Callable[[], bool]], None]


def confirm(memories: Memories, memory: int, number: int) -> str:
    source = f"集群中确认的第{number}句说明"
    memories.confirm(memory, Confirmation(source, f"Sentence {number}", "ann"))
    return source


def test_a_node_may_be_killed_and_then_all_of_them(
    cluster: list[Any], tmp_path: Path, eventually: Eventually
) -> None:
    options = ClusterOptions(tuple(node.url for node in cluster), lookup_seconds=10.0)
    database, index = Database.in_file(tmp_path / "test.db"), ClusterIndex(options)
    with IndexMaintainer() as keeper:
        memories = Memories(database, index, keeper, LIMITS)
        memory = memories.create("test", "zh", "en", "ann").id
        search = memories.search(memory)
        acknowledged = [confirm(memories, memory, number) for number in range(40)]
        eventually("first fold", lambda: search.health().waiting < LIMITS.fold_at)
        eventually("a replica", lambda: _health(index).get("status") == "green")

        _manager(cluster, index).kill()
        for number in range(30):
            acknowledged.append(confirm(memories, memory, 100 + number))
            started = time.monotonic()
            assert search.lookup(acknowledged[-1]).matches[0].rate == 100
            assert time.monotonic() - started < 3 * options.lookup_seconds
        eventually("folding", lambda: search.health().waiting < LIMITS.fold_at)
        assert all(search.lookup(source).matches[0].rate == 100 for source in acknowledged)

        for node in cluster:
            node.kill()
        stale = search.lookup(acknowledged[0])
        assert stale.health.state is MemoryState.AWAY
        assert stale.health.stale
        assert "did not answer" in stale.health.reason
        started = time.monotonic()
        acknowledged += [confirm(memories, memory, 900 + number) for number in range(15)]
        assert all(search.lookup(source).matches[0].rate == 100 for source in acknowledged)
        assert time.monotonic() - started < 60, "an absent cluster must not make every lookup wait"

        for node in cluster:
            node.start()
        eventually("catching up", lambda: search.health().state is MemoryState.CURRENT)
        fresh = Memories(database, index).search(memory)
        eventually("being indexed", lambda: len(fresh.lookup(acknowledged[0]).matches) == 16)
        assert all(fresh.lookup(source).matches[0].rate == 100 for source in acknowledged)
    database.close()
    index.close()


def _health(index: ClusterIndex) -> dict[str, Any]:
    try:
        return index._client.request("GET", "/_cluster/health", seconds=2) or {}
    except MemoryProblem:
        return {}


def _manager(cluster: list[Any], index: ClusterIndex) -> Any:
    """Return the node whose loss is the worst: the one that the others have to replace by an election."""
    state = index._client.request("GET", "/_cluster/state/master_node,nodes") or {}
    name = state["nodes"][state["master_node"]]["name"]
    return cluster[int(name.removeprefix("n"))]


def test_an_index_that_somebody_deleted_is_built_again(search_url: str, tmp_path: Path) -> None:
    options = ClusterOptions((search_url,), prefix=f"lost-{tmp_path.name[-12:]}".lower())
    database, index = Database.in_file(tmp_path / "test.db"), ClusterIndex(options)
    memories = Memories(database, index, limits=LIMITS)
    memory = memories.create("test", "zh", "en", "ann").id
    sources = [confirm(memories, memory, number) for number in range(30)]
    search = memories.search(memory)
    assert search.update(force=True)
    index._client.request("DELETE", f"/{options.prefix}-memory-v1")
    lost = search.lookup(sources[0])
    assert lost.health.state is MemoryState.CATCHING_UP
    assert [match.rate for match in lost.matches] == [100]
    assert search.update()
    assert len(search.lookup(sources[0]).matches) == 16
    database.close()
    index.close()


class Flaky(http.server.BaseHTTPRequestHandler):
    """Answers busy a few times, and then properly."""

    refusals = 3

    def do_GET(self) -> None:
        busy = Flaky.refusals > 0
        Flaky.refusals -= busy
        body = b'{"error": "busy"}' if busy else b'{"fine": true}'
        self.send_response(503 if busy else 200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


def test_a_busy_server_is_asked_again() -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), Flaky) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        client = ClusterClient(ClusterOptions((f"http://127.0.0.1:{server.server_port}",)))
        try:
            assert client.request("GET", "/anything", seconds=20) == {"fine": True}
            assert Flaky.refusals == 0
        finally:
            client.close()
            server.shutdown()
            thread.join()


def test_a_server_that_is_not_there_is_reported_in_one_sentence() -> None:
    client = ClusterClient(ClusterOptions(("http://127.0.0.1:9",)))
    with pytest.raises(IndexAway, match=r"http://127.0.0.1:9 did not answer within 0.3 s \(ConnectError\)"):
        client.request("GET", "/", seconds=0.3)
    client.close()


def test_options_report_all_problems_at_once() -> None:
    with pytest.raises(MemoryProblem, match=r"http://.*lookup_seconds"):
        ClusterOptions(("somewhere:9200",), lookup_seconds=0)
    with pytest.raises(MemoryProblem, match="memory_url is empty"):
        ClusterOptions.from_setting(" ")
