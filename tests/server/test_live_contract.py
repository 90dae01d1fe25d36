"""The editor's promises (docs/editor.md) on a live session with a machine, whatever a translator does."""

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from serving import Served
from synslator.text.tags import tags_of
from talking import Api, page

TEXT = "点击**保存**按钮。\n\n如果连接中断，程序会自动重试三次。\n\n请检查*设置*。\n"
TEXTS = st.sampled_from(["C", "Click", "Click ⟦1⟧", "Click ⟦1⟧Sa", "the sett", "保", "If, ", " x", "Please "])
NUMBERS = st.integers(0, 2)
is_open = precondition(lambda self: self.at is not None)


def test_what_is_confirmed_is_what_was_sent_and_opening_changes_nothing(served: Served, api: Api) -> None:
    class Session(RuleBasedStateMachine):
        """A page in a drafted document with tags; its connection breaks off, too."""

        def __init__(self) -> None:
            super().__init__()
            path = f"/projects/{api.project(propagation='off')['id']}/documents"
            self.document = api.upload(path, "one.md", TEXT.encode(), 201)["document"]["id"]
            api.wait(api.post(f"/documents/{self.document}/draft", status=202)["id"])
            self.segments = api.get(f"/documents/{self.document}/segments")["segments"]
            self.drafts = [one["target"] for one in self.segments]
            self.kept = [(draft, "draft") for draft in self.drafts]
            self.at: int | None = None
            self.version = 0
            self.client = f"page-{self.document:06}"
            self.connect(0)

        def connect(self, seq: int) -> None:
            self.session = page(served.address, self.document, self.client)
            self.page = self.session.__enter__()
            self.page.seq = seq
            welcome = self.page.hello()
            people = welcome["people"]
            # Until the server has noticed that the connection before this one is gone.
            while [one["session"] for one in people] != [welcome["session"]]:
                people = self.page.expect("presence")["people"]

        def teardown(self) -> None:
            self.session.__exit__(None, None, None)

        def id(self, number: int) -> int:
            return int(self.segments[number]["id"])

        def looked_at(self, completion: Any, typed: str) -> None:
            """Check what the machine suggests for a typed text."""
            assert self.at is not None
            assert completion["text"].startswith(typed)
            assert completion["prefix"] == typed
            added = Counter(tags_of(completion["text"][len(typed) :]))
            missing = Counter(tags_of(self.segments[self.at]["source"])) - Counter(tags_of(typed))
            assert added <= missing

        @rule(number=NUMBERS)
        def go_to(self, number: int) -> None:
            answer = self.page.open(self.id(number))
            assert (answer["segment"]["target"], answer["segment"]["status"]) == self.kept[number]
            self.at, self.version = number, answer["segment"]["version"]
            target, status = self.kept[number]
            seq = self.page.seq
            self.looked_at(self.page.expect("completion", seq=seq), "" if status == "draft" else target)

        @is_open
        @rule(texts=st.lists(TEXTS, min_size=1, max_size=4), accept=st.booleans())
        def type_and_perhaps_accept(self, texts: list[str], accept: bool) -> None:
            assert self.at is not None
            segment = self.id(self.at)
            # Nobody waits for the answers to all but the last; they may come late, or not at all.
            last = [self.page.edit(segment, text) for text in texts][-1]
            completion = self.page.expect("completion", seq=last)
            self.looked_at(completion, texts[-1])
            text = texts[-1]
            if accept:
                text = completion["text"]
                last = self.page.edit(segment, text)
            self.version = self.page.expect("saved", seq=last)["version"]
            self.kept[self.at] = (text, "edited")

        @is_open
        @rule()
        def delete_everything(self) -> None:
            assert self.at is not None
            self.page.edit(self.id(self.at), "x")
            seq = self.page.edit(self.id(self.at), "")
            self.version = self.page.expect("saved", seq=seq)["version"]
            self.kept[self.at] = (self.drafts[self.at], "draft")

        @is_open
        @rule(text=TEXTS)
        def confirm(self, text: str) -> None:
            assert self.at is not None
            # What was typed before may still be on its way; confirmed is the text of the confirmation.
            self.page.edit(self.id(self.at), text + "?")
            done = self.page.confirm(self.id(self.at), text)
            assert done["segment"]["target"] == text
            self.version = done["segment"]["version"]
            self.kept[self.at] = (text, "confirmed")

        @is_open
        @rule(text=TEXTS)
        def lose_the_connection(self, text: str) -> None:
            assert self.at is not None
            segment, version, text = self.id(self.at), self.version, f"{text}~"
            seq = self.page.edit(segment, text)
            self.session.__exit__(None, None, None)
            self.connect(seq)
            answer = self.page.open(segment, text=text, version=version)
            if answer["segment"]["target"] != text:
                answer["segment"]["version"] = self.page.expect("saved", seq=self.page.seq)["version"]
            self.version = answer["segment"]["version"]
            self.kept[self.at] = (text, "edited")

        @invariant()
        def the_server_has_what_was_acknowledged(self) -> None:
            found = api.get(f"/documents/{self.document}/segments")["segments"]
            assert [(one["target"], one["status"]) for one in found] == self.kept

    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    limits = settings(max_examples=3, stateful_step_count=12, suppress_health_check=checks, derandomize=True)
    run_state_machine_as_test(Session, settings=limits)  # type: ignore[no-untyped-call]
