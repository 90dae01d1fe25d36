"""Every setting of Synslator, in one place: its name, type, default, help and check.

To add a setting, add one field to `Settings`. The TOML key, the `SYNSLATOR_*` variable, the command-line
flag, the line of `synslator config` and the row of `docs/settings.md` (`make docs`) follow from the field.

A value comes from the last of these that gives one: the built-in default, the TOML file, the
environment, the command line. `load` reads all four, and refuses all bad values at once.
"""

import dataclasses
import os
import tomllib
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from synslator.errors import UsageProblem

PREFIX = "SYNSLATOR_"
CONFIG_VARIABLE = PREFIX + "CONFIG"
"""Names the TOML file. It is not a setting itself, because it decides where settings are read from."""

ValueCheck = Callable[[Any], str | None]
"""Says what a value must be, for one that is of the right type and still not acceptable."""


def user_folder(variable: str, fallback: str) -> Path:
    """Return this user's Synslator folder under an XDG base folder, which need not exist yet."""
    # The XDG rules say that a relative path in the variable is to be ignored.
    base = Path(os.environ.get(variable, ""))
    return (base if base.is_absolute() else Path.home() / fallback) / "synslator"


def default_data_folder() -> Path:
    """Return the folder for this user's projects, memories and databases."""
    return user_folder("XDG_DATA_HOME", ".local/share")


def default_config_file() -> Path:
    """Return the TOML file that is read when none is named; it need not exist."""
    return user_folder("XDG_CONFIG_HOME", ".config") / "synslator.toml"


def shipped_model() -> Path:
    """Return where this clone keeps its model package, or where a model wheel would have put one."""
    parent = Path(__file__).resolve().parents[1]
    return parent.parent / "models" / "zh-en" if parent.name == "src" else parent / "synslator_model_zh_en"


def between(low: float, high: float) -> ValueCheck:
    """Accept numbers from `low` to `high`, both included."""
    return lambda value: None if low <= value <= high else f"a number from {low} to {high}"


def not_empty(value: str) -> str | None:
    """Accept any text that is not empty."""
    return None if value.strip() else "a text that is not empty"


def setting(default: Any, help: str, check: ValueCheck | None = None) -> Any:
    """Declare a field of `Settings`; a callable default is called each time settings are loaded."""
    metadata = {"help": help, "check": check}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """The value of every setting. Made by `load`, or directly in a test."""

    host: str = setting(
        "127.0.0.1",
        "Address the server listens on; without accounts it must be a loopback address.",
        not_empty,
    )
    port: int = setting(8000, "Port the server listens on; 0 takes any free one.", between(0, 65535))
    accounts: bool = setting(
        False, "Whether people sign in. Without accounts only this machine can reach the server."
    )
    allowed_hosts: str = setting(
        "",
        "Host names that the server answers to, separated by commas; empty: loopback names, or any with"
        " accounts.",
    )
    token_days: int = setting(90, "Days that a token is good for if nothing else is asked.", between(1, 3650))
    longest_token_days: int = setting(365, "Days that a token may be good for at most.", between(1, 3650))
    database_url: str = setting("", "PostgreSQL database of a team server; empty: a file in the data folder.")
    data_folder: Path = setting(
        default_data_folder, "Folder for the database and its index; created if missing."
    )
    model: Path = setting(
        shipped_model, "Folder of the model package that is preferred and opened at the start."
    )
    model_memory: int = setting(
        1_000_000_000,
        "Memory for open models, in bytes; the one not used for longest is closed for the next. 0: one only.",
        between(0, 1 << 42),
    )
    threads: int = setting(
        0,
        "Cores that a command may use for the model; 0: all. The server drafts on all, and answers on one.",
        between(0, 1024),
    )
    cache_bytes: int = setting(
        256_000_000, "Memory for open segments, in bytes; each takes 2 to 4 MB.", between(1_000_000, 1 << 40)
    )
    key_bytes: int = setting(
        2_000_000_000,
        "Disk for the keys of memory entries, in bytes, for each model package; 0 keeps none.",
        between(0, 1 << 42),
    )
    demo: bool = setting(True, "Whether the first start creates a demo project.")
    memory_backend: str = setting(
        "embedded",
        "Search backend of the memories: embedded (in the data folder), elasticsearch or that of a plug-in.",
        not_empty,
    )
    memory_url: str = setting(
        "http://127.0.0.1:9200",
        "Nodes of the Elasticsearch or OpenSearch cluster, separated by commas.",
        not_empty,
    )
    log_level: Literal["debug", "info", "warning", "error"] = setting(
        "info", "Least serious event to log; only debug may show the text being translated."
    )
    log_format: Literal["text", "json"] = setting("text", "Log lines for people or for programs.")

    @property
    def model_folder(self) -> Path:
        """Where `synslator model install` puts packages."""
        return self.data_folder / "models"

    def __post_init__(self) -> None:
        problems = [
            f"{spec.name} must be {accepted}, not {getattr(self, spec.name)!r}"
            for spec in SPECS.values()
            if (accepted := spec.refusal(getattr(self, spec.name)))
        ]
        if problems:
            raise BadSettings(problems)


