"""Files that are damaged, dangerous or something else: a clear sentence, nothing run, memory bounded."""

import io
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.documents import samples_office, samples_text
from formats.documents.samples_office import replaced
from serving import PATIENCE
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import (
    DamagedDocument,
    DocumentProblem,
    RefusedDocument,
    UnknownFormat,
)
from synslator.formats.documents.formats import open_document
from synslator.formats.documents.office.archive import DocumentLimits

OFFICE = {
    "a.docx": samples_office.docx(),
    "a.xlsx": samples_office.xlsx(),
    "a.pptx": samples_office.pptx(),
    "a.odt": samples_office.odt(),
}
TEXT = {
    "a.md": samples_text.MARKDOWN,
    "a.html": samples_text.HTML,
    "a.srt": samples_text.SRT,
    "a.vtt": samples_text.VTT,
    "a.ass": samples_text.ASS,
    "a.po": samples_text.PO,
    "a.xlf": samples_text.XLIFF12,
    "b.xlf": samples_text.XLIFF21,
    "a.json": samples_text.JSON,
    "a.yaml": samples_text.YAML,
    "a.properties": samples_text.PROPERTIES,
    "strings.xml": samples_text.ANDROID,
    "a.csv": samples_text.CSV,
    "a.txt": samples_text.PLAIN,
}
ALL = OFFICE | {name: text.encode() for name, text in TEXT.items()}
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def sentence(problem: pytest.ExceptionInfo[DocumentProblem], *words: str) -> None:
    """Check that the message is one sentence that says these words."""
    message = str(problem.value)
    assert message.endswith(".")
    assert "\n" not in message
    for word in words:
        assert word in message


def opens_or_explains(data: bytes, name: str) -> Document | None:
    """Open a file and write it with every unit changed, or check that the refusal is a sentence."""
    try:
        document = open_document(data, name)
        document.write(dict.fromkeys(range(len(document.units)), "x"))
    except DocumentProblem as problem:
        message = str(problem)
    else:
        return document
    assert message.endswith(".")
    return None


@pytest.mark.parametrize("name", OFFICE)
@pytest.mark.parametrize("share", [0.2, 0.6, 0.98])
def test_truncated_archives_are_named_so(name: str, share: float) -> None:
    with pytest.raises(DamagedDocument) as problem:
        open_document(OFFICE[name][: int(len(OFFICE[name]) * share)], name)
    sentence(problem, name, "damaged", "copy it again")


@pytest.mark.parametrize("name", OFFICE)
def test_the_content_decides_not_the_name(name: str) -> None:
    assert open_document(OFFICE[name], "wrong.txt").format == name[2:]
    assert open_document(OFFICE[name], "wrong.docx").format == name[2:]


@pytest.mark.parametrize(
    ("data", "name", "word"),
    [
        (b"\x89PNG\r\n\x1a\n....", "letter.docx", "PNG"),
        (b"%PDF-1.7 ...", "letter.odt", "PDF"),
        (b"just text", "letter.docx", "Word"),
        (b"MZ\x90\0\3\0\0\0", "letter.txt", "Programs"),
        (OLE + bytes(600), "letter.doc", "before 2007"),
        (b"what is this", "letter.unknown", ".docx"),
        (samples_office.pack({"a/b.bin": b"x"}), "letter.docx", "zip archive"),
        (
            samples_office.pack(
                {"mimetype": "application/vnd.oasis.opendocument.chart", "content.xml": "<a/>"}
            ),
            "a.odt",
            "chart",
        ),
    ],
)
def test_what_is_no_document_is_named(data: bytes, name: str, word: str) -> None:
    with pytest.raises(UnknownFormat) as problem:
        open_document(data, name)
    sentence(problem, name, word)


def test_binary_data_is_no_text() -> None:
    with pytest.raises(DamagedDocument) as problem:
        open_document(bytes(range(256)) * 3, "a.txt")
    sentence(problem, "binary")


