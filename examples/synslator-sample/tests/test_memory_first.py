"""The engine that asks the memory first."""

from synslator_sample.memory_first import ENGINES

from synslator.engines.protocol import Engine, Example
from synslator.testing.engines import EngineContract


class TestMemoryFirst(EngineContract):
    kind = ENGINES[0]

    def test_a_near_match_is_the_draft(self, engine: Engine) -> None:
        text, target = self.texts[0], self.targets[0]
        near, far = Example(1, 1, text, target, 90), Example(1, 1, text, target, 89)
        assert engine.translate([text, text], [[near], []])[0] == target
        assert engine.translate([text], [[far]]) == [
            engine.inner.translate([text], [[far]])[0]  # type: ignore[attr-defined]
        ]
