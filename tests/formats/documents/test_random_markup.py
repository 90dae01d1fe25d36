"""Random text with random markup survives the round trip, in each format that has inline markup."""

from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.documents import samples_office
from synslator.formats.documents.formats import open_document
from synslator.testing.formats import codes, skeleton, swap
from synslator.text.tag_checks import check_tags
from synslator.text.tags import strip

KINDS = ["bold", "italic", "link"]
WORDS = st.text(alphabet="abcXYZ中文é<>&\"'|0", min_size=1, max_size=6)
TREES = st.recursive(
    st.one_of(WORDS, st.just(("atom",))),
    lambda inner: st.tuples(
        st.sampled_from(["bold", "italic", "link"]), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=12,
)
PARAGRAPHS = st.lists(st.lists(TREES, min_size=1, max_size=4), min_size=1, max_size=3)
BOLD, ITALIC = "<w:b/>", "<w:i/>"


def text_of(tree: object) -> str:
    """Return the words of a tree."""
    if isinstance(tree, str):
        return tree
    assert isinstance(tree, tuple | list)
    children = (
        tree[1] if isinstance(tree, tuple) and len(tree) > 1 else tree if isinstance(tree, list) else []
    )
    return "".join(text_of(child) for child in children)


def html(tree: object) -> str:
    if isinstance(tree, str):
        return escape(tree)
    if tree == ("atom",):
        return '<img src="x.png">'
    assert isinstance(tree, tuple)
    name = {"bold": "b", "italic": "i", "link": "a"}[tree[0]]
    return f"<{name}>{''.join(map(html, tree[1]))}</{name}>"


def odt(tree: object) -> str:
    if isinstance(tree, str):
        return escape(tree)
    if tree == ("atom",):
        return '<text:bookmark text:name="x"/>'
    assert isinstance(tree, tuple)
    inside = "".join(map(odt, tree[1]))
    if tree[0] == "link":
        return f'<text:a xlink:href="x">{inside}</text:a>'
    return f'<text:span text:style-name="{"T1" if tree[0] == "bold" else "T9"}">{inside}</text:span>'


def docx(tree: object, looks: frozenset[str] = frozenset(), linked: bool = False) -> str:
    """Write runs: nested formatting becomes a set of properties, links do not nest."""
    if isinstance(tree, str):
        properties = f"<w:rPr>{''.join(sorted(looks))}</w:rPr>" if looks else ""
        return f'<w:r>{properties}<w:t xml:space="preserve">{escape(tree)}</w:t></w:r>'
    if tree == ("atom",):
        return '<w:r><w:footnoteReference w:id="2"/></w:r>'
    assert isinstance(tree, tuple)
    if tree[0] == "link" and not linked:
        return f'<w:hyperlink r:id="r1">{"".join(docx(one, looks, True) for one in tree[1])}</w:hyperlink>'
    more = {"bold": {BOLD}, "italic": {ITALIC}}.get(tree[0], set())
    return "".join(docx(one, looks | more, linked) for one in tree[1])


def in_html(paragraphs: list[list[object]]) -> bytes:
    body = "".join(f"<p>{''.join(map(html, trees))}</p>\n" for trees in paragraphs)
    return f"<!DOCTYPE html><html><body>{body}</body></html>".encode()


def in_docx(paragraphs: list[list[object]]) -> bytes:
    body = "".join(f"<w:p>{''.join(map(docx, trees))}</w:p>" for trees in paragraphs)
    root = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r"'
    document = f"<w:document {root}><w:body>{body}</w:body></w:document>"
    return samples_office.replaced(
        samples_office.docx(),
        {"word/document.xml": document, "word/footnotes.xml": f"<w:footnotes {root}/>"},
    )


def in_odt(paragraphs: list[list[object]]) -> bytes:
    body = "".join(f"<text:p>{''.join(map(odt, trees))}</text:p>" for trees in paragraphs)
    name = "urn:oasis:names:tc:opendocument:xmlns"
    root = f'xmlns:office="{name}:office:1.0" xmlns:text="{name}:text:1.0" xmlns:xlink="x"'
    content = f"<office:document-content {root}>{body}</office:document-content>"
    return samples_office.replaced(samples_office.odt(), {"content.xml": content})


@pytest.mark.parametrize(("make", "name"), [(in_html, "a.html"), (in_docx, "a.docx"), (in_odt, "a.odt")])
@settings(max_examples=60, deadline=None)
@given(paragraphs=PARAGRAPHS)
def test_random_markup_survives(make, name: str, paragraphs: list[list[object]]) -> None:  # type: ignore[no-untyped-def]
    data = make(paragraphs)
    document = open_document(data, name)
    assert document.write({}) == data
    offered = [text_of(trees) for trees in paragraphs if any(char.isalpha() for char in text_of(trees))]
    assert [strip(unit.source) for unit in document.units][: len(offered)] == offered
    assert all(not check_tags(unit.source, unit.source) for unit in document.units)
    again = open_document(document.write({i: swap(u.source) for i, u in enumerate(document.units)}), name)
    assert [unit.source for unit in again.units] == [swap(unit.source) for unit in document.units]
    assert skeleton(again) == skeleton(document)
    assert codes(again) == codes(document)
