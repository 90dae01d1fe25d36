"""LibreOffice opens what is written, and shows the translation in it.

Skipped, and said so, where LibreOffice is not installed.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from formats.documents import samples_office
from synslator.formats.documents.bilingual import bilingual_docx
from synslator.formats.documents.core.segments import segments_of
from synslator.formats.documents.export import Translation
from synslator.formats.documents.formats import open_document
from synslator.text.segmentation import SentenceSegmenter

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
SAMPLES = {
    "a.docx": (samples_office.docx, "cHAPTER ONE"),
    "a.xlsx": (samples_office.xlsx, "pLAIN TEXT"),
    "a.pptx": (samples_office.pptx, "sHOWN SECOND HERE"),
    "a.odt": (samples_office.odt, "sOME MORE TEXT"),
}

pytestmark = pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")


def written_files(folder: Path) -> None:
    """Write each sample unchanged and translated, and a bilingual table."""
    for name, (make, _) in SAMPLES.items():
        document = open_document(make(), name)
        stem, _, kind = name.partition(".")
        (folder / f"{stem}_{kind}_same.{kind}").write_bytes(document.write({}))
        changed = {index: unit.source.swapcase() for index, unit in enumerate(document.units)}
        (folder / f"{stem}_{kind}_changed.{kind}").write_bytes(document.write(changed))
    document = open_document(samples_office.docx(), "a.docx")
    segments = segments_of(document, SentenceSegmenter("zh"))
    table = bilingual_docx([Translation(segment, segment.source.swapcase()) for segment in segments])
    (folder / "table.docx").write_bytes(table)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let LibreOffice open every file once and save it as PDF."""
    folder = tmp_path_factory.mktemp("libreoffice")
    written_files(folder)
    files = sorted(str(path) for path in folder.iterdir())
    profile = f"-env:UserInstallation=file://{tmp_path_factory.mktemp('profile')}"
    arguments = [str(OFFICE), profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder), *files]
    subprocess.run(arguments, check=True, capture_output=True, timeout=300)
    return folder


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("state", ["same", "changed"])
def test_every_office_format_opens(opened: Path, name: str, state: str) -> None:
    stem, _, kind = name.partition(".")
    assert (opened / f"{stem}_{kind}_{state}.pdf").stat().st_size > 1000


def test_the_bilingual_table_opens(opened: Path) -> None:
    assert (opened / "table.pdf").stat().st_size > 1000


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not installed")
@pytest.mark.parametrize("name", SAMPLES)
def test_the_translation_is_on_the_page(opened: Path, name: str) -> None:
    stem, _, kind = name.partition(".")
    path = opened / f"{stem}_{kind}_changed.pdf"
    shown = subprocess.run(["pdftotext", str(path), "-"], check=True, capture_output=True, text=True)
    assert SAMPLES[name][1] in " ".join(shown.stdout.split())
