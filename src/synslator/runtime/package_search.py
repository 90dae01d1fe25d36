"""Which model packages there are on this machine.

A package may be the one that is configured, one in the model folder, where `synslator model install` puts
them, one in the folder `models` of the clone that the program runs from, or one that a model wheel installed:
a folder `synslator_model_…` where Python looks for modules.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from synslator.runtime.manifest import MANIFEST

WHEEL = "synslator_model_*"


@dataclass(frozen=True)
class FoundPackage:
    """A package and how it was found."""

    folder: Path
    origin: str
    """`configured`, `model folder`, `clone` or `installed`; several are joined."""


def find_packages(configured: Path, model_folder: Path) -> list[FoundPackage]:
    """Every package, each once, the configured one first, although it may not be there."""
    origins: dict[Path, list[str]] = {configured.resolve(): ["configured"]}
    for origin, folder in (*packages_in(model_folder), *clone_packages(), *installed_packages()):
        origins.setdefault(folder.resolve(), []).append(origin)
    return [FoundPackage(folder, ", ".join(dict.fromkeys(names))) for folder, names in origins.items()]


def packages_in(model_folder: Path) -> Iterator[tuple[str, Path]]:
    """The packages of the model folder. What begins with a full stop is being copied."""
    for path in sorted(model_folder.glob(f"[!.]*/{MANIFEST}")):
        yield "model folder", path.parent


def clone_packages() -> Iterator[tuple[str, Path]]:
    """The packages of the clone, if the program runs from one."""
    root = Path(__file__).resolve().parents[2]
    if root.name == "src":
        yield from (("clone", path.parent) for path in sorted(root.parent.glob(f"models/*/{MANIFEST}")))


def installed_packages() -> Iterator[tuple[str, Path]]:
    """The packages that wheels installed."""
    for entry in sys.path:
        yield from (("installed", path.parent) for path in sorted(Path(entry).glob(f"{WHEEL}/{MANIFEST}")))
