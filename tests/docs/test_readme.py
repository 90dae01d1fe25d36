"""The README says nothing that is not so: its commands run, its counts are right, its page is short."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from serving import PATIENCE
from synslator.formats.documents.builtin import BUILT_IN
from synslator.settings import Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
DONE_ALREADY = ("git clone ", "make run", ". .venv/bin/activate")
"""What has been done where a test runs: the clone is there and installed, and its commands are on the path.
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The variables of a shell in which the environment is active, with a home folder of its own."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SYNSLATOR_", "XDG_"))}
    return kept | {
        "PATH": path,
        "HOME": str(tmp_path / "home"),
        "SYNSLATOR_MODEL": str(ROOT / "models/zh-en"),
    }


@pytest.mark.parametrize("start", DONE_ALREADY)
def test_what_is_not_run_below_is_there(start: str) -> None:
    assert [command for command in COMMANDS if command.startswith(start)]


def test_the_commands_work_one_after_another(tmp_path: Path, environment: dict[str, str]) -> None:
    run = [command for command in COMMANDS if not command.startswith(DONE_ALREADY)]
    assert len(run) >= 4
    script = "\n".join(["set -e -o pipefail", *run])
    done = subprocess.run(
        ["bash", "-c", script],
        check=False,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "Please ch" in done.stdout
    assert (tmp_path / "manual.en.md").read_text(encoding="utf-8").startswith("# ")


def test_make_run_and_make_test_do_what_is_said(tmp_path: Path) -> None:
    for target, command in {"run": "synslator serve", "test": "pytest"}.items():
        planned = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True)
        assert command in planned.stdout
    settings = Settings(data_folder=tmp_path)
    assert f"http://{settings.host}:{settings.port}" in README


def test_the_server_has_a_demo_and_ctrl_c_stops_it(tmp_path: Path, environment: dict[str, str]) -> None:
    command = ["synslator", "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address
            projects = httpx.get(f"{address[0]}/api/projects", timeout=PATIENCE).json()
            ids = {project["name"]: project["id"] for project in projects}
            documents = httpx.get(
                f"{address[0]}/api/projects/{ids['Demo']}/documents", timeout=PATIENCE
            ).json()
            assert "manual.md" in [document["name"] for document in documents]
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=PATIENCE) == 0
        finally:
            server.kill()


def test_the_number_of_formats_is_right() -> None:
    assert re.findall(r"\b(\d+) formats", README) == [str(len(BUILT_IN))]


def test_it_is_a_screen_and_a_half() -> None:
    assert len(README.splitlines()) <= 80
