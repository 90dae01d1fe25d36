"""Serving as a process: where it listens, how it refuses and how it stops."""

import fcntl
import os
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest
from websockets.sync.client import connect

from serving import COMMAND, PATIENCE, Launch, Served
from synslator.server.listener import open_port
from talking import Api


def refused(*flags: str, data_folder: Path) -> tuple[int, str]:
    """Run `synslator serve` where it cannot, and return its exit code and what it says."""
    command = [*COMMAND, "serve", "--data-folder", str(data_folder), *flags]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return result.returncode, result.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(launch: Launch, number: signal.Signals) -> None:
    served = launch()
    with urllib.request.urlopen(served.address + "/api/health") as answer:
        assert answer.status == 200

    assert served.stop(number) == 0
    assert served.log.splitlines()[-1].endswith("server: stopped")
    assert "Traceback" not in served.log
    # No process is left in its group, no lock is held in its folder, and its port can be had again.
    with pytest.raises(ProcessLookupError):
        os.killpg(served.process.pid, 0)
    for path in served.data_folder.rglob("*.lock"):
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    again = launch(port=served.port)
    assert again.address == served.address
    assert again.stop() == 0


def test_a_stop_does_not_wait_for_an_idle_connection(launch: Launch) -> None:
    served = launch()
    with socket.create_connection(("127.0.0.1", served.port)):
        assert served.stop() == 0


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, message = refused("--port", str(port), data_folder=tmp_path)
    assert code == 1
    assert message == (
        f"Error: port {port} of 127.0.0.1 is taken by another program; "
        "stop it or choose another with --port\n"
    )


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder, reason in ((file, "it is a file"), (file / "below", "Not a directory")):
        code, message = refused("--port", "0", data_folder=folder)
        assert code == 1
        assert message == (
            f"Error: the data folder {folder} cannot be written ({reason}); "
            "choose another with --data-folder\n"
        )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org"])
def test_it_listens_to_this_machine_only(tmp_path: Path, host: str) -> None:
    code, message = refused("--host", host, data_folder=tmp_path)
    assert code == 2
    assert "must be a loopback address" in message


def test_no_message_waits_for_another_to_be_acknowledged() -> None:
    with open_port("127.0.0.1", 0) as listener:
        with socket.create_connection(listener.getsockname()):
            connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_ipv6_addresses_are_written_as_urls(launch: Launch) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    served = launch("--host", "::1")
    assert served.address.startswith("http://[::1]:")
    with urllib.request.urlopen(served.address + "/api/health") as answer:
        assert answer.status == 200
    served.stop()


def test_answers_are_sent_as_they_are(served: Served, api: Api) -> None:
    """Compressing would cost more time for each keystroke than it saves on the way."""
    (segment,) = api.document(api.project()["id"], "你好。")
    url = served.address.replace("http", "ws", 1) + f"/api/documents/{segment['document']}/live"
    with connect(url, compression="deflate") as connection:
        assert connection.response is not None
        assert "Sec-WebSocket-Extensions" not in connection.response.headers
