"""Symbols stay what they are, in a run of their own, and no text is written in their font."""

import re

import pytest

from formats.documents import samples_office
from formats.documents.samples_office import member, replaced
from synslator.formats.documents.core.model import Document
from synslator.formats.documents.formats import open_document
from synslator.text.tags import strip, tags_of

_OFFICE = "http://schemas.openxmlformats.org"
_W = f'xmlns:w="{_OFFICE}/wordprocessingml/2006/main"'
_X = f'xmlns="{_OFFICE}/spreadsheetml/2006/main"'
_WINGDINGS = '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings" w:cs="Wingdings"/>'
_ARROW = '<w:sym w:font="Wingdings" w:char="F0E0"/>'
_LATIN = '<a:latin typeface="Wingdings" pitchFamily="2" charset="2"/>'


def word_run(text: str, properties: str = "") -> str:
    looks = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


def docx(content: str, style: str = "", **parts: str) -> bytes:
    head = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    body = f"<w:document {_W}><w:body><w:p>{head}{content}</w:p></w:body></w:document>"
    others = {"document": body, "footnotes": f"<w:footnotes {_W}/>", "header1": f"<w:hdr {_W}/>", **parts}
    return replaced(samples_office.docx(), {f"word/{name}.xml": text for name, text in others.items()})


def pptx(content: str) -> bytes:
    slide = f'<p:sld xmlns:p="{_OFFICE}/presentationml/2006/main" xmlns:a="{_OFFICE}/drawingml/2006/main">'
    empty = f"{slide}</p:sld>"
    return replaced(
        samples_office.pptx(),
        {
            "ppt/slides/slide1.xml": empty,
            "ppt/slides/slide2.xml": f"{slide}<a:p>{content}</a:p></p:sld>",
            "ppt/notesSlides/notesSlide1.xml": empty,
        },
    )


def xlsx(content: str, cells: str = '<c r="B9" t="s"><v>1</v></c>') -> bytes:
    sheet = f"<worksheet {_X}><sheetData>{{}}</sheetData></worksheet>"
    return replaced(
        samples_office.xlsx(),
        {
            "xl/sharedStrings.xml": f"<sst {_X}><si><t/></si><si>{content}</si></sst>",
            "xl/worksheets/sheet1.xml": sheet.format(f'<row r="9">{cells}</row>'),
            "xl/worksheets/sheet2.xml": sheet.format(""),
        },
    )


def odt(content: str, paragraph: str = "P1") -> bytes:
    name = "urn:oasis:names:tc:opendocument:xmlns"
    root = (
        f'xmlns:office="{name}:office:1.0" xmlns:text="{name}:text:1.0" xmlns:style="{name}:style:1.0"'
        f' xmlns:fo="{name}:xsl-fo-compatible:1.0" xmlns:svg="{name}:svg-compatible:1.0"'
    )

    def style(name: str, family: str, font: str, parent: str = "") -> str:
        inherits = f' style:parent-style-name="{parent}"' if parent else ""
        return (
            f'<style:style style:name="{name}" style:family="{family}"{inherits}>'
            f"<style:text-properties {font}/></style:style>"
        )

    styles = (
        '<style:font-face style:name="F1" svg:font-family="Wingdings"/>'
        '<style:font-face style:name="F2" svg:font-family="Pictures" style:font-charset="x-symbol"/>'
        + style("T1", "text", 'style:font-name="F1"')
        + style("T2", "text", 'style:font-name="F2"')
        + style("T3", "text", "fo:font-family=\"'OpenSymbol'\"")
        + style("T4", "text", 'fo:font-weight="bold"', parent="T1")
        + style("T5", "text", 'style:font-name="Arial"')
        + style("P2", "paragraph", 'style:font-name="F1"')
        + '<style:style style:name="P1" style:family="paragraph"/>'
        + '<text:list-style><style:text-properties style:font-name="OpenSymbol"/></text:list-style>'
    )
    body = f'{styles}<text:p text:style-name="{paragraph}">{content}</text:p>'
    content = f"<office:document-content {root}>{body}</office:document-content>"
    return replaced(
        samples_office.odt(), {"content.xml": content, "styles.xml": f"<office:document-styles {root}/>"}
    )


