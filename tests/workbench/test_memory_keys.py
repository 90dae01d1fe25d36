"""Keys on disk follow the memories: prepared once, gone with their entries, whatever happens in between."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from packages import PAIRS
from synslator.engines.keys.file import KeyFile
from synslator.engines.keys.folder import KeyFolder
from synslator.engines.keys.store import KeyStore
from synslator.progress import Stopping
from synslator.settings import Settings
from synslator.storage.memories.entry_changes import Confirmation
from synslator.storage.people.organisations import Person
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.resources.memory_keys import KeyPreparation
from synslator.workbench.services import Services, open_services

ROOM = 1 << 26


class Desk:
    """A workbench with a project and its memory, and the preparation of keys, which waits to be asked."""

    def __init__(self, services: Services, who: Person, folder: Path, room: int = ROOM) -> None:
        self.services, self.who, self.folder, self.room = services, who, folder, room
        project = services.projects.create(who, "Keys", ("zh", "en"), Wishes())
        self.project = project.id
        self.memory = project.memories[0].memory
        self.machine = next(iter(services.models.open_machines()))
        self.package = self.machine.package()
        self.begin()

    def begin(self, room: int | None = None) -> None:
        """Begin as after a restart."""
        files = KeyFolder(self.folder, self.room if room is None else room)
        self.file: KeyFile = files.file(self.package.manifest)
        self.preparation = KeyPreparation(self.services.memories, self.services.models, files)

    def confirm(self, *pairs: tuple[str, str]) -> list[int]:
        """Take pairs into the memory."""
        confirmed = [Confirmation(source, target, self.who.login) for source, target in pairs]
        return [self.services.memories.confirm(self.memory, one).id for one in confirmed]

    def kept(self, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the pairs whose keys are on disk."""
        return list(self.file.read(pairs))


@pytest.fixture
def desk(tiny_folder: Path, tmp_path: Path) -> Iterator[Desk]:
    settings = Settings(data_folder=tmp_path / "data", model=tiny_folder, demo=False, key_bytes=0)
    with open_services(settings) as (services, who):
        yield Desk(services, who, tmp_path / "keys")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The entries whose keys were computed."""
    asked: list[tuple[str, str]] = []
    compute = KeyStore.compute

    def counted(store: KeyStore, pairs: list[tuple[str, str]]) -> object:
        asked.extend(pairs)
        return compute(store, pairs)

    monkeypatch.setattr(KeyStore, "compute", counted)
    return asked


def test_keys_are_prepared_once_and_a_restart_forgets_none(desk: Desk, asked: list[tuple[str, str]]) -> None:
    desk.confirm(*PAIRS)
    desk.preparation.catch_up()
    assert sorted(asked) == sorted(PAIRS)
    assert sorted(desk.kept(PAIRS)) == sorted(PAIRS)
    desk.begin()
    desk.confirm(("新的句子。", "A new sentence."))
    desk.preparation.catch_up()
    assert asked[len(PAIRS) :] == [("新的句子。", "A new sentence.")]


def test_engines_see_no_tags_and_neither_do_keys(desk: Desk) -> None:
    desk.confirm(("点击⟦1⟧确定⟦/1⟧。", "Click ⟦1⟧OK⟦/1⟧."))
    desk.preparation.catch_up()
    assert desk.kept([("点击确定。", "Click OK.")])


def test_what_is_deleted_or_changed_is_gone(desk: Desk) -> None:
    first, second, *_ = desk.confirm(*PAIRS)
    desk.preparation.catch_up()
    memories, login = desk.services.memories, desk.who.login
    memories.remove(first, login)
    memories.edit(second, PAIRS[1][0], "Something else.", login)
    desk.preparation.catch_up()
    assert desk.kept(PAIRS[:3]) == [PAIRS[2]]
    assert desk.kept([(PAIRS[1][0], "Something else.")])
    memories.undo(second, login)
    desk.preparation.catch_up()
    assert desk.kept(PAIRS[:3]) == PAIRS[1:3]
    memories.delete(desk.memory, login)
    desk.preparation.catch_up()
    assert desk.kept(PAIRS) == []


def test_what_is_deleted_goes_from_the_file_of_a_closed_package_too(
    desk: Desk, asked: list[tuple[str, str]]
) -> None:
    first, *_ = desk.confirm(*PAIRS)
    desk.preparation.catch_up()
    desk.services.models.close()
    desk.services.memories.remove(first, desk.who.login)
    desk.confirm(("新的句子。", "A new sentence."))
    desk.preparation.catch_up()
    assert desk.kept(PAIRS[:2]) == [PAIRS[1]]
    assert len(asked) == len(PAIRS)


def test_what_was_interrupted_goes_on_where_it_was(
    desk: Desk, asked: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.confirm(*PAIRS)
    write = KeyFile.write

    def killed(file: KeyFile, *given: object) -> None:
        write(file, *given)  # type: ignore[arg-type]
        raise Stopping

    monkeypatch.setattr(KeyFile, "write", killed)
    with pytest.raises(Stopping):
        desk.preparation.catch_up()
    monkeypatch.setattr(KeyFile, "write", write)
    done = len(asked)
    assert 0 < done < len(PAIRS)
    desk.begin()
    desk.preparation.catch_up()
    assert sorted(asked) == sorted(PAIRS)


def test_a_project_whose_engine_reads_no_keys_gets_none(desk: Desk, asked: list[tuple[str, str]]) -> None:
    projects = desk.services.projects
    version = projects.get(desk.who, desk.project).project.version
    projects.change(desk.who, desk.project, version, Wishes(settings={"engine": "vanilla"}))
    desk.confirm(*PAIRS)
    desk.preparation.catch_up()
    assert asked == []
    assert not desk.file.path.exists()


def test_a_full_file_takes_no_more_until_there_is_room(desk: Desk, asked: list[tuple[str, str]]) -> None:
    desk.begin(room=1)
    desk.confirm(*PAIRS)
    desk.preparation.catch_up()
    some = len(asked)
    assert some < len(PAIRS)
    desk.confirm(("新的句子。", "A new sentence."))
    desk.preparation.catch_up()
    assert len(asked) == some
    desk.begin(room=ROOM)
    desk.preparation.catch_up()
    desk.begin(room=ROOM)
    desk.preparation.catch_up()
    assert sorted(asked) == sorted([*PAIRS, ("新的句子。", "A new sentence.")])
    assert len(desk.kept(PAIRS)) == len(PAIRS)


def test_an_import_is_prepared_by_the_server_itself(tiny_folder: Path, tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, model=tiny_folder, demo=False)
    with open_services(settings) as (services, who):
        project = services.projects.create(who, "Keys", ("zh", "en"), Wishes())
        memory = project.memories[0].memory
        for source, target in PAIRS:
            services.memories.confirm(memory, Confirmation(source, target, who.login))
        preparation = services.key_preparation
        assert preparation is not None
        machine = next(iter(services.models.open_machines()))
        machine.package()
        preparation.catch_up()
        disk = machine.keys().disk
        assert disk is not None
        assert disk.path.parent == tmp_path / "keys"
        assert len(disk.read(PAIRS)) == len(PAIRS)
