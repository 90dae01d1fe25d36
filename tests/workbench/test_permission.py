"""What an owner allows is enforced where training data is read, and put on record."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from synslator.memory.model import Permission
from synslator.storage.memories.entry_changes import Confirmation
from synslator.storage.people.audit import records_of
from synslator.workbench.resources.memories import Memories, NotTheOwner, open_memories
from synslator.workbench.resources.training_data import TrainingRefused, training_pairs


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[Memories]:
    with open_memories(tmp_path) as opened:
        yield opened


def test_training_is_refused_with_the_reason_and_recorded(memories: Memories) -> None:
    memory = memories.create("law", "zh", "en", "ann").id
    memories.confirm(memory, Confirmation("合同", "contract", "ann"))
    with pytest.raises(
        TrainingRefused, match="law may not be trained on: its owner, ann, allows inference only"
    ):
        training_pairs(memories, memory, "bob", "fine-tuning")
    memories.permit(memory, Permission.MAY_TRAIN, "ann")
    assert list(training_pairs(memories, memory, "bob", "fine-tuning")) == [("合同", "contract")]
    with memories.database.reading() as connection:
        records = records_of(connection, "law")
    assert [(one.who, one.action, one.allowed, one.detail) for one in records] == [
        ("bob", "read for training", False, "fine-tuning"),
        ("ann", "set permission", True, "may train"),
        ("bob", "read for training", True, "fine-tuning"),
    ]


def test_only_the_owner_changes_the_permission_or_deletes(memories: Memories) -> None:
    memory = memories.create("law", "zh", "en", "ann").id
    with pytest.raises(NotTheOwner, match="belongs to ann; bob may not"):
        memories.permit(memory, Permission.MAY_TRAIN, "bob")
    with pytest.raises(NotTheOwner):
        memories.delete(memory, "bob")
    assert memories.find("law").permission is Permission.INFERENCE_ONLY
