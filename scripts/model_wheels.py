"""Build a wheel of each model package, so that the program's wheel stays small: `make wheels`.

    python scripts/model_wheels.py models/zh-en … --out dist

A wheel holds the package as a folder `synslator_model_…` beside the program, where it looks for models.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = """\
[build-system]
requires = ["hatchling==1.33.0"]
build-backend = "hatchling.build"

[project]
name = "synslator-model-{name}"
version = "{version}"
description = "The {source} to {target} model package of Synslator"
readme = "package/README.md"
requires-python = ">=3.11"
authors = [{{ name = "The Synslator authors" }}]

[tool.hatch.build.targets.wheel]
bypass-selection = true

[tool.hatch.build.targets.wheel.force-include]
"package" = "synslator_model_{module}"
"""


def build(package: Path, out: Path, isolated: bool = True) -> None:
    """Build the wheel of a package; without isolation by the hatchling of this environment."""
    manifest = json.loads((package / "manifest.json").read_text(encoding="utf-8"))
    written = PROJECT.format(
        name=package.name,
        module=package.name.replace("-", "_"),
        version=manifest["version"],
        source=manifest["source_language"],
        target=manifest["target_language"],
    )
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += [] if isolated else ["--no-build-isolation"]
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        (project / "package").symlink_to(package.resolve(), target_is_directory=True)
        (project / "pyproject.toml").write_text(written, encoding="utf-8")
        subprocess.run([*command, "--wheel-dir", str(out.resolve()), "."], cwd=project, check=True)


def main() -> None:
    """Build the wheels that the command line names."""
    parser = argparse.ArgumentParser(description="Build a wheel of each model package.")
    parser.add_argument("packages", nargs="+", type=Path, help="folders of model packages")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="where the wheels go")
    parser.add_argument("--no-isolation", action="store_true", help="build with this environment's hatchling")
    options = parser.parse_args()
    for package in options.packages:
        build(package, options.out, not options.no_isolation)


if __name__ == "__main__":
    main()
