"""The probes of a workbench that is open: its models, its index, its database and its plug-ins."""

import os
import shutil

from synslator.errors import SynslatorError
from synslator.server.health import ComponentState, ModelState, PartState, Probes
from synslator.workbench.plugins import plugins
from synslator.workbench.services import Services

LEAST_FREE = 8 << 20
"""Bytes; a database in a file needs some of them to write at all."""


def probes_of(services: Services) -> Probes:
    """Ask the parts that a workbench stands on."""

    def model() -> ComponentState:
        found = services.models.state()
        return ComponentState(state=found.state, detail=found.detail)

    def models() -> list[ModelState]:
        return [
            ModelState(
                name=info.name,
                version=info.version,
                source_language=info.source_language,
                target_language=info.target_language,
                state=services.models.state_of(info).state,
            )
            for info in services.models.known()
        ]

    def database() -> ComponentState:
        try:
            services.database.fetch("SELECT 1")
        except SynslatorError as error:
            return ComponentState(state="failed", detail=str(error))
        return ComponentState(state="ready", detail=services.database.engine.dialect.name)

    def index() -> ComponentState:
        try:
            memories = services.memories.list()
            troubled = [
                f"{info.name}: {health.reason or health.state.value}"
                for info in memories
                if (health := services.memories.search(info.id).health()).stale
            ]
        except SynslatorError as error:
            return ComponentState(state="failed", detail=str(error))
        if troubled:
            return ComponentState(state="present", detail="; ".join(troubled))
        return ComponentState(
            state="ready", detail="1 memory" if len(memories) == 1 else f"{len(memories)} memories"
        )

    def installed() -> ComponentState:
        found = plugins()
        problems = sum(len(one.problems) for one in found)
        packages = sorted({f"{one.package} {one.version}" for one in found})
        if not found:
            return ComponentState(state="absent", detail="no plug-in is installed")
        detail = ", ".join(packages)
        if problems:
            detail += f"; {problems} cannot be used: see `synslator plugins`"
        return ComponentState(state="failed" if problems else "ready", detail=detail)

    def jobs() -> ComponentState:
        try:
            waiting, silent = services.jobs.waiting()
        except SynslatorError as error:
            return ComponentState(state="failed", detail=str(error))
        if silent:
            return ComponentState(state="failed", detail=f"{silent} jobs run without a sign of life")
        return ComponentState(state="ready", detail=f"{waiting} waiting or running")

    def disk() -> ComponentState:
        try:
            free = shutil.disk_usage(services.uploads.parent).free
        except OSError as error:
            return ComponentState(state="failed", detail=error.strerror or "cannot be read")
        if not os.access(services.uploads.parent, os.W_OK):
            return ComponentState(state="failed", detail="the data folder cannot be written")
        # A server of a shared database keeps nothing here that it could not do without.
        state: PartState = "ready" if free > LEAST_FREE or not services.database.is_sqlite else "failed"
        return ComponentState(state=state, detail=f"{free >> 20:,} MiB free")

    def threads() -> ComponentState:
        if troubles := [thread.trouble for thread in services.threads if thread.trouble]:
            return ComponentState(state="failed", detail="; ".join(troubles))
        return ComponentState(state="ready", detail=f"{len(services.threads)} loops")

    return Probes(model, index, database, installed, jobs, disk, threads, models)
