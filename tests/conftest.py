"""Fixtures that tests of several parts share."""

import logging
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import postgres
import searchserver
from serving import PATIENCE, Launch, Served, log_file, start
from synslator.logs import ROOT

if TYPE_CHECKING:
    from synslator.runtime.package import Package

# The same examples every time, and no stopwatch: the machines that run the tests are shared.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the settings of whoever runs the tests out of them, and the tests out of their data."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("SYNSLATOR_")]:
            patch.delenv(name)
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        yield


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """Undo what a command run inside a test does to this process's logs."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger(ROOT).setLevel(logging.NOTSET)


@pytest.fixture(scope="session")
def launch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launch]:
    """Return a function that starts a server and waits until it answers; end what is left of them."""
    started: list[subprocess.Popen[str]] = []

    def launch(*flags: str, port: int = 0, folder: Path | None = None) -> Served:
        folder = folder or tmp_path_factory.mktemp("data")
        process = start(folder, *flags, port=port)
        started.append(process)
        assert process.stdout
        line = process.stdout.readline()
        if not line.startswith("Synslator is at "):
            process.wait(timeout=PATIENCE)
            pytest.fail(f"the server did not start: {line}{log_file(folder).read_text()}")
        return Served(line.split()[3], folder, process)

    yield launch
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def tiny_vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The SentencePiece models of the tiny packages, by file name."""
    from packages import learn_vocabularies

    return learn_vocabularies(tmp_path_factory.mktemp("vocabularies"))


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory, tiny_vocabularies: dict[str, Path]) -> Path:
    """The folder of a tiny model package, translation and language model. Not to be changed."""
    from packages import make_package

    return make_package(tmp_path_factory.mktemp("models") / "tiny", tiny_vocabularies)


@pytest.fixture(scope="session")
def reverse_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny model package of the other direction, English to Chinese. Not to be changed."""
    from packages import learn_vocabularies, make_package

    vocabularies = learn_vocabularies(tmp_path_factory.mktemp("reverse vocabularies"), reverse=True)
    folder = tmp_path_factory.mktemp("reverse") / "reverse"
    return make_package(folder, vocabularies, name="reverse", languages=("en", "zh"))


@pytest.fixture(scope="session")
def reverse_package(reverse_folder: Path) -> "Package":
    """The same package, opened."""
    from synslator.runtime.package import Package

    return Package.open(reverse_folder)


@pytest.fixture(scope="session")
def tiny_package(tiny_folder: Path) -> "Package":
    """The same package, opened."""
    from synslator.runtime.package import Package

    return Package.open(tiny_folder)


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Have PyTorch use one thread: for matrices as small as the tests', more would wait for each other."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server that all tests share, each with a database of its own."""
    with postgres.running() as address:
        yield address


@pytest.fixture(scope="session")
def search_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a search server that all tests share."""
    with searchserver.searching(tmp_path_factory.mktemp("search")) as address:
        yield address
