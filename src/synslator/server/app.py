"""Puts the web application together."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, nullcontext
from dataclasses import dataclass

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response

from synslator import __version__
from synslator.server import failures, health, page
from synslator.server.description import describe_with_messages
from synslator.server.guard import Guard
from synslator.server.health import Probes
from synslator.server.limits import Limiter
from synslator.server.live.inbox import People
from synslator.server.live.socket import WireTexts
from synslator.server.live.socket import routes as live_routes
from synslator.server.probes import probes_of
from synslator.server.routes import (
    about,
    audit,
    documents,
    jobs,
    memories,
    people,
    projects,
    search,
    segments,
    session,
    termbases,
)
from synslator.server.uploads import HEAVY_UPLOADS, LIGHT_UPLOADS
from synslator.settings import Settings
from synslator.storage.people.organisations import Person
from synslator.workbench.services import Services

DESCRIPTION = """What scripts and the web page use; `docs/api.md` is the introduction, `docs/live-session.md`
describes the WebSocket. Every failure has the same shape, `Failure`."""
KINDS = (about, session, people, audit, projects, documents, segments, search, memories, termbases, jobs)
REQUESTS = (50.0, 300)
"""Requests of each person with an account: a second, and at once."""
ATTEMPTS = (0.1, 10)
"""Failed attempts to sign in, of each address and each login: a second, and at once."""
WRONG_TOKENS = (0.5, 30)
"""Requests of each address with a token that is wrong: a second, and at once."""
SIGN_INS = 4
"""Passwords that are looked at at the same time: each takes 64 MiB."""
EXPORTS = 3
"""Documents that are written at the same time; each may take much memory."""
LIVE_THREADS = 8
"""Messages of live sessions that are handled at the same time."""


@dataclass(frozen=True)
class OpenedWorkbench:
    """What the application works on: the workbench, and who works at it without signing in."""

    services: Services
    person: Person


def make_app(
    settings: Settings, opened: OpenedWorkbench | None = None, probes: Probes | None = None
) -> FastAPI:
    """Create the application that serves `settings`; without a workbench it can only be described."""
    if probes is None:
        probes = (
            probes_of(opened.services) if opened else Probes(model=health.package_on_disk(settings.model))
        )
    app = FastAPI(
        title="Synslator",
        description=DESCRIPTION,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=failures.DOCUMENTED,
        generate_unique_id_function=lambda route: route.name,
        lifespan=_lifespan,
    )
    app.state.accounts = settings.accounts
    app.state.heavy_uploads = asyncio.Semaphore(HEAVY_UPLOADS)
    app.state.light_uploads = asyncio.Semaphore(LIGHT_UPLOADS)
    app.state.exports = asyncio.Semaphore(EXPORTS)
    app.state.sign_ins = asyncio.Semaphore(SIGN_INS)
    app.state.people, app.state.texts = People(), WireTexts()
    app.state.limits, app.state.sign_in_limits = Limiter(*REQUESTS), Limiter(*ATTEMPTS)
    app.state.token_limits = Limiter(*WRONG_TOKENS)
    if opened:
        app.state.services, app.state.person = opened.services, opened.person
    failures.register(app)

    api = APIRouter(prefix="/api")
    api.include_router(health.router(probes))
    for kind in KINDS:
        api.include_router(kind.routes)
    api.include_router(live_routes)
    app.include_router(api)

    @app.get("/api/docs", include_in_schema=False)
    def docs(request: Request) -> Response:
        return page.document(page.PAGE / "docs.html", request)

    describe_with_messages(app)
    # Last, because it takes every address that nothing above has taken.
    app.include_router(page.router())
    names = (name.strip().lower().rstrip(".") for name in settings.allowed_hosts.split(","))
    app.add_middleware(Guard, local=not settings.accounts, allowed=frozenset(filter(None, names)))
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Keep threads for live sessions: some for messages, one for what can wait. No reader outlives them."""
    with (
        closing(app.state.services.documents.readers) if hasattr(app.state, "services") else nullcontext(),
        ThreadPoolExecutor(LIVE_THREADS, "live") as app.state.live_pool,
        ThreadPoolExecutor(1, "preparing") as app.state.background_pool,
    ):
        yield
