"""The live protocol under an enemy that knows its messages: any order of them keeps what was acknowledged."""

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from serving import Launch
from talking import Api, greeted

EXAMPLES = int(os.environ.get("SYNSLATOR_FUZZ_EXAMPLES", "2"))
"""Sessions; more, for a longer attack."""
NUMBERS = st.integers(0, 2)
TEXTS = st.text(alphabet="ab,. 你⟦1⟧/", max_size=30)


def test_no_order_of_messages_loses_what_was_acknowledged(launch: Launch) -> None:
    served = launch("--demo", "false", "--model", "none")
    with Api(served.address) as api:

        class Session(RuleBasedStateMachine):
            """Two pages of one person in one document, and what the server has acknowledged to them."""

            def __init__(self) -> None:
                super().__init__()
                found = api.document(api.project(propagation="off")["id"], "第一行。", "第二行。", "第三行。")
                self.segments = [one["id"] for one in found]
                self.document = found[0]["document"]
                self.kept = dict.fromkeys(self.segments, "")
                self.sessions = [greeted(served.address, self.document) for _ in range(2)]
                self.pages = [session.__enter__() for session in self.sessions]
                self.opened: list[int | None] = [None, None]

            def teardown(self) -> None:
                for session in self.sessions:
                    session.__exit__(None, None, None)

            @rule(page=st.integers(0, 1), number=NUMBERS, take=st.booleans())
            def go_to(self, page: int, number: int, take: bool) -> None:
                answer = self.pages[page].open(self.segments[number], take=take)
                assert answer["segment"]["target"] == self.kept[self.segments[number]]
                other = 1 - page
                if answer["editable"] and self.opened[other] == self.segments[number]:
                    self.opened[other] = None
                self.opened[page] = self.segments[number] if answer["editable"] else None

            @precondition(lambda self: any(self.opened))
            @rule(page=st.integers(0, 1), texts=st.lists(TEXTS, min_size=1, max_size=5))
            def type_on(self, page: int, texts: list[str]) -> None:
                if (segment := self.opened[page]) is not None:
                    numbers = [self.pages[page].edit(segment, text) for text in texts]
                    self.pages[page].expect("saved", seq=numbers[-1])
                    self.kept[segment] = texts[-1]

            @precondition(lambda self: any(self.opened))
            @rule(page=st.integers(0, 1), text=TEXTS.filter(str.strip))
            def confirm(self, page: int, text: str) -> None:
                if (segment := self.opened[page]) is not None:
                    done = self.pages[page].confirm(segment, text)
                    assert done["segment"]["status"] == "confirmed"
                    self.kept[segment] = text

            @rule(page=st.integers(0, 1))
            def go_away_and_come_back(self, page: int) -> None:
                self.sessions[page].__exit__(None, None, None)
                self.sessions[page] = greeted(served.address, self.document)
                self.pages[page] = self.sessions[page].__enter__()
                self.opened[page] = None

            @rule(page=st.integers(0, 1), kind=st.sampled_from(["edit", "confirm", "close", "effort", "x"]))
            def say_something_wrong(self, page: int, kind: str) -> None:
                self.pages[page].connection.send(f'{{"type": "{kind}", "seq": -1, "segment": 0}}')
                self.pages[page].expect("failed", code="BadMessage")

            @invariant()
            def what_was_acknowledged_is_there(self) -> None:
                for segment, text in self.kept.items():
                    assert api.get(f"/segments/{segment}")["target"] == text

        checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
        limits = settings(max_examples=EXAMPLES, stateful_step_count=12, suppress_health_check=checks)
        run_state_machine_as_test(Session, settings=limits)  # type: ignore[no-untyped-call]
    assert '"fault"' not in served.log
    served.stop()