class BadSettings(UsageProblem):
    """Some settings cannot be used; the message lists every one of them."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        heading = "a setting cannot be used" if len(problems) == 1 else "some settings cannot be used"
        super().__init__(heading + ":\n" + "\n".join(f"  {problem}" for problem in problems))


KINDS: Mapping[type, tuple[str, str]] = {
    str: ("text", "TEXT"),
    int: ("a whole number", "NUMBER"),
    float: ("a number", "NUMBER"),
    bool: ("true or false", "[true|false]"),
    Path: ("a path", "PATH"),
}
"""The types a setting can have -> in words, and in the help of the command line."""


@dataclass(frozen=True)
class Spec:
    """One declared setting, as the loader, the command line and the docs see it."""

    name: str
    type: Any
    help: str
    check: ValueCheck | None

    @property
    def flag(self) -> str:
        """The command-line flag that sets it."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + self.name.upper()

    @property
    def accepted(self) -> str:
        """What values there are, in words."""
        return f"one of {', '.join(self.choices)}" if self.choices else KINDS[self.kind][0]

    @property
    def metavar(self) -> str:
        """What stands for the value in the help of the command line."""
        return f"[{'|'.join(self.choices)}]" if self.choices else KINDS[self.kind][1]

    @property
    def choices(self) -> tuple[str, ...]:
        """The only values, where a few are all there are."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    @property
    def kind(self) -> type:
        """The plain type of a value: that of `Path | None` is `Path`."""
        if self.choices:
            return str
        kind: type = next(iter(get_args(self.type)), self.type)
        return kind

    def refusal(self, value: Any) -> str | None:
        """Return what the value must be if `value` cannot be used, or None if it can."""
        if self.choices:
            fits = value in self.choices
        else:
            # A bool is an int to Python, but `port = true` is a slip, not port 1.
            fits = isinstance(value, self.type) and isinstance(value, bool) == (self.kind is bool)
        if not fits:
            return self.accepted
        return self.check(value) if self.check and value is not None else None

    def convert(self, value: Any, base: Path) -> Any:
        """Turn a TOML value, or the text of a variable or flag, into the setting's type.

        What cannot be converted is returned as it is, for `refusal` to describe. A relative path is
        relative to `base`.
        """
        if self.kind is Path and isinstance(value, str) and value:
            return base / Path(value).expanduser()
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return value

    def parse(self, text: str) -> Any:
        """Turn the text of a variable or flag into a value as TOML would hold it."""
        if self.kind is bool:
            return {"true": True, "false": False}.get(text.lower(), text)
        try:
            return self.kind(text) if self.kind in (int, float) else text
        except ValueError:
            return text


def _declared() -> dict[str, Spec]:
    """Read the declarations off the fields of `Settings`."""
    hints = get_type_hints(Settings)
    return {
        field.name: Spec(field.name, hints[field.name], field.metadata["help"], field.metadata["check"])
        for field in dataclasses.fields(Settings)
    }


SPECS: Mapping[str, Spec] = types.MappingProxyType(_declared())
"""Every setting by name, in the order of declaration."""


@dataclass(frozen=True)
class Loaded:
    """Settings, and for each of them where its value came from."""

    settings: Settings
    origins: Mapping[str, str]


class _Layers:
    """Gathers values from one source after the other, and the problems of all of them."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.origins = dict.fromkeys(SPECS, "built-in")
        self.problems: list[str] = []

    def put(self, name: str, value: Any, origin: str, base: Path) -> None:
        """Take `value` for the setting `name`, or note why not; `origin` names the place in messages."""
        spec = SPECS[name]
        converted = spec.convert(value, base)
        if accepted := spec.refusal(converted):
            self.problems.append(f"{origin} must be {accepted}, not {value!r}")
        else:
            self.values[name], self.origins[name] = converted, origin

    def read_file(self, path: Path) -> None:
        """Take the values of a TOML file, whose relative paths are relative to it."""
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.problems.append(f"{path} cannot be read as a TOML file ({reason})")
            return
        for key, value in table.items():
            if key in SPECS:
                self.put(key, value, f"{path}: {key}", path.resolve().parent)
            else:
                self.problems.append(f"{path}: {key} is not a setting. The settings are {', '.join(SPECS)}")

    def read_environment(self) -> None:
        """Take the values of the `SYNSLATOR_*` variables."""
        specs = {spec.variable: spec for spec in SPECS.values()}
        for variable in sorted(name for name in os.environ if name.startswith(PREFIX)):
            if spec := specs.get(variable):
                self.put(spec.name, spec.parse(os.environ[variable]), variable, Path.cwd())
            elif variable != CONFIG_VARIABLE:
                accepted = ", ".join([*specs, CONFIG_VARIABLE])
                self.problems.append(f"{variable} is not a setting. The settings are {accepted}")


def load(flags: Mapping[str, str] | None = None, config: Path | None = None) -> Loaded:
    """Read the settings from their four sources; raise `BadSettings` with every problem found.

    `flags` holds the text given on the command line by name of setting. `config` is the TOML file to
    read; without it, the one that `SYNSLATOR_CONFIG` names, or the user's own if there is one.
    """
    layers = _Layers()
    variable = os.environ.get(CONFIG_VARIABLE)
    named = config or (Path(variable) if variable else None)
    if named or default_config_file().is_file():
        layers.read_file(named or default_config_file())
    layers.read_environment()
    for name, text in (flags or {}).items():
        spec = SPECS[name]
        layers.put(name, spec.parse(text), spec.flag, Path.cwd())
    if layers.problems:
        raise BadSettings(layers.problems)
    return Loaded(Settings(**layers.values), layers.origins)
