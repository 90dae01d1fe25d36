"""How a number was made: code, package, data, settings, machine and date. Every result carries this."""

import dataclasses
import hashlib
import math
import os
import platform
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import synslator
from synslator import __version__
from synslator.evaluation.system import System
from synslator.evaluation.testset import file_sha256
from synslator.runtime.manifest import MANIFEST, Manifest

LIBRARIES = ("numpy", "onnxruntime", "sentencepiece", "sacrebleu", "sacremoses", "rapidfuzz", "tantivy")
HOME = Path(synslator.__file__).parent
SEARCH = ("decoding", "engines", "memory.index", "memory.ranking", "runtime.shortlist", "text.matching")
"""The parts that search: their constants belong to every result."""


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
    """The commit, whether files were changed since, and the checksum of the source that ran."""
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
        described_package_at(package.folder),
        system.engine.name,
        described_data(data),
        {"name": memory.name, "sha256": memory.sha256, "entries": memory.entries} if memory else None,
        search_settings(system) | settings,
        code(),
        machine(system),
        command(),
        versions(),
        datetime.now(UTC).isoformat(timespec="seconds"),
        round(seconds, 1),
    )


def described_package_at(folder: Path) -> dict[str, str]:
    """Return a package's name and version, and its manifest's checksum, which covers all its files."""
    manifest = Manifest.read(folder)
    return {"name": manifest.name, "version": manifest.version, "sha256": file_sha256(folder / MANIFEST)}


def described_data(data: Data) -> dict[str, Any]:
    """Return which data a number was measured on, and what its intervals draw."""
    found: dict[str, Any] = {"name": data.name, "sha256": data.sha256, "lines": data.lines}
    if units := getattr(data, "units", ()):
        found |= {"units": len(set(units)), "unit": getattr(data, "unit", "")}
    return found


def search_settings(system: System) -> dict[str, Any]:
    """Return everything that a system searches by: options, those of its engine, and constants."""
    settings: dict[str, Any] = dataclasses.asdict(system.options)
    if knn := getattr(system.engine, "knn", None):
        settings["knn"] = dataclasses.asdict(knn)
    return settings | {"completion": system.completion, "constants": constants()}


@cache
def constants() -> dict[str, Any]:
    """Return the constants of the parts that search, by module and name."""
    found = {}
    for module in sorted(name for part in SEARCH for name in modules(part)):
        for name, value in vars(import_module(f"{synslator.__name__}.{module}")).items():
            if name.isupper() and not name.startswith("_") and (plain := figures(value)) is not None:
                found[f"{module}.{name}"] = plain
    return found


def modules(part: str) -> list[str]:
    """Return a part's modules; a module is one by itself."""
    folder = HOME.joinpath(*part.split("."))
    if not folder.is_dir():
        return [part]
    files = (path for path in folder.rglob("*.py") if path.stem != "__init__")
    return [".".join(path.relative_to(HOME).with_suffix("").parts) for path in files]


def figures(value: Any) -> Any:
    """Return a constant's numbers as JSON has them, or None if it is something else."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: one for name, each in vars_of(value).items() if (one := figures(each)) is not None}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple) and value and all(isinstance(one, int | float) for one in value):
        return list(value)
    return value if isinstance(value, int | float) else None


def vars_of(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass."""
    return {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}


@cache
def code() -> dict[str, Any]:
    """Return the commit of the running code, which an installed wheel has not, and its checksum."""
    commit = git(HOME, "rev-parse", "HEAD")
    return {
        "commit": commit,
        "changed": bool(git(HOME, "status", "--porcelain", "--", ".")) if commit else None,
        "sha256": source_sha256(),
    }


def source_sha256() -> str:
    """Return the checksum of the program's own Python and C files."""
    whole = hashlib.sha256()
    for path in sorted(path for ending in ("py", "c", "h") for path in HOME.rglob(f"*.{ending}")):
        whole.update(path.relative_to(HOME).as_posix().encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()


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
