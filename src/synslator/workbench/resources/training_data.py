"""The one place where what is trained on is asked for, and where its owners' permission is enforced."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from synslator.errors import SynslatorError
from synslator.formats.exchange.training_notice import read_notice
from synslator.memory.model import Permission
from synslator.storage.database import Database
from synslator.storage.memories.memories import get_memory
from synslator.storage.people import audit
from synslator.workbench.resources.memories import Memories

_ACTION = "read for training"


class TrainingRefused(SynslatorError):
    """The owner of what is to be trained on does not allow it."""


def training_pairs(memories: Memories, memory: int, by: str, purpose: str) -> Iterator[tuple[str, str]]:
    """Return the pairs of a memory that may be trained on; refuse any other. Either is put on record."""
    ask_to_train(memories.database, memory, by, purpose)
    with memories.database.reading() as connection:
        revision = get_memory(connection, memory).revision
    entries = memories.truth.everything(memory, revision)
    return ((entry.source, entry.target) for entry in entries)


def ask_to_train(database: Database, memory: int, by: str, purpose: str) -> None:
    """Refuse a memory that may not be trained on. The answer is put on record."""
    with database.writing() as connection:
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


def ask_to_train_on_files(database: Database, paths: Iterable[Path], by: str, purpose: str) -> None:
    """Refuse files and folders whose header, or a file beside them, says that they may not be trained on.

    What says nothing is that of whoever trains. The answer is put on record for each of them.
    """
    for path in paths:
        if not path.exists():
            continue  # whoever reads it says so
        notice = read_notice(path)
        allowed = notice is None or notice.may_train
        said = notice.permission if notice else "says nothing"
        with database.writing() as connection:
            detail = f"{purpose}: {said}"
            audit.record(
                connection, by, _ACTION, path.name, organisation=None, allowed=allowed, detail=detail
            )
        if notice is not None and not allowed:
            raise TrainingRefused(
                f"{path} may not be trained on: its owner, {notice.owner or 'who is not named'}, allows"
                f" {notice.permission}."
            )
