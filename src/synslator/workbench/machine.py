"""One model package behind the workbench, opened in the background, and its engines.

The page is there before the model is. Whoever needs the model waits for it, or is told why there is none.
`synslator.workbench.models` has one of these for each package that is open.
"""

import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from synslator.decoding.options import SearchOptions
from synslator.decoding.scheduler import Scheduler
from synslator.engines.coverage.gaps import Coverage
from synslator.engines.keys.folder import KeyFolder
from synslator.engines.keys.store import KeyStore
from synslator.engines.protocol import Engine
from synslator.engines.registry import ENGINES, KEY_BYTES, EngineKind, Setup, engine_kind, make_engine
from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.runtime.manifest import MANIFEST, Manifest
from synslator.runtime.package import Package

_log = Log("machine")

PATIENCE = 60.0
"""Seconds that a request waits for the model to open."""
LONGEST_HOLD = 30.0
"""Seconds that closing waits for those who waited for the model."""
CLOSED = "The model was closed to make room for another; try again in a moment."
MEMORY_OF_FILES = 1.3
"""Memory that an open package takes for each byte of its files, as measured with the shipped one."""


class NoMachine(SynslatorError):
    """There is no model that could do this."""


@dataclass(frozen=True, slots=True)
class MachineState:
    """How the model is doing."""

    state: Literal["absent", "present", "ready", "failed"]
    detail: str


