"""Compile `synslator.arithmetic` where Synslator is installed or a wheel is built.

A hook of the build (hatchling). Without a C compiler, or for a processor that the arithmetic is not written
for, the build goes on without it: ONNX Runtime does its work then.
"""

import os
import platform
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = Path("src/synslator/arithmetic")
LIBRARY = PLACE / "libarithmetic.so"
HARDENED = ("-fstack-protector-strong", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2")
"""Writing past an array of the stack, or past a buffer whose size is known, ends the process."""
FLAGS = ("-O3", "-ffp-contract=off", "-fPIC", "-Wall", "-Wextra", *HARDENED)
LINKED = ("-Wl,-z,relro,-z,now", "-Wl,-z,noexecstack") if sys.platform == "linux" else ()
"""What is linked cannot be changed once it is loaded, and no data is run."""
PARTS = {
    "library": (),
    "avx2": ("-mavx2", "-mfma"),
    "avx512": ("-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512vnni", "-mfma"),
}
"""The files, and what their processors can do."""


class Arithmetic(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled library to a wheel, or puts it beside the code of an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are gathered."""
        if self.target_name != "wheel":
            return
        library = Path(self.root) / LIBRARY
        if platform.machine().lower() not in ("x86_64", "amd64") or os.name == "nt":
            return
        try:
            compile_library(Path(self.root) / PLACE / "source", library)
        except (OSError, subprocess.CalledProcessError) as error:
            library.unlink(missing_ok=True)
            self.app.display_warning(f"The quick arithmetic was not compiled: {error}")
            return
        build_data["artifacts"].append(f"/{LIBRARY.as_posix()}")
        build_data["pure_python"] = False
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{system}"


def compile_library(sources: Path, library: Path) -> None:
    """Compile every file for its processors and link them; a library that is in use stays as it is."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        objects = []
        for name, processor in PARTS.items():
            objects.append(f"{folder}/{name}.o")
            command = [*compiler, *FLAGS, *processor, "-c", str(sources / f"{name}.c"), "-o", objects[-1]]
            subprocess.run(command, check=True)
        subprocess.run(
            [*compiler, "-shared", *LINKED, "-o", f"{folder}/linked.so", *objects, "-lm"], check=True
        )
        Path(folder, "linked.so").replace(library)
