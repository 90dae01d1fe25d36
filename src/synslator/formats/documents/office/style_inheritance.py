"""Styles that inherit from one another, as office documents have them."""

from collections.abc import Iterator, Mapping


def line(name: str, parents: Mapping[str, str]) -> Iterator[str]:
    """Name a style and those that it inherits from, the nearest first."""
    seen: set[str] = set()
    while name and name not in seen:
        yield name
        seen.add(name)
        name = parents.get(name, "")
