"""`/api/health`: which version answers, and the state of the parts it stands on.

A part reports through a probe: a function that looks at the part and returns its `ComponentState` now.
A part that nobody registered is reported as absent, never guessed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from synslator import __version__

State = Literal["absent", "present", "ready", "failed"]


class ComponentState(BaseModel):
    """How one part is doing.

    `absent`: it is not there. `present`: it is there but not open yet. `ready`: it is open and answers.
    `failed`: it is there and cannot be used.
    """

    state: State
    detail: str


class Health(BaseModel):
    """What `/api/health` answers."""

    version: str
    model: ComponentState
    index: ComponentState
    database: ComponentState
    plugins: ComponentState


Probe = Callable[[], ComponentState]


@dataclass(frozen=True)
class Probes:
    """Where health asks; the server that opens a part registers the part's probe here."""

    model: Probe = lambda: ComponentState(state="absent", detail="no model package is open")
    index: Probe = lambda: ComponentState(state="absent", detail="no translation-memory index is open")
    database: Probe = lambda: ComponentState(state="absent", detail="no database is open")
    plugins: Probe = lambda: ComponentState(state="absent", detail="no plug-in is installed")

    def health(self) -> Health:
        """Ask every part how it is doing."""
        return Health(
            version=__version__,
            model=self.model(),
            index=self.index(),
            database=self.database(),
            plugins=self.plugins(),
        )


def package_on_disk(folder: Path) -> Probe:
    """Return a probe that looks whether `folder` holds a model package."""

    def probe() -> ComponentState:
        # The folder's full path is for `synslator config`; here it could tell a stranger about the machine.
        if not folder.is_dir():
            return ComponentState(state="absent", detail=f"there is no model folder {folder.name}")
        if not (folder / "manifest.json").is_file():
            return ComponentState(state="failed", detail=f"model folder {folder.name} has no manifest.json")
        return ComponentState(state="present", detail=folder.name)

    return probe


def router(probes: Probes) -> APIRouter:
    """Make the health endpoint."""
    routes = APIRouter(tags=["health"])

    @routes.get("/health", summary="The version that answers and the state of its parts")
    def health() -> Health:
        return probes.health()

    return routes
