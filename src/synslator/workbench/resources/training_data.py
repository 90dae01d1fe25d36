"""The one place where training data is read from memories, and where their owners' permission is enforced."""

from collections.abc import Iterator

from synslator.errors import SynslatorError
from synslator.memory.model import Permission
from synslator.storage.memories.memories import get_memory
from synslator.storage.people import audit
from synslator.workbench.resources.memories import Memories

_ACTION = "read for training"


class TrainingRefused(SynslatorError):
    """The owner of a memory does not allow training on it."""


def training_pairs(memories: Memories, memory: int, by: str, purpose: str) -> Iterator[tuple[str, str]]:
    """Return the pairs of a memory that may be trained on; refuse any other. Either is put on record."""
    with memories.database.writing() as connection:
        info = get_memory(connection, memory)
        allowed = info.permission is Permission.MAY_TRAIN
        audit.record(
            connection,
            by,
            _ACTION,
            info.name,
            organisation=info.organisation,
            allowed=allowed,
            detail=purpose,
        )
    if not allowed:
        raise TrainingRefused(
            f"The memory {info.name} may not be trained on: its owner, {info.owner}, allows"
            f" {info.permission.value}."
        )
    entries = memories.truth.everything(memory, info.revision)
    return ((entry.source, entry.target) for entry in entries)
