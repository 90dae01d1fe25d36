"""`synslator model`: the model packages of this machine."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from synslator.cli.options import takes_settings
from synslator.errors import SynslatorError
from synslator.settings import Loaded, Settings

FOLDER = click.Path(path_type=Path)
PACKAGE_HELP = (
    "PACKAGE is a folder or a name that `synslator model list` shows; without it, the configured one."
)


@click.group
def command() -> None:
    """List, describe, verify, install and import model packages.

    A package is a folder with everything that one language pair needs: vocabularies, the translation model,
    perhaps a language model, and a model card. docs/training.md explains how packages are made. A server uses
    every package that it finds, each for its language pair.
    """


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line instead of a table.")
@takes_settings("model", "data_folder")
def list_packages(loaded: Loaded, as_json: bool) -> None:
    """List the packages found: the configured one, installed ones, those of the clone and of wheels.

    The files of a package are not checked here; `synslator model verify` does that.
    """
    from synslator.runtime.manifest import Manifest, PackageError
    from synslator.runtime.package_search import find_packages

    rows: list[dict[str, Any]] = []
    for found in find_packages(loaded.settings.model, loaded.settings.model_folder):
        row: dict[str, Any] = {"folder": str(found.folder), "found": found.origin}
        try:
            manifest = Manifest.read(found.folder)
        except PackageError as error:
            rows.append(row | {"problems": error.problems})
            continue
        size = sum(entry.bytes for entry in manifest.files.values())
        languages = {"source": manifest.source_language, "target": manifest.target_language}
        rows.append(row | {"name": manifest.name, "version": manifest.version, **languages, "bytes": size})
    for row in rows:
        click.echo(json.dumps(row, ensure_ascii=False) if as_json else _row(row))


def _row(row: dict[str, Any]) -> str:
    """One line of the table."""
    if "problems" in row:
        return f"{'-':<20} {row['folder']} ({row['found']}): {'; '.join(row['problems'])}"
    pair = f"{row['source']} → {row['target']}"
    head = f"{row['name']:<20} {row['version']:<12} {pair:<12} {_megabytes(row['bytes']):>9}"
    return f"{head}  {row['folder']} ({row['found']})"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


@command.command(help=f"Print what a package holds and what was measured with it.\n\n{PACKAGE_HELP}")
@click.argument("package", required=False)
@click.option("--card", is_flag=True, help="Print the model card instead.")
@click.option(
    "--load",
    "loads",
    is_flag=True,
    help="Open it too; print the time and memory needed, and which arithmetic drafts use.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@takes_settings("model", "data_folder")
def info(loaded: Loaded, package: str | None, card: bool, loads: bool, as_json: bool) -> None:
    """Print what a package holds and what was measured with it."""
    from synslator.runtime.manifest import Manifest

    folder = _folder(package, loaded.settings)
    manifest = Manifest.read(folder)
    if card:
        path = folder / "README.md"
        if not path.is_file():
            raise SynslatorError(f"{folder} has no model card; add a file README.md")
        click.echo(path.read_text(encoding="utf-8", errors="replace").rstrip("\n"))
        return
    content = asdict(manifest) | {"folder": str(folder)}
    if loads:
        from synslator.runtime.opening_cost import measure_loading

        content["loading"] = asdict(measure_loading(folder))
    click.echo(json.dumps(content, ensure_ascii=False, indent=2) if as_json else _description(content))


def _description(content: dict[str, Any]) -> str:
    """Return a manifest for people."""
    built = content["architecture"]
    rows = [
        ("name", f"{content['name']} {content['version']} (format {content['format']})"),
        ("folder", content["folder"]),
        ("languages", f"{content['source_language']} → {content['target_language']}"),
        ("translation", _shape(content["translation"], built)),
    ]
    if content["language_model"]:
        rows.append(("language model", _shape(content["language_model"], {})))
    rows += [(f"tuned {name}", f"{value:g}") for name, value in content["parameters"].items()]
    rows += [(f"score on {name}", _written(score)) for name, score in content["scores"].items()]
    if not content["scores"]:
        rows.append(("scores", "none in the manifest; `--card` prints the model card"))
    sizes = {name: entry["bytes"] for name, entry in content["files"].items()}
    rows += [(name, _megabytes(size)) for name, size in sizes.items()]
    rows.append(("all files", _megabytes(sum(sizes.values()))))
    if "loading" in content:
        cost = content["loading"]
        times = f"{cost['milliseconds']:.0f} ms ({cost['processor_milliseconds']:.0f} of them at work)"
        rows.append(("loading", f"{times}, {cost['memory_mb']:.0f} MB in memory"))
        rows.append(("drafts by", cost["drafts"]))
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def _shape(graphs: dict[str, Any], built: dict[str, Any]) -> str:
    """Return how a model is built, in a line."""
    layers = f"{graphs['decoder_layers']} layers"
    if "encoder_layers" in built:
        layers = f"{built['encoder_layers']} encoder and {graphs['decoder_layers']} decoder layers"
    extras = [f"{built['source_vocabulary']} source pieces"] if "source_vocabulary" in built else []
    extras.append(f"{graphs['vocabulary']} target pieces")
    extras += [str(built[name]) for name in ("precision", "activation") if name in built]
    return f"{layers}, width {graphs['width']}, {graphs['heads']} heads, " + ", ".join(extras)


def _written(score: Any) -> str:
    if isinstance(score, dict):
        return ", ".join(f"{name} {value}" for name, value in score.items())
    return str(score)


@command.command(help=f"Check every file of a package and run its graphs.\n\n{PACKAGE_HELP}")
@click.argument("packages", nargs=-1, metavar="[PACKAGE]…")
@takes_settings("model", "data_folder")
def verify(loaded: Loaded, packages: tuple[str, ...]) -> None:
    """Check every file of a package and run its graphs."""
    from synslator.runtime.verification import verify as verify_package

    folders = [_folder(package, loaded.settings) for package in packages or (None,)]
    found = {folder: verify_package(folder) for folder in folders}
    for folder, problems in found.items():
        click.echo(f"{folder}: " + ("fine" if not problems else f"{len(problems)} problem(s)"))
        for problem in problems:
            click.echo(f"  {problem}")
    bad = sum(map(bool, found.values()))
    if bad:
        raise SynslatorError(f"{bad} of {len(found)} packages cannot be used")


@command.command
@click.argument("package", type=FOLDER)
@takes_settings("data_folder")
def install(loaded: Loaded, package: Path) -> None:
    """Put a package into the model folder, where the server finds it; a running server needs no new start.

    PACKAGE is a folder, or a wheel or ZIP file that holds one. It is verified first.
    """
    from synslator.runtime.installation import install as install_package

    manifest = install_package(package, loaded.settings.model_folder)
    pair = f"{manifest.source_language} → {manifest.target_language}"
    click.echo(f"installed {manifest.name} {manifest.version} ({pair})")


@command.command
@click.argument("name")
@takes_settings("data_folder")
def remove(loaded: Loaded, name: str) -> None:
    """Remove an installed package by its name. Projects that use it go on with another of their pair."""
    from synslator.runtime.installation import remove as remove_package

    folder = remove_package(name, loaded.settings.model_folder)
    click.echo(f"removed {folder}")


@command.command("import")
@click.argument("folder", type=FOLDER)
@click.argument("package", type=FOLDER)
@click.option("--name", metavar="TEXT", help="Name of the package; the folder's unless given.")
@click.option("--source-language", metavar="TAG", help="Language that the model reads.")
@click.option("--target-language", metavar="TAG", help="Language that the model writes.")
@click.option(
    "--target-token", metavar="PIECE", help="Of a model with several target languages: >>fra<< and the like."
)
@click.option("--fp32", is_flag=True, help="Keep the weights as they are; without it they become int8.")
def import_package(folder: Path, package: Path, fp32: bool, **given: str | None) -> None:
    """Make a package from a MarianMT checkpoint, such as those of OPUS-MT.

    FOLDER is in the layout of Hugging Face: config.json, source.spm, target.spm, vocab.json, and the weights
    as model.safetensors or pytorch_model.bin. PACKAGE is the folder to write. The languages are taken from
    tokenizer_config.json unless given.
    """
    from synslator.cli.extras import require_training

    require_training()
    from synslator.training.marian.importer import MarianOptions, import_marian

    manifest = import_marian(folder, package, MarianOptions(**given, int8=not fp32))
    pair = f"{manifest.source_language} → {manifest.target_language}"
    click.echo(f"{package} holds {manifest.name} ({pair}); use it with --model {package}")


def _folder(package: str | None, settings: Settings) -> Path:
    """Return the folder that was meant by a path, by a name, or by nothing."""
    if package is None:
        return settings.model
    if Path(package).is_dir():
        return Path(package)
    from synslator.runtime.manifest import Manifest, PackageError
    from synslator.runtime.package_search import find_packages

    names: dict[str, Path] = {}
    for found in find_packages(settings.model, settings.model_folder):
        try:
            names.setdefault(Manifest.read(found.folder).name, found.folder)
        except PackageError:
            continue
    if package not in names:
        known = ", ".join(names) or "none"
        raise SynslatorError(
            f"{package!r} is neither a folder nor the name of a package; the packages are: {known}"
        )
    return names[package]
