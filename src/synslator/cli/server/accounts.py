"""`synslator user`: the accounts of a server."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

import click

from synslator.cli.options import takes_settings
from synslator.settings import Loaded

if TYPE_CHECKING:
    from synslator.storage.people.organisations import Role, Scope
    from synslator.workbench.people.accounts import Accounts

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
    from synslator.workbench.database import open_database
    from synslator.workbench.live.event_bridge import EventBridge
    from synslator.workbench.live.events import Events
    from synslator.workbench.people.accounts import Accounts, TokenDays

    settings = loaded.settings
    with open_database(settings) as database:
        events = Events()
        if not database.is_sqlite:
            # Running servers end what somebody has open, if they may no longer.
            EventBridge(database, events, "command line")
        yield Accounts(database, events, TokenDays(settings.token_days, settings.longest_token_days))


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
@click.option("--revoke-tokens", is_flag=True, help="End their tokens too.")
@STDIN
@takes_settings("data_folder", "database_url")
def password(*, loaded: Loaded, login: str, revoke_tokens: bool, password_stdin: bool) -> None:
    """Change the password of LOGIN and sign them out everywhere."""
    given = password_from(password_stdin)
    with opened(loaded) as accounts:
        accounts.set_password(login, given, revoke_tokens=revoke_tokens)


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
@click.option("--days", type=click.IntRange(1, 3650), help="Days until the token expires.")
@takes_settings("data_folder", "database_url", "token_days", "longest_token_days")
def token(*, loaded: Loaded, login: str, name: str, scope: str, days: int | None) -> None:
    """Create a token called NAME for LOGIN's scripts. It is printed only once."""
    with opened(loaded) as accounts:
        made, secret = accounts.add_token(login, name, cast("Scope", scope), days)
    click.echo(secret)
    click.echo(
        f"Token {made.id}, good until {_day(made.expires_at)};"
        f" `synslator user revoke {login} {made.id}` makes it useless.",
        err=True,
    )


@command.command
@click.argument("login")
@takes_settings("data_folder", "database_url")
def tokens(*, loaded: Loaded, login: str) -> None:
    """List LOGIN's tokens: number, name, what they allow, last use and end."""
    with opened(loaded) as accounts:
        for one in accounts.tokens(login):
            used = f"used {_day(one.last_used_at)}" if one.last_used_at else "never used"
            end = "revoked" if one.revoked_at else f"until {_day(one.expires_at)}"
            click.echo("\t".join([str(one.id), one.name, one.scope, used, end]))


@command.command
@click.argument("login")
@click.argument("token", type=int)
@takes_settings("data_folder", "database_url")
def revoke(*, loaded: Loaded, login: str, token: int) -> None:
    """Revoke LOGIN's token with the number TOKEN."""
    with opened(loaded) as accounts:
        accounts.revoke_token(login, token)


def _day(moment: int | None) -> str:
    return "further notice" if moment is None else datetime.fromtimestamp(moment, UTC).date().isoformat()
