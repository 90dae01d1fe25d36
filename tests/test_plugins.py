"""The registries: what others add is found, and what is wrong with it does no harm."""

import logging
import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoints, entry_points
from pathlib import Path

import pytest

from synslator.errors import UsageProblem
from synslator.plugins import Registry, StaleInstallation

GROUP = "synslator.things"


@dataclass(frozen=True)
class Thing:
    name: str
    title: str
    make: Callable[[], object] = object
    pattern: re.Pattern[str] | None = None
    extensions: tuple[str, ...] = ()


ALPHA, BETA = Thing("alpha", "Alpha"), Thing("beta", "Beta")
OURS = (BETA, ALPHA)
PAIR = (Thing("gamma", "Gamma"), Thing("delta", "Delta", pattern=re.compile("x"), extensions=("d",)))
TAKEN = Thing("alpha", "Another alpha")
MIXED = (Thing("epsilon", "Epsilon"), Thing("No Name", "Bad"), "no thing at all")
WRONG_TYPE = Thing("zeta", "Zeta", extensions=("z", 3))  # type: ignore[arg-type]
NO_FUNCTION = Thing("eta", "Eta", make=3)  # type: ignore[arg-type]


Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Returns a function that installs a package: its metadata on the path, with its entry points."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "things", sys.modules[__name__])

    def install(package: str, **values: str) -> None:
        folder = tmp_path / f"{package.replace('-', '_')}-1.2.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        lines = [f"[{GROUP}]", *(f"{label} = {value}" for label, value in values.items())]
        (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")

    return install


def registry() -> Registry[Thing]:
    return Registry(GROUP, Thing, "thing")


def test_ours_come_first_and_every_package_keeps_its_order(install: Install) -> None:
    install("acme", more="things:PAIR")
    install("synslator", builtin="things:OURS")
    found = registry()
    assert list(found) == ["beta", "alpha", "gamma", "delta"]
    assert found["gamma"] is PAIR[0]
    assert [(one.package, one.version, one.names) for one in found.registrations] == [
        ("synslator", "1.2", ("beta", "alpha")),
        ("acme", "1.2", ("gamma", "delta")),
    ]


@pytest.mark.parametrize(
    ("value", "names", "problem"),
    [
        ("no_such_module:x", (), "no_such_module:x cannot be loaded: ModuleNotFoundError"),
        ("things:NOTHING", (), "cannot be loaded: AttributeError"),
        ("things:TAKEN", (), "the thing alpha is taken; choose another name"),
        ("things:MIXED", ("epsilon",), "'No Name' is no name"),
        ("things:MIXED", ("epsilon",), "a Thing is needed, not str"),
        ("things:WRONG_TYPE", (), "zeta: extensions cannot be ('z', 3)"),
        ("things:NO_FUNCTION", (), "eta: make cannot be 3"),
    ],
)
def test_a_broken_plugin_is_reported_and_the_rest_works(
    install: Install, caplog: pytest.LogCaptureFixture, value: str, names: tuple[str, ...], problem: str
) -> None:
    install("acme", broken=value, fine="things:PAIR")
    install("synslator", builtin="things:OURS")
    found = registry()
    with caplog.at_level(logging.WARNING):
        assert set(found) == {"beta", "alpha", "gamma", "delta", *names}
    _, broken, fine = found.registrations
    assert broken.names == names
    assert any(problem in one for one in broken.problems)
    assert (fine.names, fine.problems) == (("gamma", "delta"), ())
    assert found["alpha"] is ALPHA
    assert len(caplog.records) == len(broken.problems)


def test_a_module_that_ends_the_program_does_not_end_it(install: Install, tmp_path: Path) -> None:
    (tmp_path / "quitting.py").write_text("raise SystemExit(3)\n")
    install("acme", broken="quitting:x")
    install("synslator", builtin="things:OURS")
    assert registry().registrations[1].problems == ("quitting:x cannot be loaded: SystemExit: 3",)


def test_of_two_packages_with_one_name_the_first_by_name_has_it(install: Install) -> None:
    install("beta-tools", it="things:PAIR")
    install("acme", it="things:PAIR")
    install("synslator", builtin="things:OURS")
    assert [(one.package, one.names) for one in registry().registrations][1:] == [
        ("acme", ("gamma", "delta")),
        ("beta-tools", ()),
    ]


def test_an_old_installation_is_told_from_one_without_plugins(install: Install) -> None:
    install("acme", it="things:PAIR")
    install("synslator")
    with pytest.raises(StaleInstallation, match=r"registers nothing as synslator\.things\. Install it again"):
        registry().get("gamma")


def test_our_own_entry_point_that_leads_nowhere_is_no_small_matter(install: Install) -> None:
    install("synslator", builtin="things:MOVED")
    with pytest.raises(StaleInstallation, match="has no attribute 'MOVED'"):
        len(registry())


def test_nothing_is_loaded_before_it_is_asked_for_and_then_once(install: Install) -> None:
    install("synslator", builtin="things:OURS")
    asked = []

    def find(group: str) -> EntryPoints:
        asked.append(group)
        return entry_points(group=group)

    lazy = Registry(GROUP, Thing, "thing", find)
    assert asked == []
    assert (len(lazy), "beta" in lazy, lazy["alpha"]) == (2, True, ALPHA)
    assert asked == [GROUP]


def test_a_name_that_there_is_not_is_answered_with_those_there_are(install: Install) -> None:
    install("synslator", builtin="things:OURS")
    with pytest.raises(UsageProblem, match=re.escape("no thing named omega. Choose one of beta, alpha.")):
        registry().named("omega")


def test_this_installation_registers_what_pyproject_does() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    declared = {
        (group, label, value)
        for group, entries in project["project"]["entry-points"].items()
        for label, value in entries.items()
    }
    installed = {(one.group, one.name, one.value) for one in Distribution.from_name("synslator").entry_points}
    assert declared == {one for one in installed if one[0].startswith("synslator.")}
