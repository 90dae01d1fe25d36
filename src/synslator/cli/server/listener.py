"""`synslator serve`: the workbench and its page."""

import click

from synslator.cli.options import takes_settings
from synslator.settings import Loaded


@click.command
@takes_settings(
    *("host", "port", "data_folder", "accounts", "allowed_hosts", "token_days", "longest_token_days"),
    *("database_url", "model", "model_memory", "demo", "memory_backend", "memory_url"),
)
def command(loaded: Loaded) -> None:
    """Start the workbench and its web page.

    Prints the address to open in a browser, and runs until Ctrl-C or SIGTERM.
    """
    from synslator.server.listener import serve

    serve(loaded.settings, announce)


def announce(address: str) -> None:
    """Tell the user where the page is."""
    click.echo(f"Synslator is at {address} (Ctrl-C stops it)")
