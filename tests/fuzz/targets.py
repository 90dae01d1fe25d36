"""What is attacked: for each kind of input a sound sample, and what the program does with such an input.

The name of an input ends with the name that its format goes by.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import regex

from formats.documents import samples_office, samples_text
from fuzz.packages import package, set_up
from synslator.formats.documents.bilingual import bilingual_docx, tmx, xliff
from synslator.formats.documents.core.segments import segments_of
from synslator.formats.documents.export import Translation, plain_target, write_document
from synslator.formats.documents.formats import open_document
from synslator.formats.exchange.files import read_concepts, read_units
from synslator.formats.exchange.model import Languages
from synslator.text.segmentation import segmenter
from synslator.text.srx.rules import read_srx
from synslator.workbench.documents.expression_worker import Expression, ExpressionFinder

LANGUAGES = Languages("zh", "en")
SRX = (
    '<srx><header cascade="yes"/><body><languagerules><languagerule languagerulename="a"><rule break="yes">'
    "<beforebreak>[.!?]+</beforebreak><afterbreak>\\s</afterbreak></rule></languagerule></languagerules>"
    '<maprules><languagemap languagepattern=".*" languagerulename="a"/></maprules></body></srx>'
)
TMX = (
    '<tmx version="1.4"><header srclang="zh"><prop type="x-synslator-training">no</prop></header><body><tu>'
    '<note>n</note><tuv xml:lang="zh"><seg>你<bpt i="1"/>好<ept i="1"/><ph x="1"/></seg></tuv>'
    '<tuv xml:lang="en"><seg>Hello</seg></tuv></tu></body></tmx>'
)
TBX = (
    '<martif type="TBX" xml:lang="en"><text><body><termEntry id="c1"><descrip type="definition">d</descrip>'
    '<langSet xml:lang="zh"><tig><term>存储</term></tig></langSet><langSet xml:lang="en"><tig><term>storage'
    '</term><termNote type="administrativeStatus">preferred</termNote></tig></langSet></termEntry></body>'
    "</text></martif>"
)
TABLE = 'zh,en,note\n你好,"Hello, you",\n存储,storage,"two\nlines"\n'


def documented(data: bytes, name: str) -> None:
    """Read a document, write it in every way, and read it again."""
    document = open_document(data, name)
    segments = segments_of(document, segmenter("sentence", "zh"))[:2000]
    translations = [Translation(one, one.source) for one in segments]
    for write in (xliff, tmx):
        write(document, translations, "zh", "en")
    bilingual_docx(translations)
    plain_target(document, translations)
    open_document(write_document(document, translations), name)


def exchanged(data: bytes, name: str) -> None:
    """Read a translation memory."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        for _ in read_units(path, LANGUAGES):
            pass


def conceived(data: bytes, name: str) -> None:
    """Read a termbase."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        for _ in read_concepts(path, LANGUAGES):
            pass


def cut(data: bytes, name: str) -> None:
    """Read segmentation rules and cut by them."""
    list(read_srx(data, "en").starts("One. Two? Three" * 20))


def expressed(data: bytes, name: str) -> None:
    """Search and replace by an expression."""
    finder = ExpressionFinder(Expression(data.decode("utf-8", "replace"), True, False, False, r"<\g<0>>"))
    for text in ("", "A b b x", "⟦1⟧你好⟦/1⟧" * 20):
        finder.find(text)
    regex.purge()


TARGETS: Mapping[str, Callable[[bytes, str], None]] = {
    "memory.tmx": exchanged,
    "memory.xlf": exchanged,
    "memory.csv": exchanged,
    "memory.xlsx": exchanged,
    "terms.tbx": conceived,
    "terms.tsv": conceived,
    "a.srx": cut,
    "a.expression": expressed,
    "project.zip": set_up,
}
"""By the name of an input; what is not here is a document."""
LIMITED = ("a.expression", "a.srx")
"""What is run in limited processes, which may end for want of memory."""


@cache
def seeds() -> Mapping[str, bytes]:
    """Return a sound input of each kind, by its name."""
    return {
        "a.docx": samples_office.docx(),
        "a.xlsx": samples_office.xlsx(),
        "memory.xlsx": samples_office.xlsx(),
        "a.pptx": samples_office.pptx(),
        "a.odt": samples_office.odt(),
        "project.zip": package(),
        **{
            name: text.encode()
            for name, text in {
                "a.md": samples_text.MARKDOWN,
                "a.html": samples_text.HTML,
                "a.srt": samples_text.SRT,
                "a.vtt": samples_text.VTT,
                "a.ass": samples_text.ASS,
                "a.po": samples_text.PO,
                "a.xlf": samples_text.XLIFF12,
                "memory.xlf": samples_text.XLIFF12,
                "a.json": samples_text.JSON,
                "a.yaml": samples_text.YAML,
                "a.properties": samples_text.PROPERTIES,
                "strings.xml": samples_text.ANDROID,
                "a.csv": samples_text.CSV,
                "a.txt": samples_text.PLAIN,
                "memory.tmx": TMX,
                "memory.csv": TABLE,
                "terms.tbx": TBX,
                "terms.tsv": TABLE.replace(",", "\t"),
                "a.srx": SRX,
                "a.expression": r"(\w+)\s\1|[^a-z]{2,5}?(?=x)",
            }.items()
        },
    }
