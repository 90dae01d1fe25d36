"""Write `requirements.lock`: every package that serving needs, with the hashes of all its files.

pip resolves the pinned dependencies of pyproject.toml; the hashes are those that the package index names, for
every platform. The index is the one that pip is set up for; the file does not name it.
"""

import html
import json
import re
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
from pathlib import Path

from pip._internal.models.index import PyPI

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
HEAD = """# Written by scripts/lock_packages.py from pyproject.toml; do not edit.
# What `make run` installs: these files and no others.
"""
_LINK = re.compile(r'<a[^>]*href="(?P<address>[^"#]*)#sha256=(?P<hash>[0-9a-f]{64})"')


def wanted() -> list[str]:
    """Return what serving and building need, as pyproject.toml pins it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [*project["project"]["dependencies"], *project["build-system"]["requires"], "editables"]


def pip(*arguments: str) -> str:
    """Run pip and return what it prints."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def resolved(requirements: list[str]) -> dict[str, str]:
    """Return every package that these need, and its version."""
    report = json.loads(
        pip("install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", *requirements)
    )
    found = (one["metadata"] for one in report["install"])
    return {re.sub(r"[-_.]+", "-", one["name"]).lower(): one["version"] for one in found}


def index() -> str:
    """Return the address of the index that pip uses."""
    listed = re.search(r"(?<!extra-)index-url='?([^'\s]+)", pip("config", "list"))
    return listed[1].rstrip("/") if listed else PyPI.simple_url


def hashes(address: str, name: str, version: str) -> list[str]:
    """Return the hashes of all files of a version."""
    with urllib.request.urlopen(f"{address}/{name}/", timeout=60) as answer:
        page = answer.read().decode()
    found = set()
    for link in _LINK.finditer(page):
        file = urllib.parse.unquote(html.unescape(link["address"])).rpartition("/")[2]
        stem = re.sub(r"[-_.]+", "-", file).lower()
        plain = re.sub(r"[-_.]+", "-", f"{name}-{version}").lower()
        if stem.startswith(f"{plain}-") and file.endswith((".whl", ".tar.gz", ".zip")):
            found.add(link["hash"])
    if not found:
        raise SystemExit(f"The index has no hashes of {name} {version}.")
    return sorted(found)


def main() -> None:
    """Write the file."""
    address = index()
    lines = []
    for name, version in sorted(resolved(wanted()).items()):
        files = [f"    --hash=sha256:{one}" for one in hashes(address, name, version)]
        lines.append(" \\\n".join([f"{name}=={version}", *files]))
    LOCK.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{LOCK.name}: {len(lines)} packages")


if __name__ == "__main__":
    main()
