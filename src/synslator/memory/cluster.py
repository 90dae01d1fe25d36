"""The index of a team: Elasticsearch 8 or OpenSearch 2, for memories that outgrow one machine.

All memories share one index. A document is an entry's tokens under the key of its memory and generation; its
version is the entry's revision, so that a late write never replaces a newer one. What the index holds of a
memory is kept as a document too: whoever deletes the index deletes that as well, and it is built again.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from secrets import token_hex
from typing import Any

from synslator.memory.cluster_client import ClusterClient, ClusterOptions
from synslator.memory.index import MOST_TERMS, IndexDamaged, IndexedEntry, IndexState, IndexWriting, Side
from synslator.memory.model import MemoryProblem
from synslator.text.grams import phrase_tokens, query_tokens

FORMAT = 1
"""Grows when the mapping or the tokens change; an index of another format is rebuilt beside it."""

_BULK = 2000


class ClusterIndex:
    """Searches and writes the index of a cluster."""

    def __init__(self, options: ClusterOptions) -> None:
        self._client = ClusterClient(options)
        self._options = options
        self._name = f"{options.prefix}-memory-v{FORMAT}"
        self._ready = False

    def state(self, memory: int) -> IndexState | None:
        """Return what the index holds of a memory."""
        written = self._written(memory)
        return IndexState(written.identity, written.revision) if written else None

    def nearest(self, memory: int, source: str, limit: int) -> list[int]:
        """Propose the entries whose source is most like this one."""
        query = {
            "fields": ["source"],
            "like": " ".join(query_tokens(source)),
            "max_query_terms": MOST_TERMS,
            "min_term_freq": 1,
            "min_doc_freq": 1,
            "minimum_should_match": "1",
        }
        return self._search(memory, limit, {"more_like_this": query})

    def holding(self, memory: int, side: Side, phrase: str, limit: int, exact: bool) -> list[int]:
        """Propose entries that hold a phrase, or something like it."""
        tokens = phrase_tokens(phrase, side)
        if not exact:
            return self._search(memory, limit, {"match": {side: " ".join(tokens)}})
        # The last word may be the beginning of one, and a lone character the beginning of a pair.
        last = tokens[-1] if tokens else phrase.strip()[:1]
        clauses: list[dict[str, Any]] = [{"term": {side: token}} for token in tokens[:-1]]
        clauses.append({"prefix": {side: {"value": last}}})
        return self._search(memory, limit, {"bool": {"must": clauses}})

    @contextmanager
    def writing(self, memory: int, identity: str, fresh: bool) -> Iterator[IndexWriting]:
        """Write to the index of a memory; a fresh generation is used from the moment it is finished."""
        self._prepare()
        before = self._written(memory)
        if before is None and not fresh:
            raise IndexDamaged(f"The search server has no index of memory {memory} yet.")
        generation = token_hex(6) if before is None or fresh else before.generation
        writing = _Writing(self, memory, identity, generation, before)
        try:
            yield writing
        finally:
            if fresh and not writing.finished:
                with suppress(MemoryProblem):
                    self._remove(_key(memory, generation))

    def drop(self, memory: int) -> None:
        """Forget a memory."""
        self._client.request("DELETE", self._state_path(memory), missing_ok=True)
        self._remove(_key(memory, ""))

    def bytes_used(self, memory: int) -> int:
        """Return the memory's share by its number of entries; the cluster tells only of the whole index."""
        answer = self._client.request("GET", f"/{self._name}/_stats/store,docs") or {}
        whole = answer["_all"]["primaries"]
        counted = self._client.request("POST", f"/{self._name}/_count", {"query": self._of(memory)}) or {}
        documents = max(1, int(whole["docs"]["count"]))
        return int(whole["store"]["size_in_bytes"]) * int(counted["count"]) // documents

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def put(self, memory: int, generation: str, documents: Iterable[IndexedEntry]) -> None:
        """Send documents to the cluster; they are found after a refresh."""
        source, key = iter(documents), _key(memory, generation)
        while batch := list(islice(source, _BULK)):
            self._client.bulk(self._action(key, document) for document in batch)

    def finish(self, memory: int, before: "_Written | None", after: "_Written") -> None:
        """Make what was put searchable, note the state, and clear away the generation before."""
        self._client.request("POST", f"/{self._name}/_refresh")
        # Only if nobody else has noted another state meanwhile.
        unless = (
            f"if_seq_no={before.place[0]}&if_primary_term={before.place[1]}" if before else "op_type=create"
        )
        state = {
            "key": _key(memory, after.generation),
            "generation": after.generation,
            "identity": after.identity,
            "revision": after.revision,
        }
        self._client.request("PUT", f"{self._state_path(memory)}?refresh=true&{unless}", state)
        if before and before.generation != after.generation:
            self._remove(_key(memory, before.generation))

    def _state_path(self, memory: int) -> str:
        return f"/{self._name}/_doc/state-{memory}"

    def _written(self, memory: int) -> "_Written | None":
        seconds = self._options.lookup_seconds
        found = self._client.request("GET", self._state_path(memory), missing_ok=True, seconds=seconds)
        if not found or not found.get("found"):
            return None
        state = found["_source"]
        place = int(found["_seq_no"]), int(found["_primary_term"])
        return _Written(state["identity"], int(state["revision"]), state["generation"], place)

    def _of(self, memory: int) -> dict[str, Any]:
        """Select what belongs to a memory; the cluster looks up which generation that is now."""
        return {"terms": {"memory": {"index": self._name, "id": f"state-{memory}", "path": "key"}}}

    def _search(self, memory: int, limit: int, query: dict[str, Any]) -> list[int]:
        body = {
            "size": limit,
            "query": {"bool": {"filter": self._of(memory), "must": query}},
            "_source": False,
            "stored_fields": "_none_",
            "docvalue_fields": ["entry"],
            "track_total_hits": False,
        }
        seconds = self._options.lookup_seconds
        answer = self._client.request("POST", f"/{self._name}/_search", body, seconds=seconds) or {}
        hits = answer["hits"]["hits"]
        if not hits and self._written(memory) is None:
            raise IndexDamaged(f"The search server has no index of memory {memory} yet.")
        return [int(hit["fields"]["entry"][0]) for hit in hits]

    def _remove(self, prefix: str) -> None:
        """Delete the documents whose key begins so, page by page."""
        self._client.request("POST", f"/{self._name}/_refresh", missing_ok=True)
        body = {
            "size": _BULK,
            "query": {"prefix": {"memory": prefix}},
            "sort": ["_doc"],
            "_source": False,
            "stored_fields": "_none_",
            "docvalue_fields": ["memory", "entry"],
        }
        while found := self._client.request("POST", f"/{self._name}/_search", body, missing_ok=True):
            fields = [hit["fields"] for hit in found["hits"]["hits"]]
            if not fields:
                return
            ids = (f"{field['memory'][0]}.{field['entry'][0]}" for field in fields)
            self._client.bulk(({"delete": {"_index": self._name, "_id": one}}, None) for one in ids)
            self._client.request("POST", f"/{self._name}/_refresh")

    def _action(self, key: str, document: IndexedEntry) -> tuple[dict[str, Any], dict[str, Any] | None]:
        where = {
            "_index": self._name,
            "_id": f"{key}.{document.id}",
            "version": max(1, document.revision),
            "version_type": "external_gte",
        }
        if document.deleted:
            return {"delete": where}, None
        fields = {"memory": key, "entry": document.id, "source": document.source, "target": document.target}
        return {"index": where}, fields

    def _prepare(self) -> None:
        """Tell the cluster how the index is made, and make it where it is not there."""
        if self._ready and self._client.request("HEAD", f"/{self._name}", missing_ok=True) is not None:
            return
        template = {"index_patterns": [self._name], "template": _template(self._options.shards)}
        self._client.request("PUT", f"/_index_template/{self._name}", template)
        if self._client.request("HEAD", f"/{self._name}", missing_ok=True) is None:
            self._client.request("PUT", f"/{self._name}?wait_for_active_shards=1")
        self._ready = True


