"""The contract of draft providers, for ours."""

import pytest

from synslator.engines.draft_providers import BUILT_IN, DraftSource
from synslator.engines.drafter import Drafter
from synslator.engines.vanilla import VanillaEngine
from synslator.runtime.package import Package
from synslator.testing.drafts import DraftContract


class TestMachine(DraftContract):
    provider = BUILT_IN[0]
    other_languages = ("de", "fr")

    @pytest.fixture
    def machine(self, tiny_package: Package) -> DraftSource:
        return Drafter(VanillaEngine(tiny_package))
