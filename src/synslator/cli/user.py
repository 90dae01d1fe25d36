"""`synslator user`: the accounts of a server."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import click

from synslator.cli.options import takes_settings
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.storage.people.organisations import Role, Scope
    from synslator.workbench.accounts import Accounts

ROLE = click.Choice(["admin", "manager", "reviewer", "translator", "reader"])
SCOPE = click.Choice(["read", "write"])
STDIN = click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")


@click.group
def command() -> None:
    """Manage the accounts of a server.

    docs/accounts.md explains the roles.
    """


@contextmanager
def opened(loaded: Loaded) -> Iterator["Accounts"]:
    """Open the accounts of the database that the settings name."""
    from synslator.workbench.accounts import Accounts
    from synslator.workbench.database import open_database

    with open_database(loaded.settings) as database:
        yield Accounts(database)


def password_from(stdin: bool) -> str:
    """Ask for a password, or read it where nobody can be asked."""
    if stdin:
        return sys.stdin.readline().rstrip("\n")
    return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))


@command.command
@click.argument("login")
@click.option("--name", default="", metavar="NAME", help="Name that others see; the login unless given.")
@click.option(
    "--role", type=ROLE, default="translator", show_default=True, help="Role in the whole organisation."
)
@click.option(
    "--organisation",
    default="local",
    show_default=True,
    metavar="NAME",
    help="Organisation; it sees nothing of the others.",
)
@STDIN
@takes_settings("data_folder", "database_url")
def add(*, loaded: Loaded, login: str, name: str, role: str, organisation: str, password_stdin: bool) -> None:
    """Create an account for LOGIN; asks for a password."""
    password = password_from(password_stdin)
    with opened(loaded) as accounts:
        accounts.add(login, password, cast("Role", role), name, organisation)
    click.echo(f"{login} can sign in as {role} of {organisation}.")


@command.command("list")
@takes_settings("data_folder", "database_url")
def list_(*, loaded: Loaded) -> None:
    """List login, role, organisation, name and state of every account, separated by tabs."""
    with opened(loaded) as accounts:
        for account in accounts.list():
            state = "disabled" if account.disabled else "" if account.password else "no password"
            person = account.person
            columns = [person.login, person.role, account.organisation, person.name, state]
            click.echo("\t".join(columns).rstrip())


@command.command
@click.argument("login")
@STDIN
@takes_settings("data_folder", "database_url")
def password(*, loaded: Loaded, login: str, password_stdin: bool) -> None:
    """Change the password of LOGIN and sign them out everywhere."""
    given = password_from(password_stdin)
    with opened(loaded) as accounts:
        accounts.set_password(login, given)


@command.command
@click.argument("login")
@click.argument("role", type=ROLE)
@takes_settings("data_folder", "database_url")
def role(*, loaded: Loaded, login: str, role: str) -> None:
    """Change the role of LOGIN to ROLE."""
    with opened(loaded) as accounts:
        accounts.set_role(login, cast("Role", role))


@command.command
@click.argument("login")
@click.option("--undo", is_flag=True, help="Enable the account again.")
@takes_settings("data_folder", "database_url")
def disable(*, loaded: Loaded, login: str, undo: bool) -> None:
    """Disable the account LOGIN; what they did is kept."""
    with opened(loaded) as accounts:
        accounts.disable(login, not undo)


@command.command
@click.argument("login")
@click.argument("name")
@click.option("--scope", type=SCOPE, default="read", show_default=True, help="What the token may do.")
@takes_settings("data_folder", "database_url")
def token(*, loaded: Loaded, login: str, name: str, scope: str) -> None:
    """Create a token called NAME for LOGIN's scripts. It is printed only once."""
    with opened(loaded) as accounts:
        made, secret = accounts.add_token(login, name, cast("Scope", scope))
    click.echo(secret)
    click.echo(f"Token {made.id}; `synslator user revoke {login} {made.id}` makes it useless.", err=True)


@command.command
@click.argument("login")
@click.argument("token", type=int)
@takes_settings("data_folder", "database_url")
def revoke(*, loaded: Loaded, login: str, token: int) -> None:
    """Revoke LOGIN's token with the number TOKEN."""
    with opened(loaded) as accounts:
        accounts.revoke_token(login, token)
