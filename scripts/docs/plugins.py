"""The reference of the hooks, and the sample plug-in as it is in `examples/`."""

import inspect
import re
from dataclasses import MISSING, Field, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from synslator.cli.plugins import registries

SAMPLE = Path(__file__).parents[2] / "examples/synslator-sample"
LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown"}


def reference(group: str) -> str:
    """Return the table of what a declaration of a group holds."""
    registry = next(one for one in registries() if one.group == group)
    shape = registry.shape
    helps = _helps(shape)
    rows = [
        f"| `{one.name}` | `{_written(one)}` | {_default(one)} | {helps.get(one.name, '')} |"
        for one in fields(shape)
    ]
    doc = inspect.cleandoc(shape.__doc__ or "")
    head = f"`{shape.__module__}.{shape.__name__}`: {doc}"
    return "\n".join([head, "", "| field | type | default | |", "| --- | --- | --- | --- |", *rows])


def sample(name: str) -> str:
    """Return a file of the sample plug-in as a block of code."""
    path = SAMPLE / name
    return f"```{LANGUAGES[path.suffix]}\n{path.read_text(encoding='utf-8').strip()}\n```"


def _written(one: "Field[Any]") -> str:
    """Return the type of a field without the modules of its classes."""
    name = getattr(one.type, "__name__", "")
    text = name if name and "[" not in str(one.type) and "|" not in str(one.type) else str(one.type)
    return re.sub(r"[\w.]+\.(\w+)", r"\1", text).replace("|", "\\|")


def _default(one: "Field[Any]") -> str:
    return "needed" if one.default is MISSING and one.default_factory is MISSING else f"`{one.default!r}`"


def _helps(shape: type) -> dict[str, str]:
    """Return the text below each field in the source of a declaration."""
    lines = [line.strip() for line in inspect.getsource(shape).splitlines()]
    names = {one.name for one in fields(shape)}  # type: ignore[arg-type]
    helps = {}
    for line, following in pairwise(lines):
        name = line.partition(":")[0]
        if name in names and following.startswith('"""'):
            helps[name] = following.strip('"')
    return helps
