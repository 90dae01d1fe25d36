"""The probes of a workbench that is open: its model, its index, its database and its plug-ins."""

from synslator.errors import SynslatorError
from synslator.server.health import ComponentState, Probes
from synslator.workbench.plugins import plugins
from synslator.workbench.services import Services


def probes_of(services: Services) -> Probes:
    """Ask the parts that a workbench stands on."""

    def model() -> ComponentState:
        found = services.machine.state()
        return ComponentState(state=found.state, detail=found.detail)

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

    return Probes(model, index, database, installed)
