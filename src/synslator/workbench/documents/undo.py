"""One undo for what was done to segments of a document: confirmed, split, merged, replaced, approved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synslator.errors import NotThere, SynslatorError
from synslator.memory.model import Neighbours
from synslator.storage.documents.documents import DocumentInfo, get_document
from synslator.storage.documents.projects import touch_project
from synslator.storage.documents.segment import Segment, SegmentRow
from synslator.storage.documents.segment_changes import Recipients
from synslator.storage.documents.segments import get_segment, neighbours
from synslator.storage.documents.undo import TakenBack, Undoing, take_back
from synslator.storage.people.organisations import Person
from synslator.workbench.checks import names_of
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.live.events import Events, of_document
from synslator.workbench.messages.server_messages import StructureMessage
from synslator.workbench.projects.context import Context, Contexts
from synslator.workbench.resources.memories import Memories


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of an undo."""

    changed: Sequence[SegmentRow]
    removed: Sequence[int]
    refused: Mapping[int, str]
    """The segments that were left as they are, each with the reason."""


class Undo:
    """Takes changes back. May be used from any thread."""

    def __init__(self, memories: Memories, contexts: Contexts, editing: Editing, events: Events) -> None:
        self._memories, self._contexts = memories, contexts
        self._editing, self._events = editing, events

    def undo(self, who: Person, document: int, versions: Mapping[int, int], may_approve: bool) -> Undone:
        """Take the newest change of some segments back, all of one document.

        Each is named with the version that it has as far as whoever asks knows; what somebody else has
        changed since is left alone.
        """
        database = self._editing.database
        with database.reading() as connection:
            info = get_document(connection, who, document)
        context = self._contexts.of(who, info.project)

        def problems(segment: Segment, target: str) -> str:
            return names_of(context.findings(segment.source, target, (), quick=True))

        done: list[TakenBack] = []
        refused: dict[int, str] = {}
        with database.writing() as connection:
            for number, version in versions.items():
                try:
                    segment = get_segment(connection, who, number)
                    if segment.document != document:
                        raise NotThere(f"The segment {number} is not in this document.")
                    around = Neighbours(*neighbours(connection, segment))
                    undoing = Undoing(who, may_approve, _recipients(context, around, info), problems)
                    done.append(take_back(connection, segment, version, undoing))
                except SynslatorError as error:
                    refused[number] = str(error)
            touch_project(connection, info.project)
        return self._told(document, done, refused)

    def _told(self, document: int, done: Sequence[TakenBack], refused: Mapping[int, str]) -> Undone:
        for entry in (entry for one in done for entry in one.entries):
            self._memories.search(entry.memory).take(entry)
        structures = [one.structure for one in done if one.structure is not None]
        if structures:
            self._events.tell(of_document(document), StructureMessage(structure=structures[-1]))
        ids = dict.fromkeys(segment.id for one in done for segment in one.changed)
        changed = self._editing.tell(list(ids)) if ids else []
        return Undone(changed, [gone for one in done for gone in one.removed], refused)


def _recipients(context: Context, around: Neighbours, info: DocumentInfo) -> Recipients:
    return Recipients(context.writable, around, info.name, True, context.propagation_scope)
