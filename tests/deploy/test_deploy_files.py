"""The files in `deploy/`: their settings exist, and a server starts with exactly what they say."""

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path

import httpx
import yaml

from postgres import new_database
from serving import COMMAND, PATIENCE
from synslator.cli.commands import COMMANDS
from synslator.settings import SPECS

DEPLOY = Path(__file__).parents[2] / "deploy"
VARIABLES = {spec.variable for spec in SPECS.values()}
PASSWORD = "a password of some length"


def dockerfile_environment() -> dict[str, str]:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    block = re.search(r"^ENV ((?:.*\\\n)*.*)$", text, re.MULTILINE)
    assert block
    return dict(word.split("=", 1) for word in block[1].replace("\\\n", " ").split())


def unit_environment() -> dict[str, str]:
    text = (DEPLOY / "synslator.service").read_text(encoding="utf-8")
    return dict(line.split("=", 1) for line in re.findall(r"^Environment=(.+)$", text, re.MULTILINE))


def compose_environment() -> dict[str, str]:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert services["one"] == services["two"]
    environment: dict[str, str] = services["one"]["environment"]
    return environment


def test_every_setting_in_the_files_exists() -> None:
    for environment in (dockerfile_environment(), unit_environment(), compose_environment()):
        assert {name for name in environment if name.startswith("SYNSLATOR_")} <= VARIABLES
    unit = (DEPLOY / "synslator.service").read_text(encoding="utf-8")
    assert set(re.findall(r"SYNSLATOR_\w+", unit)) <= VARIABLES


def test_every_command_in_the_files_exists() -> None:
    unit = (DEPLOY / "synslator.service").read_text(encoding="utf-8")
    started = re.search(r"^ExecStart=\S+/synslator (.+)$", unit, re.MULTILINE)
    assert started
    image = re.search(r'^CMD \["synslator", "(\w+)"\]$', (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert image
    for words in (shlex.split(started[1]), [image[1]]):
        assert words[0] in COMMANDS


def test_a_server_starts_with_what_the_files_say(tmp_path: Path, postgres_server: str) -> None:
    url = new_database(postgres_server, "deployed")
    # What differs here: the addresses, the folders, and the search cluster, which this test has none of.
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("SYNSLATOR_")},
        **dockerfile_environment(),
        **compose_environment(),
        "SYNSLATOR_DATABASE_URL": url,
        "SYNSLATOR_MEMORY_BACKEND": "embedded",
        "SYNSLATOR_DATA_FOLDER": str(tmp_path / "data"),
        "SYNSLATOR_MODEL": str(tmp_path / "model"),
        "SYNSLATOR_PORT": "0",
    }
    add = [*COMMAND, "user", "add", "ann", "--role", "admin", "--password-stdin"]
    subprocess.run(add, input=PASSWORD, text=True, env=environment, check=True, capture_output=True)
    server = subprocess.Popen(
        [*COMMAND, "serve"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert server.stdout
        line = server.stdout.readline()
        assert line.startswith("Synslator is at "), line
        port = line.split()[3].rpartition(":")[2]
        forwarded = {"Host": "translate.example", "X-Forwarded-Proto": "https"}
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", headers=forwarded) as client:
            assert client.get("/projects").status_code == 401
            answer = client.post("/session", json={"login": "ann", "password": PASSWORD})
            assert answer.status_code == 200
            assert "Secure" in answer.headers["set-cookie"]
    finally:
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0, log
    assert '"stopped"' in log


def test_the_proxy_passes_on_what_the_server_needs() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for needed in ("Host $http_host", "X-Forwarded-Proto $scheme", "Upgrade $http_upgrade"):
        assert f"proxy_set_header {needed}" in nginx
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(re.findall(r"server (\w+):8000;", nginx)) <= services.keys()
