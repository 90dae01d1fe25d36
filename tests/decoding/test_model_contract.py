"""The contract of models holds for the scripted one, whose states are lists of pieces."""

import pytest

from model_contract import StepModelContract, TranslationModelContract
from scripted import ScriptedModel
from synslator.decoding.model import EncodedSource


class TestScripted(TranslationModelContract):
    @pytest.fixture
    def model(self) -> ScriptedModel:
        return ScriptedModel()


class TestScriptedLanguageModel(StepModelContract):
    @pytest.fixture
    def model(self) -> ScriptedModel:
        return ScriptedModel()

    @pytest.fixture
    def sources(self) -> list[EncodedSource | None]:
        return [None] * 3
