"""The command itself: help, failures and exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from serving import COMMAND
from synslator import __version__, cli
from synslator.cli import main
from synslator.cli.commands import COMMANDS
from synslator.errors import SynslatorError

HEAVY = {
    "torch",
    "onnxruntime",
    "numpy",
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "tantivy",
    "lxml",
    "openpyxl",
    "rich",
}


def run(*arguments: str) -> "click.testing.Result":
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Put a command into the group that raises the parameter."""

    @click.command("fail")
    def fail() -> None:
        raise request.param

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda self, ctx, name: fail)


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, declared in COMMANDS.items():
        assert f"  {name}" in result.output
        assert declared.summary in " ".join(result.output.split())


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_loads_and_says_the_same_of_itself(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert COMMANDS[name].summary.rstrip(".") in " ".join(result.output.split())


def test_version() -> None:
    assert __version__ in run("--version").output


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from synslator.cli import main; main(['-h'], standalone_mode=False); print(*sys.modules)"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    imported = {module.partition(".")[0] for module in output.splitlines()[-1].split()}
    assert "click" in imported
    assert imported.isdisjoint(HEAVY)


@pytest.mark.parametrize(
    ("failing", "code", "message"),
    [
        (
            SynslatorError("this is a termbase, not a memory"),
            1,
            "Error: this is a termbase, not a memory\n",
        ),
        (KeyboardInterrupt(), 130, "Error: interrupted\n"),
        (KeyError("x"), 70, "Error: KeyError: 'x' (this is a fault in Synslator; "),
    ],
    indirect=["failing"],
)
@pytest.mark.usefixtures("failing")
def test_a_failure_is_one_sentence_and_a_code(code: int, message: str) -> None:
    result = run("fail")
    assert result.exit_code == code
    assert result.stderr.startswith(message)
    assert "Traceback" not in result.output


@pytest.mark.parametrize("failing", [SynslatorError("bad")], indirect=True)
@pytest.mark.usefixtures("failing")
def test_debug_shows_where_it_happened() -> None:
    result = run("--debug", "fail")
    assert result.exit_code == 1
    assert "Traceback" in result.stderr
    assert result.stderr.endswith("Error: bad\n")


def test_a_closed_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "config", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_config_prints_values_and_origins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNSLATOR_LOG_FORMAT", "json")
    file = tmp_path / "mine.toml"
    file.write_text("port = 8123\n")
    rows = run("config", "--config", str(file), "--host", "::1").output.splitlines()
    table = {row.split()[0]: row.split(maxsplit=2)[1:] for row in rows}
    assert table["port"] == ["8123", f"{file}: port"]
    assert table["host"] == ["::1", "--host"]
    assert table["log_format"] == ["json", "SYNSLATOR_LOG_FORMAT"]
    assert table["log_level"] == ["info", "built-in"]


def test_config_as_json() -> None:
    table = json.loads(run("config", "--json", "--port", "1").output)
    assert table["port"] == {"value": "1", "from": "--port"}


def test_config_refuses_with_exit_code_2() -> None:
    result = run("config", "--port", "x")
    assert result.exit_code == 2
    assert result.stderr == ("Error: a setting cannot be used:\n  --port must be a whole number, not 'x'\n")
