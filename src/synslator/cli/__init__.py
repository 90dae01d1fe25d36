"""The `synslator` command.

Each command lives in its own module of this package and is imported only when it is run, so that
`synslator --help` stays fast however heavy the commands become. This module also decides how every
command fails: one sentence on standard error and an exit code, a traceback only with `--debug`.
"""

import os
import sys
import traceback
from importlib import import_module
from typing import Any, NoReturn

import click

from synslator import __version__
from synslator.errors import SynslatorError

COMMANDS: dict[str, str] = {
    "serve": "Start the workbench and its web page.",
    "translate": "Translate lines of text.",
    "type": "Type a translation in the terminal while the machine completes it.",
    "document": "Read, analyse, translate and write documents.",
    "config": "Print every setting and where its value comes from.",
    "memory": "Import, export, search and mend translation memories.",
    "terms": "Import, export and search termbases.",
    "model": "List, describe, verify and import model packages.",
    "train": "Train models and make packages of them.",
    "tune": "Tune a model package on development sets.",
    "backup": "Write everything that the database holds to a file.",
    "restore": "Fill an empty database from a backup.",
    "user": "Look after the accounts of a server.",
    "evaluate": "Measure translations, predictions and what they save a translator.",
}
"""Command name -> its one-line help. The command is the attribute `command` of the module of that name."""

INTERRUPTED = 130
FAULT = 70
"""Exit codes beside those of the errors themselves; `docs/commands.md` lists all of them."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and help but imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return its command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"synslator.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and turn whatever goes wrong into one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except SynslatorError as error:
            _fail(ctx, error, str(error), error.exit_code)
        except KeyboardInterrupt as error:
            _fail(ctx, error, "interrupted", INTERRUPTED)
        except BrokenPipeError:
            # The reader (`head`, a closed pager) has seen enough. Python would complain once more when
            # it flushes standard output at exit, so give it somewhere to flush to.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            hint = "this is a fault in Synslator; run again with `synslator --debug …` to see where"
            # Not `type(error)`: once the command of that name is imported, it is a module here.
            _fail(ctx, error, f"{error.__class__.__name__}: {error} ({hint})", FAULT)


def _fail(ctx: click.Context, error: BaseException, message: str, exit_code: int) -> NoReturn:
    """Tell the user what went wrong and leave."""
    if ctx.params["debug"]:
        traceback.print_exception(error)
    click.echo(f"Error: {message}", err=True)
    ctx.exit(exit_code)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@click.option("--debug", is_flag=True, help="On an error, show where in the program it happened.")
def main(debug: bool) -> None:
    """Translate interactively: the machine completes what you type and learns from what you confirm.

    `synslator COMMAND --help` tells more about a command.
    """
