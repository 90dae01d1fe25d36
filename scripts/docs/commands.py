"""The reference of commands, exit codes and settings, from click and from `Settings`."""

import dataclasses
import inspect
import re
from collections.abc import Iterator

import click

from synslator.cli import FAULT, INTERRUPTED, main
from synslator.cli.commands import BUILT_IN
from synslator.cli.options import LOGGING
from synslator.errors import SynslatorError
from synslator.settings import SPECS, Settings

SHARED = {"--config", "--help", *(SPECS[name].flag for name in LOGGING)}
"""Options that the page explains once, above the commands."""

CODES = {
    0: "The command succeeded, or a server was stopped by Ctrl-C or SIGTERM.",
    1: "The command failed; the message says why.",
    2: "The request was wrong: an unknown option, a bad setting, a bad file name.",
    FAULT: "A fault in Synslator. Please report it with the output of `--debug`.",
    INTERRUPTED: "Interrupted by Ctrl-C.",
}

EXAMPLE = re.compile(r"^\x08\n", re.MULTILINE)


def every_command() -> str:
    """Return a section for each of our commands, and for each within it; plug-ins have their own docs."""
    context = click.Context(main, info_name="synslator")
    parts = [part for one in BUILT_IN for part in _sections(one.load(), context, f"synslator {one.name}")]
    return "\n\n".join(parts)


def _sections(command: click.Command, above: click.Context, path: str) -> Iterator[str]:
    context = click.Context(command, parent=above, info_name=path.rpartition(" ")[2])
    yield _section(command, context, path)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            within = command.get_command(context, name)
            assert within is not None
            yield from _sections(within, context, f"{path} {name}")


def _section(command: click.Command, context: click.Context, path: str) -> str:
    parts = [f"{'#' * (path.count(' ') + 1)} {path}"]
    if not isinstance(command, click.Group):
        usage = " ".join([path, *command.collect_usage_pieces(context)])
        parts.append(f"```text\n{usage}\n```")
    parts += _prose(command.help or "")
    options = [line for option in command.params if (line := _option(option, context))]
    if options:
        parts.append("\n".join(options))
    return "\n\n".join(parts)


def _prose(text: str) -> Iterator[str]:
    """Return the paragraphs of a help text; those that click must not wrap become examples."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if EXAMPLE.match(paragraph):
            yield f"```text\n{inspect.cleandoc(EXAMPLE.sub('', paragraph))}\n```"
        elif paragraph.strip("\x0c\n "):
            yield paragraph.replace("\x0c", "")


def _option(option: click.Parameter, context: click.Context) -> str:
    if not isinstance(option, click.Option) or set(option.opts) & SHARED:
        return ""
    value = "" if option.is_flag else f" {_value(option, context)}"
    flags = ", ".join(f"`{flag}{value}`" for flag in option.opts)
    notes = [*["required"] * option.required, *["may be repeated"] * option.multiple, *_default(option)]
    return f"- {flags}: {option.help}" + (f" ({', '.join(notes)})" if notes else "")


def _value(option: click.Option, context: click.Context) -> str:
    names = {"INTEGER": "NUMBER", "INTEGER RANGE": "NUMBER", "FLOAT": "NUMBER", "DIRECTORY": "FOLDER"}
    shown = option.make_metavar(context)
    return names.get(shown, shown)


def _default(option: click.Option) -> Iterator[str]:
    plain = isinstance(option.default, str | int | float) and not isinstance(option.default, bool)
    if plain and not option.multiple and option.default != "":
        yield f"default: `{option.default}`"


def exit_codes() -> str:
    """Return the table of exit codes, after seeing that no error has one that is not listed."""
    import pkgutil
    from importlib import import_module

    import synslator

    for module in pkgutil.walk_packages(synslator.__path__, "synslator."):
        if module.name.endswith((".errors", ".failures")):
            import_module(module.name)
    raised = {error.exit_code for error in _errors(SynslatorError)}
    assert raised <= set(CODES), f"CODES says nothing of {raised - set(CODES)}"
    rows = [f"| {code} | {meaning} |" for code, meaning in sorted(CODES.items())]
    return "\n".join(["| exit code | meaning |", "| ---: | --- |", *rows])


def _errors(kind: type[SynslatorError]) -> Iterator[type[SynslatorError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _errors(below)


def every_setting() -> str:
    """Return the table of settings."""
    fixed = {field.name: field.default for field in dataclasses.fields(Settings)}
    rows = [
        f"| `{spec.name}` | {spec.accepted} | {_shown(name, fixed[name])} | {spec.help}{_more(name)} |"
        for name, spec in SPECS.items()
    ]
    return "\n".join(["| name | accepted | default | what it is |", "| --- | --- | --- | --- |", *rows])


def _shown(name: str, default: object) -> str:
    by_machine = {"data_folder": "`~/.local/share/synslator`", "model": "the shipped model"}
    if name in by_machine or default == "":
        return by_machine.get(name, "none")
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _more(name: str) -> str:
    pages = {"accounts": "accounts.md", "database_url": "deploy.md", "memory_backend": "memory.md"}
    return f" See [{pages[name]}]({pages[name]})." if name in pages else ""
