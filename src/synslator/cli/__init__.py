"""The `synslator` command.

Each command is imported only when it is run, so that `synslator --help` stays
fast however heavy the commands become; `commands.py` lists ours. This module also decides how every
command fails: one sentence on standard error and an exit code, a traceback only with `--debug`.
"""

import os
import sys
import traceback
from typing import Any, NoReturn

import click

from synslator import __version__
from synslator.cli.commands import COMMANDS
from synslator.errors import SynslatorError

INTERRUPTED = 130
FAULT = 70
"""Exit codes beside those of the errors themselves; `docs/commands.md` lists all of them."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and help but imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, ours first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return its command."""
        return COMMANDS[cmd_name].load() if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(command.name, command.summary) for command in COMMANDS.values()])
        if any(registration.problems for registration in COMMANDS.registrations):
            formatter.write_text("A plug-in has a problem: see `synslator plugins`.")

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
