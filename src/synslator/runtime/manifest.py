"""The manifest of a model package, and the checks that opening one makes.

A package is a folder: `manifest.json`, vocabularies, ONNX graphs, weight files, and `README.md`, the model
card. The manifest names every file with its size and checksum; whatever does not fit is reported, all of it
at once.
"""

import dataclasses
import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from synslator.errors import SynslatorError

FORMAT = 1
"""The version of the package format that this program writes and reads."""
MANIFEST = "manifest.json"
T = TypeVar("T")


class PackageError(SynslatorError):
    """A model package that cannot be used, with every reason."""

    def __init__(self, folder: Path, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(f"the model package {folder} cannot be used: " + "; ".join(problems))


@dataclass(frozen=True)
class FileEntry:
    """A file of the package."""

    bytes: int
    sha256: str

    @classmethod
    def of(cls, path: Path) -> "FileEntry":
        """Measure a file."""
        with path.open("rb") as content:
            return cls(path.stat().st_size, hashlib.file_digest(content, "sha256").hexdigest())


@dataclass(frozen=True)
class Graphs:
    """The shape of a model and the ids that mean something to it."""

    width: int
    heads: int
    decoder_layers: int
    vocabulary: int
    start: int
    """The piece that every target begins with."""
    end: int
    """The piece that ends a sequence."""
    unused: tuple[int, ...] = ()
    """Pieces that are never to be predicted (padding, unknown)."""

    def __post_init__(self) -> None:
        problems = []
        if min(self.width, self.heads, self.decoder_layers, self.vocabulary) < 1:
            problems.append("width, heads, decoder_layers and vocabulary must be positive")
        elif self.width % self.heads:
            problems.append(f"width {self.width} is not a multiple of {self.heads} heads")
        strange = [n for n in (self.start, self.end, *self.unused) if not 0 <= n < self.vocabulary]
        if strange:
            problems.append(f"the ids {strange} are not in a vocabulary of {self.vocabulary}")
        if problems:
            raise ValueError("; ".join(problems))

    @property
    def head_width(self) -> int:
        """Width of one attention head."""
        return self.width // self.heads


@dataclass(frozen=True)
class AdaptiveLayers:
    """The layers that read the best match of a memory, over the translation model."""

    minimum_rate: int
    """Match rate, in percent, below which a match is not read."""

    def __post_init__(self) -> None:
        if not 0 <= self.minimum_rate <= 100:
            raise ValueError(f"minimum_rate must be 0 to 100, not {self.minimum_rate}")


@dataclass(frozen=True)
class Manifest:
    """What a package holds and how it is used."""

    name: str
    version: str
    source_language: str
    target_language: str
    translation: Graphs
    language_model: Graphs | None = None
    adaptive: AdaptiveLayers | None = None
    shortlist: bool = False
    """Whether it can search among the pieces that a text can need, instead of among all."""
    shared_vocabulary: bool = False
    """Whether ids come from `vocabulary.json` instead of from the SentencePiece models themselves."""
    separate_vocabularies: bool = False
    """Whether each side's ids come from its own `source_vocabulary.json` or `target_vocabulary.json`."""
    source_prefix: str = ""
    """A piece that stands before every source, such as one that asks for the target language."""
    parameters: dict[str, float] = field(default_factory=dict)
    """Tuned values: `length_penalty`, `knn_…`."""
    architecture: dict[str, Any] = field(default_factory=dict)
    """How the model is built, for people and for conversion to other formats."""
    scores: dict[str, Any] = field(default_factory=dict)
    """Test set -> what was measured on it; the model card says how."""
    files: dict[str, FileEntry] = field(default_factory=dict)
    format: int = FORMAT

    def __post_init__(self) -> None:
        if self.shared_vocabulary and self.separate_vocabularies:
            raise ValueError("shared_vocabulary and separate_vocabularies exclude each other")

    def write(self, folder: Path) -> None:
        """Write the manifest of a finished folder, measuring its files."""
        names = sorted(p.name for p in folder.iterdir() if p.is_file() and p.name != MANIFEST)
        content = asdict(self) | {"files": {name: asdict(FileEntry.of(folder / name)) for name in names}}
        new = folder / f".{MANIFEST}.new"
        new.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(folder / MANIFEST)

    @classmethod
    def read(cls, folder: Path) -> "Manifest":
        """Read the manifest of a package, without a look at its files."""
        content = read_json(folder)
        found = content.get("format") if isinstance(content, dict) else None
        if found != FORMAT:
            newer = isinstance(found, int) and found > FORMAT
            advice = ". Update Synslator" if newer else ""
            raise PackageError(
                folder, [f"the package has format {found!r}; this Synslator reads format {FORMAT}{advice}"]
            )
        problems: list[str] = []
        manifest = build(cls, content, "", problems)
        if manifest is None:
            raise PackageError(folder, [f"{MANIFEST}: {problem}" for problem in problems])
        return manifest


def read_json(folder: Path) -> Any:
    """The content of a manifest."""
    try:
        return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except OSError as error:
        reason = f"{MANIFEST} cannot be read ({error.strerror})"
        raise PackageError(folder, [reason if folder.is_dir() else "there is no such folder"]) from error
    except ValueError as error:
        raise PackageError(folder, [f"{MANIFEST} is not JSON ({error})"]) from error


def build(kind: type[T], table: Any, where: str, problems: list[str]) -> T | None:
    """Make a part of the manifest from a JSON table; None, with the problems noted, where it cannot be."""
    if not isinstance(table, dict):
        problems.append(f"{where or 'the manifest'} must be a table, not {table!r}")
        return None
    hints, before, dot = get_type_hints(kind), len(problems), f"{where}." if where else ""
    needed = {
        f.name
        for f in dataclasses.fields(kind)  # type: ignore[arg-type]
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    }
    problems += [f"{dot}{name} is missing" for name in sorted(needed - table.keys())]
    problems += [f"{dot}{name} is not known here" for name in sorted(table.keys() - hints.keys())]
    values = {
        name: convert(hints[name], value, f"{dot}{name}", problems)
        for name, value in table.items()
        if name in hints
    }
    if len(problems) > before:
        return None
    try:
        return kind(**values)
    except ValueError as error:
        problems.append(f"{where or 'the manifest'}: {error}")
        return None


def convert(hint: Any, value: Any, where: str, problems: list[str]) -> Any:
    """Turn a JSON value into what a field holds."""
    origin, inner = get_origin(hint), get_args(hint)
    if type(None) in inner:
        return convert(inner[0], value, where, problems) if value is not None else None
    if dataclasses.is_dataclass(hint):
        return build(hint, value, where, problems)  # type: ignore[arg-type]
    if origin is dict and isinstance(value, dict):
        return {key: convert(inner[1], one, f"{where}.{key}", problems) for key, one in value.items()}
    if origin is tuple and isinstance(value, list):
        return tuple(convert(inner[0], one, f"{where}[{n}]", problems) for n, one in enumerate(value))
    wanted = (int, float) if hint is float else object if hint is Any else origin or hint
    if not isinstance(value, wanted) or (isinstance(value, bool) and hint not in (bool, Any)):
        problems.append(f"{where} must be {KINDS.get(origin or hint, 'a value')}, not {value!r}")
    return value


KINDS = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    dict: "a table",
    tuple: "a list",
}


