"""The built web page: its hashed files for ever, its start page fresh for every visit."""

from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response

PAGE = Path(__file__).parent / "page"
"""Where `make web` puts the page; a wheel carries it."""

NONCE = "__CSP_NONCE__"
"""What the build writes where the nonce of the answer belongs."""

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
REVALIDATED = {"Cache-Control": "no-cache"}


def router(page: Path = PAGE) -> APIRouter:
    """Serve the files of `page`, and its start page for every address that the page itself routes."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/{path:path}", methods=["GET", "HEAD"])
    def file_or_start(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(HTTPStatus.NOT_FOUND, f"There is no {request.url.path} here.")
        if "." not in path.rpartition("/")[2]:
            return document(page / "index.html", request)
        file = (page / path).resolve()
        if not file.is_file() or not file.is_relative_to(page.resolve()):
            raise HTTPException(HTTPStatus.NOT_FOUND, f"The page has no file {path}.")
        if file.suffix == ".html":
            return document(file, request)
        return FileResponse(file, headers=FOR_EVER if path.startswith("assets/") else REVALIDATED)

    return routes


def document(file: Path, request: Request) -> Response:
    """Return an HTML file with the nonce that the answer's security policy allows."""
    try:
        html = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        message = "The web page has not been built; run `make web`."
        raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, message) from None
    return HTMLResponse(html.replace(NONCE, request.state.nonce))
