"""One JSON shape for every failure, whoever notices it: a route, the router, validation or a fault."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from synslator.errors import Busy, NotThere, SynslatorError, UsageProblem
from synslator.formats.documents.core.problems import DocumentProblem
from synslator.storage.database import StorageProblem, Taken
from synslator.storage.people.accounts import LastAdministrator, LoginTaken
from synslator.workbench.machine import NoMachine
from synslator.workbench.people.accounts import NotPermitted, NotSignedIn
from synslator.workbench.resources.memories import NotTheOwner
from synslator.workbench.resources.training_data import TrainingRefused

STATUS: dict[type[SynslatorError], HTTPStatus] = {
    UsageProblem: HTTPStatus.BAD_REQUEST,
    DocumentProblem: HTTPStatus.BAD_REQUEST,
    NotThere: HTTPStatus.NOT_FOUND,
    NotTheOwner: HTTPStatus.FORBIDDEN,
    NotSignedIn: HTTPStatus.UNAUTHORIZED,
    NotPermitted: HTTPStatus.FORBIDDEN,
    TrainingRefused: HTTPStatus.FORBIDDEN,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    NoMachine: HTTPStatus.SERVICE_UNAVAILABLE,
    Taken: HTTPStatus.CONFLICT,
    LoginTaken: HTTPStatus.CONFLICT,
    LastAdministrator: HTTPStatus.CONFLICT,
    StorageProblem: HTTPStatus.SERVICE_UNAVAILABLE,
    SynslatorError: HTTPStatus.CONFLICT,
}
"""The HTTP status of an error of the parts below: that of its own class, or of the nearest parent here."""


class Problem(BaseModel):
    """One thing that is wrong with a request, and where in it."""

    where: str
    message: str


class Failure(BaseModel):
    """What every failed request answers: a code for programs, a sentence for people."""

    code: str
    message: str
    problems: list[Problem] = []


DOCUMENTED: dict[int | str, dict[str, Any]] = {
    "default": {"model": Failure, "description": "The request failed; the answer says why."}
}
"""For `FastAPI(responses=...)`: what OpenAPI says of failures."""


def answer(status: HTTPStatus, message: str, problems: list[Problem] | None = None) -> JSONResponse:
    """Make the response for a failure."""
    failure = Failure(code=status.name.lower(), message=message, problems=problems or [])
    return JSONResponse(failure.model_dump(), status)


def fault() -> JSONResponse:
    """Answer for an error nobody foresaw; what it was is in the log, not in the answer."""
    return answer(HTTPStatus.INTERNAL_SERVER_ERROR, "This is a fault in Synslator; its log says more.")


def register(app: FastAPI) -> None:
    """Make `app` answer every failure in the one shape."""
    app.add_exception_handler(SynslatorError, _of_the_parts)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _of_validation)


async def _of_the_parts(request: Request, error: Exception) -> JSONResponse:
    status = next(STATUS[parent] for parent in type(error).__mro__ if parent in STATUS)
    return answer(status, str(error))


async def _of_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    response = answer(status, error.detail if error.detail != status.phrase else status.description)
    response.headers.update(error.headers or {})
    return response


async def _of_validation(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    problems = [
        Problem(where=".".join(str(step) for step in item["loc"]), message=item["msg"])
        for item in error.errors()
    ]
    message = "The request is not valid; see the problems listed."
    return answer(HTTPStatus.UNPROCESSABLE_ENTITY, message, problems)
