"""Talking to Elasticsearch or OpenSearch over HTTP: any node will do, and a failing one is tried again.

A request is repeated on the next node, with a growing pause, until it is answered or its time is up. Every
request that is made here may safely be made twice.
"""

import json
import logging
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import httpx

from synslator.memory.index import IndexAway, IndexBusy, IndexDamaged
from synslator.memory.model import MemoryProblem

_BUSY = {429, 502, 503, 504}
_MISSING, _CONFLICT = 404, 409


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Where the cluster is and how patient to be with it."""

    urls: tuple[str, ...]
    """Its nodes, or a proxy before them; a user and password may stand in the address."""
    prefix: str = "synslator"
    """What the names of its indexes begin with."""
    lookup_seconds: float = 2.0
    """After how long a lookup goes on without the cluster."""
    write_seconds: float = 30.0
    attempt_seconds: float = 10.0
    shards: int = 1

    def __post_init__(self) -> None:
        problems = [
            f"an address must begin with http:// or https://, not {url!r}"
            for url in self.urls
            if not url.startswith(("http://", "https://"))
        ]
        if not self.urls:
            problems.append("memory_url is empty; set it to the address of a search server")
        times = ("lookup_seconds", "write_seconds", "attempt_seconds")
        problems += [f"{name} must be more than 0" for name in times if getattr(self, name) <= 0]
        if problems:
            raise MemoryProblem("; ".join(problems) + ".")

    @classmethod
    def from_setting(cls, memory_url: str) -> "ClusterOptions":
        """Read the addresses of nodes, separated by commas or spaces."""
        urls = memory_url.replace(",", " ").split()
        return cls(tuple(url.rstrip("/") for url in urls))


class ClusterClient:
    """Sends requests to a cluster. May be used from any thread."""

    def __init__(self, options: ClusterOptions, clock: Callable[[], float] = time.monotonic) -> None:
        # The library would tell of every single request.
        logging.getLogger("httpx").setLevel(logging.WARNING)
        self.options = options
        self._clock = clock
        self._http = httpx.Client(limits=httpx.Limits(max_connections=64), trust_env=False)
        self._node = 0

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        seconds: float | None = None,
        missing_ok: bool = False,
    ) -> dict[str, Any] | None:
        """Send a request until it is answered; None for what is not there, if that is `missing_ok`."""
        content = json.dumps(body, ensure_ascii=False).encode() if body is not None else None
        response = self._send(
            method, path, content, "application/json", seconds or self.options.write_seconds
        )
        if response.status_code == _MISSING:
            if missing_ok:
                return None
            raise IndexDamaged(f"The search index is not there: {_reason(response)}.")
        if response.status_code == _CONFLICT:
            raise IndexBusy("The search index was written by another process at the same time.")
        if response.is_error:
            raise MemoryProblem(f"The search server refused {method} {path}: {_reason(response)}.")
        answer: dict[str, Any] = response.json() if response.content else {}
        return answer

    def bulk(self, actions: Iterable[tuple[dict[str, Any], dict[str, Any] | None]]) -> None:
        """Send many writes at once; what is too old or already gone is no failure."""
        lines = [
            json.dumps(part, ensure_ascii=False) for action in actions for part in action if part is not None
        ]
        if not lines:
            return
        content = ("\n".join(lines) + "\n").encode()
        response = self._send("POST", "/_bulk", content, "application/x-ndjson", self.options.write_seconds)
        if response.is_error:
            raise MemoryProblem(f"The search server refused a bulk write: {_reason(response)}.")
        answer = response.json()
        if not answer.get("errors"):
            return
        results = [result for item in answer["items"] for result in item.values()]
        failed = [
            result
            for result in results
            if result["status"] >= 400 and result["status"] not in (_MISSING, _CONFLICT)
        ]
        if failed:
            # The cluster took a part and was too busy, or too broken, for the rest: the whole comes again.
            raise IndexAway(f"The search server could not take {len(failed)} of {len(results)} entries in.")

    def _send(
        self, method: str, path: str, content: bytes | None, content_type: str, seconds: float
    ) -> httpx.Response:
        deadline = self._clock() + seconds
        pause, last = 0.05, "no answer"
        node = self._node
        attempts = 0
        while True:
            left = deadline - self._clock()
            if left <= 0:
                nodes = ", ".join(self.options.urls)
                raise IndexAway(f"The search server at {nodes} did not answer within {seconds:g} s ({last}).")
            url = self.options.urls[node % len(self.options.urls)]
            timeout = httpx.Timeout(min(left, self.options.attempt_seconds), connect=min(left, 1.0))
            try:
                response = self._http.request(
                    method,
                    url + path,
                    content=content,
                    headers={"content-type": content_type},
                    timeout=timeout,
                )
            except httpx.TransportError as error:
                last = type(error).__name__
            else:
                if response.status_code not in _BUSY:
                    self._node = node
                    return response
                last = _reason(response)
            node += 1
            attempts += 1
            if attempts % len(self.options.urls) == 0:
                # All nodes failed: give them time, and not at the same moment as everybody else.
                time.sleep(max(0.0, min(pause * random.uniform(0.5, 1.5), deadline - self._clock())))
                pause = min(pause * 2, 2.0)


def _reason(response: httpx.Response) -> str:
    """Say why a server refused, in its own words where it has some."""
    try:
        error = response.json()["error"]
        reason = error["reason"] if isinstance(error, dict) else error
        return f"{response.status_code}, {reason}"
    except (ValueError, KeyError, TypeError):
        return f"status {response.status_code}"
