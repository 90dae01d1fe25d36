"""`synslator plugins`: what was found, which versions, and what is wrong."""

import json
from dataclasses import asdict
from typing import Any

import click

from synslator.cli.commands import COMMANDS
from synslator.plugins import OURS, Registration, Registry


@click.command
@click.option("--all", "every", is_flag=True, help="List the built-in ones too.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each entry point instead.")
def command(every: bool, as_json: bool) -> None:
    """List what plug-ins add, and what is wrong with them.

    A plug-in is an installed Python package that registers formats, checks, engines, search backends, draft
    providers or commands.
    """
    found = [
        registration
        for registry in registries()
        for registration in registry.registrations
        if every or registration.package != OURS
    ]
    for registration in found:
        click.echo(json.dumps(asdict(registration)) if as_json else _described(registration))
    if not found and not as_json:
        click.echo("No plug-in is installed.")


def registries() -> tuple[Registry[Any], ...]:
    """Return the registry of every kind."""
    from synslator.workbench.plugins import REGISTRIES

    return (*REGISTRIES, COMMANDS)


def _described(registration: Registration) -> str:
    kind = registration.group.partition(".")[2]
    package = f"{registration.package} {registration.version}".strip()
    lines = [f"{kind}: {', '.join(registration.names) or 'nothing'} ({package})"]
    return "\n".join([*lines, *(f"  problem: {problem}" for problem in registration.problems)])
