"""`synslator user`: accounts on the command line, and the server that asks for them."""

from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from serving import Launch
from synslator.cli import main

PASSWORD = "ten characters or more"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def user(folder: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["user", *words, "--data-folder", str(folder)], input=typed)


def test_accounts_are_made_listed_changed_and_closed(folder: Path) -> None:
    made = user(folder, "add", "ann", "--role", "admin", "--password-stdin", typed=PASSWORD + "\n")
    assert made.exit_code == 0, made.output
    assert made.output == "ann can sign in as admin of local.\n"
    asked = user(folder, "add", "ben", "--name", "Ben", typed=f"{PASSWORD}\n{PASSWORD}\n")
    assert asked.exit_code == 0
    assert PASSWORD not in asked.output
    assert user(folder, "role", "ben", "reviewer").exit_code == 0
    assert user(folder, "disable", "ben").exit_code == 0
    assert user(folder, "list").output == "ann\tadmin\tlocal\tann\nben\treviewer\tlocal\tBen\tdisabled\n"
    assert user(folder, "disable", "ben", "--undo").exit_code == 0
    token = user(folder, "token", "ben", "script")
    assert token.stdout.startswith("syn_")
    assert user(folder, "revoke", "ben", "1").exit_code == 0
    again = user(folder, "revoke", "ben", "1")
    assert again.exit_code == 2
    assert again.stderr == "Error: ben has no token 1 that could be revoked.\n"


@pytest.mark.parametrize(
    ("words", "typed", "message"),
    [
        (["add", "ann"], "short\nshort\n", "at least 10 characters"),
        (["password", "nobody", "--password-stdin"], PASSWORD, "There is no account nobody."),
        (["role", "nobody", "reader"], "", "There is no account nobody."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    folder: Path, words: list[str], typed: str, message: str
) -> None:
    result = user(folder, *words, typed=typed)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_server_with_accounts_listens_to_everybody_and_lets_only_those_in(
    launch: Launch, folder: Path
) -> None:
    user(folder, "add", "ann", "--role", "admin", "--password-stdin", typed=PASSWORD)
    token = user(folder, "token", "ann", "script", "--scope", "write").stdout.strip()
    served = launch("--accounts", "true", "--host", "0.0.0.0", "--demo", "false", folder=folder)
    address = f"http://127.0.0.1:{served.port}/api/projects"
    assert httpx.get(address).status_code == 401
    assert httpx.get(address, headers={"Authorization": f"Bearer {token}"}).json() == []
    assert served.stop() == 0


def test_a_server_with_accounts_but_nobody_to_sign_in_says_how_to_make_one(tmp_path: Path) -> None:
    words = ["serve", "--accounts", "true", "--port", "0", "--data-folder", str(tmp_path / "new")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert "synslator user add" in result.stderr
