"""Whether a file may be trained on, as its owner says: in the header of TMX, or in a file beside a table."""

import lzma
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat
from xml.sax.saxutils import escape

from synslator.errors import SynslatorError

MAY_TRAIN = "may train"
INFERENCE_ONLY = "inference only"
_PERMISSION, _OWNER = "x-synslator-permission", "x-synslator-owner"
_BESIDE = ".permission"
_HEADER = 1 << 16
"""Bytes at the beginning of a file in which a header is looked for."""


class BadNotice(SynslatorError):
    """The file that says whether another may be trained on cannot be understood."""


@dataclass(frozen=True, slots=True)
class TrainingNotice:
    """What the owner of the texts of a file allows."""

    may_train: bool
    owner: str

    @property
    def permission(self) -> str:
        """The permission in words."""
        return MAY_TRAIN if self.may_train else INFERENCE_ONLY

    def header(self) -> str:
        """Return the properties that say it in the header of a TMX file."""
        rows = ((_PERMISSION, self.permission), (_OWNER, self.owner))
        return "".join(f'<prop type="{kind}">{escape(value)}</prop>\n' for kind, value in rows)


def file_beside(path: Path) -> Path:
    """Return the name of the file beside a table that says whether it may be trained on."""
    return path.with_name(path.name + _BESIDE)


def write_beside(path: Path, notice: TrainingNotice) -> None:
    """Say beside a table that it may not be trained on; one that may needs no such file."""
    if notice.may_train:
        file_beside(path).unlink(missing_ok=True)
    else:
        file_beside(path).write_text(f"{notice.permission}\n{notice.owner}\n", encoding="utf-8")


def read_notice(path: Path) -> TrainingNotice | None:
    """Return what a file says about training; None where it says nothing."""
    if file_beside(path).is_file():
        lines = [*file_beside(path).read_text(encoding="utf-8").splitlines(), "", ""]
        if lines[0] not in (MAY_TRAIN, INFERENCE_ONLY):
            raise BadNotice(
                f"{file_beside(path)}: the first line must be '{MAY_TRAIN}' or '{INFERENCE_ONLY}'."
            )
        return TrainingNotice(lines[0] == MAY_TRAIN, lines[1])
    if path.is_dir():
        return None
    opener = lzma.open if path.suffix == ".xz" else open
    try:
        with opener(path, "rb") as file:
            return _in_header(file.read(_HEADER))
    except lzma.LZMAError:
        return None  # whoever reads the rest says what is wrong with it


def _in_header(beginning: bytes) -> TrainingNotice | None:
    """Read the properties of a TMX header; whatever is no TMX has none."""
    header = _Header()
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = header.start, header.end
    parser.CharacterDataHandler = header.text
    parser.EntityDeclHandler = header.refuse
    with suppress(expat.ExpatError, _Read):  # the header has been read, or there is none
        parser.Parse(beginning, False)
    permission = header.found.get(_PERMISSION, "").strip()
    if not permission:
        return None
    # What is not understood is taken for the narrower permission.
    return TrainingNotice(permission == MAY_TRAIN, header.found.get(_OWNER, "").strip())


class _Read(Exception):
    """All of the header was read."""


class _Header:
    """Gathers the properties of a header from the parser's calls."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._kind = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "body":
            raise _Read
        self._kind = attributes.get("type", "") if name == "prop" else ""

    def end(self, name: str) -> None:
        self._kind = ""
        if name == "header":
            raise _Read

    def text(self, text: str) -> None:
        if self._kind:
            self.found[self._kind] = self.found.get(self._kind, "") + text

    def refuse(self, *declared: object) -> None:
        raise _Read
