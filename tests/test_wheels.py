"""The wheels of program and model: small, whole, and enough to translate in another place."""

import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from serving import COMMAND

ROOT = Path(__file__).parents[1]


def build(project: Path, folder: Path) -> Path:
    """Build the wheel of a project, with the build tool of this environment."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program's wheel."""
    return build(ROOT, tmp_path_factory.mktemp("program"))


@pytest.fixture(scope="module")
def models(
    tmp_path_factory: pytest.TempPathFactory, tiny_folder: Path, reverse_folder: Path
) -> tuple[Path, ...]:
    """The wheels of both directions' models, with tiny packages in place of the shipped ones."""
    folders, out = tmp_path_factory.mktemp("models"), tmp_path_factory.mktemp("wheels")
    shutil.copytree(tiny_folder, folders / "zh-en")
    shutil.copytree(reverse_folder, folders / "en-zh")
    command = [sys.executable, str(ROOT / "scripts/model_wheels.py"), "--no-isolation", "--out", str(out)]
    subprocess.run([*command, str(folders / "zh-en"), str(folders / "en-zh")], check=True)
    return tuple(sorted(out.glob("*.whl"), reverse=True))


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_program_is_whole_and_holds_no_model(program: Path) -> None:
    modules = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert modules <= names(program)
    assert not {name for name in names(program) if name.endswith((".onnx", ".bin", ".spm"))}
    assert program.stat().st_size < 5_000_000


def test_the_compiled_arithmetic_is_in_the_wheel_where_there_is_a_compiler(program: Path) -> None:
    if not shutil.which(os.environ.get("CC", "cc")) or platform.machine() != "x86_64":
        pytest.skip("no C compiler, or a processor that the arithmetic is not written for")
    assert "synslator/arithmetic/libarithmetic.so" in names(program)
    assert program.name.endswith("-py3-none-linux_x86_64.whl" if sys.platform == "linux" else ".whl")


def test_a_built_page_is_in_the_wheel(program: Path) -> None:
    page = ROOT / "src/synslator/server/page"
    if not page.exists():
        pytest.skip("the page is not built; `make web` builds it")
    assert {path.relative_to(ROOT / "src").as_posix() for path in page.rglob("*.*")} <= names(program)


def test_a_model_is_a_folder_beside_the_program(models: tuple[Path, ...], tiny_folder: Path) -> None:
    there, back = models
    assert there.name.startswith("synslator_model_zh_en-1.0-")
    assert back.name.startswith("synslator_model_en_zh-1.0-")
    held = {name for name in names(there) if ".dist-info/" not in name}
    assert held == {f"synslator_model_zh_en/{path.name}" for path in tiny_folder.iterdir()}


def test_all_installed_elsewhere_translate(program: Path, models: tuple[Path, ...], tmp_path: Path) -> None:
    """Unpacked as an installer would; the libraries are those of this environment."""
    site = tmp_path / "site-packages"
    for wheel in (program, *models):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(site)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SYNSLATOR_")}
    environment |= {"PYTHONPATH": str(site), "HOME": str(tmp_path)}

    def run(*arguments: str, text: str = "") -> str:
        words = [*COMMAND, *arguments]
        done = subprocess.run(
            words, input=text, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert f"{site}/synslator_model_zh_en (configured, installed)" in run("model", "list")
    assert f"{site}/synslator_model_en_zh (installed)" in run("model", "list")
    assert len(run("translate", text="请保存文件。\n\n关闭窗口。\n").splitlines()) == 3