@pytest.mark.parametrize(
    ("name", "member"),
    [("a.docx", "word/document.xml"), ("a.odt", "content.xml"), ("a.xlsx", "xl/sharedStrings.xml")],
)
@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1:1/x.dtd"> %b;]>',
    ],
)
def test_entities_in_office_files_are_refused(name: str, member: str, declaration: str) -> None:
    head, _, rest = samples_office.member(OFFICE[name], member).partition("\n")
    with pytest.raises(RefusedDocument) as problem:
        open_document(replaced(OFFICE[name], {member: f"{head}{declaration}{rest}".encode()}), name)
    sentence(problem, member, "entit")


@pytest.mark.parametrize("name", ["a.xlf", "b.xlf", "strings.xml"])
def test_entities_in_xml_files_are_refused_and_a_doctype_is_not_fetched(name: str) -> None:
    head, _, rest = TEXT[name].partition("\n")
    bomb = '<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    with pytest.raises(RefusedDocument):
        open_document(f"{head}\n{bomb}\n{rest}".encode(), name)
    harmless = f'{head}\n<!DOCTYPE xliff PUBLIC "x" "http://127.0.0.1:1/xliff.dtd">\n{rest}'.encode()
    document = open_document(harmless, name)
    assert document.units
    assert document.write({0: "x"})


def test_passwords_are_named() -> None:
    encrypted_office = OLE + bytes(512) + "EncryptedPackage".encode("utf-16-le") + bytes(100)
    manifest = b'<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>'
    flagged = bytearray(OFFICE["a.docx"])
    for signature, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        flagged[flagged.find(signature) + offset] |= 1
    for data, name in (
        (encrypted_office, "a.docx"),
        (replaced(OFFICE["a.odt"], {"META-INF/manifest.xml": manifest}), "a.odt"),
        (bytes(flagged), "a.docx"),
    ):
        with pytest.raises(RefusedDocument) as problem:
            open_document(data, name)
        sentence(problem, name, "password")


def test_macros_are_kept_and_named_but_never_run() -> None:
    macro = b"Sub AutoOpen()" + bytes(64)
    types = "application/vnd.ms-word.document.macroEnabled.main+xml"
    data = samples_office.docx({"word/vbaProject.bin": macro})
    content_types = samples_office.member(data, "[Content_Types].xml")
    standard = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    data = replaced(data, {"[Content_Types].xml": content_types.replace(standard, types).encode()})
    document = open_document(data, "a.docm")
    assert any("macros" in warning for warning in document.warnings)
    written = document.write({0: "Kapitel eins"})
    assert samples_office.unpack(written)["word/vbaProject.bin"] == macro
    with_basic = samples_office.odt({"Basic/Standard/Module1.xml": "<x/>"})
    assert any("macros" in warning for warning in open_document(with_basic, "a.odt").warnings)


def test_two_parts_of_one_name_are_refused() -> None:
    packed = io.BytesIO(OFFICE["a.docx"])
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("word/document.xml", "<other/>")
    with pytest.raises(RefusedDocument) as problem:
        open_document(packed.getvalue(), "a.docx")
    sentence(problem, "same name")


def test_a_size_that_lies_is_found_out() -> None:
    data = bytearray(replaced(OFFICE["a.docx"], {"word/document.xml": b" " * 5_000_000}))
    entry = data.find(b"word/document.xml", data.find(b"PK\x01\x02"))
    data[entry - 22 : entry - 18] = (1000).to_bytes(4, "little")
    with pytest.raises(DamagedDocument):
        open_document(bytes(data), "a.docx")


BOMB = """
    import io, resource, sys, zipfile
    from synslator.formats.documents.formats import open_document
    from synslator.formats.documents.core.problems import DocumentProblem
    data = open(sys.argv[1], "rb").read()
    limit = 700 * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        open_document(data, sys.argv[1])
    except DocumentProblem as problem:
        print(problem)
"""


