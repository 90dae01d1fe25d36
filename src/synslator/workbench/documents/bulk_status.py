"""One status for many segments at once; those that cannot have it are left as they are."""

from collections.abc import Sequence
from typing import Literal

from synslator.errors import NotThere, SynslatorError
from synslator.storage.documents.segment import Segment
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.segment_changes import Editing

BulkStatus = Literal["confirmed", "approved", "edited", "locked", "unlocked"]


class Bulk:
    """Changes many segments. May be used from any thread."""

    def __init__(self, editing: Editing) -> None:
        self._editing = editing

    def set_status(
        self, who: Person, document: int, segments: Sequence[int], status: BulkStatus
    ) -> tuple[list[int], list[int]]:
        """Set the status of segments; return the changed ones and the skipped ones."""
        changed: list[int] = []
        skipped: list[int] = []
        for number in dict.fromkeys(segments):
            try:
                segment = self._editing.get(who, number)
                if segment.document != document:
                    raise NotThere(f"The segment {number} is not in this document.")
                done = self._set(who, segment, status)
            except SynslatorError:
                done = False
            (changed if done else skipped).append(number)
        return changed, skipped

    def _set(self, who: Person, segment: Segment, status: BulkStatus) -> bool:
        editing, at = self._editing, (segment.id, segment.version)
        match status:
            case "confirmed":
                if not segment.target.strip() or segment.status in ("confirmed", "approved"):
                    return False
                editing.confirm(who, *at, segment.target)
            case "approved":
                editing.mark(who, *at, approved=True)
            case "edited":
                editing.mark(who, *at, approved=False)
            case "locked" | "unlocked":
                editing.mark(who, *at, locked=status == "locked")
        return True
