"""`synslator config`: every setting, its value and where the value came from."""

import json

import click

from synslator.cli.options import takes_settings
from synslator.settings import SPECS, Loaded


@click.command
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@takes_settings(*SPECS)
def command(loaded: Loaded, as_json: bool) -> None:
    """Print every setting and where its value comes from.

    Pass it the flags of another command to see what they would change.
    """
    values = {name: _written(getattr(loaded.settings, name)) for name in SPECS}
    if as_json:
        table = {name: {"value": values[name], "from": loaded.origins[name]} for name in SPECS}
        click.echo(json.dumps(table, indent=2, ensure_ascii=False))
        return
    name_width = max(map(len, SPECS))
    value_width = max(map(len, values.values()))
    for name, value in values.items():
        click.echo(f"{name:<{name_width}}  {value:<{value_width}}  {loaded.origins[name]}")


def _written(value: object) -> str:
    """Write a value as one would give it to a flag or a variable."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
