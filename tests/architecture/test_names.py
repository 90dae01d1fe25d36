"""One name for one thing: no class, and no name of a type, means two things in two modules."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "synslator"

ONE_THING = {
    "Decoder": "the decoder of a model: as PyTorch trains it, and as our own arithmetic runs it",
    "Encoder": "the encoder of a model: as PyTorch trains it, and as our own arithmetic runs it",
    "Embedding": "the embedding of a model: as PyTorch trains it, and as our own arithmetic runs it",
    "Moment": "seconds since 1970: as a column of the database, and as a field of a message",
}
"""A name that two modules declare, and the one thing that it means in both."""

VARIABLES = ("TypeVar", "ParamSpec")
"""What these make means something in one signature only."""


def declared(source: str) -> Iterator[tuple[str, str]]:
    """Yield the names of types that a module declares, and what they stand for; a class stands for itself."""
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield name, ""
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_type(name, value):
                yield name, ast.unparse(value)


def is_type(name: str, value: ast.expr) -> bool:
    """Whether an assignment gives a type a name."""
    if not name[0].isupper() or name.isupper():
        return False
    return not (isinstance(value, ast.Call) and ast.unparse(value.func) in VARIABLES)


def doubles(modules: dict[str, str]) -> dict[str, list[str]]:
    """Return the names that mean several things, with the modules that declare them.

    Modules may give the same type the same name, such as `Span = tuple[int, int]`.
    """
    found = defaultdict(lambda: defaultdict[str, list[str]](list))
    for module, source in modules.items():
        for name, meaning in declared(source):
            found[name][meaning or module].append(module)
    return {
        name: sorted(module for places in meanings.values() for module in places)
        for name, meanings in found.items()
        if len(meanings) > 1
    }


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("class Edit: ...", "class Edit: ...", ["Edit"]),
        ("class Span: ...", "Span = tuple[int, int]", ["Span"]),
        ("Span = tuple[int, int]", "Span = tuple[int, int]", []),
        ("Span = tuple[int, int]", "Span = tuple[str, str]", ["Span"]),
        ("class _Row: ...", "class _Row: ...", []),
        ("Result = TypeVar('Result')", "class Result: ...", []),
        ("MOST = 3", "MOST = 4", []),
    ],
)
def test_the_search_finds_what_it_is_for(first: str, second: str, names: list[str]) -> None:
    assert list(doubles({"one": first, "two": second})) == names


def test_no_name_means_two_things() -> None:
    modules = {str(path.relative_to(SOURCE)): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
    found = doubles(modules)
    twice = {name: places for name, places in found.items() if name not in ONE_THING}
    assert not twice, "\n".join(f"{name}: {', '.join(places)}" for name, places in sorted(twice.items()))
    assert set(ONE_THING) <= set(found), "a name of the list is declared once: take it off the list"
