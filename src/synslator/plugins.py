"""Plug-ins: what installed packages add to Synslator, found by their entry points.

Each kind of thing that can be added has a `Registry`. It reads one group of entry points when it is first
used; an entry point leads to a declaration (a `Format`, a `Check`, …) or to a tuple of them. Synslator's own
are registered in `pyproject.toml` and read by the same code, before those of others.

What is wrong with another package's plug-in is logged and listed by `synslator plugins`; the rest works on.
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import UnionType
from typing import Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

from synslator.errors import SynslatorError, UsageProblem
from synslator.logs import Log

_log = Log("plugins")

OURS = "synslator"
"""The package whose plug-ins are the built-in ones."""
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Declared(Protocol):
    """A declaration of a plug-in: a frozen dataclass with a name."""

    @property
    def name(self) -> str:
        """What it is chosen by; no other of its kind has the name."""


Kind = TypeVar("Kind", bound=Declared)
EntryPointFinder = Callable[[str], Iterable[EntryPoint]]
"""Returns the entry points of a group."""


class StaleInstallation(SynslatorError):
    """Synslator's own entry points are missing, or lead nowhere."""


@dataclass(frozen=True)
class Registration:
    """An entry point, and what came of it."""

    group: str
    label: str
    package: str
    version: str
    names: tuple[str, ...] = ()
    """The declarations that are in use."""
    problems: tuple[str, ...] = ()
    """Why others are not."""


class Registry(Mapping[str, Kind]):
    """All declarations of one kind by name: ours first, each package's in its own order."""

    def __init__(
        self, group: str, shape: type[Kind], word: str, find: EntryPointFinder | None = None
    ) -> None:
        self.group, self.word, self.shape = group, word, shape
        self._find = find or (lambda group: entry_points(group=group))
        self._lock = threading.Lock()
        self._found: tuple[Mapping[str, Kind], Sequence[Registration]] | None = None

    def __getitem__(self, name: str) -> Kind:
        return self._load()[0][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load()[0])

    def __len__(self) -> int:
        return len(self._load()[0])

    def named(self, name: str) -> Kind:
        """Return the declaration of a name that somebody has written, or say which names there are."""
        if name not in self:
            raise UsageProblem(f"There is no {self.word} named {name}. Choose one of {', '.join(self)}.")
        return self[name]

    @property
    def registrations(self) -> Sequence[Registration]:
        """Every entry point that was found, in the order of loading."""
        return self._load()[1]

    def _load(self) -> tuple[Mapping[str, Kind], Sequence[Registration]]:
        with self._lock:
            if self._found is None:
                self._found = self._read()
            return self._found

    def _read(self) -> tuple[Mapping[str, Kind], Sequence[Registration]]:
        taken: dict[str, Kind] = {}
        entries = sorted(self._find(self.group), key=_precedence)
        if not any(_package(entry)[0] == OURS for entry in entries):
            raise StaleInstallation(_stale(f"it registers nothing as {self.group}"))
        found = [self._register(entry, taken) for entry in entries]
        return taken, found

    def _register(self, entry: EntryPoint, taken: dict[str, Kind]) -> Registration:
        """Take what an entry point leads to into `taken`, as far as it can be used."""
        package, version = _package(entry)
        names: list[str] = []
        problems: list[str] = []
        try:
            loaded = entry.load()
        except (Exception, SystemExit) as error:
            problems.append(f"{entry.value} cannot be loaded: {type(error).__name__}: {error}")
            loaded = ()
        for declared in loaded if isinstance(loaded, tuple) else (loaded,):
            faults = _faults(declared, self.shape)
            if not faults and declared.name in taken:
                faults = [f"the {self.word} {declared.name} is taken; choose another name"]
            if faults:
                problems += faults
            else:
                taken[declared.name] = declared
                names.append(declared.name)
        if problems and package == OURS:
            raise StaleInstallation(_stale("; ".join(problems)))
        for problem in problems:
            _log.warning("a plug-in has a problem", package=package, group=self.group, problem=problem)
        return Registration(self.group, entry.name, package, version, tuple(names), tuple(problems))


def load(reference: str) -> Any:
    """Import what a reference such as `package.module:attribute` leads to."""
    module, _, attribute = reference.partition(":")
    return getattr(import_module(module), attribute)


def _package(entry: EntryPoint) -> tuple[str, str]:
    """Return the name and the version of the package that an entry point belongs to."""
    return (entry.dist.name, entry.dist.version) if entry.dist else ("unknown", "")


def _precedence(entry: EntryPoint) -> tuple[bool, str, str]:
    package, _ = _package(entry)
    return package != OURS, package, entry.name


def _stale(reason: str) -> str:
    return (
        f"Synslator's installation does not fit its code: {reason}."
        " Install it again: `make run` in a clone, `pip install --force-reinstall` elsewhere."
    )


def _faults(declared: Any, shape: type) -> list[str]:
    """Return what keeps a declaration from being used."""
    if not isinstance(declared, shape) or not is_dataclass(shape):
        return [f"a {shape.__name__} is needed, not {type(declared).__name__}"]
    if not isinstance(declared.name, str) or not _NAME.fullmatch(declared.name):  # type: ignore[attr-defined]
        return [f"{declared.name!r} is no name: use small letters, digits, - and _"]  # type: ignore[attr-defined]
    hints = get_type_hints(shape)
    return [
        f"{declared.name}: {field.name} cannot be {getattr(declared, field.name)!r}"  # type: ignore[attr-defined]
        for field in fields(shape)
        if not _fits(getattr(declared, field.name), hints[field.name])
    ]


def _fits(value: Any, wanted: Any) -> bool:
    """Return whether a value is of a type, as far as that can be seen without using it."""
    origin, arguments = get_origin(wanted) or wanted, get_args(wanted)
    if origin is UnionType:
        return any(_fits(value, one) for one in arguments)
    if origin is Callable:
        return callable(value)
    if origin is tuple:
        return isinstance(value, tuple) and all(_fits(one, arguments[0]) for one in value)
    return isinstance(value, origin)