@dataclass(frozen=True, slots=True)
class _Written:
    """What is noted of a memory in the index."""

    identity: str
    revision: int
    generation: str
    place: tuple[int, int] = (0, 0)
    """Tells this note from any that replaced it."""


class _Writing:
    """A generation being written."""

    def __init__(
        self, index: ClusterIndex, memory: int, identity: str, generation: str, before: _Written | None
    ) -> None:
        self.finished = False
        self._index, self._memory, self._before = index, memory, before
        self._identity, self._generation = identity, generation

    def put(self, documents: Iterable[IndexedEntry], new: bool = False) -> None:
        """Send documents to the cluster."""
        self._index.put(self._memory, self._generation, documents)

    def finish(self, revision: int) -> None:
        """Make everything searchable and note the state."""
        after = _Written(self._identity, revision, self._generation)
        self._index.finish(self._memory, self._before, after)
        self.finished = True


def _key(memory: int, generation: str) -> str:
    return f"{memory}.{generation}"


def _template(shards: int) -> dict[str, Any]:
    tokens = {"type": "text", "analyzer": "whitespace"}
    return {
        "settings": {
            "number_of_shards": shards,
            # One copy as soon as there is a second node to hold it.
            "auto_expand_replicas": "0-1",
            # Writes are made searchable when they are finished, not by the clock.
            "refresh_interval": "-1",
        },
        "mappings": {
            "dynamic": False,
            "properties": {
                "memory": {"type": "keyword"},
                "entry": {"type": "long", "index": False},
                "source": {**tokens, "index_options": "freqs"},
                "target": {**tokens, "index_options": "docs", "norms": False},
            },
            "_source": {"includes": ["key", "generation", "identity", "revision"]},
        },
    }
