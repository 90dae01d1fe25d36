"""How a number was made: code, package, data, settings, machine and date. Every result carries this."""

import dataclasses
import math
import os
import platform
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

from synslator import __version__
from synslator.engines import bulk
from synslator.evaluation.system import System
from synslator.evaluation.testset import file_sha256
from synslator.runtime.manifest import MANIFEST
from synslator.runtime.package import Package

LIBRARIES = ("numpy", "onnxruntime", "sentencepiece", "sacrebleu", "sacremoses", "rapidfuzz", "tantivy")


CONSTANTS = (
    "LONGEST",
    "BATCH_ROWS",
    "BATCH_TOKENS",
    "PRUNE_MARGIN",
    "MARGIN_WITH_MEMORY",
    "MARGIN_DECAY",
    "SHORT",
)
"""What `engines.bulk` searches by besides the search options."""


class Data(Protocol):
    """What was measured on."""

    @property
    def name(self) -> str:
        """The name of the file, with its folder."""

    @property
    def sha256(self) -> str:
        """The checksum of the whole file."""

    @property
    def lines(self) -> int:
        """How many of its lines were used."""


@dataclass(frozen=True)
class Made:
    """The circumstances of a result."""

    package: dict[str, str]
    engine: str
    data: dict[str, Any]
    memory: dict[str, Any] | None
    settings: dict[str, Any]
    """Search options, constants of the search, and what else the numbers depend on."""
    code: dict[str, Any]
    """The commit, and whether files were changed since."""
    machine: dict[str, Any]
    """The processor, and the arithmetic that the model was computed with."""
    command: str
    versions: dict[str, str]
    date: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the fields for a result file; JSON has no infinity, which is null there."""
        fields: dict[str, Any] = finite(dataclasses.asdict(self))
        return fields


def finite(value: Any) -> Any:
    """Return a value with None for the numbers that JSON cannot have."""
    if isinstance(value, dict):
        return {name: finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def made(system: System, data: Data, seconds: float, **settings: Any) -> Made:
    """Note how a result came about; `settings` are those besides the search options."""
    package, memory = system.engine.package, system.memory
    return Made(
        described_package(package),
        system.engine.name,
        {"name": data.name, "sha256": data.sha256, "lines": data.lines},
        {"name": memory.name, "sha256": memory.sha256, "entries": memory.entries} if memory else None,
        dataclasses.asdict(system.options) | {"constants": constants()} | settings,
        code(),
        machine(system),
        command(),
        versions(),
        datetime.now(UTC).isoformat(timespec="seconds"),
        round(seconds, 1),
    )


def described_package(package: Package) -> dict[str, str]:
    """Return a package's name and version, and its manifest's checksum, which covers all its files."""
    manifest = package.manifest
    checksum = file_sha256(package.folder / MANIFEST)
    return {"name": manifest.name, "version": manifest.version, "sha256": checksum}


def constants() -> dict[str, float]:
    """Return what the search of many texts goes by besides its options."""
    return {name.lower(): float(getattr(bulk, name)) for name in CONSTANTS}


def code() -> dict[str, Any]:
    """Return the commit of the running code; an installed wheel has none."""
    folder = Path(__file__).parent
    commit = git(folder, "rev-parse", "HEAD")
    return {
        "commit": commit,
        "changed": bool(git(folder, "status", "--porcelain", "--", ".")) if commit else None,
    }


def git(folder: Path, *arguments: str) -> str | None:
    """Return what git answers about a folder, or None where it cannot be asked."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def machine(system: System) -> dict[str, Any]:
    """Return the processor and how the model was computed."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "arithmetic": system.engine.package.arithmetic,
    }


def processor() -> str:
    """Return the processor's name, as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def command() -> str:
    """Return the command line, without the folders of this machine."""
    return shlex.join(Path(part).name if "/" in part else part for part in sys.argv)


def versions() -> dict[str, str]:
    """Return the versions of this program and of what its numbers depend on."""
    found = {"synslator": __version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "absent"
    return found
