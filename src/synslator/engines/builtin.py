"""The engines that Synslator brings."""

from synslator.decoding.knn.gate import KnnOptions
from synslator.engines.adaptive import AdaptiveEngine
from synslator.engines.keys.store import KeyStore
from synslator.engines.knn import KnnEngine
from synslator.engines.registry import KEY_BYTES, EngineKind, Setup
from synslator.engines.vanilla import VanillaEngine


def make_knn(setup: Setup) -> KnnEngine:
    """The engine that mixes in what memory entries say."""
    package = setup.package
    tuned = KnnOptions.from_parameters({**package.manifest.parameters, **setup.parameters})
    keys = KeyStore(package, KEY_BYTES) if setup.keys is None else setup.keys
    return KnnEngine(package, keys, tuned, setup.options, setup.workers)


def make_adaptive(setup: Setup) -> AdaptiveEngine:
    """The engine whose model reads the best match."""
    return AdaptiveEngine(setup.package, setup.options, setup.workers)


def make_vanilla(setup: Setup) -> VanillaEngine:
    """The engine that is the model alone."""
    return VanillaEngine(setup.package, setup.options, setup.workers)


BUILT_IN = (
    EngineKind(
        "knn",
        "learning from the memory",
        "Looks at the memory's matches while it predicts each word, and so learns from every confirmed "
        "segment at once. Nothing is trained, so every memory may be used.",
        make_knn,
        reads_keys=True,
    ),
    EngineKind(
        "adaptive",
        "reading the best match",
        "Reads the best match of the memory while it translates, with layers that were trained for it. "
        "It needs a memory whose owner allows training, and a model package that has these layers.",
        make_adaptive,
        needs_training=True,
        needs_layers=True,
    ),
    EngineKind(
        "vanilla",
        "plain model",
        "Translates with the model alone. It ignores memories and does not learn.",
        make_vanilla,
    ),
)
"""The preferred one first. The entry point `builtin` of `synslator.engines` leads here."""
