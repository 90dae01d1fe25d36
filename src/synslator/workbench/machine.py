"""The machine behind the workbench: one model package, opened in the background, and its engines.

The page is there before the model is. Whoever needs the model waits for it, or is told why there is none.
"""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from synslator.decoding.options import SearchOptions
from synslator.decoding.scheduler import Scheduler
from synslator.engines.keys import KeyStore
from synslator.engines.protocol import Engine
from synslator.engines.registry import ENGINES, KEY_BYTES, EngineKind, Setup, engine_kind, make_engine
from synslator.errors import SynslatorError
from synslator.logs import Log
from synslator.runtime.manifest import Manifest
from synslator.runtime.package import Package
from synslator.text.language_tags import same_language

_log = Log("machine")

PATIENCE = 60.0
"""Seconds that a request waits for the model to open."""


class NoMachine(SynslatorError):
    """There is no model that could do this."""


@dataclass(frozen=True, slots=True)
class MachineState:
    """How the model is doing."""

    state: Literal["absent", "present", "ready", "failed"]
    detail: str


class Machine:
    """Opens the model package once, and makes engines of it. May be used from any thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scheduler = Scheduler()
        self._opened: Future[Package] = Future()
        self._lock = threading.Lock()
        self._engines: dict[tuple[object, ...], Engine] = {}
        self._keys: KeyStore | None = None
        self._thread = threading.Thread(target=self._open, name="opening the model", daemon=True)

    def start(self) -> None:
        """Begin to open the package."""
        self._thread.start()

    def state(self) -> MachineState:
        """Return how the model is doing, without waiting for it."""
        name = self.folder.name
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

    def when_opened(self, told: Callable[[], None]) -> None:
        """Call a function once that is known; at once, if it is."""
        self._opened.add_done_callback(lambda future: told())

    @property
    def ready(self) -> bool:
        """Whether the model is open."""
        return self._opened.done() and self._opened.exception() is None

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

    def serves(self, source_language: str, target_language: str) -> bool:
        """Return whether the model is there and translates between these languages."""
        try:
            manifest = self.manifest()
        except NoMachine:
            return False
        return same_language(manifest.source_language, source_language) and same_language(
            manifest.target_language, target_language
        )

    def engine(self, name: str, options: SearchOptions, parameters: Mapping[str, float]) -> Engine:
        """Return the engine for these options, or the preferred one if the package lacks its layers."""
        package = self.package()
        name = name if engine_kind(name).lack(package.manifest) is None else next(iter(ENGINES))
        key = (name, options, tuple(sorted(parameters.items())))
        with self._lock:
            if key not in self._engines:
                self._keys = self._keys or KeyStore(package, KEY_BYTES)
                self._engines[key] = make_engine(name, Setup(package, options, parameters, keys=self._keys))
            return self._engines[key]

    def lack(self, kind: EngineKind) -> str | None:
        """Return what the package would need to be used with an engine, as far as it is known."""
        return kind.lack(self.manifest()) if self.ready else None

    def close(self) -> None:
        """End what is being decoded."""
        self.scheduler.close()
        if self._thread.is_alive():
            self._thread.join()

    def _open(self) -> None:
        try:
            package = Package.open(self.folder)
        except SynslatorError as error:
            _log.warning("no model", folder=self.folder, reason=str(error))
            self._opened.set_exception(error)
        except Exception as error:
            _log.error("the model cannot be opened", error=error, folder=self.folder)
            self._opened.set_exception(SynslatorError(f"the model in {self.folder.name} cannot be opened"))
        else:
            _log.info("model opened", name=package.manifest.name, version=package.manifest.version)
            self._opened.set_result(package)
