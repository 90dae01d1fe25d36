"""Reading what other tools write; refusing what is wrong or hostile, with its line and in little memory."""
# ruff: noqa: E501 - files of other tools are quoted as they are

import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from synslator.errors import UsageProblem
from synslator.formats.exchange.files import read_concepts, read_units
from synslator.formats.exchange.model import BadFile, Concept, Fault, Languages, TranslationUnit
from synslator.formats.exchange.tables import ColumnMapping, read_unit_table
from synslator.text.keys import text_key
from synslator.text.language_tags import same_language

LANGUAGES = Languages("zh", "en")
MEGABYTE = 1 << 20

TMX = """<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="zh-CN"><note>not a unit</note></header><body>
<tu creationid="kim" creationdate="20240229T120000Z">
  <prop type="x-context-pre">&lt;seg&gt;前一句&lt;/seg&gt;</prop><prop type="x-context-post">后一句</prop><note>hm</note>
  <tuv xml:lang="EN-us"><seg>Press <bpt i="1" x="5">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept><ph x="2"/>.</seg></tuv>
  <tuv xml:lang="ZH-CN"><seg>按<bpt i="1" x="5">&lt;b&gt;</bpt>确定<ept i="1">&lt;/b&gt;</ept><ph x="2"/>。</seg></tuv>
  <tuv xml:lang="fr"><seg>Appuyez</seg></tuv>
</tu>
<tu><tuv lang="zh"><seg>旧<hi>式</hi><it pos="begin" x="3"/></seg></tuv><tuv lang="en"><seg>old style</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>nur deutsch</seg></tuv></tu>
</body></tmx>
"""


