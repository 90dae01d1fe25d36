"""The model packages of a server: which one serves a language pair, opened when first needed.

Packages are opened in threads of their own, so nobody waits for a model but those who need it. Under a limit
of memory, the one that was not used for longest is closed for the next.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from synslator.engines.keys.folder import KeyFolder
from synslator.runtime.manifest import Manifest, PackageError
from synslator.runtime.package_search import find_packages, packages_in
from synslator.text.language_tags import same_language
from synslator.workbench.machine import Machine, MachineState, stamp_of


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A package that can be used, open or not."""

    folder: Path
    name: str
    version: str
    source_language: str
    target_language: str
    file_bytes: int

    def serves(self, source_language: str, target_language: str) -> bool:
        """Return whether it translates between these languages."""
        return same_language(self.source_language, source_language) and same_language(
            self.target_language, target_language
        )


class Models:
    """Finds, opens and closes packages. May be used from any thread."""

    def __init__(
        self, configured: Path, folder: Path, most_bytes: int, key_folder: KeyFolder | None = None
    ) -> None:
        """`configured` is the preferred package; `folder` holds those that were installed."""
        self._key_folder = key_folder
        self.configured, self.folder, self.most_bytes = configured, folder, most_bytes
        self._lock = threading.Lock()
        self._machines: OrderedDict[Path, Machine] = OrderedDict()
        """The last used one last."""
        self._found: list[ModelInfo] = []
        self._looked: object = None
        self._closed = False

    def start(self) -> None:
        """Begin to open the configured package; the others are opened when they are needed."""
        with self._lock:
            self._open(self.configured, self._size_of(self.configured))

    def known(self) -> list[ModelInfo]:
        """Return the packages that there are, the preferred one first; one of a name."""
        looked = _changed_at(self.folder), stamp_of(self.configured)
        changed: list[Machine] = []
        with self._lock:
            if looked != self._looked:
                self._found, self._looked = self._look(), looked
                changed = [one for one in self._machines.values() if stamp_of(one.folder) != one.stamp]
                for machine in changed:
                    machine.retire()
                    del self._machines[machine.folder]
            found = self._found
        if changed:
            threading.Thread(target=close_all, args=(changed,), name="closing models", daemon=True).start()
        return found

    def offered(self, source_language: str, target_language: str) -> list[ModelInfo]:
        """Return the packages for a language pair, the preferred one first."""
        return [info for info in self.known() if info.serves(source_language, target_language)]

    def chosen(self, source_language: str, target_language: str, name: str = "") -> ModelInfo | None:
        """Return the package that serves a pair: the one of a name, if there is one, or the preferred one."""
        offered = self.offered(source_language, target_language)
        return next((info for info in offered if info.name == name), offered[0] if offered else None)

    def machine(self, info: ModelInfo) -> Machine:
        """Return what runs a package; it begins to open, if it is not open."""
        with self._lock:
            return self._open(info.folder, info.file_bytes)

    def running(self, info: ModelInfo) -> Machine | None:
        """Return what runs a package, if it was begun to open."""
        with self._lock:
            return self._machines.get(info.folder)

    def open_machines(self) -> list[Machine]:
        """Return what runs the packages that are open, or are being opened."""
        with self._lock:
            return list(self._machines.values())

    def used(self, machine: Machine) -> None:
        """Note that a model was just used."""
        with self._lock:
            if machine.folder in self._machines:
                self._machines.move_to_end(machine.folder)

    def state(self) -> MachineState:
        """Return how the configured package is doing."""
        with self._lock:
            machine = self._machines.get(self.configured.resolve())
        return machine.state() if machine else _closed(self.configured)

    def state_of(self, info: ModelInfo) -> MachineState:
        """Return how a package is doing."""
        machine = self.running(info)
        return machine.state() if machine else _closed(info.folder)

    def close(self) -> None:
        """Close every model."""
        with self._lock:
            self._closed = True
            machines = list(self._machines.values())
            self._machines.clear()
        close_all(machines)

    def _open(self, folder: Path, size: int) -> Machine:
        folder = folder.resolve()
        if folder not in self._machines:
            machine = self._machines[folder] = Machine(folder, size, self._key_folder)
            if self._closed:
                machine.close()
                return machine
            machine.start(self._make_room())
        self._machines.move_to_end(folder)
        return self._machines[folder]

    def _make_room(self) -> list[Machine]:
        """Take out the models that were not used for longest until the newest one fits."""
        gone = []
        total = sum(machine.nbytes for machine in self._machines.values())
        while total > self.most_bytes and len(self._machines) > 1:
            _, oldest = self._machines.popitem(last=False)
            oldest.retire()
            total -= oldest.nbytes
            gone.append(oldest)
        return gone

    def _look(self) -> list[ModelInfo]:
        """Read the manifests of all packages; one that cannot be read serves no pair."""
        found = [one.folder for one in find_packages(self.configured, self.folder)]
        if not self.configured.is_dir():
            # Whoever names a package that is not there gets no other of ours in its place.
            found = [folder.resolve() for _, folder in packages_in(self.folder)]
        infos: dict[str, ModelInfo] = {}
        for folder in found:
            try:
                manifest = Manifest.read(folder)
            except PackageError:
                continue
            size = sum(entry.bytes for entry in manifest.files.values())
            languages = manifest.source_language, manifest.target_language
            infos.setdefault(
                manifest.name, ModelInfo(folder, manifest.name, manifest.version, *languages, size)
            )
        return list(infos.values())

    @staticmethod
    def _size_of(folder: Path) -> int:
        try:
            return sum(entry.bytes for entry in Manifest.read(folder).files.values())
        except PackageError:
            return 0


def close_all(machines: Sequence[Machine]) -> None:
    """Close models, one after the other."""
    for machine in machines:
        machine.close()


def _closed(folder: Path) -> MachineState:
    if not folder.is_dir():
        return MachineState("absent", f"there is no model folder {folder.name}")
    return MachineState("present", f"{folder.name} is opened when it is needed")


def _changed_at(folder: Path) -> int | None:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return None
