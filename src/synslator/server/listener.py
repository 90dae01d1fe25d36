"""Runs the application: checks what it needs, opens the port, says where it is, stops cleanly."""

import asyncio
import errno
import logging
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from synslator.errors import SynslatorError, UsageProblem
from synslator.logs import Log
from synslator.server.app import OpenedWorkbench, make_app
from synslator.server.connections import QuietLoop, Waiting, allowed_connections, protocol_with
from synslator.server.guard import is_loopback
from synslator.server.live.frames import LiveProtocol
from synslator.server.live.inbox import MOST_BYTES
from synslator.settings import Settings
from synslator.workbench.services import open_services

log = Log("server")

FRAMES = 4
"""Messages of one page that wait in its connection; each may be as large as any."""
GRACE = 5
"""Seconds that open requests get to finish after a stop; then what runs in the database is interrupted."""
LAST_GRACE = 10
"""Seconds after that at which the process ends, whatever still runs; what was acknowledged is on the disk."""


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is called with the address once the server answers."""
    check_data_folder(settings.data_folder)
    with (
        open_port(settings.host, settings.port, settings.accounts) as listener,
        open_services(settings) as (services, person),
    ):
        if settings.accounts and not services.accounts.any:
            raise SynslatorError("there is no account yet; create one with `synslator user add`")
        _run(
            settings,
            make_app(settings, OpenedWorkbench(services, person)),
            listener,
            announce,
            services.database.interrupt,
        )
    log.info("stopped")


def _run(
    settings: Settings,
    app: FastAPI,
    listener: socket.socket,
    announce: Callable[[str], None],
    interrupt: Callable[[], None],
) -> None:
    """Serve an application until a signal comes; `interrupt` ends what still runs in the database then."""
    host, port = listener.getsockname()[:2]
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            asyncio.get_running_loop().set_exception_handler(QuietLoop())
            await super().startup(sockets)
            log.info("listening", address=address, data_folder=settings.data_folder)
            announce(address)

    server = Server(
        uvicorn.Config(
            app,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            ws=LiveProtocol,
            ws_max_size=MOST_BYTES,
            # To compress each answer to a keystroke takes longer than to send it.
            ws_per_message_deflate=False,
            ws_max_queue=FRAMES,
            http=protocol_with(Waiting(allowed_connections())),
        )
    )

    def stop(number: int, frame: object) -> None:
        server.should_exit = True
        end_in_time(interrupt)

    # uvicorn raises the signal once more when it has stopped; to us a stop is a success.
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run([listener])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end_in_time(interrupt: Callable[[], None]) -> None:
    """See to it that the process ends after a stop, whatever its threads are still busy with."""

    def watch() -> None:
        time.sleep(GRACE)
        interrupt()
        time.sleep(LAST_GRACE)
        log.error("something did not end in time; the process is ended", seconds=GRACE + LAST_GRACE)
        logging.shutdown()
        os._exit(1)

    threading.Thread(target=watch, name="end", daemon=True).start()


def check_data_folder(folder: Path) -> None:
    """Make the data folder if it is missing, and make sure that it can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise SynslatorError(
            f"the data folder {folder} cannot be written ({reason}); choose another with --data-folder"
        ) from error


def open_port(host: str, port: int, accounts: bool = False) -> socket.socket:
    """Bind the port, or say in words why it cannot be had."""
    if not accounts and not is_loopback(host):
        raise UsageProblem(
            f"host must be a loopback address such as 127.0.0.1, not {host}: without sign-in, other machines"
            " must not reach this server. To serve them, start it with --accounts true"
        )
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family)
        # Connections inherit it. Without it the second of two short messages, a completion behind a check,
        # waits for the page to acknowledge the first, which takes a browser up to 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SynslatorError(
                f"port {port} of {host} is taken by another program; stop it or choose another with --port"
            ) from error
        raise SynslatorError(f"cannot listen on port {port} of {host} ({error.strerror})") from error