def test_tmx_of_other_tools(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(TMX, encoding="utf-8")
    first, second = read_units(path, LANGUAGES)
    assert isinstance(first, TranslationUnit)
    assert (first.source, first.target) == ("按⟦5⟧确定⟦/5⟧⟦2/⟧。", "Press ⟦5⟧OK⟦/5⟧⟦2/⟧.")
    assert (first.changed_by, first.changed_at, first.notes) == ("kim", 1709208000, ("hm",))
    assert first.contexts == ((text_key("前一句"), text_key("后一句")),)
    assert isinstance(second, TranslationUnit)
    assert second.source == "旧⟦1⟧式⟦/1⟧⟦3⟧"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030", "gb2312"])
def test_tmx_in_any_charset(tmp_path: Path, charset: str) -> None:
    path = tmp_path / "a.tmx"
    declared = charset.removesuffix("-sig").removesuffix("-le")
    path.write_bytes(TMX.replace('version="1.0"', f'version="1.0" encoding="{declared}"', 1).encode(charset))
    assert len(list(read_units(path, LANGUAGES))) == 2


def test_other_languages_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(TMX, encoding="utf-8")
    (fault,) = read_units(path, Languages("ja", "ko"))
    assert isinstance(fault, Fault)
    assert "EN-us, ZH-CN, de, en, fr, zh" in fault.message


XLIFF_1 = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="help.html" source-language="zh-CN" target-language="en-GB" datatype="html"><body><group>
<trans-unit id="1"><source>打开<g id="1">文件</g><x id="2"/></source><target>Open the <g id="1">file</g><x id="2"/></target>
<note>short</note></trans-unit>
<trans-unit id="2"><source>未翻译</source></trans-unit>
<trans-unit id="3"><source>一。二。</source><target><mrk mtype="seg" mid="1">One.</mrk> Two.</target></trans-unit>
</group></body></file></xliff>"""
XLIFF_2 = """<xliff version="2.0" srcLang="zh" trgLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f">
<unit id="1"><segment id="a"><source>第一<pc id="1">句</pc></source><target>First <pc id="1">one</pc></target></segment>
<segment><source>第<sc id="4"/>二<ec startRef="4"/>句<cp hex="0007"/></source><target>Second</target></segment></unit>
</file></xliff>"""


def test_xliff_of_both_versions(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(XLIFF_1, encoding="utf-8")
    assert list(read_units(path, LANGUAGES)) == [
        TranslationUnit(
            "打开⟦1⟧文件⟦/1⟧⟦2/⟧", "Open the ⟦1⟧file⟦/1⟧⟦2/⟧", document="help.html", notes=("short",)
        ),
        TranslationUnit("一。二。", "One. Two.", document="help.html"),
    ]
    path.write_text(XLIFF_2, encoding="utf-8")
    assert list(read_units(path, LANGUAGES)) == [
        TranslationUnit("第一⟦1⟧句⟦/1⟧", "First ⟦1⟧one⟦/1⟧"),
        TranslationUnit("第⟦4⟧二⟦/4⟧句\x07", "Second"),
    ]
    (fault,) = read_units(path, Languages("de", "en"))
    assert fault == Fault(2, "the file is in zh, not in de")


TBX_DCT = """<tbx style="dct" type="TBX-Basic" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="m" xmlns:basic="b"><text><body>
<conceptEntry id="1"><min:subjectField>IT</min:subjectField><langSec xml:lang="zh"><basic:definition>机器</basic:definition>
<termSec><term>服务器</term></termSec></langSec><langSec xml:lang="en"><termSec><term>box</term>
<min:administrativeStatus>deprecatedTerm-admn-sts</min:administrativeStatus></termSec></langSec></conceptEntry>
</body></text></tbx>"""
TBX_BASIC = """<martif type="TBX-Basic"><text><body><termEntry><descripGrp><descrip type="definition">Ein Rechner</descrip>
</descripGrp><langSet xml:lang="zh"><ntig><termGrp><term>服务器</term></termGrp></ntig></langSet><langSet xml:lang="en"><tig>
<term>server</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig></langSet></termEntry>
<termEntry id="empty"/></body></text></martif>"""


def test_tbx_of_both_versions(tmp_path: Path) -> None:
    path = tmp_path / "a.tbx"
    path.write_text(TBX_DCT, encoding="utf-8")
    (concept,) = read_concepts(path, LANGUAGES)
    assert isinstance(concept, Concept)
    assert (concept.subject, concept.definition) == ("IT", "机器")
    assert [(term.text, term.status) for term in concept.terms] == [
        ("服务器", "admitted"),
        ("box", "forbidden"),
    ]
    path.write_text(TBX_BASIC, encoding="utf-8")
    concept, fault = read_concepts(path, LANGUAGES)
    assert isinstance(concept, Concept)
    assert (concept.definition, concept.terms[1].status) == ("Ein Rechner", "preferred")
    assert isinstance(fault, Fault)
    assert fault.line == 4


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        ("文件,file\n", {}),
        ("en,zh\nfile,文件\n", {}),
        ("id;target;source\n7;file;文件\n", {}),
        ("a\tb\tc\nx\tfile\t文件\n", {"source": "c", "target": "b"}),
        ("file|x|文件\n", {"source": "3", "target": "1"}),
    ],
)
def test_columns_are_found_or_named(tmp_path: Path, text: str, mapping: dict[str, str]) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    (unit,) = read_unit_table(path, LANGUAGES, ColumnMapping(mapping))
    assert isinstance(unit, TranslationUnit)
    assert (unit.source, unit.target) == ("文件", "file")


def test_columns_that_are_not_there_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n", encoding="utf-8")
    with pytest.raises(UsageProblem, match=r"The header has no column c for source\. It has: a, b"):
        list(read_unit_table(path, LANGUAGES, ColumnMapping({"source": "c"})))
    with pytest.raises(UsageProblem, match="There is no column colour"):
        ColumnMapping({"colour": "1"})


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_tables_in_any_charset(tmp_path: Path, charset: str) -> None:
    rows = "".join(
        f"这是第{number}个用来测试编码的句子，应该能够正确读取。\tSentence {number}\n" for number in range(40)
    )
    path = tmp_path / "a.tsv"
    path.write_bytes(rows.encode(charset))
    units = list(read_units(path, LANGUAGES))
    assert units[7] == TranslationUnit("这是第7个用来测试编码的句子，应该能够正确读取。", "Sentence 7")


def test_a_row_without_a_target_is_a_fault_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('source,target\n"两\n行","two\nlines"\n文件\n', encoding="utf-8")
    good, fault = read_units(path, LANGUAGES)
    assert isinstance(good, TranslationUnit)
    assert fault == Fault(5, "there is no target text: the row has 1 columns")


READ_APART = """
import sys
from pathlib import Path
from synslator.formats.exchange.files import read_units
from synslator.formats.exchange.model import Fault, Languages
line = units = 0
for one in read_units(Path(sys.argv[1]), Languages("zh", "en")):
    units += 1
    if isinstance(one, Fault):
        line, message = one.line, one.message
        break
else:
    message = f"{units} units"
peak = next(row for row in Path("/proc/self/status").read_text().splitlines() if row.startswith("VmHWM"))
print(line, message, int(peak.split()[1]) * 1024, sep="|")
"""


def read_apart(path: Path) -> list[str]:
    """Read a file in a process of its own; give the line and message of the first fault, and the memory used."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the memory that a process used at most is read from /proc, which is not here")
    command = [sys.executable, "-c", READ_APART, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().split("|")


def test_quotation_marks_in_a_tsv_are_text(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text('他说“好”\t"Fine" he said\n引号\t"quoted"\n', encoding="utf-8")
    assert list(read_units(path, LANGUAGES)) == [
        TranslationUnit("他说“好”", '"Fine" he said'),
        TranslationUnit("引号", '"quoted"'),
    ]


def bomb(path: Path) -> None:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    path.write_text(
        f'<?xml version="1.0"?>\n<!DOCTYPE tmx [{entities}]><tmx><body><tu>&a11;</tu></body></tmx>'
    )


def external(path: Path) -> None:
    path.write_text('<!DOCTYPE tmx [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><tmx><body>&x;</body></tmx>')


def fill(path: Path, beginning: str, piece: str) -> None:
    """Write 64 MB of the same."""
    with path.open("w") as file:
        file.write(beginning)
        for _ in range(64):
            file.write(piece * (MEGABYTE // len(piece)))


def long_text(path: Path) -> None:
    fill(path, '<tmx><body>\n<tu><tuv xml:lang="zh"><seg>', "a")


def long_attribute(path: Path) -> None:
    fill(path, '<tmx><body>\n<tu changeid="', "a")


def long_record(path: Path) -> None:
    fill(path, "<tmx><body>\n<tu>", "<prop>ab</prop>")


def long_comment(path: Path) -> None:
    fill(path, "<!--", "a")


def deep(path: Path) -> None:
    path.write_text("<tmx><body>\n" + "<tu>" * 100_000)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (bomb, "declares the entity 'a0'"),
        (external, "declares the entity 'x'"),
        (long_text, "a record has more than 4,000,000 characters"),
        (long_attribute, "a record has more than 4,000,000 characters"),
        (long_record, "a record has more than 4,000,000 characters"),
        (long_comment, "no element in the first 4,000,000"),
        (deep, "Excessive depth"),
    ],
)
def test_hostile_xml_is_refused_in_little_memory(
    tmp_path: Path, make: Callable[[Path], None], message: str
) -> None:
    path = tmp_path / "a.tmx"
    make(path)
    line, found, size = read_apart(path)
    assert message in found
    assert int(line) in (1, 2)
    assert int(size) < 100 * MEGABYTE


def test_elements_that_are_no_records_do_not_pile_up(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    with path.open("w") as file:
        file.write("<tmx><header>")
        for _ in range(4):
            file.write("<note>some words that nobody needs</note>" * 10_000)
        file.write("</header><body>")
        for _ in range(4):
            file.write(
                '<tu><tuv xml:lang="zh"><seg>一</seg></tuv><tuv xml:lang="en"><seg>a</seg></tuv></tu>' * 5_000
            )
        file.write("</body></tmx>")
    line, found, size = read_apart(path)
    assert (line, found) == ("0", "20000 units")
    assert int(size) < 120 * MEGABYTE


def test_an_unknown_charset_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_bytes(b'<?xml version="1.0" encoding="klingon"?><tmx/>')
    with pytest.raises(BadFile, match="the charset klingon is not known"):
        list(read_units(path, LANGUAGES))


def test_a_line_of_gigabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("w") as file:
        file.write("source,target\n")
        for _ in range(40):
            file.write("a" * MEGABYTE)
    tracemalloc.start()
    (fault,) = read_units(path, LANGUAGES)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert fault == Fault(2, "the line has more than 1,000,000 characters")
    assert peak < 30 * MEGABYTE


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/sharedStrings.xml", "w") as part,
    ):
        for _ in range(300):
            part.write(b" " * MEGABYTE)
    (fault,) = read_units(path, LANGUAGES)
    assert fault == Fault(1, "the workbook unpacks to 300 MiB; at most 256 MiB are allowed")


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04 cut off"])
def test_a_workbook_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    (fault,) = read_units(path, LANGUAGES)
    assert isinstance(fault, Fault)
    assert "is not an XLSX workbook" in fault.message


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        ("zh", "zh-CN", True),
        ("zh-CN", "ZH", True),
        ("zh_hans", "zh-Hans-CN", True),
        ("zh-CN", "zh-TW", False),
        ("en", "", False),
    ],
)
def test_languages(wanted: str, found: str, same: bool) -> None:
    assert same_language(wanted, found) is same
