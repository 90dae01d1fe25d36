"""Files that are sent as the body of a request: written to the disk as they come, never held in memory.

However many people upload at once, few of what takes memory is worked on at the same time; the rest waits.
"""

import asyncio
import errno
import secrets
import shutil
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Annotated, Any, TypeVar

from fastapi import Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from synslator.errors import UsageProblem
from synslator.server.access import check_project
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.document_reader import is_light
from synslator.workbench.messages.projects import JobView
from synslator.workbench.services import Services

Result = TypeVar("Result")
MIB = 1 << 20
MOST_DOCUMENT = 256 * MIB
MOST_EXCHANGE = 4096 * MIB
"""What a document, and a file for a memory or termbase, may have at most."""

HEAVY_UPLOADS = 2
"""Documents and packages that are not light, of which so many are worked on at the same time."""
LIGHT_UPLOADS = 8
"""The same of light ones: each has a process, and a thread that waits for it."""

LONGEST_NAME = 240
"""Bytes; what file systems take, with room for an ending of ours."""

ANY_FILE = "application/octet-stream"
FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {ANY_FILE: {"schema": {"type": "string", "format": "binary"}}}}
}
"""For `responses`: the answer is a file."""

FILE_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The bytes of the file, as they are.",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""For `openapi_extra`: the body is a file."""

FileName = Annotated[
    str,
    Query(min_length=1, max_length=255, description="The file's name; its ending tells what a text is."),
]


def plain_name(name: str) -> str:
    """Return the last part of a file's name, whatever system it comes from."""
    last = PureWindowsPath(PurePosixPath(name).name).name
    if last in ("", ".", "..") or "\0" in last or len(last.encode()) > LONGEST_NAME:
        raise UsageProblem(f"The file name {name!r} is not valid. Use one of at most {LONGEST_NAME} bytes.")
    return last


async def store_body(request: Request, folder: Path, name: str, limit: int = MOST_EXCHANGE) -> Path:
    """Write a file to a folder of its own below `folder`; return where it is. What fails leaves nothing."""
    _refuse_large(request, limit)
    path = folder / secrets.token_hex(8) / plain_name(name)
    size = 0
    try:
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            async for chunk in request.stream():
                size += len(chunk)
                if size > limit:
                    raise _too_large(limit)
                await run_in_threadpool(file.write, chunk)
    except BaseException as error:
        shutil.rmtree(path.parent, ignore_errors=True)
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _disk_full() from error
        raise
    return path


async def with_body(request: Request, folder: Path, name: str, work: Callable[[Path], Result]) -> Result:
    """Have a document or a package worked on by a thread once all of it is here; then remove the file."""
    path = await store_body(request, folder, name, MOST_DOCUMENT)
    try:
        light = await run_in_threadpool(is_light, path)
        turns: asyncio.Semaphore = (
            request.app.state.light_uploads if light else request.app.state.heavy_uploads
        )
        async with turns:
            return await run_in_threadpool(work, path)
    finally:
        shutil.rmtree(path.parent, ignore_errors=True)


async def begin_import(
    request: Request,
    services: Services,
    who: Person,
    kind: str,
    name: str,
    into: str,
    task: Mapping[str, object],
    project: int | None,
) -> JobView:
    """Store an uploaded exchange file and begin the job that imports it; `into` is what it goes into."""
    if project is not None:
        await run_in_threadpool(check_project, services, who, project)
    path = await store_body(request, services.uploads, name)
    title = f"Importing {plain_name(name)} into {into}"
    job = await run_in_threadpool(services.jobs.add, who, kind, title, {**task, "file": str(path)}, project)
    return JobView.of(job)


def _refuse_large(request: Request, limit: int) -> None:
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise _too_large(limit)


def _too_large(limit: int) -> HTTPException:
    message = f"The file is larger than {limit // MIB:,} MiB, which is the most that can be uploaded."
    return HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)


def _disk_full() -> HTTPException:
    message = "The server's disk is full. Free some space and upload the file again."
    return HTTPException(HTTPStatus.INSUFFICIENT_STORAGE, message)
