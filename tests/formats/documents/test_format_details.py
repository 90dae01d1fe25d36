"""What is particular to single formats."""

import json
import re

import pytest
import yaml
from hypothesis import given, settings
from markdown_it import MarkdownIt

from formats.documents import samples_office, samples_text
from formats.documents.samples_office import member
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument, DocumentProblem
from synslator.formats.documents.formats import FORMATS, detect, open_document
from synslator.testing.formats import SENTENCES


def test_every_format_has_a_reader() -> None:
    assert all(callable(format_.reader()) for format_ in FORMATS.values())


@pytest.mark.parametrize(
    ("text", "name", "format_"),
    [
        (samples_text.XLIFF21, "strings.xml", "xliff"),
        (samples_text.ANDROID, "a.xlf", "android"),
        (samples_text.VTT, "a.srt", "vtt"),
        (samples_text.SRT, "a.txt", "srt"),
        (samples_text.PO, "a.txt", "po"),
        (samples_text.HTML, "a.txt", "html"),
        ("<html><body>x</body></html>", "noname", "html"),
        ("a: b", "a.YML", "yaml"),
        ("# A title", "README.markdown", "md"),
    ],
)
def test_the_content_is_asked_before_the_name(text: str, name: str, format_: str) -> None:
    assert detect(text.encode(), name) == format_


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030", "big5"])
def test_the_charset_is_found_and_kept(charset: str) -> None:
    text = (
        "請先閱讀本手冊，再開始使用這部機器。\r\n請小心。"
        if charset == "big5"
        else "请先阅读本手册，再开始使用机器。\r\n请小心。"
    )
    mark = b"\xfe\xff" if charset == "utf-16-be" else b""
    data = mark + text.encode(charset)
    document = open_document(data, "a.txt")
    assert [unit.source for unit in document.units] == text.split("\r\n")
    written = document.write({0: "Read first"})
    assert written == mark + text.replace(text.split("\r\n", maxsplit=1)[0], "Read first").encode(charset)


def test_a_character_that_the_charset_lacks_is_written_all_the_same() -> None:
    plain = open_document("Grüße an alle".encode("latin-1"), "a.txt")
    assert plain.write({0: "问候"}) == "问候".encode()
    page = b'<html><head><meta charset="iso-8859-1"></head><body>Gr\xfc\xdfe</body></html>'
    assert b"&#38382;&#20505;" in open_document(page, "a.html").write({0: "问候"})
    assert open_document(b"a = plain\n", "a.properties").write({0: "问"}) == b"a = \\u95ee\n"
    po = samples_text.PO.replace("UTF-8", "ISO-8859-1").replace("Alt", "Ält").encode("latin-1")
    assert b"charset=UTF-8" in open_document(po, "a.po").write({0: "打开 ⟦1/⟧"})


def test_bytes_that_are_no_text_ride_along() -> None:
    data = b"<html><body><p>good text</p><p>bad \xff byte</p></body></html>"
    document = open_document(data, "a.html")
    written = document.write({0: "changed"})
    assert written == data.replace(b"good text", b"changed")


def test_a_shared_string_of_a_locked_cell_stays_and_the_open_cell_gets_its_own() -> None:
    data = samples_office.xlsx(shared_by_both=True)
    document = open_document(data, "a.xlsx")
    index = next(i for i, unit in enumerate(document.units) if unit.source == "Shared by both")
    written = document.write({index: "Only <here>"})
    assert member(written, "xl/sharedStrings.xml") == member(data, "xl/sharedStrings.xml")
    assert member(written, "xl/worksheets/sheet2.xml") == member(data, "xl/worksheets/sheet2.xml")
    cell = '<c r="B3" s="1" t="inlineStr"><is><t>Only &lt;here&gt;</t></is></c>'
    assert cell in member(written, "xl/worksheets/sheet1.xml")


def test_the_older_form_of_a_text_box_takes_the_translation_too() -> None:
    document = open_document(samples_office.docx(), "a.docx")
    index = next(i for i, unit in enumerate(document.units) if unit.source == "Text in a box")
    written = member(document.write({index: "Kasten"}), "word/document.xml")
    assert written.count("Kasten") == 2
    assert "Text in a box" not in written


def test_a_translated_paragraph_keeps_the_translation_of_the_box_it_anchors() -> None:
    document = open_document(samples_office.docx(), "a.docx")
    sources = [unit.source for unit in document.units]
    box, anchor = sources.index("Text in a box"), sources.index("Anchor⟦1/⟧ of the box")
    written = document.write({box: "Kasten", anchor: "x⟦1/⟧y"})
    again = [unit.source for unit in open_document(written, "a.docx").units]
    assert "Kasten" in again
    assert "x⟦1/⟧y" in again


