"""The segment that a page is in: completed, saved and checked with every edit."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from synslator.errors import SynslatorError
from synslator.memory.model import Lookup
from synslator.storage.documents.ignored import Ignored
from synslator.storage.documents.segment import Segment, SegmentRow
from synslator.storage.documents.segment_changes import (
    Conflict,
    PageEdit,
    SegmentVersion,
    TargetChange,
    history,
    last_draft,
)
from synslator.storage.documents.segments import listed
from synslator.storage.documents.undo import returned_to
from synslator.storage.people.organisations import Person
from synslator.workbench.checks import Finding, names_of
from synslator.workbench.live.completions import KeptCompleter
from synslator.workbench.live.latest import Latest
from synslator.workbench.live.rephrasing import Rephrasings
from synslator.workbench.live.segment_completer import Answer
from synslator.workbench.machine import Machine, NoMachine
from synslator.workbench.messages import client_messages as sent
from synslator.workbench.messages import server_messages as reply
from synslator.workbench.messages.base import View
from synslator.workbench.messages.conversion import (
    completion_message,
    matches_view,
    rephrasings_message,
    term_views,
)
from synslator.workbench.messages.segments import FindingView, SegmentView
from synslator.workbench.projects.context import Context, noted
from synslator.workbench.services import Services


@dataclass(frozen=True, slots=True)
class PageIdentity:
    """The page behind a session."""

    session: str
    client: str
    login: str


class OpenSegment:
    """Answers the edits of one segment; each answer is sent when it has been worked out."""

    def __init__(
        self,
        services: Services,
        page: PageIdentity,
        context: Context,
        segment: Segment,
        send: Callable[[View], None],
        in_background: Callable[[Callable[[], None]], bool],
    ) -> None:
        self._services, self._page, self._context, self._send = services, page, context, send
        self._in_background = in_background
        self._lock = threading.Lock()
        self.segment = segment
        """As it was last read or saved."""
        self._opened = segment
        self._seq, self._prefix, self._text = 0, "", ""
        self._thorough = Latest(in_background)
        self._kept: KeptCompleter | None = None
        self._awaited: Machine | None = None
        """The model that is being opened for this segment."""
        self._ignored: frozenset[Ignored] | None = None
        """What is ignored here, once it has been looked up."""
        self._known: set[str] | None = None
        """The texts that the segment had before, once they have been looked up."""
        self._elsewhere = services.contexts.elsewhere(self.segment, context.project.id)
        """Confirmed translations of the same source, as they were when the segment was opened."""

    @property
    def id(self) -> int:
        """The segment's id."""
        return self.segment.id

    def begin(self, seq: int, prefix: str, text: str) -> None:
        """Tell everything about the segment as it was opened; have the next one ready."""
        assistance, context, segment = self._services.completions, self._context, self.segment
        self._seq, self._prefix, self._text = seq, prefix, text
        lookup = assistance.lookup(context, segment)
        self._begin_completing(lookup)
        found = matches_view(lookup, segment.source, context)
        self._send(
            reply.MatchesMessage(
                seq=seq, segment=segment.id, matches=found.matches, stale=found.stale, reason=found.reason
            )
        )
        terms = term_views(context.terms(segment.source), segment.source)
        self._send(reply.TermsMessage(seq=seq, segment=segment.id, terms=terms))
        self._check(seq, text)

    def edit(self, seq: int, text: str, caret: int | None, version: int | None) -> None:
        """Answer an edit: a completion, what the checks find, and that it is saved."""
        self._seq, self._prefix, self._text = seq, text if caret is None else text[:caret], text
        self._complete()
        problems = self._check(seq, text)
        self.save(seq, text, version, problems)

    def save(self, seq: int, text: str, version: int | None, problems: str | None = None) -> None:
        """Have a text saved, and tell when it is."""
        segment = self.segment
        change = TargetChange(
            segment.id,
            segment.version if version is None else version,
            text,
            "edited" if text else "untranslated",
            "typed",
            self._page.login,
            PageEdit(self._page.client, seq),
            problems=problems,
        )
        back = self._as_before(text)
        if back is not None:
            change = replace(
                change,
                target=back.target,
                status=back.status,
                origin=back.origin,
                rate=back.rate,
                quality=back.quality,
                detail=back.detail,
            )

        def done(saved: Segment | None, error: SynslatorError | None) -> None:
            if saved is not None:
                self.now(saved)
                if back is not None:
                    self._tell_again()
                self._send(reply.Saved(seq=seq, segment=segment.id, version=saved.version))
            elif isinstance(error, Conflict):
                # What a newer message of this page made of the segment is no conflict.
                if (error.theirs.editor, error.theirs.edit > seq) != (self._page.client, True):
                    self.conflict(seq, text, error)
            elif error is not None:
                failed = reply.Failed(seq=seq, code=type(error).__name__, message=str(error))
                self._send(failed)

        self._services.autosave.save((self._page.client, segment.id), change, done)

    def _tell_again(self) -> None:
        """Tell how the segment stands, where the page cannot know it by itself."""
        with self._services.database.reading() as connection:
            found = listed(connection, [self.id])
        self._send(reply.SegmentsMessage(segments=[SegmentView.of(one) for one in found]))

    def _as_before(self, text: str) -> SegmentVersion | None:
        """Return the version that the segment is again with a text.

        It is the draft when everything typed is deleted, and what preceded all typing when that is typed.
        """
        known = self._known
        if text and known is not None and text not in known:
            return None
        with self._services.database.reading() as connection:
            versions = history(connection, self.id)
        self._known = {one.target for one in versions if one.status != "draft"}
        if text:
            return returned_to(versions, text, self._page.login)
        draft, opened = last_draft(versions), self._opened
        if draft is not None and draft.rate is None and draft.target == opened.target:
            return replace(draft, rate=opened.rate)
        return draft

    def conflict(self, seq: int, text: str, error: Conflict) -> None:
        """Show both texts."""
        theirs = SegmentView.of(SegmentRow.alone(error.theirs))
        self._send(reply.ConflictMessage(seq=seq, segment=self.id, yours=text, theirs=theirs))

    def now(self, segment: Segment) -> None:
        """Note how the segment stands after a change of this page."""
        with self._lock:
            if segment.version > self.segment.version:
                self.segment = segment
            if segment.status != "edited":
                self._known = None

    def machine_left(self, machine: Machine) -> None:
        """Let go of a model that is being closed; the next edit opens it again."""
        if self._kept is not None and self._kept.machine is machine:
            self._kept = None

    def _begin_completing(self, lookup: Lookup | None = None) -> None:
        """Complete with what the memory knows, if the model is open; otherwise as soon as it is."""
        assistance, context = self._services.completions, self._context
        machine = assistance.machine(context) if assistance.takes_on(self.segment) else None
        if machine is None:
            return
        if machine.opened:
            self._complete_by(machine, lookup)
        elif self._awaited is not machine:
            self._awaited = machine
            machine.hold()
            machine.when_opened(lambda: self._come(machine))

    def _come(self, machine: Machine) -> None:
        if not self._in_background(lambda: self._machine_came(machine)):
            machine.let_go()

    def _machine_came(self, machine: Machine) -> None:
        """Complete what was typed while the model was not open."""
        try:
            if self._kept is None:
                self._complete_by(machine)
        finally:
            machine.let_go()

    def _complete_by(self, machine: Machine, lookup: Lookup | None = None) -> None:
        """Complete by a model that is open."""
        if not machine.ready:
            return
        assistance, context, segment = self._services.completions, self._context, self.segment
        machine.users.add(self)
        lookup = lookup or assistance.lookup(context, segment)
        with suppress(NoMachine):
            self._kept = assistance.assistant(self._page.session, context, machine, segment, lookup)
            self._ask(self._kept)

    def _complete(self) -> None:
        """Ask the machine to go on from the caret."""
        kept = self._kept
        if kept is None or kept.machine.retired or not self._ask(kept):
            self._kept = None
            self._begin_completing()

    def _ask(self, kept: KeptCompleter) -> bool:
        """Ask for a completion; the language model's line follows. False: the model is closed."""
        seq, prefix, text, segment = self._seq, self._prefix, self._text, self.segment.id
        assistance, session = self._services.completions, self._page.session

        def line(text: str) -> None:
            self._send(reply.LanguageModelMessage(seq=seq, segment=segment, prefix=prefix, text=text))

        def answered(answer: Answer, ms: float) -> None:
            self._send(completion_message(answer, seq, segment, ms))
            if text and (answer.text == prefix or text != prefix):
                # Nothing more is to come, so that what is missing now is missing.
                self._thorough.do(lambda: self._check_thoroughly(seq, text))
            if kept.assistant.wants_language_model(prefix):
                assistance.continue_by_language_model(session, segment, prefix, kept, line)

        return assistance.complete(session, segment, prefix, kept, answered)

    def rephrase(self, seq: int, text: str, start: int, end: int) -> None:
        """Tell what may stand in a span of a text instead; nothing without a model."""

        def told(found: Rephrasings) -> None:
            self._send(rephrasings_message(found, seq, self.segment.id))

        kept, assistance = self._kept, self._services.completions
        asked = (
            kept is not None
            and not kept.machine.retired
            and assistance.rephrase(self._page.session, self.segment.id, text, (start, end), kept, told)
        )
        if not asked:
            told(Rephrasings(start, end, ()))

    def asks(self, seq: int, text: str, version: int | None) -> bool:
        """Tell what nobody has seen yet in a text that was to be confirmed, and save it; False: nothing."""
        found = self._find(seq, text)
        blocking = [one.message for one in found if one.blocking and not one.ignored]
        if blocking:
            told = f"Segment {self.segment.number} is not confirmed yet: {blocking[0]}"
            self._send(reply.Failed(seq=seq, code="FindingsToSee", message=told))
            self.save(seq, text, version, names_of(found))
        return bool(blocking)

    def _check(self, seq: int, text: str) -> str:
        """Tell what the checks find in a text; return the names of those that found something."""
        return names_of(self._find(seq, text))

    def _find(self, seq: int, text: str) -> Sequence[Finding]:
        quick = self._context.findings(self.segment.source, text, self._elsewhere, quick=True)
        found = self._noted(quick, text)
        self._tell_findings(seq, found)
        return found

    def _noted(self, found: list[Finding], text: str) -> list[Finding]:
        if not found:
            return found
        if self._ignored is None:
            self._ignored = self._services.contexts.ignored(self.id)
        return noted(found, self.segment.source, text, self._ignored)

    def ignore(self, who: Person, given: sent.Ignore) -> None:
        """Ignore something in a text, or report it again; tell the findings once more."""
        finding = (given.check, given.message)
        self._services.editing.ignore(who, self.id, given.text, finding, given.ignored, self._page.session)
        self._ignored = None
        found = self._context.findings(self.segment.source, given.text, self._elsewhere)
        self._tell_findings(given.seq, self._noted(found, given.text))

    def _check_thoroughly(self, seq: int, text: str) -> None:
        """Run all checks on a text that may be finished, if it is still there; tell what is new."""
        if seq != self._seq:
            return
        found = self._context.findings(self.segment.source, text, self._elsewhere)
        if seq == self._seq and any(one.check == "omissions" for one in found):
            self._tell_findings(seq, self._noted(found, text))

    def _tell_findings(self, seq: int, found: Sequence[Finding]) -> None:
        views = [FindingView.of(one) for one in found]
        self._send(reply.ChecksMessage(seq=seq, segment=self.id, findings=views))
