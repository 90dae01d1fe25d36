"""Files that are sent as the body of a request, read with a limit and never held twice."""

import secrets
from http import HTTPStatus
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from synslator.errors import UsageProblem

MIB = 1 << 20
MOST_DOCUMENT = 256 * MIB
MOST_EXCHANGE = 4096 * MIB
"""What a document, and a file for a memory or termbase, may have at most."""

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
    """Give the last part of a file's name, whatever system it comes from."""
    last = PureWindowsPath(PurePosixPath(name).name).name
    if last in ("", ".", "..") or "\0" in last or len(last.encode()) > LONGEST_NAME:
        raise UsageProblem(
            f"The name of a file with at most {LONGEST_NAME} bytes was expected, not {name!r}."
        )
    return last


async def read_body(request: Request, limit: int = MOST_DOCUMENT) -> bytes:
    """Read a file into memory."""
    _refuse_large(request, limit)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise _too_large(limit)
    return bytes(body)


async def store_body(request: Request, folder: Path, name: str, limit: int = MOST_EXCHANGE) -> Path:
    """Write a file to a folder of its own below `folder`; give where it is."""
    _refuse_large(request, limit)
    path = folder / secrets.token_hex(8) / plain_name(name)
    path.parent.mkdir(parents=True)
    size = 0
    try:
        with path.open("wb") as file:
            async for chunk in request.stream():
                size += len(chunk)
                if size > limit:
                    raise _too_large(limit)
                await run_in_threadpool(file.write, chunk)
    except BaseException:
        path.unlink(missing_ok=True)
        path.parent.rmdir()
        raise
    return path


def _refuse_large(request: Request, limit: int) -> None:
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise _too_large(limit)


def _too_large(limit: int) -> HTTPException:
    message = f"A file of at most {limit // MIB:,} MiB was expected, but this one is larger."
    return HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