def test_a_lost_footnote_is_put_back_and_lost_formatting_is_not() -> None:
    document = open_document(samples_office.docx(), "a.docx")
    sources = [unit.source for unit in document.units]
    note = next(i for i, source in enumerate(sources) if source.startswith("Note⟦1/⟧"))
    bold = next(i for i, source in enumerate(sources) if source.startswith("Some plain"))
    text = member(document.write({note: "Notiz", bold: "Etwas"}), "word/document.xml")
    assert "<w:footnoteReference" in text
    assert "<w:b/>" not in text
    assert text.count("w:hyperlink") == 2


def test_empty_targets_write_empty_paragraphs() -> None:
    for name, data in (
        ("a.docx", samples_office.docx()),
        ("a.odt", samples_office.odt()),
        ("a.pptx", samples_office.pptx()),
    ):
        document = open_document(data, name)
        written = document.write(dict.fromkeys(range(len(document.units)), ""))
        assert open_document(written, name).units == ()


def test_xliff_targets_are_added_marked_as_translated_and_keep_their_codes() -> None:
    document = open_document(samples_text.XLIFF12.encode(), "a.xlf")
    text = document.write(
        {0: "Spät: ⟦2/⟧ ⟦1⟧groß⟦/1⟧ & <klein>", 1: "Gute ⟦1/⟧ Nacht", 4: "⟦1⟧Alles⟦/1⟧"}
    ).decode()
    assert '<target>Spät: <x id="2"/> <g id="1">groß</g> &amp; &lt;klein&gt;</target>' in text
    assert '<target state="translated">Gute <ph id="1">%s</ph> Nacht</target>' in text
    assert '<target><bpt id="1">&lt;b&gt;</bpt>Alles<ept id="1">&lt;/b&gt;</ept></target>' in text
    document = open_document(samples_text.XLIFF21.encode(), "b.xlf")
    text = document.write({0: "Jetzt ⟦1⟧Start⟦/1⟧"}).decode()
    assert '<segment id="s1" state="translated">' in text
    assert '<segment id="s2" state="final">' in text
    assert '<target>Jetzt <pc id="1">Start</pc></target>' in text


def test_codes_that_only_the_target_has_are_kept() -> None:
    text = samples_text.XLIFF12.replace("Gute <ph", '<x id="9"/>Gute <ph')
    document = open_document(text.encode(), "a.xlf")
    assert document.units[1].target == "⟦2/⟧Gute ⟦1/⟧"
    assert '<x id="9"/>Schlaf <ph id="1">%s</ph>' in document.write({1: "⟦2/⟧Schlaf ⟦1/⟧"}).decode()


def test_a_po_entry_loses_its_fuzzy_mark_with_its_new_translation() -> None:
    document = open_document(samples_text.PO.encode(), "a.po")
    text = document.write({1: "Neu eins\nund ⟦1⟧zwei⟦/1⟧", 3: "⟦1/⟧ Dateien"}).decode()
    assert '#, c-format\nmsgid ""\n"Two lines' in text
    assert 'msgstr ""\n"Neu eins\\n"\n"und <b>zwei</b>\\n"' in text
    assert 'msgstr[1] "%d Dateien"' in text


@settings(max_examples=60, deadline=None)
@given(SENTENCES)
def test_json_and_yaml_hold_what_was_meant(text: str) -> None:
    """The twin is a parser that others wrote."""
    document = open_document(samples_text.JSON.encode(), "a.json")
    assert json.loads(document.write({0: text.replace("⟦", "").replace("⟧", "")}))["title"] == text.replace(
        "⟦", ""
    ).replace("⟧", "")
    document = open_document(samples_text.YAML.encode(), "a.yaml")
    before = yaml.safe_load(samples_text.YAML)
    plain = text.replace("⟦", "").replace("⟧", "")
    for index, key in enumerate(["title", "single", "double", "anchor", "block", "folded"]):
        expected = json.loads(json.dumps(before))
        expected["en"][key] = plain + ("\n" if key == "block" else "")
        if key == "anchor":
            expected["en"]["again"] = plain
        assert yaml.safe_load(document.write({index: plain})) == expected


