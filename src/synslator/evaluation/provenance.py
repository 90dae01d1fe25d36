"""How a number was made: package, data, settings, versions and date. Every result carries this."""

import dataclasses
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from synslator import __version__
from synslator.evaluation.system import System
from synslator.evaluation.testset import TestSet, file_sha256
from synslator.runtime.manifest import MANIFEST

LIBRARIES = ("numpy", "onnxruntime", "sentencepiece", "sacrebleu", "sacremoses", "rapidfuzz", "tantivy")


@dataclass(frozen=True)
class Made:
    """The circumstances of a result."""

    package: dict[str, str]
    engine: str
    data: dict[str, Any]
    memory: dict[str, Any] | None
    settings: dict[str, Any]
    versions: dict[str, str]
    date: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The fields, for a result file."""
        return dataclasses.asdict(self)


def made(system: System, data: TestSet, seconds: float, **settings: Any) -> Made:
    """Note how a result came about; `settings` are those besides the search options."""
    package, memory = system.engine.package, system.memory
    return Made(
        {
            "name": package.manifest.name,
            "version": package.manifest.version,
            "sha256": file_sha256(package.folder / MANIFEST),
        },
        system.engine.name,
        {"name": data.name, "sha256": data.sha256, "lines": len(data.pairs)},
        {"name": memory.name, "sha256": memory.sha256, "entries": memory.entries} if memory else None,
        dataclasses.asdict(system.options) | settings,
        versions(),
        datetime.now(UTC).isoformat(timespec="seconds"),
        round(seconds, 1),
    )


def versions() -> dict[str, str]:
    """Of this program and of what its numbers depend on."""
    found = {"synslator": __version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "absent"
    return found