@pytest.mark.parametrize(
    ("member", "word"), [("word/media/bomb.bin", "unpack"), ("word/document.xml", "unpack")]
)
def test_a_gigabyte_in_a_small_file_is_refused_in_little_memory(
    tmp_path: Path, member: str, word: str
) -> None:
    path = tmp_path / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with zipfile.ZipFile(io.BytesIO(OFFICE["a.docx"])) as sample:
            for name in sample.namelist():
                if name != member:
                    archive.writestr(name, sample.read(name))
        with archive.open(member, "w", force_zip64=True) as bomb:
            for _ in range(1024):
                bomb.write(bytes(1 << 20))
    assert path.stat().st_size < 8_000_000
    script = textwrap.dedent(BOMB)
    child = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert child.returncode == 0, child.stderr[-500:]
    assert word in child.stdout


def test_limits_are_checked() -> None:
    with pytest.raises(RefusedDocument) as problem:
        open_document(OFFICE["a.docx"], "a.docx", ReadOptions(limits=DocumentLimits(part_bytes=100)))
    sentence(problem, "Content_Types", "MiB")
    with pytest.raises(RefusedDocument):
        open_document(b"x" * 200, "a.txt", ReadOptions(limits=DocumentLimits(file_bytes=100)))
    with pytest.raises(ValueError, match="part_bytes"):
        DocumentLimits(part_bytes=0)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[" * 200_000, "a.json"),
        ('{"a":' * 50_000 + '"b"' + "}" * 50_000, "a.json"),
        ("<div>" * 50_000 + "text", "a.html"),
        ("> " * 5_000 + "text", "a.md"),
        ("a: " + "[" * 20_000, "a.yaml"),
        ("a: &a [x, x]\n" + "".join(f"b{i}: &b{i} [*a, *a, *a]\n" for i in range(200)), "a.yaml"),
        ("<resources>" + "<string>" * 20_000, "strings.xml"),
        ("{" * 5_000, "a.csv"),
        ('{"a": "' + "{n, plural, one {" * 20_000 + 'x"}', "a.json"),
        ("<p>" + "<b>" * 30_000 + "x" + "</i>" * 30_000, "a.html"),
        ("<p>" + "<b>" * 20_000 + "x" + "</b>" * 20_000, "a.html"),
    ],
)
def test_deep_nesting_ends_in_a_document_or_a_sentence(text: str, name: str) -> None:
    opens_or_explains(text.encode(), name)


def test_deeply_nested_text_boxes_end_in_a_sentence() -> None:
    opening = "<w:p><w:r><w:pict><w:txbxContent>"
    body = opening * 3000 + "<w:p/>" + "</w:txbxContent></w:pict></w:r></w:p>" * 3000
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    text = f'<w:document xmlns:w="{main}"><w:body>{body}</w:body></w:document>'
    with pytest.raises(DamagedDocument) as problem:
        open_document(replaced(OFFICE["a.docx"], {"word/document.xml": text.encode()}), "a.docx")
    sentence(problem, "nests")


@pytest.mark.parametrize("name", ALL)
def test_an_empty_file_gives_an_empty_document_or_a_sentence(name: str) -> None:
    document = opens_or_explains(b"", name)
    assert document is None or document.units == ()


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(ALL)), st.data())
def test_damaged_files_never_crash(name: str, data: st.DataObject) -> None:
    damaged = bytearray(ALL[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        if data.draw(st.booleans()):
            damaged[place] = data.draw(st.integers(0, 255))
        else:
            del damaged[place : place + data.draw(st.integers(1, 50))]
    opens_or_explains(bytes(damaged), name)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(set(OFFICE))), st.data())
def test_damaged_parts_never_crash(name: str, data: st.DataObject) -> None:
    with zipfile.ZipFile(io.BytesIO(OFFICE[name])) as archive:
        member = data.draw(st.sampled_from(archive.namelist()))
        content = archive.read(member).decode("latin-1")
    tags = [place for place, char in enumerate(content) if char == "<"] or [0]
    place = data.draw(st.sampled_from(tags))
    end = content.find(">", place) + 1
    changed = data.draw(st.sampled_from(["", content[place:end] * 2, "<w:p>", "<x/>", "</w:p>"]))
    broken = content[:place] + changed + content[end:]
    opens_or_explains(replaced(OFFICE[name], {member: broken.encode("latin-1")}), name)
