"""`/api/health`: which version answers, and the state of the parts it stands on.

A part reports through a probe: a function that looks at the part and returns its `ComponentState` now.
A part that nobody registered is reported as absent, never guessed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from synslator import __version__

PartState = Literal["absent", "present", "ready", "failed"]


class ComponentState(BaseModel):
    """How one part is doing.

    `absent`: it is not there. `present`: it is there but not open yet. `ready`: it is open and answers.
    `failed`: it is there and cannot be used.
    """

    state: PartState
    detail: str


class ModelState(BaseModel):
    """A model package that can be used, and how it is doing; `present`: it is opened when it is needed."""

    name: str
    version: str
    source_language: str
    target_language: str
    state: PartState


class Health(BaseModel):
    """What `/api/health` answers. `model` is the preferred package, `models` are all that can be used."""

    version: str
    model: ComponentState
    models: list[ModelState]
    index: ComponentState
    database: ComponentState
    plugins: ComponentState
    jobs: ComponentState
    disk: ComponentState
    threads: ComponentState

    @property
    def can_serve(self) -> bool:
        """Whether people can work: without a model they can, without what keeps their work they cannot."""
        return all(part.state != "failed" for part in (self.database, self.disk, self.threads))


Probe = Callable[[], ComponentState]


@dataclass(frozen=True)
class Probes:
    """Where health asks; the server that opens a part registers the part's probe here."""

    model: Probe = lambda: ComponentState(state="absent", detail="no model package is open")
    index: Probe = lambda: ComponentState(state="absent", detail="no translation-memory index is open")
    database: Probe = lambda: ComponentState(state="absent", detail="no database is open")
    plugins: Probe = lambda: ComponentState(state="absent", detail="no plug-in is installed")
    jobs: Probe = lambda: ComponentState(state="absent", detail="no queue of jobs is open")
    disk: Probe = lambda: ComponentState(state="absent", detail="no data folder is open")
    threads: Probe = lambda: ComponentState(state="absent", detail="nothing runs in the background")
    models: Callable[[], list[ModelState]] = lambda: []

    def health(self) -> Health:
        """Ask every part how it is doing."""
        return Health(
            version=__version__,
            model=self.model(),
            models=self.models(),
            index=self.index(),
            database=self.database(),
            plugins=self.plugins(),
            jobs=self.jobs(),
            disk=self.disk(),
            threads=self.threads(),
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
    """Create the health endpoint."""
    routes = APIRouter(tags=["health"])

    @routes.get(
        "/health",
        summary="The version that answers and the state of its parts",
        responses={503: {"model": Health, "description": "It cannot serve; the parts say why."}},
    )
    def health(response: Response) -> Health:
        found = probes.health()
        if not found.can_serve:
            response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        return found

    return routes
