"""A library that was compiled from other sources than the code is written for is refused, never used."""

import logging
import shlex
import shutil
import subprocess
from collections.abc import Callable
from os import environ
from pathlib import Path

import pytest

from synslator.arithmetic import library
from synslator.arithmetic.library import ABI, find_library, open_library

SOURCES = library.FILE.with_name("source")
COMPILER = shlex.split(environ.get("CC", "cc"))
pytestmark = pytest.mark.skipif(
    find_library() is None or shutil.which(COMPILER[0]) is None,
    reason="no C compiler, or a processor that the arithmetic is not written for",
)
Compile = Callable[[str, str, str], Path]


@pytest.fixture
def compile_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compile:
    """Compile what a library says of itself, with a change, and put it in the place of the real one."""

    def compile_changed(name: str, old: str, new: str) -> Path:
        for source in ("library.c", "structures.h"):
            text = (SOURCES / source).read_text()
            assert name != source or old in text
            (tmp_path / source).write_text(text.replace(old, new) if name == source else text)
        made = tmp_path / "changed.so"
        subprocess.run(
            [*COMPILER, "-shared", "-fPIC", "-o", str(made), str(tmp_path / "library.c")], check=True
        )
        monkeypatch.setattr(library, "FILE", made)
        return made

    return compile_changed


def test_the_library_as_it_is_fits(compile_changed: Compile) -> None:
    assert open_library(compile_changed("library.c", "abi", "abi")) is not None


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("structures.h", f"ABI = {ABI} ", f"ABI = {ABI + 1} ", f"its version is {ABI + 1}, {ABI} is needed"),
        ("structures.h", "float *gain, *bias;", "float *gain, *bias, *more;", "its structures have"),
        ("library.c", "int abi(void)", "int version(void)", "it has no version number"),
    ],
    ids=["another number", "a larger structure", "no number"],
)
def test_a_library_that_does_not_fit_is_refused(
    compile_changed: Compile, caplog: pytest.LogCaptureFixture, name: str, old: str, new: str, problem: str
) -> None:
    made = compile_changed(name, old, new)
    with caplog.at_level(logging.WARNING):
        assert find_library() is None
        assert find_library() is None
    (record,) = caplog.records
    assert "refused" in record.getMessage()
    fields = vars(record)["fields"]
    assert fields["file"] == str(made)
    assert problem in fields["problem"]
