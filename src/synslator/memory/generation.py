"""The file that says which generation of an embedded index holds, and whether its files are sound."""

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

FORMAT = 1
"""Grows when the schema or the tokens change; an index of another format is made again."""

_NAME = "state.json"
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class StateFile:
    """What `state.json` says."""

    identity: str
    revision: int
    generation: str
    files: Mapping[str, tuple[int, int]]
    """Size and checksum of each file that never changes once it is written."""
    written: tuple[int, int] | None = None
    """Tells this `state.json` from every other that stood in its place."""

    @staticmethod
    def stamp(home: Path) -> tuple[int, int] | None:
        """Return which `state.json` is there now."""
        try:
            status = os.stat(home / _NAME)
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns

    @classmethod
    def read(cls, home: Path) -> "StateFile":
        """Read the file; a ValueError or OSError says what is wrong with it."""
        stamp = cls.stamp(home)
        data = json.loads((home / _NAME).read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"{_NAME} is not of format {FORMAT}")
        try:
            files = {name: (int(size), int(check)) for name, (size, check) in data["files"].items()}
            return cls(str(data["identity"]), int(data["revision"]), str(data["generation"]), files, stamp)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{_NAME} lacks {error}") from error

    def write(self, home: Path) -> None:
        """Put this state in place of the old one in one step."""
        data = {
            "format": FORMAT,
            "identity": self.identity,
            "revision": self.revision,
            "generation": self.generation,
            "files": self.files,
        }
        new = home / f"{_NAME}.{self.generation}"
        with new.open("w", encoding="utf-8") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(home / _NAME)

    def check_files(self, home: Path, checked: "StateFile | None") -> None:
        """Raise a ValueError if a file is not as it was written; skip those that were checked before."""
        known = checked.files if checked and checked.generation == self.generation else {}
        folder = home / self.generation
        for name, expected in self.files.items():
            path = folder / name
            # A file that is gone was merged into another; tantivy itself misses the ones it needs.
            if known.get(name) != expected and path.exists() and _checksum(path) != expected:
                raise ValueError(f"{name} is damaged")


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation being written: where it is, and the state that it started from."""

    home: Path
    state: StateFile

    @property
    def path(self) -> Path:
        """The folder of its files."""
        return self.home / self.state.generation

    def publish(self, revision: int, files: Mapping[str, tuple[int, int]]) -> None:
        """Make this the generation that holds, and remove all others."""
        replace(self.state, revision=revision, files=files).write(self.home)
        for other in self.home.iterdir():
            if other.is_dir() and other != self.path:
                shutil.rmtree(other, ignore_errors=True)


def checksums(folder: Path, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return size and checksum of the files that tantivy never rewrites; compute only the new ones."""
    lasting = [
        path for path in folder.iterdir() if path.suffix != ".lock" and not path.name.endswith(".json")
    ]
    return {path.name: known.get(path.name) or _checksum(path) for path in lasting}


def _checksum(path: Path) -> tuple[int, int]:
    value = size = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            value = crc32(block, value)
            size += len(block)
    return size, value
