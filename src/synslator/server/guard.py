"""What surrounds every request: the host check, security headers, the request log, the last resort.

One ASGI layer outside the framework, so that nothing that is answered can miss it.
"""

import ipaddress
import secrets
import time
from collections.abc import Collection, MutableMapping
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from synslator.logs import Log
from synslator.server import failures
from synslator.server.access import is_known
from synslator.server.bodies import Body

log = Log("server")

FIXED_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY_VIOLATION = 1008
"""The WebSocket code for a connection that is refused."""

QUIET = ("/assets/", "/api/health")
"""Requests that a page makes by itself, over and over; they are logged at debug only."""


def content_security_policy(nonce: str) -> str:
    """Allow the page its own files and, by the nonce, the styles that its editor makes; nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' 'nonce-{nonce}'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address can only be this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def foreign(headers: Headers, local: bool = True, allowed: Collection[str] = ()) -> str | None:
    """Return why a request must not be served, if another site's page may have sent it.

    Without sign-in, being able to send a request is all it takes. A site can point its own name at a
    loopback address, which the Host header gives away; or send to ours, which the Origin header does. Where
    people sign in, the server is not `local` and may have any name, or those that are `allowed`.
    """
    host = headers.get("host", "")
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        name = ""
    if (local or allowed) and not is_loopback(name) and name not in allowed:
        return (
            f"This server does not answer to the name {host or '(none)'}. Use http://localhost with its port,"
            " or add the name to the setting allowed_hosts."
        )
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != host:
        return f"Expected a request from {host} itself, found one from {origin}."
    return None


class Guard:
    """Wraps the application; see the module."""

    def __init__(self, app: ASGIApp, local: bool = True, allowed: Collection[str] = ()) -> None:
        self.app, self.local, self.allowed = app, local, allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] == "websocket":
            if foreign(Headers(scope=scope), self.local, self.allowed):
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            else:
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(_Exchange(scope, receive, send), receive)
        else:
            await self.app(scope, receive, send)

    async def _serve(self, exchange: "_Exchange", receive: Receive) -> None:
        scope = exchange.scope
        try:
            if reason := foreign(Headers(scope=scope), self.local, self.allowed):
                await failures.answer(HTTPStatus.FORBIDDEN, reason)(scope, receive, exchange.send)
            elif not exchange.body.refused:
                await self.app(scope, exchange.body.receive, exchange.send)
        except Exception as error:
            if not exchange.body.refused:
                log.error("fault", error=error, method=scope["method"], path=scope["path"])
            if exchange.status:
                raise
            if not exchange.body.refused:
                await failures.fault()(scope, receive, exchange.send)
        if (refused := exchange.body.refused) and not exchange.status:
            exchange.body.refused = None
            response = failures.answer(refused.status, refused.message)
            # The rest of the body is not waited for.
            response.headers["Connection"] = "close"
            await response(scope, receive, exchange.send)
        exchange.record()


class _Exchange:
    """One request and its answer."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.body = Body(scope, receive, partial(is_known, scope))
        self.started = time.perf_counter()
        self.status = 0
        self._send = send
        self._nonce = secrets.token_urlsafe(16)
        state: MutableMapping[str, Any] = scope.setdefault("state", {})
        state["nonce"] = self._nonce

    async def send(self, message: Message) -> None:
        """Pass a message on, with the headers that every answer carries."""
        if self.body.refused and not self.status:
            # What the application makes of half a body is of no interest.
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = content_security_policy(self._nonce)
            for name, value in FIXED_HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await self._send(message)

    def record(self) -> None:
        """Log the request; its query may quote the translator, so only the path is kept."""
        write = log.debug if self.scope["path"].startswith(QUIET) else log.info
        milliseconds = round((time.perf_counter() - self.started) * 1000, 1)
        method, path = self.scope["method"], self.scope["path"]
        write("request", method=method, path=path, status=self.status, ms=milliseconds)
