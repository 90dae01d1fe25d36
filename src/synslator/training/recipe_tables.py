"""Reading TOML files into the dataclasses of recipes; everything that is wrong is named at once."""

import dataclasses
import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from synslator.errors import UsageProblem

T = TypeVar("T")


class RecipeError(UsageProblem):
    """A recipe that cannot be used, with every reason."""


def load(kind: type[T], path: Path) -> T:
    """Read a recipe of some kind; every problem of the file is in the one error."""
    table = read_table(path)
    problems: list[str] = []
    recipe = build(kind, table, "", problems)
    if recipe is None or problems:
        raise RecipeError(f"{path}: " + "; ".join(problems))
    return recipe


EXTENDS = "extends"
"""The key of a recipe that names the one it changes."""
DEEPEST = 4
"""Recipes that may build on each other."""


def read_table(path: Path, depth: int = 0) -> dict[str, Any]:
    """Read a TOML file; what it `extends`, a file beside it, stands for all that it does not say."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise RecipeError(f"{path}: not a readable TOML file: {problem}") from problem
    base = table.pop(EXTENDS, None)
    if base is None:
        return table
    if not isinstance(base, str) or depth == DEEPEST:
        raise RecipeError(f"{path}: {EXTENDS} must name a recipe that does not lead back here")
    return merged(read_table(path.parent / base, depth + 1), table)


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a table with changes; tables in it are merged, everything else is replaced."""
    both = {
        key: merged(base[key], value)
        if isinstance(value, dict) and isinstance(base.get(key), dict)
        else value
        for key, value in changes.items()
    }
    return base | both


def build(kind: type[T], table: dict[str, Any], where: str, problems: list[str]) -> T | None:
    """Make a dataclass from a TOML table; collect what is wrong instead of stopping at the first."""
    hints = typing.get_type_hints(kind)
    known = {f.name for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
    problems += [
        f"{where}{key}: unknown; known here are {', '.join(sorted(known))}" for key in table.keys() - known
    ]
    before = len(problems)
    problems += [f"{where}{name} is missing" for name in sorted(required(kind) - table.keys())]
    values = {
        key: convert(hints[key], value, f"{where}{key}", problems)
        for key, value in table.items()
        if key in known
    }
    if len(problems) > before:
        return None
    try:
        return kind(**values)
    except (TypeError, ValueError) as problem:
        problems.append(f"{where.rstrip('.') or 'recipe'}: {str(problem).replace('__init__() ', '')}")
        return None


def required(kind: type[Any]) -> set[str]:
    """Return the names of the fields that have no default."""
    return {
        one.name
        for one in dataclasses.fields(kind)
        if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING
    }


KINDS: Mapping[Any, str] = types.MappingProxyType(
    {int: "a whole number", float: "a number", str: "text", bool: "true or false", tuple: "a list"}
)
"""The types of a recipe's fields, in words."""


def convert(hint: Any, value: Any, where: str, problems: list[str]) -> Any:
    """Turn a TOML value into what the field wants."""
    origin = typing.get_origin(hint)
    if dataclasses.is_dataclass(hint) and isinstance(value, dict):
        return build(typing.cast("type[Any]", hint), value, f"{where}.", problems)
    if origin is tuple and isinstance(value, list):
        inner = typing.get_args(hint)[0]
        return tuple(convert(inner, item, f"{where}[{n}]", problems) for n, item in enumerate(value))
    if origin is dict and isinstance(value, dict):
        inner = typing.get_args(hint)[1]
        return {key: convert(inner, item, f"{where}.{key}", problems) for key, item in value.items()}
    if origin is types.UnionType:
        return convert(typing.get_args(hint)[0], value, where, problems)
    wanted = origin or hint
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        problems.append(f"{where} must be {KINDS.get(wanted, wanted.__name__)}, not {value!r}")
    return value
