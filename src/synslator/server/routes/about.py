"""What this installation can do, and who is asking."""

from fastapi import APIRouter

from synslator import __version__
from synslator.engines.registry import ENGINES
from synslator.formats.documents.formats import FORMATS
from synslator.server.access import Who, Workbench
from synslator.workbench.checks import CHECKS
from synslator.workbench.messages.conversion import model_view
from synslator.workbench.messages.figures import AboutView, EngineKindView, FormatView, PersonView
from synslator.workbench.messages.segments import CheckView

routes = APIRouter(tags=["about"])


@routes.get("/about")
def about(services: Workbench, who: Who) -> AboutView:
    """Return the model, the engines and formats that there are, and who is asking."""
    models = services.models.known()
    first = models[0] if models else None
    return AboutView(
        version=__version__,
        source_language=first.source_language if first else None,
        target_language=first.target_language if first else None,
        model=f"{first.name} {first.version}" if first else None,
        models=[model_view(services.models, info) for info in models],
        engines=[
            EngineKindView(
                name=kind.name, title=kind.title, summary=kind.summary, needs_training=kind.needs_training
            )
            for kind in ENGINES.values()
        ],
        formats=[
            FormatView(name=one.name, title=one.title, extensions=list(one.extensions))
            for one in FORMATS.values()
        ],
        person=PersonView(login=who.login, name=who.name),
    )


@routes.get("/checks")
def list_checks() -> list[CheckView]:
    """Return the checks that there are; a project's `checks_off` names those that it does not want."""
    return [CheckView(name=one.name, summary=one.summary) for one in CHECKS.values()]