@settings(max_examples=100, deadline=None)
@given(SENTENCES)
def test_markdown_renders_the_text_that_was_written(text: str) -> None:
    plain = text.replace("⟦", "").replace("⟧", "")
    for sample in ("A paragraph", "# Heading", "- item", "> quote"):
        written = open_document(sample.encode(), "a.md").write({0: plain}).decode()
        html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(written)
        shown = re.sub(r"<[^>]*>", "", html).strip()
        unescaped = (
            shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
        )
        assert unescaped == plain


def test_emphasis_that_markdown_cannot_write_becomes_html() -> None:
    document = open_document(b"say **this** now", "a.md")
    assert document.write({0: "说⟦1⟧“这个”⟦/1⟧吧"}).decode() == "说<strong>“这个”</strong>吧"
    assert document.write({0: "now ⟦1⟧this⟦/1⟧"}) == b"now **this**"


@pytest.mark.parametrize(
    ("options", "sources"),
    [
        (
            ReadOptions(),
            ["id", "text", "long text", "你好", 'He said "yes", then left', "Plain cell", "two\nlines"],
        ),
        (ReadOptions(columns=("text",)), ["你好", "Plain cell"]),
        (ReadOptions(columns=("3",)), ['He said "yes", then left', "two\nlines"]),
    ],
)
def test_columns_of_a_table_can_be_chosen(options: ReadOptions, sources: list[str]) -> None:
    document = open_document(samples_text.CSV.encode(), "a.csv", options)
    assert [unit.source for unit in document.units] == sources


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(DocumentProblem, match=r"'nope'.*3 columns"):
        open_document(samples_text.CSV.encode(), "a.csv", ReadOptions(columns=("nope",)))


def test_placeholders_can_be_switched_off() -> None:
    document = open_document(b'{"a": "Open %s"}', "a.json", ReadOptions(placeholders="never"))
    assert document.units[0].source == "Open %s"
    with pytest.raises(ValueError, match="placeholders"):
        ReadOptions(placeholders="sometimes")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("50% off", "50% off"),
        ("%d of %1$s: %(name)s", "⟦1/⟧ of ⟦2/⟧: ⟦3/⟧"),
        ("{count} left, {{user}}", "⟦1/⟧ left, ⟦2/⟧"),
        ("${HOME} is home", "⟦1/⟧ is home"),
        ("Set {a, number, integer} now", "Set ⟦1/⟧ now"),
        ("<b>bold</b><br/>line", "⟦1⟧bold⟦/1⟧⟦2/⟧line"),
        ("{n, plural, one {# file} other {# files}}", "⟦1/⟧⟦2/⟧ file⟦3/⟧⟦4/⟧ files⟦5/⟧"),
        ("{g, select, male {He {verb}} other {They}}", "⟦1/⟧He ⟦2/⟧⟦3/⟧They⟦4/⟧"),
        ("100%complete", "100%complete"),
    ],
)
def test_placeholders_of_programs(value: str, source: str) -> None:
    document = open_document(json.dumps({"a": value}).encode(), "a.json")
    assert [unit.source for unit in document.units] == [source]
    assert json.loads(document.write({0: source + "!"}))["a"] == value + "!"


def test_wrapped_text_is_read_as_paragraphs_and_wrapped_again() -> None:
    text = (
        "This is a text that somebody wrapped at a fixed width, as people do in\n"
        "mail and in the files that come with programs, so that a sentence goes\n"
        "on from line to line.\n\n"
        "A second paragraph stands here and it is also rather long, in order to\n"
        "be wrapped as well.\n"
    )
    document = open_document(text.encode(), "a.txt")
    assert len(document.units) == 2
    assert "\n" not in document.units[0].source
    written = document.write(
        {0: document.units[0].source.replace("somebody", "a person whom I do not know")}
    ).decode()
    assert max(map(len, written.splitlines())) <= 71
    assert [unit.source.count("whom") for unit in open_document(written.encode(), "a.txt").units] == [1, 0]


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b'{"a": ', "a.json", "line 1"),
        (b"a: [b", "a.yaml", "line"),
        (b"<resources><string>", "strings.xml", "line 1"),
        (b'msgid "a"\nrubbish\n', "a.po", "line 2"),
        (b"<xliff version='3.0'/>", "a.xlf", "3.0"),
        (b"no times here", "a.srt", "none of its lines has a time"),
    ],
)
def test_damage_is_named_with_its_place(data: bytes, name: str, words: str) -> None:
    with pytest.raises(DamagedDocument, match=words):
        open_document(data, name)
