"""Several model packages on one server: found, chosen by pair, opened when needed, closed for room."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from synslator.errors import SynslatorError
from synslator.runtime.installation import install, remove
from synslator.runtime.package import Package
from synslator.workbench import machine as machine_module
from synslator.workbench.machine import Machine, NoMachine
from synslator.workbench.models import ModelInfo, Models

Make = Callable[..., Models]


@pytest.fixture
def make_models(tiny_folder: Path, tmp_path: Path) -> Iterator[Make]:
    """Return a function that makes the models of a server with some installed packages."""
    made: list[Models] = []

    def make(*packages: Path, most_bytes: int = 1 << 30, configured: Path = tiny_folder) -> Models:
        for package in packages:
            install(package, tmp_path / "models")
        models = Models(configured, tmp_path / "models", most_bytes)
        made.append(models)
        return models

    yield make
    for models in made:
        models.close()


def info_of(models: Models, source: str, target: str, name: str = "") -> ModelInfo:
    found = models.chosen(source, target, name)
    assert found is not None
    return found


def opened(models: Models, info: ModelInfo) -> Machine:
    machine = models.machine(info)
    machine.package()
    return machine


def test_a_pair_chooses_its_package(make_models: Make, reverse_folder: Path) -> None:
    models = make_models(reverse_folder)
    assert info_of(models, "zh", "en").name == "tiny"
    assert info_of(models, "en-GB", "zh-Hans-CN").name == "reverse"
    assert models.chosen("de", "fr") is None


def test_the_preferred_package_comes_first_and_a_name_chooses_another(
    make_models: Make, tiny_vocabularies: dict[str, Path], tmp_path: Path
) -> None:
    from packages import make_package

    other = make_package(tmp_path / "other", tiny_vocabularies, name="other")
    models = make_models(other)
    assert [info.name for info in models.offered("zh", "en")][:2] == ["tiny", "other"]
    assert info_of(models, "zh", "en", "other").name == "other"
    assert info_of(models, "zh", "en", "no longer there").name == "tiny"


def test_a_package_is_opened_when_it_is_needed(make_models: Make, reverse_folder: Path) -> None:
    models = make_models(reverse_folder)
    models.start()
    info = info_of(models, "en", "zh")
    assert models.state_of(info).state == "present"
    assert models.running(info) is None
    machine = opened(models, info)
    assert models.state_of(info).state == "ready"
    assert machine.package().manifest.name == "reverse"
    assert models.machine(info) is machine


def test_the_least_recently_used_is_closed_for_room(make_models: Make, reverse_folder: Path) -> None:
    models = make_models(reverse_folder, most_bytes=1)
    there, back = info_of(models, "zh", "en"), info_of(models, "en", "zh")
    first = opened(models, there)
    second = opened(models, back)
    assert first.closed
    assert not second.closed
    assert models.state_of(there).state == "present"
    with pytest.raises(NoMachine):
        first.package()
    again = opened(models, there)
    assert again is not first
    assert second.closed
    assert not again.closed


def test_what_was_used_last_stays(
    make_models: Make, reverse_folder: Path, tiny_vocabularies: dict[str, Path], tmp_path: Path
) -> None:
    from packages import make_package

    other = make_package(tmp_path / "other", tiny_vocabularies, name="other")
    models = make_models(reverse_folder, other)
    there, back = info_of(models, "zh", "en"), info_of(models, "en", "zh")
    first, second = opened(models, there), opened(models, back)
    models.used(first)
    newest = info_of(models, "zh", "en", "other")
    models.most_bytes = first.nbytes + second.nbytes + newest.file_bytes
    opened(models, newest)
    assert second.closed
    assert not first.closed


def test_whoever_holds_something_of_a_closed_model_is_told(make_models: Make, reverse_folder: Path) -> None:
    class Holder:
        def __init__(self) -> None:
            self.left = threading.Event()

        def machine_left(self, machine: Machine) -> None:
            self.left.set()

    models, holder = make_models(reverse_folder, most_bytes=1), Holder()
    opened(models, info_of(models, "zh", "en")).users.add(holder)
    opened(models, info_of(models, "en", "zh"))
    assert holder.left.wait(120)


def test_nobody_waits_for_a_model_of_another_pair(
    make_models: Make, reverse_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = make_models(reverse_folder)
    go_on, whole = threading.Event(), Package.open

    def slowly(folder: Path, *rest: Any) -> Package:
        if folder.name == "reverse":
            assert go_on.wait(120)
        return whole(folder, *rest)

    monkeypatch.setattr(machine_module.Package, "open", slowly)
    slow = models.machine(info_of(models, "en", "zh"))
    assert opened(models, info_of(models, "zh", "en")).ready
    assert not slow.opened
    go_on.set()
    assert slow.package().manifest.name == "reverse"


def test_what_is_installed_or_removed_meanwhile_is_noticed(
    make_models: Make, reverse_folder: Path, tmp_path: Path
) -> None:
    models = make_models()
    assert models.chosen("en", "zh") is None
    install(reverse_folder, models.folder)
    machine = opened(models, info_of(models, "en", "zh"))
    remove("reverse", models.folder)
    assert models.chosen("en", "zh") is None
    assert machine.retired


def test_a_configured_package_that_is_not_there_is_not_replaced(
    make_models: Make, tmp_path: Path, reverse_folder: Path
) -> None:
    models = make_models(reverse_folder, configured=tmp_path / "nowhere")
    assert models.chosen("zh", "en") is None
    assert info_of(models, "en", "zh").name == "reverse"
    models.start()
    with pytest.raises(NoMachine):
        models.machine(ModelInfo(tmp_path / "nowhere", "no", "1", "zh", "en", 0)).package()
    assert models.state().state == "absent"


def test_a_damaged_package_is_not_installed(tiny_folder: Path, tmp_path: Path) -> None:
    bad = shutil.copytree(tiny_folder, tmp_path / "bad")
    (bad / "encoder.onnx").write_bytes(b"no graph")
    with pytest.raises(SynslatorError, match=r"encoder\.onnx has 8 bytes"):
        install(bad, tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []
