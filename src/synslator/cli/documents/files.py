"""What the `document` commands share: how documents are read, and writing files whole or not at all."""

import functools
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click

from synslator.errors import UsageProblem
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.options import Placeholders, ReadOptions
from synslator.formats.documents.formats import open_document
from synslator.text.segmentation import MODES, Mode, Segmenter, segmenter

FILE = click.Path(path_type=Path)
SEGMENTATION_HELP = "How segments are cut."
PLACEHOLDERS_HELP = "Whether %s and {name} become tags; auto: in resource files."


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """How a command reads its documents."""

    segmentation: Mode
    srx: Path | None
    source_language: str
    options: ReadOptions

    def segmenter(self) -> Segmenter:
        """Return what cuts units into segments."""
        if self.srx is None:
            return segmenter(self.segmentation, self.source_language)
        from synslator.text.srx.rules import read_srx

        return read_srx(read_file(self.srx), self.source_language, str(self.srx))

    def open(self, file: Path) -> Document:
        """Open a document and pass on its warnings."""
        limit = self.options.limits.file_bytes
        if file.is_file() and file.stat().st_size > limit:
            raise UsageProblem(f"{file} has {file.stat().st_size:,} bytes; at most {limit:,} are read.")
        document = open_document(read_file(file), file.name, self.options)
        for warning in document.warnings:
            click.echo(f"Note: {warning}", err=True)
        return document


def reads_documents(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command the options for reading; it receives them as `reading`."""

    @functools.wraps(command)
    def run(
        *args: Any,
        segmentation: Mode,
        srx: Path | None,
        source_language: str,
        placeholders: Placeholders,
        columns: tuple[str, ...],
        **others: Any,
    ) -> None:
        options = ReadOptions(placeholders=placeholders, columns=columns)
        command(*args, reading=DocumentOptions(segmentation, srx, source_language, options), **others)

    for option in (
        click.option(
            "--column",
            "columns",
            multiple=True,
            metavar="COLUMN",
            help="Of a CSV file translate only this column, by header or number.",
        ),
        click.option(
            "--placeholders",
            type=click.Choice(get_args(Placeholders)),
            default="auto",
            help=PLACEHOLDERS_HELP,
        ),
        click.option("--source-language", default="zh", metavar="TAG", help="Language of the document."),
        click.option(
            "--srx", type=FILE, metavar="FILE", help="Segment by the rules of this SRX file instead."
        ),
        click.option("--segmentation", type=click.Choice(MODES), default="sentence", help=SEGMENTATION_HELP),
    ):
        run = option(run)
    return run


def read_file(file: Path) -> bytes:
    """Read a file that the user named."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageProblem(f"{file} cannot be read: {error.strerror}.") from None


def write_file(out: Path, data: bytes, source: Path) -> None:
    """Write a file whole or not at all, and never over the document that it was made from."""
    if out.exists() and out.samefile(source):
        raise UsageProblem(f"{out} is the document itself. Choose another name for the output.")
    try:
        with tempfile.NamedTemporaryFile(dir=out.parent, prefix=f".{out.name}.", delete=False) as file:
            file.write(data)
        os.chmod(file.name, 0o666 & ~_umask())
        os.replace(file.name, out)
    except OSError as error:
        raise UsageProblem(f"{out} cannot be written: {error.strerror}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
