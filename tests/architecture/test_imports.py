"""The shape of the program: which part may use which library.

The order of the parts themselves is the import-linter contract in `pyproject.toml`.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

AT_HOME = {
    "torch": {"training"},
    "onnx": {"training"},
    "onnxruntime": {"runtime", "training"},
    "safetensors": {"training"},
    "sentencepiece": {"runtime", "training"},
    "transformers": set(),
    "sqlalchemy": {"storage"},
    "alembic": {"storage"},
    "fastapi": {"server"},
    "starlette": {"server"},
    "uvicorn": {"server"},
    "tantivy": {"memory"},
    "pytest": {"testing"},
    "hypothesis": {"testing"},
}
"""Library -> the parts that may import it."""

OUT_OF_REACH = {
    "server": {"torch"},
    "workbench": {"fastapi", "torch"},
    "engines": {"fastapi", "sqlalchemy"},
    "runtime": {"torch"},
    "decoding": {"onnxruntime"},
}
"""Part -> the libraries it may not reach, even through other parts."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("synslator", include_external_packages=True, cache_dir=None)


def part_of(module: str) -> str:
    return [*module.split("."), ""][1]


def modules_of(graph: grimp.ImportGraph, part: str) -> Iterable[str]:
    return (module for module in graph.modules if module.startswith("synslator.") and part_of(module) == part)


@pytest.mark.parametrize("library", AT_HOME)
def test_a_library_stays_in_its_parts(graph: grimp.ImportGraph, library: str) -> None:
    importers = graph.find_modules_that_directly_import(library) if library in graph.modules else set()
    assert {module for module in importers if part_of(module) not in AT_HOME[library]} == set()


@pytest.mark.parametrize("part", OUT_OF_REACH)
def test_a_part_does_not_reach_a_library_through_others(graph: grimp.ImportGraph, part: str) -> None:
    reached = {
        chain
        for module in modules_of(graph, part)
        for library in OUT_OF_REACH[part] & graph.modules
        if (chain := graph.find_shortest_chain(module, library))
    }
    assert reached == set()


def test_decoding_needs_numpy_only(graph: grimp.ImportGraph) -> None:
    imported = {
        target.partition(".")[0]
        for module in modules_of(graph, "decoding")
        for target in graph.find_modules_directly_imported_by(module)
    }
    assert imported <= {"numpy", "synslator"} | sys.stdlib_module_names


def test_only_the_runtime_knows_how_a_model_keeps_its_numbers(graph: grimp.ImportGraph) -> None:
    """Everybody else has the protocols of `decoding.model`."""
    for inside in ("synslator.runtime.graphs", "synslator.runtime.native"):
        importers = {
            importer
            for module in graph.modules
            if module.startswith(inside)
            for importer in graph.find_modules_that_directly_import(module)
        }
        assert {module for module in importers if not module.startswith("synslator.runtime.")} == set()
    named = re.compile(r"package\.graphs|head_width|GraphState|GraphSource")
    parts = [ROOT / "src" / "synslator" / part for part in ("decoding", "engines", "workbench", "evaluation")]
    sources = [source for part in parts for source in part.rglob("*.py")]
    assert sources
    assert [str(source) for source in sources if named.search(source.read_text())] == []


@pytest.fixture
def lint_imports(tmp_path: Path) -> Callable[[], subprocess.CompletedProcess[str]]:
    """Copy the package's skeleton, without its code, and return a way to lint the copy."""
    package = tmp_path / "src" / "synslator"
    for source in (ROOT / "src" / "synslator").iterdir():
        if source.is_dir() and (source / "__init__.py").exists():
            (package / source.name).mkdir(parents=True)
            (package / source.name / "__init__.py").touch()
        elif source.suffix == ".py":
            package.mkdir(parents=True, exist_ok=True)
            (package / source.name).touch()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())

    def run() -> subprocess.CompletedProcess[str]:
        code = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
        environment = {"PYTHONPATH": str(tmp_path / "src")}
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_contract_accepts_the_parts_as_they_are(
    lint_imports: Callable[[], subprocess.CompletedProcess[str]],
) -> None:
    result = lint_imports()
    assert result.returncode == 0, result.stdout


def test_an_undeclared_package_breaks_the_contract(
    tmp_path: Path, lint_imports: Callable[[], subprocess.CompletedProcess[str]]
) -> None:
    (tmp_path / "src/synslator/utils").mkdir()
    (tmp_path / "src/synslator/utils/__init__.py").touch()
    result = lint_imports()
    assert result.returncode == 1
    assert "utils" in result.stdout


def test_an_import_upwards_breaks_the_contract(
    tmp_path: Path, lint_imports: Callable[[], subprocess.CompletedProcess[str]]
) -> None:
    (tmp_path / "src/synslator/settings.py").write_text("import synslator.cli\n")
    result = lint_imports()
    assert result.returncode == 1
    assert "synslator.settings is not allowed to import synslator.cli" in result.stdout
