"""Installing model packages into the model folder, and removing them.

A package is copied beside the others under a name that nobody looks for, verified there, and renamed as a
whole: a server that looks at the folder meanwhile never sees half of one.
"""

import re
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from synslator.errors import SynslatorError
from synslator.runtime.manifest import MANIFEST, Manifest, PackageError
from synslator.runtime.verification import verify

MOST_BYTES = 20 << 30
"""Of a package in an archive, unpacked."""


def install(package: Path, model_folder: Path) -> Manifest:
    """Copy and verify a package, a folder or an archive with one, and return what it says of itself."""
    if not package.exists():
        raise SynslatorError(f"{package} does not exist. Name the folder or the archive of a model package.")
    model_folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=model_folder) as waiting:
        copy = Path(waiting) / "package"
        if package.is_dir():
            shutil.copytree(package, copy)
        else:
            _unpack(package, copy)
        manifest = Manifest.read(copy)
        if problems := verify(copy):
            raise PackageError(package, problems)
        if installed(manifest.name, model_folder):
            raise SynslatorError(
                f"A package named {manifest.name} is installed already. Remove it first with"
                f" `synslator model remove {manifest.name}`."
            )
        copy.rename(_free_folder(manifest.name, model_folder))
    return manifest


def remove(name: str, model_folder: Path) -> Path:
    """Remove an installed package, and return the folder that it was in."""
    folder = installed(name, model_folder)
    if folder is None:
        raise SynslatorError(
            f"No package named {name} is installed in {model_folder}."
            " `synslator model list` shows where each package is."
        )
    with tempfile.TemporaryDirectory(prefix=".gone-", dir=model_folder) as gone:
        folder.rename(Path(gone) / "package")
    return folder


def installed(name: str, model_folder: Path) -> Path | None:
    """Return the folder of an installed package, if there is one of that name."""
    for path in sorted(model_folder.glob(f"[!.]*/{MANIFEST}")):
        try:
            if Manifest.read(path.parent).name == name:
                return path.parent
        except PackageError:
            continue
    return None


def _free_folder(name: str, model_folder: Path) -> Path:
    """Return a folder for a package, named after it as far as a file system allows."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip(".-") or "package"
    folder, number = model_folder / plain, 1
    while folder.exists():
        number += 1
        folder = model_folder / f"{plain}-{number}"
    return folder


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the only package of an archive: the files beside its manifest, and nothing else."""
    try:
        with zipfile.ZipFile(archive) as content:
            names = [PurePosixPath(name) for name in content.namelist()]
            roots = [name.parent for name in names if name.name == MANIFEST]
            if len(roots) != 1:
                raise SynslatorError(f"{archive} must hold one model package; it holds {len(roots)}.")
            files = [info for info in content.infolist() if PurePosixPath(info.filename).parent == roots[0]]
            if sum(info.file_size for info in files) > MOST_BYTES:
                raise SynslatorError(f"{archive} holds more than {MOST_BYTES >> 30} GB. It was not unpacked.")
            folder.mkdir()
            for info in files:
                if info.is_dir():
                    continue
                target = folder / PurePosixPath(info.filename).name
                with content.open(info) as source, target.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
    except (zipfile.BadZipFile, EOFError) as error:
        raise SynslatorError(f"{archive} is not a ZIP file or a wheel that can be read ({error}).") from error