def sources(data: bytes, name: str) -> list[str]:
    return [unit.source for unit in open_document(data, name).units]


WORD_SYMBOLS = {
    "a symbol": f"<w:r>{_ARROW}</w:r>",
    "a symbol in its font": f"<w:r><w:rPr>{_WINGDINGS}</w:rPr>{_ARROW}</w:r>",
    "a character of the font": word_run("\uf0e0", _WINGDINGS),
    "a letter in the font": word_run("à", _WINGDINGS),
    "several": word_run("à \uf0e0à", _WINGDINGS),
    "a character in no such font": word_run("\uf0e0"),
    "a letter in another font": word_run("a", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'),
    "many": word_run("\uf0e0" * 40, _WINGDINGS),
    "bold": word_run("à", f"{_WINGDINGS}<w:b/>"),
}


@pytest.mark.parametrize("symbol", WORD_SYMBOLS.values(), ids=WORD_SYMBOLS)
@pytest.mark.parametrize(
    "target", ["Open ⟦1/⟧ the lid", "⟦1/⟧ The lid opens", "The lid", "⟦1⟧The lid⟦/1⟧ ⟦1/⟧ opens"]
)
def test_text_is_never_written_in_the_run_of_a_symbol(symbol: str, target: str) -> None:
    data = docx(word_run("ready ") + symbol + word_run(" then build it"))
    document = open_document(data, "a.docx")
    assert [unit.source for unit in document.units] == ["ready ⟦1/⟧ then build it"]
    assert document.units[0].codes[0].label == "symbol"
    written = member(document.write({0: target}), "word/document.xml")
    kept = [symbol] if "⟦1/⟧" in target else []
    runs = re.findall(r"<w:r>.*?</w:r>", written)
    assert [run.replace(' xml:space="preserve"', "") for run in runs if not _is_plain(run)] == [
        run.replace(' xml:space="preserve"', "") for run in kept
    ]


def _is_plain(run: str) -> bool:
    """Whether a run has no formatting and nothing but text that everybody can read."""
    return re.fullmatch(r"<w:r><w:t(?: [^>]*)?>[A-Za-z ]*</w:t></w:r>", run) is not None


@pytest.mark.parametrize(
    "content",
    [
        f'<w:r>{_ARROW}<w:t xml:space="preserve"> go on</w:t></w:r>',
        f'<w:r><w:t xml:space="preserve">first </w:t>{_ARROW}<w:t xml:space="preserve"> go on</w:t></w:r>',
    ],
)
def test_a_symbol_that_shares_a_run_with_text_is_given_its_own(content: str) -> None:
    """LibreOffice draws all that follows a symbol in the same run in the symbol's font."""
    document = open_document(docx(word_run("begin ") + content), "a.docx")
    source = document.units[0].source
    written = member(document.write({0: source.replace("go on", "weiter")}), "word/document.xml")
    assert f"<w:r>{_ARROW}</w:r>" in written
    assert '<w:r><w:t xml:space="preserve"> weiter</w:t></w:r>' in written


def test_what_surrounds_a_symbol_keeps_its_formatting() -> None:
    bold, both = "<w:b/>", f"{_WINGDINGS}<w:b/>"
    data = docx(
        word_run("Press ", bold)
        + word_run("\uf0e0", both)
        + word_run(" twice", bold)
        + word_run(" and wait until the lamp is green ")
        + word_run("ü", both)
        + word_run(" again.")
    )
    document = open_document(data, "a.docx")
    source = "⟦1⟧Press ⟦2/⟧ twice⟦/1⟧ and wait until the lamp is green ⟦3/⟧ again."
    assert [unit.source for unit in document.units] == [source]
    written = member(document.write({0: source.replace("again", "once more")}), "word/document.xml")
    assert word_run(" twice", bold) in written
    assert '<w:t xml:space="preserve"> once more.</w:t>' in written
    assert written.count("Wingdings") == 2 * 3
    assert sources(document.write({0: source + "!"}), "a.docx") == [source + "!"]


def test_text_that_a_symbol_font_cannot_draw_is_text_and_leaves_the_font() -> None:
    """Word draws 按 in the font for Chinese, whatever the font for Latin letters is."""
    data = docx(word_run("请先 ") + word_run("按下ü按钮", f"{_WINGDINGS}<w:i/>") + word_run(" 然后继续操作"))
    document = open_document(data, "a.docx")
    assert [unit.source for unit in document.units] == ["请先 ⟦1⟧按下⟦2/⟧按钮⟦/1⟧ 然后继续操作"]
    target = "First ⟦1⟧press⟦2/⟧it⟦/1⟧ then go on"
    written = member(document.write({0: target}), "word/document.xml")
    assert "<w:r><w:rPr><w:i/></w:rPr><w:t>press</w:t></w:r>" in written
    assert f"<w:r><w:rPr>{_WINGDINGS}<w:i/></w:rPr><w:t>ü</w:t></w:r>" in written


def test_symbol_fonts_are_found_in_styles_and_in_the_table_of_fonts() -> None:
    def style(kind: str, name: str, inside: str) -> str:
        return f'<w:style w:type="{kind}" w:styleId="{name}">{inside}</w:style>'

    def fonts(name: str) -> str:
        return f'<w:rPr><w:rFonts w:ascii="{name}" w:hAnsi="{name}"/></w:rPr>'

    styles = (
        style("character", "Arrow", fonts("Wingdings 3"))
        + style("character", "Small", '<w:basedOn w:val="Arrow"/><w:rPr><w:sz w:val="12"/></w:rPr>')
        + style("character", "Words", '<w:basedOn w:val="Arrow"/>' + fonts("Arial"))
        + style("paragraph", "Ticks", fonts("Webdings"))
    )
    table = f'<w:fonts {_W}><w:font w:name="House Signs"><w:charset w:val="02"/></w:font></w:fonts>'
    types = samples_office.types(
        word__document="wordprocessingml.document.main",
        word__styles="wordprocessingml.styles",
        word__fontTable="wordprocessingml.fontTable",
    )

    def read(content: str, paragraph: str = "") -> list[str]:
        data = docx(content, paragraph, styles=f"<w:styles {_W}>{styles}</w:styles>", fontTable=table)
        return sources(replaced(data, {"[Content_Types].xml": types}), "a.docx")

    def styled(name: str) -> list[str]:
        return read(word_run("before ") + word_run("a", f'<w:rStyle w:val="{name}"/>') + word_run(" behind"))

    assert styled("Arrow") == styled("Small") == ["before ⟦1/⟧ behind"]
    assert styled("Words") == ["before ⟦1⟧a⟦/1⟧ behind"]
    own = '<w:rFonts w:ascii="House Signs" w:hAnsi="House Signs"/>'
    assert read(word_run("before ") + word_run("a", own) + word_run(" behind")) == ["before ⟦1/⟧ behind"]
    arial = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/>'
    assert read(word_run("a ") + word_run("tick", arial), "Ticks") == ["tick"]
    assert read(word_run("a"), "Ticks") == []


def test_a_symbol_font_that_was_taken_away_again_counts_no_more() -> None:
    changed = f'<w:rPrChange w:id="1" w:author="A"><w:rPr>{_WINGDINGS}</w:rPr></w:rPrChange>'
    assert sources(docx(word_run("read ") + word_run("me", changed)), "a.docx") == ["read me"]


def test_a_paragraph_of_symbols_is_not_offered() -> None:
    assert sources(docx(word_run("abc", _WINGDINGS)), "a.docx") == []
    assert sources(docx(word_run("\uf0fc") + word_run("\uf0fd", _WINGDINGS)), "a.docx") == []
    assert sources(pptx(f"<a:r><a:rPr>{_LATIN}</a:rPr><a:t>abc</a:t></a:r>"), "a.pptx") == []
    assert sources(xlsx('<r><rPr><rFont val="Wingdings"/></rPr><t>abc</t></r>'), "a.xlsx") == []
    assert sources(odt('<text:span text:style-name="T1">abc</text:span>'), "a.odt") == []
    assert sources(odt("abc", paragraph="P2"), "a.odt") == []


def test_a_slide_keeps_its_symbols() -> None:
    symbol = f'<a:r><a:rPr lang="en-US" b="1">{_LATIN}</a:rPr><a:t>à</a:t></a:r>'
    data = pptx(f"<a:r><a:rPr/><a:t>ready </a:t></a:r>{symbol}<a:r><a:rPr/><a:t> then build it</a:t></a:r>")
    document = open_document(data, "a.pptx")
    assert [unit.source for unit in document.units] == ["ready ⟦1/⟧ then build it"]
    for target in ("⟦1/⟧Go", "Go⟦1/⟧"):
        written = member(document.write({0: target}), "ppt/slides/slide2.xml")
        assert symbol in written
        assert "<a:r><a:rPr/><a:t>Go</a:t></a:r>" in written
    assert "Wingdings" not in member(document.write({0: "Go"}), "ppt/slides/slide2.xml")


def test_the_font_for_symbols_of_a_slide_says_nothing_of_its_letters() -> None:
    """PowerPoint leaves `a:sym` on the text behind an arrow; it counts for the arrow only."""
    properties = '<a:rPr><a:sym typeface="Wingdings" charset="2"/></a:rPr>'
    behind = f"<a:r>{properties}<a:t>\uf0e0 then</a:t></a:r><a:r><a:t> go</a:t></a:r>"
    data = pptx(f"<a:r><a:t>first the lid </a:t></a:r>{behind}")
    document = open_document(data, "a.pptx")
    assert [unit.source for unit in document.units] == ["first the lid ⟦1/⟧ then go"]
    written = member(document.write({0: "Zuerst ⟦1/⟧ dann"}), "ppt/slides/slide2.xml")
    assert f"<a:r>{properties}<a:t>\uf0e0</a:t></a:r><a:r><a:t> dann</a:t></a:r>" in written


def test_a_cell_keeps_its_symbols() -> None:
    for font in ('<rFont val="Wingdings"/>', '<rFont val="Signs"/><charset val="2"/>'):
        symbol = f"<r><rPr>{font}</rPr><t>à</t></r>"
        data = xlsx(f'<r><t xml:space="preserve">ready </t></r>{symbol}<r><t> then build</t></r>')
        document = open_document(data, "a.xlsx")
        assert [unit.source for unit in document.units] == ["ready ⟦1/⟧ then build"]
        written = member(document.write({0: "Go ⟦1/⟧ on"}), "xl/sharedStrings.xml")
        assert f'{symbol}<r><t xml:space="preserve"> on</t></r>' in written


def test_a_cell_in_a_symbol_font_is_not_offered_and_keeps_the_string_it_shares() -> None:
    fonts = '<fonts><font><name val="Arial"/></font><font><sz val="9"/><name val="Wingdings"/></font></fonts>'
    styles = f'{fonts}<cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>'

    def read(text: str) -> Document:
        data = xlsx(f"<t>{text}</t>", '<c r="A9" s="1" t="s"><v>1</v></c><c r="B9" t="s"><v>1</v></c>')
        sheet = f"<styleSheet {_X}>{styles}</styleSheet>"
        return open_document(replaced(data, {"xl/styles.xml": sheet}), "a.xlsx")

    assert [unit.note for unit in read("ü").units] == ["Open!B9"]
    written = read("ü").write({0: "yes"})
    assert "<t>ü</t>" in member(written, "xl/sharedStrings.xml")
    assert "<is><t>yes</t></is>" in member(written, "xl/worksheets/sheet1.xml")
    assert len(read("完成").units) == 1


ODT_SYMBOLS = {
    "a letter in the font": '<text:span text:style-name="T1">à</text:span>',
    "a font that says it holds symbols": '<text:span text:style-name="T2">a b</text:span>',
    "a font named in the style": '<text:span text:style-name="T3">a</text:span>',
    "an inherited font": '<text:span text:style-name="T4">a<text:s/>b</text:span>',
    "a character in no such font": "\uf0e0",
    "a character written as a number": "&#61664;",
    "a character alone in its span": '<text:span text:style-name="T5">\uf0e0</text:span>',
}


@pytest.mark.parametrize("symbol", ODT_SYMBOLS.values(), ids=ODT_SYMBOLS)
def test_an_opendocument_text_keeps_its_symbols(symbol: str) -> None:
    document = open_document(odt(f"ready {symbol} then build it"), "a.odt")
    assert [unit.source for unit in document.units] == ["ready ⟦1/⟧ then build it"]
    assert document.units[0].codes[0].label == "symbol"
    written = member(document.write({0: "Go⟦1/⟧on"}), "content.xml")
    assert f">Go{symbol}on</text:p>" in written
    assert ">Go on</text:p>" in member(document.write({0: "⟦1⟧Go on⟦/1⟧"}), "content.xml")


@pytest.mark.parametrize(
    ("inside", "source", "target", "written"),
    [
        ("按下", "先按下再继续", "First press", ">First press</text:p>"),
        ("ü按下", "先⟦1/⟧按下再继续", "⟦1/⟧Press", ">{}Press</text:p>"),
        ("按下ü", "先按下⟦1/⟧再继续", "Press", ">Press</text:p>"),
    ],
)
def test_text_leaves_a_span_of_symbols(inside: str, source: str, target: str, written: str) -> None:
    def span(text: str) -> str:
        return f'<text:span text:style-name="T1">{text}</text:span>'

    document = open_document(odt(f"先{span(inside)}再继续"), "a.odt")
    assert [unit.source for unit in document.units] == [source]
    assert written.format(span("ü")) in member(document.write({0: target}), "content.xml")
    alone = open_document(odt(span(inside)), "a.odt")
    assert "继续" not in alone.units[0].source
    assert written.format(span("ü")) in member(alone.write({0: target}), "content.xml")


def test_letters_in_another_font_within_a_paragraph_of_symbols_are_text() -> None:
    data = odt('à<text:span text:style-name="T5">Tick this</text:span>', paragraph="P2")
    document = open_document(data, "a.odt")
    assert [unit.source for unit in document.units] == ["Tick this"]
    assert '>à<text:span text:style-name="T5">Go</text:span>' in member(
        document.write({0: "Go"}), "content.xml"
    )


@pytest.mark.parametrize("lead", ["\uf0a7", "l"])
def test_a_symbol_that_serves_as_a_bullet_stays_outside_the_segment(lead: str) -> None:
    document = open_document(docx(word_run(lead, _WINGDINGS) + word_run(" Item")), "a.docx")
    assert [(strip(unit.source).strip(), tags_of(unit.source)) for unit in document.units] == [("Item", [])]
    written = member(document.write({0: " Punkt"}), "word/document.xml")
    assert f"<w:r><w:rPr>{_WINGDINGS}</w:rPr><w:t>{lead}</w:t></w:r>" in written
    document = open_document(odt(f'<text:span text:style-name="T1">{lead}</text:span>Item'), "a.odt")
    written = member(document.write({0: "Punkt"}), "content.xml")
    assert f'<text:span text:style-name="T1">{lead}</text:span>Punkt</text:p>' in written
