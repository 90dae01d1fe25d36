"""Office files are zip archives: opening them safely, and writing them back with the changed parts new."""

import io
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from synslator.formats.documents.core.charset import decode
from synslator.formats.documents.core.problems import DamagedDocument, RefusedDocument

MIB = 1 << 20
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, OSError)


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """How large a document may be; beyond that it is refused before it is unpacked or read to its end."""

    file_bytes: int = 256 * MIB
    unpacked_bytes: int = 512 * MIB
    part_bytes: int = 128 * MIB
    members: int = 20_000
    units: int = 1_000_000

    def __post_init__(self) -> None:
        wrong = [name for name in self.__slots__ if getattr(self, name) <= 0]
        if wrong:
            raise ValueError(f"limits must be positive, but {', '.join(wrong)} are not")


class Archive:
    """The members of an office file, checked against the limits."""

    def __init__(self, data: bytes, name: str, limits: DocumentLimits) -> None:
        self.data = data
        self.name = name
        self._limits = limits
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, EOFError):
            raise DamagedDocument(
                f"{name} is damaged: its directory is missing or incomplete. Perhaps it was cut off while it"
                " was copied; copy it again."
            ) from None
        self._check()

    def _check(self) -> None:
        members = self._zip.infolist()
        names = {member.filename for member in members}
        total = sum(member.file_size for member in members)
        if len(members) > self._limits.members or total > self._limits.unpacked_bytes:
            raise RefusedDocument(
                f"{self.name} would unpack to {total / MIB:,.0f} MiB in {len(members):,} parts; at most"
                f" {self._limits.unpacked_bytes / MIB:,.0f} MiB in {self._limits.members:,} parts are read."
            )
        if len(names) != len(members):
            raise RefusedDocument(
                f"{self.name} holds two parts of the same name, so it is not clear which counts."
            )
        if any(member.flag_bits & 1 for member in members):
            raise RefusedDocument(
                f"{self.name} is protected by a password; save it without one and try again."
            )

    def names(self) -> list[str]:
        """Name the members in the order of the archive."""
        return [member.filename for member in self._zip.infolist()]

    def __contains__(self, member: str) -> bool:
        return member in self._zip.NameToInfo

    def read(self, member: str) -> bytes:
        """Unpack one member."""
        info = self._zip.NameToInfo.get(member)
        if info is None:
            raise DamagedDocument(f"{self.name} is damaged: its part {member} is missing.")
        if info.file_size > self._limits.part_bytes:
            raise RefusedDocument(
                f"{self.name} holds {member} with {info.file_size / MIB:,.0f} MiB; at most"
                f" {self._limits.part_bytes / MIB:,.0f} MiB of text are read in one part."
            )
        try:
            return self._zip.read(info)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, OSError):
            raise DamagedDocument(
                f"{self.name} holds the part {member}, but it is damaged or cut off."
            ) from None

    def text(self, member: str) -> str:
        """Unpack one XML member and decode it."""
        return decode(self.read(member), f"{member} in {self.name}").text

    def copy(self, changed: Mapping[str, str]) -> bytes:
        """Return the archive with new text in some members; with no change, its very bytes."""
        if not changed:
            return self.data
        result = io.BytesIO()
        with zipfile.ZipFile(result, "w") as packed:
            packed.comment = self._zip.comment
            for info in self._zip.infolist():
                if info.filename in changed:
                    packed.writestr(_header(info), self._encoded(info.filename, changed[info.filename]))
                else:
                    self._pass_on(info, packed)
        return result.getvalue()

    def _encoded(self, member: str, text: str) -> bytes:
        before = decode(self.read(member), member)
        if before.charset.startswith("utf"):
            return before.mark + text.encode(before.charset)
        return text.encode(before.charset, "xmlcharrefreplace")

    def _pass_on(self, info: zipfile.ZipInfo, packed: zipfile.ZipFile) -> None:
        """Copy a member piece by piece, however large it is."""
        header = _header(info)
        header.file_size = info.file_size
        try:
            with self._zip.open(info) as source, packed.open(header, "w") as target:
                shutil.copyfileobj(source, target)
        except _DAMAGE:
            raise DamagedDocument(f"{self.name} holds the part {info.filename}, but it is damaged.") from None


def _header(info: zipfile.ZipInfo) -> zipfile.ZipInfo:
    header = zipfile.ZipInfo(info.filename, info.date_time)
    header.compress_type = info.compress_type
    header.create_system = info.create_system
    header.external_attr = info.external_attr
    header.internal_attr = info.internal_attr
    header.comment = info.comment
    return header


@dataclass(frozen=True, slots=True)
class ArchivePacker:
    """A document that is a zip archive."""

    archive: Archive

    def pack(self, changed: Mapping[str, str]) -> bytes:
        """Put the changed parts among the others."""
        return self.archive.copy(changed)


def matching(archive: Archive, prefix: str, suffix: str = ".xml") -> Iterator[str]:
    """Name the members below a folder, `slide2` before `slide10`."""
    names = [name for name in archive.names() if name.startswith(prefix) and name.endswith(suffix)]
    yield from sorted(names, key=lambda name: (len(name), name))
