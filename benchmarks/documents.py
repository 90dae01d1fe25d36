"""Reads, segments and writes a DOCX of 500 pages that it makes itself.

    python benchmarks/documents.py [PAGES]

It runs in a process of its own, so that the peak of its memory is that of the work alone. The peer is
python-docx, if it is installed: opening the file and reading the text of every paragraph, with no tags, no
segments and nothing else that is offered. The last line is one JSON object.
"""

import importlib.util
import io
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

PARAGRAPHS_PER_PAGE = 10
WORDS = tuple(
    re.findall(
        r"\w+",
        "the machine press open close valve button green light wait until pressure temperature read table"
        " turn left right slowly check oil level before start stop emergency cover remove filter clean",
    )
)
HAN = "打开关闭阀门按下绿色按钮等待直到压力温度读取数值表格向左向右慢慢检查油位启动停止紧急盖板拆下更换过滤器"
MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def make_docx(pages: int, seed: int = 1) -> bytes:
    """Make a document as Word would: several runs a paragraph, revision numbers, bold words, tables."""
    chance = random.Random(seed)
    body = []
    for number in range(pages * PARAGRAPHS_PER_PAGE):
        if number % 25 == 0:
            body.append(paragraph([f"Chapter {number}"], "Heading1", chance))
        elif number % 40 == 7:
            cells = "".join(f"<w:tc>{paragraph([sentence(chance)], '', chance)}</w:tc>" for _ in range(4))
            body.append(f"<w:tbl><w:tblPr/><w:tblGrid/>{f'<w:tr>{cells}</w:tr>' * 4}</w:tbl>")
        else:
            body.append(paragraph([sentence(chance) for _ in range(5)], "", chance))
    document = f'<w:document xmlns:w="{MAIN}"><w:body>{"".join(body)}<w:sectPr/></w:body></w:document>'
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'wordprocessingml.document.main+xml"/></Types>'
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" Target="word/document.xml" Type="http://schemas.openxmlformats.org/'
        'officeDocument/2006/relationships/officeDocument"/></Relationships>'
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", relations)
        archive.writestr("word/document.xml", document)
    return packed.getvalue()


def sentence(chance: random.Random) -> str:
    """Make up a sentence, Chinese or English."""
    if chance.random() < 0.5:
        return "".join(chance.choice(HAN) for _ in range(chance.randint(12, 30))) + "。"
    words = [chance.choice(WORDS) for _ in range(chance.randint(8, 18))]
    return " ".join(words).capitalize() + ". "


def paragraph(sentences: list[str], style: str, chance: random.Random) -> str:
    """Write a paragraph of runs, one to three for each sentence."""
    runs = []
    for text in sentences:
        cut = chance.randint(1, len(text) - 1)
        for piece, bold in ((text[:cut], False), (text[cut:], chance.random() < 0.15)):
            looks = "<w:rPr><w:b/></w:rPr>" if bold else '<w:rPr><w:lang w:val="en-US"/></w:rPr>'
            revision = f'w:rsidR="00{chance.randint(10, 99)}"'
            runs.append(f'<w:r {revision}>{looks}<w:t xml:space="preserve">{piece}</w:t></w:r>')
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}{''.join(runs)}</w:p>"


def ours(path: str) -> dict[str, float]:
    """Read, segment, write unchanged and write translated."""
    from synslator.formats.documents.core.segments import segments_of, unit_texts
    from synslator.formats.documents.formats import open_document
    from synslator.text.segmentation import SentenceSegmenter

    data = Path(path).read_bytes()
    start = time.perf_counter()
    document = open_document(data, "benchmark.docx")
    read = time.perf_counter()
    segments = segments_of(document, SentenceSegmenter("zh"))
    cut = time.perf_counter()
    peak_reading = peak_mb()
    if document.write({}) != data:
        raise SystemExit("writing without a change changed the file")
    written = document.write(unit_texts(segments, [segment.source.swapcase() for segment in segments]))
    end = time.perf_counter()
    return {
        "units": len(document.units),
        "segments": len(segments),
        "read_s": read - start,
        "segment_s": cut - read,
        "read_and_segment_s": cut - start,
        "write_s": end - cut,
        "written_bytes": len(written),
        "peak_mb": peak_reading,
        "peak_with_writing_mb": peak_mb(),
    }


def peer(path: str) -> dict[str, float]:
    """Open the file with python-docx and read the text of every paragraph."""
    import docx  # type: ignore[import-not-found, unused-ignore]

    start = time.perf_counter()
    document = docx.Document(path)
    cells = (cell for table in document.tables for row in table.rows for cell in row.cells)
    texts = [one.text for one in document.paragraphs] + [
        one.text for cell in cells for one in cell.paragraphs
    ]
    return {"peer_s": time.perf_counter() - start, "peer_paragraphs": len(texts), "peer_peak_mb": peak_mb()}


def peak_mb() -> float:
    """Return the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(what: str, path: str) -> dict[str, float]:
    """Run one of the two in a process of its own."""
    done = subprocess.run([sys.executable, __file__, what, path], check=True, capture_output=True, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main() -> None:
    """Make the file, measure, print."""
    if len(sys.argv) == 3:
        print(json.dumps({"ours": ours, "peer": peer}[sys.argv[1]](sys.argv[2])))
        return
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "benchmark.docx")
        Path(path).write_bytes(make_docx(pages))
        result = {"pages": pages, "file_bytes": Path(path).stat().st_size} | measured("ours", path)
        if importlib.util.find_spec("docx"):
            result |= measured("peer", path)
            result["read_ratio"] = result["peer_s"] / result["read_s"]
    for name, value in result.items():
        print(f"{name:22} {value:,.2f}" if isinstance(value, float) else f"{name:22} {value:,}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
