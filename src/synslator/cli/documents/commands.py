"""`synslator document`: whole documents from the command line."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from synslator.cli.documents.files import FILE, DocumentOptions, reads_documents, write_file
from synslator.cli.options import takes_settings
from synslator.cli.translation.engines import open_drafts
from synslator.errors import UsageProblem
from synslator.formats.documents.core.known_translations import KnownTranslations
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.segments import SourceSegment, segments_of
from synslator.formats.documents.export import UNCONFIRMED, Translation, Unconfirmed
from synslator.progress import bar
from synslator.settings import Loaded
from synslator.text.segmentation import Segmenter
from synslator.text.tags import tags_of

if TYPE_CHECKING:
    from synslator.cli.documents.memories import Matches

SETTINGS = ("data_folder", "memory_backend", "memory_url")
KINDS = ("document", "table", "xliff", "tmx", "text")
_EXACT = 100
MEMORY_HELP = "A stored memory by name, or a TMX, XLIFF, CSV, TSV or XLSX file."
TARGET_HELP = "Language of the translation."


@click.group
def command() -> None:
    """Read, analyse, translate and write documents.

    The format is recognised by the file's content first and by its name second; `synslator plugins --all`
    lists the formats, and docs/documents.md what is translated in each.
    """


@command.command
@click.argument("file", type=FILE)
@reads_documents
def segments(file: Path, reading: DocumentOptions) -> None:
    """Print the segments of FILE, one JSON object a line: number, source, tags, note.

    Where the file holds a translation of the segment, the object has a target too.
    """
    document = reading.open(file)
    for segment in segments_of(document, reading.segmenter()):
        click.echo(json.dumps(_described(document, segment), ensure_ascii=False))


def _described(document: Document, segment: SourceSegment) -> dict[str, object]:
    codes = document.units[segment.unit].codes
    numbers = sorted({tag.number for tag in tags_of(segment.source)})
    tags = [
        {"number": number, "label": codes[number - 1].label, "paired": codes[number - 1].paired}
        for number in numbers
    ]
    described = {"number": segment.number, "source": segment.source, "tags": tags, "note": segment.note}
    return described | ({"target": segment.target} if segment.target else {})


@command.command
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE…")
@click.option("--memory", "memories", multiple=True, metavar="MEMORY", help=MEMORY_HELP)
@click.option("--target-language", default="en", metavar="TAG", help=TARGET_HELP)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV instead of a table.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@reads_documents
@takes_settings(*SETTINGS)
def analyze(
    loaded: Loaded,
    files: tuple[Path, ...],
    memories: tuple[str, ...],
    target_language: str,
    as_csv: bool,
    as_json: bool,
    reading: DocumentOptions,
) -> None:
    """Count the words of each FILE by match band, all files together.

    Chinese and Japanese count by character, other scripts by word. A segment that occurred before, in any of
    the files, is a repetition.
    """
    from synslator.cli.documents.memories import opened_matches
    from synslator.formats.documents.analysis import Analysis, analyse_each

    if as_csv and as_json:
        raise UsageProblem("Use --csv or --json, not both.")
    cutter = reading.segmenter()
    sources = [[one.source for one in segments_of(reading.open(file), cutter)] for file in files]
    languages = (reading.source_language, target_language)
    with (
        opened_matches(memories, loaded.settings, languages) as matches,
        bar("Analysing", sum(map(len, sources))) as shown,
    ):
        analysis = sum(analyse_each(sources, matches, shown.advance), Analysis({}))
    click.echo(
        analysis.csv() if as_csv else analysis.json() + "\n" if as_json else analysis.table(), nl=False
    )


@command.command
@click.argument("file", type=FILE)
@click.argument("out", type=FILE)
@reads_documents
def roundtrip(file: Path, out: Path, reading: DocumentOptions) -> None:
    """Read FILE and write it to OUT unchanged, byte for byte."""
    write_file(out, reading.open(file).write({}), file)


@command.command
@click.argument("file", type=FILE)
@click.argument("out", type=FILE)
@click.option(
    "--from",
    "givers",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Take translations from this XLIFF or PO file.",
)
@click.option("--memory", "memories", multiple=True, metavar="MEMORY", help=MEMORY_HELP)
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    default="document",
    help="Format to write: its own, a bilingual DOCX table, XLIFF, TMX or plain text.",
)
@click.option(
    "--unconfirmed",
    type=click.Choice(UNCONFIRMED),
    default="draft",
    help="What to write for segments that are not confirmed: the source; the draft, or the source where there"
    " is none; what is written, if anything; nothing.",
)
@click.option(
    "--drafts", "provider", default="machine", metavar="NAME", help="What drafts: the model, or a plug-in."
)
@click.option("--target-language", default="en", metavar="TAG", help=TARGET_HELP)
@reads_documents
@takes_settings(*SETTINGS, "model", "threads")
def translate(
    loaded: Loaded,
    file: Path,
    out: Path,
    givers: tuple[Path, ...],
    memories: tuple[str, ...],
    kind: str,
    unconfirmed: Unconfirmed,
    provider: str,
    target_language: str,
    reading: DocumentOptions,
) -> None:
    """Translate FILE and write it to OUT, in its own format or as a table, XLIFF, TMX or text.

    Translations in the file itself, in a --from file and exact matches of a memory count as confirmed. The
    model drafts the rest and learns from the memories' other matches as it does. With --unconfirmed source or
    nothing, the model is not used.
    """
    from synslator.cli.documents.memories import opened_matches
    from synslator.formats.documents.machine_translation import translate_segments

    cutter = reading.segmenter()
    document = reading.open(file)
    cut = segments_of(document, cutter)
    languages = (reading.source_language, target_language)
    with opened_matches(memories, loaded.settings, languages) as matches:
        pairs = [pair for giver in givers for pair in _pairs(reading.open(giver), cutter)]
        known = KnownTranslations([*_exact_matches(cut, matches), *pairs])
        asked = unconfirmed in ("draft", "written") and kind != "tmx"
        missing = sum(not (segment.target or known.find(segment.source)) for segment in cut)
        machine = open_drafts(loaded.settings, provider, languages, matches) if asked and missing else None
        with bar(f"Translating {file.name}", missing) as shown:
            translations = translate_segments(document, cut, machine, known, shown.advance)
    write_file(out, _exported(document, translations, kind, unconfirmed, languages), file)
    done = sum(translation.confirmed for translation in translations)
    click.echo(f"{done} of {len(translations)} segments are confirmed.", err=True)


def _exact_matches(cut: Sequence[SourceSegment], matches: "Matches | None") -> Iterable[tuple[str, str]]:
    for number, segment in enumerate(cut if matches else ()):
        assert matches is not None
        before = cut[number - 1].source if number else ""
        after = cut[number + 1].source if number + 1 < len(cut) else ""
        match = matches.best(segment.source, before, after)
        if match and match.rate >= _EXACT:
            yield segment.source, match.entry.target


def _pairs(document: Document, cutter: Segmenter) -> Iterable[tuple[str, str]]:
    if not document.bilingual:
        raise UsageProblem(
            f"{document.name} is of the format {document.format}, which holds no translations."
            " Use an XLIFF or PO file."
        )
    return [(segment.source, segment.target) for segment in segments_of(document, cutter) if segment.target]


def _exported(
    document: Document,
    translations: Sequence[Translation],
    kind: str,
    unconfirmed: Unconfirmed,
    languages: tuple[str, str],
) -> bytes:
    from synslator.formats.documents.bilingual import bilingual_docx, tmx, xliff
    from synslator.formats.documents.export import plain_target, write_document

    match kind:
        case "table":
            return bilingual_docx(translations)
        case "xliff":
            return xliff(document, translations, *languages).encode("utf-8")
        case "tmx":
            return tmx(document, translations, *languages).encode("utf-8")
        case "text":
            return plain_target(document, translations, unconfirmed).encode("utf-8")
        case _:
            return write_document(document, translations, unconfirmed)
