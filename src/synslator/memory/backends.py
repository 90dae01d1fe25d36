"""Which search backends there are for memories: ours, and those of plug-ins."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from synslator.memory.index import Index
from synslator.plugins import Registry


@dataclass(frozen=True)
class IndexSetup:
    """What an index is made from."""

    folder: Path
    """The data folder; an index that keeps files keeps them in a folder of its own within it."""
    url: str
    """The setting `memory_url`."""


@dataclass(frozen=True)
class Backend:
    """A search backend, chosen by the setting `memory_backend`."""

    name: str
    title: str
    make: Callable[[IndexSetup], Index]
    """Opens the index; what it needs is imported then."""


BACKENDS: Registry[Backend] = Registry("synslator.indexes", Backend, "search backend")
"""By name."""


def make_index(name: str, setup: IndexSetup) -> Index:
    """Open the index that the settings ask for."""
    return BACKENDS.named(name).make(setup)


def _embedded(setup: IndexSetup) -> Index:
    from synslator.memory.embedded import EmbeddedIndex

    return EmbeddedIndex(setup.folder / "index")


def _cluster(setup: IndexSetup) -> Index:
    from synslator.memory.cluster import ClusterIndex
    from synslator.memory.cluster_client import ClusterOptions

    return ClusterIndex(ClusterOptions.from_setting(setup.url))


BUILT_IN = (
    Backend("embedded", "tantivy in the data folder", _embedded),
    Backend("elasticsearch", "an Elasticsearch or OpenSearch cluster", _cluster),
)
"""The entry point `builtin` of `synslator.indexes` in `pyproject.toml` leads here."""
