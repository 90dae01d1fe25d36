"""Write what Synslator is made of: a bill of materials (CycloneDX), or the licences as a page of docs.

`bill_of_materials.py sbom FILE` or `licences FILE`; licences are those that the installed packages state.
"""

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PAGE_HEAD = """# Licences of what Synslator stands on

Written by `make lock`. Synslator itself is under the Apache licence 2.0. `make wheels` writes the same list
for programs: `dist/sbom.cdx.json`, in the format CycloneDX.

| package | version | for | licence |
| --- | --- | --- | --- |
"""


class Part(NamedTuple):
    """A package that Synslator uses."""

    name: str
    version: str
    kind: str
    """`pypi` or `npm`."""
    licence: str
    hashes: tuple[str, ...]

    @property
    def component(self) -> dict[str, Any]:
        """The part as CycloneDX has it."""
        return {
            "type": "library",
            "name": self.name,
            "version": self.version,
            "purl": f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}",
            "licenses": [{"license": {"name": self.licence}}],
            "hashes": [{"alg": "SHA-256", "content": one} for one in self.hashes],
        }


def python_parts() -> Iterator[Part]:
    """Yield what serving needs, and the driver of PostgreSQL."""
    for block in re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text(encoding="utf-8")):
        if found := re.match(r"([\w.-]+)==(\S+)", block):
            hashes = tuple(re.findall(r"sha256:([0-9a-f]{64})", block))
            yield Part(found[1], found[2], "pypi", licence_of(found[1]), hashes)
    for name in ("psycopg", "psycopg-binary"):
        pinned = re.search(
            r'"psycopg\[binary\]==([^"]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        )
        assert pinned
        yield Part(name, pinned[1], "pypi", licence_of(name), ())


def page_parts() -> Iterator[Part]:
    """Yield what the page carries to the browser."""
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, package in sorted(packages.items()):
        if path and not any(package.get(kind) for kind in ("dev", "devOptional", "link", "optional")):
            name = path.rpartition("node_modules/")[2]
            yield Part(name, package["version"], "npm", package.get("license", "not stated"), ())


def licence_of(name: str) -> str:
    """Return what an installed package says of its licence."""
    try:
        known = metadata(name)
    except PackageNotFoundError:
        return "not installed here"
    if expression := known.get("License-Expression"):
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2]
        for line in known.get_all("Classifier", [])
        if line.startswith("License ::")
    ]
    stated = (known.get("License") or "").strip()
    return ", ".join(classified) or (stated if 0 < len(stated) < 60 else "see its files")


def main(what: str, file: Path) -> None:
    """Write one of the two."""
    parts = [*python_parts(), *page_parts()]
    if what == "licences":
        use = {"pypi": "server", "npm": "page"}
        rows = [f"| {one.name} | {one.version} | {use[one.kind]} | {one.licence} |" for one in parts]
        file.write_text(PAGE_HEAD + "\n".join(rows) + "\n", encoding="utf-8")
        return
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "synslator"}},
        "components": [one.component for one in parts],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