def stamp_of(folder: Path) -> int | None:
    """Return what changes when a package is installed, replaced or removed."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return None


class User(Protocol):
    """Keeps something that was made from a model."""

    def machine_left(self, machine: "Machine") -> None:
        """Let go of it: the model is being closed."""


@dataclass(slots=True)
class Usage:
    """What a model has done so far."""

    load_milliseconds: float | None = None
    completions: int = 0
    milliseconds: float = 0.0
    """That the completions took together."""


class Machine:
    """Opens the model package once, and makes engines of it. May be used from any thread."""

    def __init__(self, folder: Path, file_bytes: int = 0, key_folder: KeyFolder | None = None) -> None:
        """`file_bytes` is the size of the package's files."""
        self.folder, self.file_bytes, self._key_folder = folder, file_bytes, key_folder
        self.scheduler = Scheduler()
        self.usage = Usage()
        self.users: weakref.WeakSet[User] = weakref.WeakSet()
        """Told when it is closed."""
        self.retired = False
        """Whether it takes no new work, because it makes room for another one."""
        self.closed = False
        self._held = 0
        self.stamp = stamp_of(folder)
        self._opened: Future[Package] = Future()
        self._lock = threading.Lock()
        self._freed = threading.Condition(self._lock)
        self._engines: dict[tuple[object, ...], Engine] = {}
        self._keys: KeyStore | None = None
        self._coverage: Coverage | None = None
        self._thread: threading.Thread | None = None

    def start(self, replaced: Sequence["Machine"] = ()) -> None:
        """Begin to open the package, once the models that make room for it are closed."""
        self._thread = threading.Thread(
            target=self._open, args=(replaced,), name="opening the model", daemon=True
        )
        self._thread.start()

    @property
    def nbytes(self) -> int:
        """Memory that it takes with the keys it keeps, more or less."""
        return int(MEMORY_OF_FILES * self.file_bytes) + (self._keys.nbytes if self._keys is not None else 0)

    def state(self) -> MachineState:
        """Return how the model is doing, without waiting for it."""
        name = self.folder.name
        if self.retired:
            return MachineState("present", f"{name} is opened when it is needed")
        if not self._opened.done():
            return MachineState("present", f"{name} is being opened")
        error = self._opened.exception()
        if error is None:
            manifest = self._opened.result().manifest
            return MachineState("ready", f"{manifest.name} {manifest.version}")
        if not self.folder.is_dir():
            return MachineState("absent", f"there is no model folder {name}")
        return MachineState("failed", f"model folder {name} cannot be used")

    @property
    def opened(self) -> bool:
        """Whether it is known if the model can be had."""
        return self._opened.done()

    def when_opened(self, told: Callable[[], object]) -> None:
        """Call a function once that is known; at once, if it is."""
        self._opened.add_done_callback(lambda future: told())

    @property
    def ready(self) -> bool:
        """Whether the model is open."""
        return not self.closed and self._opened.done() and self._opened.exception() is None

    @property
    def failed(self) -> bool:
        """Whether the model cannot be had."""
        return self._opened.done() and self._opened.exception() is not None and not self.retired

    def hold(self) -> None:
        """Do not let it close before `let_go`: somebody who waited for it is to be answered first."""
        with self._lock:
            self._held += 1

    def let_go(self) -> None:
        """Allow it to close."""
        with self._lock:
            self._held -= 1
            self._freed.notify_all()

    def package(self) -> Package:
        """Return the package, waiting until it is open."""
        try:
            return self._opened.result(PATIENCE)
        except TimeoutError:
            raise NoMachine("The model is still being opened; try again in a moment.") from None
        except SynslatorError as error:
            raise NoMachine(f"There is no machine translation: {error}") from error

    def manifest(self) -> Manifest:
        """Return what the package says of itself."""
        return self.package().manifest

    def engine(
        self, name: str, options: SearchOptions, parameters: Mapping[str, float], workers: int = 1
    ) -> Engine:
        """Return the engine for these options, or the preferred one if the package lacks its layers.

        It translates many texts on as many cores as it has `workers`.
        """
        package = self.package()
        name = name if engine_kind(name).lack(package.manifest) is None else next(iter(ENGINES))
        key = (name, options, tuple(sorted(parameters.items())), workers)
        with self._lock:
            if self.closed:
                raise NoMachine(CLOSED)
            if key not in self._engines:
                setup = Setup(package, options, parameters, workers, self._keys_of(package))
                self._engines[key] = make_engine(name, setup)
            return self._engines[key]

    def coverage(self) -> Coverage | None:
        """Return what knows which words of a source a text leaves out, if the model is open and tells it."""
        with self._lock:
            if self._coverage is None and self.ready:
                self._coverage = Coverage.of(self._opened.result())
            return self._coverage

    def keys(self) -> KeyStore:
        """Return the keys of memory entries that its engines share."""
        package = self.package()
        with self._lock:
            if self.closed:
                raise NoMachine(CLOSED)
            return self._keys_of(package)

    def _keys_of(self, package: Package) -> KeyStore:
        if self._keys is None:
            disk = self._key_folder.file(package.manifest) if self._key_folder else None
            self._keys = KeyStore(package, KEY_BYTES, disk)
        return self._keys

    def lack(self, kind: EngineKind) -> str | None:
        """Return what the package would need to be used with an engine, as far as it is known."""
        return kind.lack(self.manifest()) if self.ready else None

    def retire(self) -> None:
        """Take no new work."""
        self.retired = True

    def make_room(self) -> None:
        """Answer who waits already, then close."""
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            self._freed.wait_for(lambda: not self._held, LONGEST_HOLD)
        self.scheduler.close(finish=True)
        self.close()

    def close(self) -> None:
        """End what is being decoded, and release the package as soon as nobody holds it."""
        self.retire()
        self.scheduler.close()
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            self.closed = True
        for user in list(self.users):
            user.machine_left(self)
        with self._lock:
            self._engines.clear()
            self._keys = self._coverage = None
            self._opened = Future()
            self._opened.set_exception(SynslatorError("the model is closed"))

    def _open(self, replaced: Sequence["Machine"]) -> None:
        for machine in replaced:
            machine.make_room()
        started = time.perf_counter()
        try:
            package = Package.open(self.folder)
        except SynslatorError as error:
            _log.warning("no model", folder=self.folder, reason=str(error))
            self._opened.set_exception(error)
        except Exception as error:
            _log.error("the model cannot be opened", error=error, folder=self.folder)
            self._opened.set_exception(SynslatorError(f"the model in {self.folder.name} cannot be opened"))
        else:
            self.usage.load_milliseconds = 1000 * (time.perf_counter() - started)
            _log.info("model opened", name=package.manifest.name, version=package.manifest.version)
            self._opened.set_result(package)
