"""The contract for each office format, with what its sample offers."""

from formats.documents import samples_office as samples
from synslator.testing.formats import FormatContract


class TestDocx(FormatContract):
    name, format, sample = "a.docx", "docx", samples.docx()
    binary = True
    sources = (
        "Chapter one",
        "Some plain ⟦1⟧bold⟦/1⟧ and ⟦2⟧a link⟦/2⟧ here.",
        "See page ⟦1/⟧ or ⟦2⟧the site⟦/2⟧ for more.",
        "Note⟦1/⟧ and ⟦2/⟧tab⟦3/⟧line",
        "Kept ⟦1⟧added ⟦/1⟧⟦2/⟧text",
        "Formula ⟦1/⟧ inside",
        "Anchor⟦1/⟧ of the box",
        "Text in a box",
        "单元格甲",
        "In a control⟦1⟧ inner⟦/1⟧⟦2/⟧ end",
        "中文ABC说明&注",
        "Ready ⟦1/⟧ go ⟦2/⟧ on",
        "Name: ⟦1/⟧ (print)",
        " A footnote",
        "Page header",
    )


class TestDocxWithOtherPrefix(TestDocx):
    sample = samples.docx_with_other_prefix()


class TestXlsx(FormatContract):
    name, format, sample = "a.xlsx", "xlsx", samples.xlsx()
    binary = True
    sources = (
        "Plain text",
        "Rich ⟦1⟧bold⟦/1⟧⟦2⟧ end⟦/2⟧",
        "Inline text",
        "Only⟦1/⟧open",
        "日本",
        "  two\nlines <x> ",
        "Open in the locked sheet",
    )


class TestPptx(FormatContract):
    name, format, sample = "a.pptx", "pptx", samples.pptx()
    binary = True
    sources = (
        "第一张 & first",
        "Shown ⟦1⟧second⟦/1⟧ here",
        "Line⟦1/⟧break",
        "Slide ⟦1/⟧ of all",
        "Ready ⟦1/⟧ go",
        "Say this",
    )


class TestOdt(FormatContract):
    name, format, sample = "a.odt", "odt", samples.odt()
    binary = True
    sources = (
        "A ⟦1⟧bold⟦/1⟧ title",
        "Some more text⟦1/⟧ goes on, ⟦2⟧a link⟦/2⟧.",
        "The footnote",
        "Tab⟦1/⟧and   spaces⟦2/⟧and line & page ⟦3/⟧",
        "Ready ⟦1/⟧ go",
        "Comment⟦1/⟧ here",
        "In a frame",
        "表格",
        "Running header",
    )
