"""The folder of key files: one for each package."""

import hashlib
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from synslator.engines.keys.file import KeyFile
from synslator.runtime.manifest import Manifest

LAYOUT = 1
"""Changes when the content of the files does; files of other layouts are not looked at."""
NO_CARD = "README.md"
"""The model card says nothing to a model."""


class KeyFolder:
    """The files of all packages."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        """Each may hold at most about `most_bytes`; 0 keeps nothing on disk."""
        self.folder, self.most_bytes = folder, most_bytes
        self._lock = threading.Lock()
        self._files: dict[Path, KeyFile] = {}

    def file(self, manifest: Manifest) -> KeyFile:
        """Return the file of a package's keys, which need not be there yet."""
        path = self.folder / f"{manifest.name}-{fingerprint(manifest)}.keys"
        with self._lock:
            if path not in self._files:
                self._files[path] = KeyFile(path, manifest.translation.width, self.most_bytes)
            return self._files[path]

    def drop_others(self, manifests: Iterable[Manifest]) -> None:
        """Remove the keys of packages that are not among these."""
        kept = {self.file(manifest).path for manifest in manifests} if self.most_bytes else set()
        for path in self.folder.glob("*.keys") if self.folder.is_dir() else ():
            if path not in kept:
                with self._lock:
                    file = self._files.pop(path, None) or KeyFile(path, 1, self.most_bytes)
                with suppress(OSError):
                    file.delete()

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            for file in self._files.values():
                file.close()


def fingerprint(manifest: Manifest) -> str:
    """Return what tells apart packages whose keys are not the same."""
    files = sorted((name, entry.sha256) for name, entry in manifest.files.items() if name != NO_CARD)
    return hashlib.blake2b(repr((LAYOUT, manifest.translation, files)).encode(), digest_size=8).hexdigest()