def problems_of(folder: Path, manifest: Manifest) -> list[str]:
    """Everything that is wrong with a package's files."""
    problems = []
    needed = {"encoder.onnx", "decoder.onnx", "source.spm", "target.spm"}
    if manifest.language_model:
        needed.add("language_model.onnx")
    if manifest.adaptive:
        needed |= {"adaptive_encoder.onnx", "adaptive_decoder.onnx"}
    if manifest.shortlist:
        needed |= {"search.onnx", "output.onnx", "shortlist.xz"}
    if manifest.shared_vocabulary:
        needed.add("vocabulary.json")
    if manifest.separate_vocabularies:
        needed |= {"source_vocabulary.json", "target_vocabulary.json"}
    problems += [f"{name} is not in the manifest" for name in sorted(needed - manifest.files.keys())]
    for name, entry in manifest.files.items():
        path = folder / name
        if Path(name).name != name:
            problems.append(f"{name} is not in the package's folder")
        elif not path.is_file():
            problems.append(f"{name} is missing")
        elif (size := path.stat().st_size) != entry.bytes:
            problems.append(f"{name} has {size} bytes instead of {entry.bytes}")
        elif FileEntry.of(path).sha256 != entry.sha256:
            problems.append(f"{name} is damaged: its checksum is not the manifest's")
    return problems


def check(folder: Path) -> Manifest:
    """Read a manifest and check every file of the package."""
    manifest = Manifest.read(folder)
    if problems := problems_of(folder, manifest):
        raise PackageError(folder, problems)
    return manifest
