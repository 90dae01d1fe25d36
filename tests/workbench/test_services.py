"""Small services of the workbench by themselves: saving, presence, the cache, project settings."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from synslator.errors import SynslatorError, UsageProblem
from synslator.settings import Settings
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segment_changes import Conflict, PageEdit, TargetChange
from synslator.storage.people.organisations import Person
from synslator.storage.people.presence import Whereabouts
from synslator.workbench.live.cache import ByteCache, give_back
from synslator.workbench.live.events import Events, of_document
from synslator.workbench.live.presence import Presence
from synslator.workbench.messages.base import View
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.services import Services, open_services


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    folder = tmp_path_factory.mktemp("services")
    with open_services(Settings(data_folder=folder, model=folder / "none")) as (services, _):
        yield services


class Outcome:
    """What became of an edit."""

    def __init__(self) -> None:
        self.told = threading.Event()
        self.saved: Segment | None = None
        self.error: SynslatorError | None = None

    def __call__(self, saved: Segment | None, error: SynslatorError | None) -> None:
        self.saved, self.error = saved, error
        self.told.set()


def edit(segment: int, base: int, text: str, number: int, page: str = "page-one") -> TargetChange:
    return TargetChange(segment, base, text, "edited", "typed", "ann", PageEdit(page, number))


def test_edits_of_one_page_go_on_and_those_of_another_meet_a_conflict(services: Services) -> None:
    first, stale, other = Outcome(), Outcome(), Outcome()
    services.autosave.save("a", edit(3, 1, "One", 1), first)
    assert first.told.wait(120)
    assert first.saved
    assert first.saved.target == "One"
    # The page did not hear of that, and goes on from where it thinks the segment is.
    services.autosave.save("a", edit(3, 1, "One more", 2), stale)
    services.autosave.flush()
    assert stale.saved
    assert stale.saved.target == "One more"
    services.autosave.save("b", edit(3, 1, "Mine", 1, "page-two"), other)
    services.autosave.flush()
    assert isinstance(other.error, Conflict)
    assert other.error.theirs.target == "One more"


def test_a_flush_waits_for_what_was_given_before_and_not_for_what_comes_after(services: Services) -> None:
    stopping, flushed = threading.Event(), threading.Event()

    def type_without_end() -> None:
        number = 0
        while not stopping.is_set():
            number += 1
            services.autosave.save("endless", edit(4, 1, f"{number}", number), Outcome())

    typing = threading.Thread(target=type_without_end)
    waiting = threading.Thread(target=lambda: (services.autosave.flush(), flushed.set()))
    typing.start()
    waiting.start()
    assert flushed.wait(120)
    stopping.set()
    typing.join()
    services.autosave.flush()


def test_a_forgotten_edit_is_not_written(services: Services) -> None:
    outcome = Outcome()
    with services.database.writing():
        # While the database is taken, the edit waits or is on its way; only one that waits can be forgotten.
        services.autosave.save("blocker", edit(5, 1, "In the way", 1), Outcome())
        services.autosave.save("forgotten", edit(6, 1, "Never", 1), outcome)
        assert services.autosave.take("forgotten") is not None
    services.autosave.flush()
    assert outcome.saved is None or outcome.saved.target == "Never"


ANN, BEN = Person("ann", "Ann", 1), Person("ben", "Ben", 1)


@pytest.fixture
def presence() -> Presence:
    return Presence(Events())


def enter(presence: Presence, session: str, person: Person, client: str = "") -> None:
    presence.enter(Whereabouts(session, client or session, person, document=1))


def test_the_first_in_a_segment_holds_it_until_they_leave(presence: Presence) -> None:
    enter(presence, "a", ANN)
    enter(presence, "b", BEN)
    assert presence.move("a", 7) is None
    holder = presence.move("b", 7, take=True)
    assert holder
    assert holder.person == ANN
    assert (presence.holds("a", 7), presence.holds("b", 7)) == (True, False)
    presence.leave("a")
    assert presence.move("b", 7) is None


def test_another_page_of_ones_own_gives_way_if_asked(presence: Presence) -> None:
    enter(presence, "a", ANN)
    enter(presence, "b", ANN)
    presence.move("a", 7)
    assert presence.move("b", 7) is not None
    assert presence.move("b", 7, take=True) is None
    assert not presence.holds("a", 7)


def test_a_page_that_comes_back_takes_its_own_place(presence: Presence) -> None:
    enter(presence, "before", ANN, client="same")
    presence.move("before", 7)
    enter(presence, "after", ANN, client="same")
    assert presence.move("after", 7) is None
    assert not presence.holds("before", 7)
    assert [one.session for one in presence.people(1)] == ["after"]


def test_a_listener_that_fails_does_not_keep_others_from_hearing() -> None:
    events, heard = Events(), []

    def fail(event: View, cause: str) -> None:
        raise ValueError("broken")

    events.listen(of_document(1), fail)
    stop = events.listen(of_document(1), lambda event, cause: heard.append(cause))
    events.tell(of_document(1), View(), "x")
    events.tell(of_document(2), View(), "y")
    stop()
    events.tell(of_document(1), View(), "z")
    assert heard == ["x"]


@dataclass
class Thing:
    nbytes: int


def test_the_cache_lets_go_of_what_was_not_used_for_longest() -> None:
    cache: ByteCache[Thing] = ByteCache(100)
    for name in "abc":
        cache.put(name, Thing(30))
    assert cache.get("a")
    cache.put("d", Thing(30))
    assert [cache.get(name) is not None for name in "abcd"] == [True, False, True, True]
    # What is in use stays, however large it has become.
    grown = cache.get("d")
    assert grown
    grown.nbytes = 500
    cache.trim()
    assert cache.get("d") is grown
    assert len(cache) == 1
    cache.drop(lambda key: key == "d")
    assert cache.nbytes == 0


def test_memory_is_given_back_for_every_cacheful_that_was_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr("synslator.workbench.live.cache.give_back", lambda: given.append(number))
    cache: ByteCache[Thing] = ByteCache(100)
    for number in range(15):
        cache.put(number, Thing(30))
    # Three stay; with every fourth that goes, more than a hundred bytes have gone.
    assert given == [6, 10, 14]
    give_back()


def test_all_that_is_wrong_with_settings_is_said_at_once() -> None:
    with pytest.raises(UsageProblem) as refused:
        ProjectSettings.of({"minimum_match_rate": 500, "propagation": "everywhere", "alternatives": 99})
    for word in ("minimum_match_rate", "propagation", "alternatives"):
        assert word in str(refused.value)
    with pytest.raises(UsageProblem, match="There is no setting colour"):
        ProjectSettings.of({"colour": "red"})


def test_settings_come_back_as_they_were_kept(tmp_path: Path) -> None:
    settings = ProjectSettings(minimum_match_rate=80, checks_off=("spaces",), engine_parameters={"k": 4.0})
    assert ProjectSettings.read(settings.json()) == settings
