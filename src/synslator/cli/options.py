"""What commands share: settings as flags, read and checked before the command runs."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from synslator import logs
from synslator.settings import SPECS, load

LOGGING = ("log_level", "log_format")


def takes_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add `--config`, the logging flags and a flag for each setting in `names` to a command.

    The command receives a `Loaded` as its argument `loaded`. Logs are configured by then.
    """
    flags = [*names, *(name for name in LOGGING if name not in names)]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(*args: Any, config: Path | None, **options: Any) -> None:
            given = {name: options.pop(name) for name in flags}
            loaded = load({name: text for name, text in given.items() if text is not None}, config)
            logs.configure(loaded.settings.log_level, loaded.settings.log_format)
            command(*args, loaded=loaded, **options)

        for name in reversed(flags):
            spec = SPECS[name]
            # Flags stay text until `load`, which checks them beside the other sources, all at once.
            run = click.option(spec.flag, name, metavar=spec.metavar, help=spec.help)(run)
        path = click.Path(path_type=Path)
        return click.option("--config", type=path, help="TOML file to read settings from.")(run)

    return decorate
