"""TBX, in which termbases are exchanged: TBX-Basic of 2008 (`martif`) and v3 (`tbx`), both styles read."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, TextIO
from xml.sax.saxutils import quoteattr

from synslator.formats.exchange.inline import escape, plain_text
from synslator.formats.exchange.model import Concept, Concepts, Fault, Term, TermStatus
from synslator.formats.exchange.stream import Element, RecordFile, below, children, language_of, local

TbxDialect = Literal["basic", "v3"]

_STATUS: dict[str, TermStatus] = {
    "preferredTerm-admn-sts": "preferred",
    "preferredTerm": "preferred",
    "preferred": "preferred",
    "admittedTerm-admn-sts": "admitted",
    "admittedTerm": "admitted",
    "deprecatedTerm-admn-sts": "forbidden",
    "deprecatedTerm": "forbidden",
    "supersededTerm-admn-sts": "forbidden",
    "supersededTerm": "forbidden",
    "forbidden": "forbidden",
}
_WRITTEN: dict[TermStatus, str] = {
    "preferred": "preferredTerm-admn-sts",
    "admitted": "admittedTerm-admn-sts",
    "forbidden": "deprecatedTerm-admn-sts",
}
_NAMES: dict[TbxDialect, tuple[str, str, str]] = {
    "basic": ("termEntry", "langSet", "tig"),
    "v3": ("conceptEntry", "langSec", "termSec"),
}
_HEADERS: dict[TbxDialect, str] = {
    "basic": """<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX-Basic" xml:lang="en">
<martifHeader><fileDesc><sourceDesc><p>Synslator</p></sourceDesc></fileDesc></martifHeader>
<text><body>
""",
    "v3": """<?xml version="1.0" encoding="UTF-8"?>
<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>Synslator</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
""",
}
_FOOTERS: dict[TbxDialect, str] = {"basic": "</body></text>\n</martif>\n", "v3": "</body></text>\n</tbx>\n"}


def read_tbx(path: Path) -> Concepts:
    """Yield the concepts of a file; a fault where one has no term."""
    file = RecordFile(path, {"termEntry", "conceptEntry"})
    for record in file.records():
        if isinstance(record, Fault):
            yield record
            continue
        concept = _concept(record.element)
        if concept.terms:
            yield concept
        else:
            line = file.line_of(record.number)
            yield Fault(line, "the concept that begins here has no term")


def _concept(entry: Element) -> Concept:
    terms = [
        _term(section, language_of(language))
        for language in children(entry, "langSet", "langSec")
        for section in below(language, "tig", "ntig", "termSec")
    ]
    definitions = [_described(entry, "definition")]
    definitions += [_described(part, "definition") for part in children(entry, "langSet", "langSec")]
    return Concept(
        tuple(term for term in terms if term.text.strip()),
        subject=_described(entry, "subjectField"),
        definition=next(filter(None, definitions), ""),
        note="\n".join(plain_text(note) for note in children(entry, "note")),
    )


def _term(section: Element, language: str) -> Term:
    term = next(below(section, "term"), None)
    status = _described(section, "administrativeStatus", "normativeAuthorization")
    return Term(
        language,
        plain_text(term) if term is not None else "",
        _STATUS.get(status, "admitted"),
        "\n".join(plain_text(note) for note in below(section, "note")),
    )


def _described(element: Element, *categories: str) -> str:
    """Return what an element says under a data category, written as an attribute (DCA) or as a name (DCT)."""
    for child in _near(element):
        if child.get("type") in categories or local(child.tag) in categories:
            return plain_text(child)
    return ""


def _near(element: Element) -> Iterator[Element]:
    """Yield the children of an element, and those of the groups among them."""
    for child in element:
        yield child
        if local(child.tag).endswith("Grp"):
            yield from child


def write_tbx(concepts: Iterable[Concept], file: TextIO, dialect: TbxDialect = "v3") -> int:
    """Write a file and return the number of its concepts."""
    entry, language, section = _NAMES[dialect]
    file.write(_HEADERS[dialect])
    count = 0
    for count, concept in enumerate(concepts, 1):
        file.write(f'<{entry} id="c{count}">')
        if concept.subject:
            file.write(f'<descrip type="subjectField">{escape(concept.subject)}</descrip>')
        if concept.definition:
            file.write(f'<descrip type="definition">{escape(concept.definition)}</descrip>')
        if concept.note:
            file.write(f"<note>{escape(concept.note)}</note>")
        for tag in dict.fromkeys(term.language for term in concept.terms):
            inside = (_section(term, section) for term in concept.terms if term.language == tag)
            file.write(f"<{language} xml:lang={quoteattr(tag)}>{''.join(inside)}</{language}>")
        file.write(f"</{entry}>\n")
    file.write(_FOOTERS[dialect])
    return count


def _section(term: Term, name: str) -> str:
    status = f'<termNote type="administrativeStatus">{_WRITTEN[term.status]}</termNote>'
    note = f"<note>{escape(term.note)}</note>" if term.note else ""
    return f"<{name}><term>{escape(term.text)}</term>{status}{note}</{name}>"
