"""Settings: the order of the four sources, and every refusal at once."""

from pathlib import Path
from typing import Literal

import pytest

from synslator.settings import SPECS, BadSettings, Settings, Spec, between, load


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return each test configuration and data folders of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_serve_this_machine_only(own_home: Path) -> None:
    loaded = load()
    assert loaded.settings.host == "127.0.0.1"
    assert loaded.settings.data_folder == own_home / "data" / "synslator"
    assert set(loaded.origins.values()) == {"built-in"}


def test_a_later_source_wins(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(own_home / "config/synslator/synslator.toml", 'port = 1\nhost = "a"\nlog_level = "error"\n')
    monkeypatch.setenv("SYNSLATOR_HOST", "b")
    monkeypatch.setenv("SYNSLATOR_LOG_LEVEL", "debug")
    loaded = load({"log_level": "warning"})
    assert (loaded.settings.port, loaded.settings.host, loaded.settings.log_level) == (1, "b", "warning")
    assert loaded.origins["port"] == f"{file}: port"
    assert loaded.origins["host"] == "SYNSLATOR_HOST"
    assert loaded.origins["log_level"] == "--log-level"
    assert loaded.origins["log_format"] == "built-in"


def test_every_problem_of_every_source_is_reported_at_once(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(own_home / "bad.toml", "port = 70000\nprot = 8000\nhost = 3\n")
    monkeypatch.setenv("SYNSLATOR_PORT", "many")
    monkeypatch.setenv("SYNSLATOR_COLOUR", "red")
    with pytest.raises(BadSettings) as caught:
        load({"log_format": "xml"}, config=file)
    names = ", ".join(SPECS)
    variables = ", ".join([*(spec.variable for spec in SPECS.values()), "SYNSLATOR_CONFIG"])
    assert caught.value.problems == [
        f"{file}: port must be a number from 0 to 65535, not 70000",
        f"{file}: prot is not a setting. The settings are {names}",
        f"{file}: host must be text, not 3",
        f"SYNSLATOR_COLOUR is not a setting. The settings are {variables}",
        "SYNSLATOR_PORT must be a whole number, not 'many'",
        "--log-format must be one of text, json, not 'xml'",
    ]


@pytest.mark.parametrize("content", ["port = = 1", "\x00", None])
def test_a_named_file_must_be_toml(own_home: Path, content: str | None) -> None:
    path = own_home / "named.toml"
    if content is not None:
        write(path, content)
    with pytest.raises(BadSettings, match=r"named\.toml cannot be read as a TOML file"):
        load(config=path)


def test_the_file_can_be_named_by_a_variable(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNSLATOR_CONFIG", str(write(own_home / "other.toml", "port = 9")))
    assert load().settings.port == 9


def test_a_relative_path_is_relative_to_where_it_was_written(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(own_home / "team/synslator.toml", 'data_folder = "data"\nmodel = "~/model"\n')
    monkeypatch.setenv("HOME", str(own_home))
    loaded = load(config=file)
    assert loaded.settings.data_folder == own_home / "team/data"
    assert loaded.settings.model == own_home / "model"

    monkeypatch.chdir(own_home)
    assert load({"data_folder": "here"}).settings.data_folder == own_home / "here"


@pytest.mark.parametrize("value", [True, 8000.0, "8000"])
def test_toml_types_are_not_guessed(own_home: Path, value: object) -> None:
    file = write(own_home / "typed.toml", f"port = {str(value).lower() if value is True else repr(value)}\n")
    with pytest.raises(BadSettings, match="must be a whole number"):
        load(config=file)


def test_settings_made_in_code_are_checked_too() -> None:
    with pytest.raises(BadSettings) as caught:
        Settings(port=-1, host=" ")
    assert len(caught.value.problems) == 2


def test_between_includes_its_ends() -> None:
    check = between(0, 1)
    assert [check(value) is None for value in (-0.01, 0, 0.5, 1, 1.01)] == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (int, "12", 12),
        (float, "12", 12.0),
        (float, "0.5", 0.5),
        (bool, "True", True),
        (bool, "false", False),
        (str, "12", "12"),
        (Path, "/a/b", Path("/a/b")),
        (Path | None, "/a/b", Path("/a/b")),
        (Literal["on", "off"], "on", "on"),
    ],
)
def test_text_becomes_the_type_of_the_setting(kind: object, text: str, value: object) -> None:
    spec = Spec("some_name", kind, "Help.", None)
    converted = spec.convert(spec.parse(text), Path("/"))
    assert converted == value
    assert type(converted) is type(value)
    assert spec.refusal(converted) is None


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (int, "1.5", "a whole number"),
        (float, "much", "a number"),
        (bool, "1", "true or false"),
        (Path, "", "a path"),
        (Literal["on", "off"], "On", "one of on, off"),
    ],
)
def test_text_of_another_type_is_refused(kind: object, text: str, expected: str) -> None:
    spec = Spec("some_name", kind, "Help.", None)
    assert spec.refusal(spec.convert(spec.parse(text), Path("/"))) == expected
