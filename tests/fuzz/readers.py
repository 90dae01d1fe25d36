"""A standing enemy of the readers: damaged documents, memories, expressions and rules.

`make fuzz SECONDS=600` runs it. An input that ends in anything but a result or a refusal, or takes more than
it may, is kept in `tests/fuzz/corpus`, which every run of the tests reads again. The name of a kept file ends
with the name that its format goes by.
"""

import argparse
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import regex

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from formats.documents import samples_office, samples_text  # noqa: E402
from synslator.errors import SynslatorError  # noqa: E402
from synslator.formats.documents.bilingual import bilingual_docx, tmx, xliff  # noqa: E402
from synslator.formats.documents.core.segments import segments_of  # noqa: E402
from synslator.formats.documents.export import Translation, plain_target, write_document  # noqa: E402
from synslator.formats.documents.formats import open_document  # noqa: E402
from synslator.formats.exchange.files import read_units  # noqa: E402
from synslator.formats.exchange.model import Languages  # noqa: E402
from synslator.text.segmentation import segmenter  # noqa: E402
from synslator.text.srx import read_srx  # noqa: E402
from synslator.workbench.documents.expression_worker import Expression, Finder  # noqa: E402

CORPUS = Path(__file__).parent / "corpus"
SECONDS = 20
"""How long one input may take."""
MEGABYTES = 2048
"""How much the whole process may take."""
SRX = (
    '<srx><header cascade="yes"/><body><languagerules><languagerule languagerulename="a"><rule break="yes">'
    "<beforebreak>[.!?]+</beforebreak><afterbreak>\\s</afterbreak></rule></languagerule></languagerules>"
    '<maprules><languagemap languagepattern=".*" languagerulename="a"/></maprules></body></srx>'
)
TMX = (
    '<tmx version="1.4"><header srclang="zh"/><body><tu><tuv xml:lang="zh"><seg>你<ph x="1"/>好</seg></tuv>'
    '<tuv xml:lang="en"><seg>Hello</seg></tuv></tu></body></tmx>'
)
SEEDS: Mapping[str, bytes] = {
    "a.docx": samples_office.docx(),
    "a.xlsx": samples_office.xlsx(),
    "a.pptx": samples_office.pptx(),
    "a.odt": samples_office.odt(),
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
            "a.json": samples_text.JSON,
            "a.yaml": samples_text.YAML,
            "a.properties": samples_text.PROPERTIES,
            "strings.xml": samples_text.ANDROID,
            "a.csv": samples_text.CSV,
            "a.txt": samples_text.PLAIN,
            "a.tmx": TMX,
            "a.srx": SRX,
            "a.expression": r"(\w+)\s\1|[^a-z]{2,5}?(?=x)",
        }.items()
    },
}
TOKENS = (
    b"\x00",
    b"<",
    b">",
    b"&#x1F;",
    b'"',
    b"\n",
    b"  ",
    b"(",
    b"{9}",
    b"]]>",
    b"99999999999",
    b"\xff",
    b"=",
)


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
        for _ in read_units(path, Languages("zh", "en")):
            pass


def cut(data: bytes, name: str) -> None:
    """Read segmentation rules and cut by them."""
    list(read_srx(data, "en").starts("One. Two? Three" * 20))


def expressed(data: bytes, name: str) -> None:
    """Search and replace by an expression."""
    finder = Finder(Expression(data.decode("utf-8", "replace"), True, False, False, r"<\g<0>>"))
    for text in ("", "A b b x", "⟦1⟧你好⟦/1⟧" * 20):
        finder.find(text)
    regex.purge()


TARGETS: Mapping[str, Callable[[bytes, str], None]] = {
    ".tmx": exchanged,
    ".srx": cut,
    ".expression": expressed,
}


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Damage an input in a few places; of an archive mostly what is in it."""
    if data.startswith(b"PK") and dice.random() < 0.9:
        parts = samples_office.unpack(data)
        name = dice.choice(sorted(parts))
        part = parts[name]
        parts[name] = mutated(part.encode() if isinstance(part, str) else part, dice)
        return samples_office.pack(parts)
    changed = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        at, length = dice.randint(0, len(changed)), dice.choice((1, 2, 8, 64))
        match dice.randrange(4):
            case 0:
                del changed[at : at + length]
            case 1:
                changed[at:at] = dice.choice(TOKENS) * length
            case 2:
                changed[at:at] = changed[at : at + 8 * length]
            case 3:
                changed[at : at + 1] = bytes([dice.randrange(256)])
    return bytes(changed)


def attack(data: bytes, name: str) -> str:
    """Try an input; return what is wrong with how it is dealt with, if anything is."""
    suffix = Path(name).suffix
    try:
        with no_longer_than(SECONDS):
            TARGETS.get(suffix, documented)(data, name)
    except SynslatorError:
        return ""
    except (MemoryError, RecursionError) as error:
        # In the limited process in which people's expressions run, these end it, and nothing else.
        return "" if suffix in (".expression", ".srx") else traceback.format_exc(limit=-3) or str(error)
    except Exception:
        return traceback.format_exc(limit=-3)
    return ""


@contextmanager
def no_longer_than(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in what takes longer."""

    def late(number: int, frame: object) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def inputs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield damaged inputs without end, the same for each seed."""
    dice = random.Random(seed)
    while True:
        name = dice.choice(sorted(SEEDS))
        yield name, mutated(SEEDS[name], dice)


def main() -> int:
    """Attack for some seconds; keep what is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    end, tried, found = time.monotonic() + given.seconds, 0, set[str]()
    for name, data in inputs(given.seed):
        if time.monotonic() > end:
            break
        tried += 1
        wrong = attack(data, name)
        if wrong and wrong.splitlines()[-1] not in found:
            found.add(wrong.splitlines()[-1])
            (CORPUS / f"{given.seed}-{tried}-{name}").write_bytes(data)
            print(f"{name}: {wrong}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"seed {given.seed}: {tried} inputs, {len(found)} kinds of findings, {peak} MB at most")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
