"""One page in one document: what it sends is handled here, in order; what there is to say is sent back.

Answers carry the sequence number of the message that they answer, so that the page can drop late ones.
`docs/live-session.md` describes every message.
"""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from typing import Literal

from synslator.errors import SynslatorError
from synslator.storage.documents.effort_log import EffortEvent, log_effort
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segment_changes import Conflict, PageEdit
from synslator.storage.people.organisations import Action, Person
from synslator.storage.people.presence import Whereabouts
from synslator.workbench.live.events import of_document, of_project
from synslator.workbench.live.open_segment import OpenSegment, PageIdentity
from synslator.workbench.machine import Machine
from synslator.workbench.messages import client_messages as sent
from synslator.workbench.messages import server_messages as reply
from synslator.workbench.messages.base import View
from synslator.workbench.messages.client_messages import ClientMessage
from synslator.workbench.messages.segments import SegmentView
from synslator.workbench.projects.context import Context
from synslator.workbench.services import Services


class LiveSession:
    """Serves one connection, a message after the other; any thread may `send`."""

    def __init__(
        self,
        services: Services,
        who: Person,
        document: int,
        send: Callable[[View], None],
        background: Executor,
        may: frozenset[Action],
    ) -> None:
        self.id = secrets.token_hex(8)
        self._services, self._who, self._document = services, who, document
        self._send, self._background, self._may = send, background, may
        self._client = ""
        self._opened: OpenSegment | None = None
        self._stops: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._to_prepare: tuple[Context, Segment] | None = None
        self._closed = False
        info, _ = services.documents.get(who, document)
        self._project = info.project

    @property
    def _may_edit(self) -> bool:
        return "translate" in self._may

    def receive(self, given: ClientMessage) -> None:
        """Handle a message."""
        try:
            if isinstance(given, sent.Hello):
                self._hello(given)
            elif not self._client:
                raise SynslatorError("Send hello first.")
            else:
                self._dispatch(given)
        except SynslatorError as error:
            seq = getattr(given, "seq", None)
            self._send(reply.Failed(seq=seq, code=type(error).__name__, message=str(error)))

    def close(self) -> None:
        """End the session; what was sent before is saved."""
        self._closed = True
        for stop in self._stops:
            stop()
        if self._opened is not None:
            self._leave(self._opened.id)
        self._services.presence.leave(self.id)
        self._services.completions.forget(self.id)

    def _dispatch(self, given: ClientMessage) -> None:
        match given:
            case sent.Open():
                self._open(given)
            case sent.Edit():
                self._held(given.segment).edit(given.seq, given.text, given.caret, given.version)
            case sent.Rephrase():
                self._held(given.segment).rephrase(given.seq, given.text, given.start, given.end)
            case sent.Confirm():
                self._confirm(given)
            case sent.Ignore():
                self._held(given.segment).ignore(self._who, given)
            case sent.Close():
                self._leave(given.segment)
            case sent.EffortMessage():
                self._effort(given.items, given.segment)
            case sent.Ping():
                self._send(reply.Pong(seq=given.seq))

    def _context(self) -> Context:
        return self._services.contexts.of(self._who, self._project)

    def _hello(self, given: sent.Hello) -> None:
        if self._client:
            raise SynslatorError("Send hello only once.")
        context, services = self._context(), self._services
        # Whoever asks for the segments after the welcome misses nothing that happens from here on.
        for topic in (of_document(self._document), of_project(self._project)):
            self._stops.append(services.events.listen(topic, self._hear))
        services.presence.enter(Whereabouts(self.id, given.client, self._who, self._document))
        info, _ = services.documents.get(self._who, self._document)
        machine = services.completions.machine(context)
        self._send(
            reply.Welcome(
                session=self.id,
                login=self._who.login,
                name=self._who.name,
                project=self._project,
                document=self._document,
                structure=info.structure,
                machine=_state(machine),
                engine=context.engine_kind.name,
                may=sorted(self._may),
                effort_log=context.settings.effort_log,
                people=list(services.presence.people(self._document)),
            )
        )
        self._client = given.client
        if machine is not None and not machine.opened:
            machine.when_opened(lambda: self._in_background(lambda: self._machine_opened(machine)))

    def _machine_opened(self, machine: Machine) -> None:
        self._send(reply.MachineMessage(machine="none" if machine.failed else "ready"))

    def _open(self, given: sent.Open) -> None:
        context = self._context()
        segment = self._services.editing.get(self._who, given.segment)
        if segment.document != self._document:
            raise SynslatorError(f"The segment {given.segment} is not in this document.")
        # Whoever only reads is in nobody's way.
        holder = self._services.presence.move(self.id, given.segment, given.take) if self._may_edit else None
        editable = self._may_edit and holder is None and not segment.locked
        self._send(
            reply.Opened(
                seq=given.seq,
                segment=SegmentView.of(segment),
                editable=editable,
                held_by=holder.person.name if holder else None,
            )
        )
        page = PageIdentity(self.id, self._client, self._who.login)
        self._opened = OpenSegment(self._services, page, context, segment, self._send, self._in_background)
        text = segment.target
        unsaved = editable and given.text is not None and given.text != segment.target
        if unsaved:
            text = given.text or ""
            self._opened.save(given.seq, text, given.version)
        # A draft is the machine's own: it is offered again, and not taken as what was typed.
        typed = "" if segment.status == "draft" and not unsaved else text
        self._opened.begin(given.seq, typed if given.caret is None else typed[: given.caret], text)
        self._prepare_next(context, self._opened)

    def _confirm(self, given: sent.Confirm) -> None:
        opened, context = self._held(given.segment), self._context()
        typed = self._services.autosave.take((self._client, given.segment))
        if given.ask and opened.asks(given.seq, given.text, given.version):
            return
        base = opened.segment.version if given.version is None else given.version
        edit = PageEdit(self._client, given.seq)
        try:
            done = self._services.editing.confirm(
                self._who, given.segment, base, given.text, edit, self.id, typed
            )
        except Conflict as error:
            opened.conflict(given.seq, given.text, error)
            return
        # It is confirmed, whatever becomes of the log.
        with suppress(SynslatorError):
            self._effort([sent.EffortItem(kind="confirm", characters=len(given.text))], given.segment)
        self._send(reply.ConfirmedMessage(seq=given.seq, segment=given.segment, confirmed=done))
        opened.now(self._services.editing.get(self._who, given.segment))
        self._prepare_next(context, opened)

    def _prepare_next(self, context: Context, opened: OpenSegment) -> None:
        if self._services.completions.model(context) is None:
            return
        with self._lock:
            begun, self._to_prepare = self._to_prepare is not None, (context, opened.segment)
        if not begun:
            self._in_background(self._prepare)

    def _prepare(self) -> None:
        """Prepare what was asked for last; however fast a page moves on, one piece of its work waits."""
        with self._lock:
            wanted, self._to_prepare = self._to_prepare, None
        if wanted is not None and not self._closed:
            self._services.completions.prepare_next(self.id, *wanted)

    def _leave(self, segment: int) -> None:
        if self._opened is not None and self._opened.id == segment:
            self._opened = None
            self._services.presence.move(self.id, None)
            self._services.autosave.flush()
            self._services.editing.tell([segment], self.id)

    def _effort(self, items: Sequence[sent.EffortItem], segment: int) -> None:
        """Keep what it took, if the project wants that."""
        if not self._context().settings.effort_log:
            return
        self._services.editing.get(self._who, segment)
        moment = int(time.time() * 1000)
        events = [
            EffortEvent(segment, self._who.login, moment, item.kind, item.amount, item.characters)
            for item in items
        ]
        with self._services.database.writing() as connection:
            log_effort(connection, self._project, events)

    def _held(self, segment: int) -> OpenSegment:
        """Return the open segment; refuse edits of another one, and of one that somebody else is in."""
        if self._opened is None or self._opened.id != segment:
            raise SynslatorError(f"Open segment {segment} before you change it.")
        if not self._may_edit:
            raise SynslatorError("You don't have permission to change this document.")
        if not self._services.presence.holds(self.id, segment):
            raise SynslatorError("Somebody else has this segment open. It was not changed.")
        return self._opened

    def _hear(self, event: View, cause: str) -> None:
        """Pass on what happened elsewhere."""
        if cause != self.id:
            self._send(event)

    def _in_background(self, work: Callable[[], None]) -> bool:
        """Have something done; False: the server is stopping, and nobody waits for it any more."""
        try:
            self._background.submit(work)
        except RuntimeError:
            return False
        return True


def _state(machine: Machine | None) -> Literal["ready", "opening", "none"]:
    """Return how a project's model is doing, as a page is told."""
    if machine is None:
        return "none"
    return "none" if machine.failed else "ready" if machine.opened else "opening"
