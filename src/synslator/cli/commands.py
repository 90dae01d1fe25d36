"""Which commands there are: ours, and those of plug-ins."""

from dataclasses import dataclass

import click

from synslator.errors import SynslatorError
from synslator.plugins import Registry, load


@dataclass(frozen=True)
class Command:
    """A command of `synslator`: its one line of help, and where it is. Declaring one must import little."""

    name: str
    summary: str
    reference: str
    """Where the click command is, as `package.module:attribute`; imported when it is run."""

    def load(self) -> click.Command:
        """Import the command."""
        try:
            found = load(self.reference)
        except (ImportError, AttributeError) as error:
            raise SynslatorError(f"The command {self.name} cannot be loaded: {error}.") from error
        if not isinstance(found, click.Command):
            raise SynslatorError(
                f"The command {self.name} cannot be run: {self.reference} is no click command."
            )
        return found


COMMANDS: Registry[Command] = Registry("synslator.commands", Command, "command")
"""By name, in the order of `synslator --help`."""

BUILT_IN = (
    Command("serve", "Start the workbench and its web page.", "synslator.cli.server.listener:command"),
    Command("translate", "Translate lines of text.", "synslator.cli.translation.lines:command"),
    Command(
        "type",
        "Type a translation in the terminal while the machine completes it.",
        "synslator.cli.translation.typing_session:command",
    ),
    Command(
        "document",
        "Read, analyse, translate and write documents.",
        "synslator.cli.documents.commands:command",
    ),
    Command("bench", "Measure this machine beside that of the docs.", "synslator.cli.bench:command"),
    Command("config", "Print every setting and where its value comes from.", "synslator.cli.config:command"),
    Command(
        "memory",
        "Import, export, search and repair translation memories.",
        "synslator.cli.memories.commands:command",
    ),
    Command("terms", "Import, export and search termbases.", "synslator.cli.memories.termbases:command"),
    Command(
        "model",
        "List, describe, verify, install and import model packages.",
        "synslator.cli.models.packages:command",
    ),
    Command("train", "Train models and make packages of them.", "synslator.cli.models.training:command"),
    Command("tune", "Tune a model package on development sets.", "synslator.cli.models.tuning:command"),
    Command(
        "backup", "Write everything that the database holds to a file.", "synslator.cli.server.backups:backup"
    ),
    Command("restore", "Fill an empty database from a backup.", "synslator.cli.server.backups:restore"),
    Command("user", "Manage the accounts of a server.", "synslator.cli.server.accounts:command"),
    Command(
        "evaluate",
        "Measure translations, predictions and what they save a translator.",
        "synslator.cli.evaluate:command",
    ),
    Command(
        "plugins", "List what plug-ins add, and what is wrong with them.", "synslator.cli.plugins:command"
    ),
)
"""Ours; the entry point `builtin` in `pyproject.toml` leads here."""
