"""Which engines there are, ours and those of plug-ins, and what each needs."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from synslator.decoding.options import SearchOptions
from synslator.engines.adaptive import NO_LAYERS
from synslator.engines.keys.store import KeyStore
from synslator.engines.protocol import Engine
from synslator.plugins import Registry
from synslator.runtime.manifest import Manifest
from synslator.runtime.package import Package

MAY_TRAIN = "may train"
"""The permission of a memory that an engine needs if it was trained on memories."""
KEY_BYTES = 256 * 2**20
"""Room for the keys of memory entries."""


@dataclass(frozen=True)
class Setup:
    """What engines are made from."""

    package: Package
    options: SearchOptions = field(default_factory=SearchOptions)
    parameters: Mapping[str, float] = field(default_factory=dict)
    """Values that a project prefers to those that the package was tuned to."""
    workers: int = 1
    keys: KeyStore | None = None
    """Keys that engines of the same package share."""


@dataclass(frozen=True)
class EngineKind:
    """An engine that a project can choose."""

    name: str
    title: str
    summary: str
    """What it does and needs, in a sentence or two for translators."""
    make: Callable[[Setup], Engine]
    needs_training: bool = False
    """Whether it works only with a memory whose owner allows training."""
    needs_layers: bool = False
    """Whether it works only with a package that has adaptive layers."""

    reads_keys: bool = False
    """Whether it reads the keys of memory entries, which are worth preparing then."""

    def refusal(self, permissions: Collection[str]) -> str | None:
        """Say why a project whose memories have these permissions cannot use it, or None if it can."""
        if self.needs_training and MAY_TRAIN not in permissions:
            return f"{self.title} needs a memory whose owner allows training; none of the project's does."
        return None

    def lack(self, manifest: Manifest) -> str | None:
        """Say what a package would need to be used with it, or None if it can be."""
        return NO_LAYERS if self.needs_layers and manifest.adaptive is None else None


ENGINES: Registry[EngineKind] = Registry("synslator.engines", EngineKind, "engine")
"""By name, the preferred one first."""


def engine_kind(name: str) -> EngineKind:
    """Return the engine of a name."""
    return ENGINES.named(name)


def make_engine(name: str, setup: Setup) -> Engine:
    """Make the engine of a name."""
    return engine_kind(name).make(setup)


def default_engine(permissions: Collection[str]) -> EngineKind:
    """Return the preferred engine among those that the permissions of a project's memories allow."""
    return next(kind for kind in ENGINES.values() if kind.refusal(permissions) is None)
