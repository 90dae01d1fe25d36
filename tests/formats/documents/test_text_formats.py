"""The contract for each text format, with what its sample offers."""

from formats.documents import samples_text as samples
from synslator.testing.formats import FormatContract


class TestPlain(FormatContract):
    name, format, sample = "a.txt", "txt", samples.PLAIN.encode()
    sources = ("欢迎使用本手册。请先阅读第一章。", "Press the green button.", "尾行没有换行")


class TestPlainInGb18030(TestPlain):
    sample = samples.PLAIN.encode("gb18030")


class TestPlainInUtf16(TestPlain):
    sample = samples.PLAIN.encode("utf-16")


class TestMarkdown(FormatContract):
    name, format, sample = "a.md", "md", samples.MARKDOWN.encode()
    sources = (
        "Getting ⟦1⟧started⟦/1⟧",
        "First paragraph with ⟦1⟧bold⟦/1⟧, ⟦2/⟧ and a ⟦3⟧link⟦/3⟧. It goes on here⟦4/⟧and here & there.",
        "A quotation that runs over two lines.",
        "item one",
        "task two with more",
        "第一步：打开 ⟦1/⟧。",
        "Name",
        "Value",
        "left | right",
        "⟦1⟧x⟦/1⟧ and ⟦2/⟧",
        "An ⟦1⟧HTML⟦/1⟧ block.",
        "⟦1⟧A picture⟦/1⟧ and",
        "Setext title",
    )


class TestHtml(FormatContract):
    name, format, sample = "a.html", "html", samples.HTML.encode()
    sources = (
        "页面标题 & more",
        "What it is",
        "Big ⟦1⟧title⟦/1⟧",
        "Tip here",
        "An image",
        "One ⟦1⟧link⟦/1⟧, one image ⟦2/⟧, ⟦3/⟧ and a break⟦4/⟧after it.",
        "No end tag, 1 < 2\xa0units",
        "甲",
        "乙 ⟦1⟧丙⟦/1⟧",
        "Send",
    )


class TestSrt(FormatContract):
    name, format, sample = "a.srt", "srt", samples.SRT.encode()
    sources = (
        "Where are you?",
        "I am here,⟦1/⟧in the kitchen.",
    )


class TestVtt(FormatContract):
    name, format, sample = "a.vtt", "vtt", samples.VTT.encode()
    sources = (
        "Hello & welcome",
        "Second ⟦1⟧line⟦/1⟧⟦2/⟧goes on",
    )


class TestAss(FormatContract):
    name, format, sample = "a.ass", "ass", samples.ASS.encode()
    sources = ("⟦1⟧First⟦/1⟧ line,⟦2/⟧with commas, yes",)


class TestPo(FormatContract):
    name, format, sample = "a.po", "po", samples.PO.encode()
    sources = (
        "Open ⟦1/⟧",
        "Two lines\nof ⟦1⟧text⟦/1⟧",
        "⟦1/⟧ file",
        "⟦1/⟧ files",
    )


class TestXliff12(FormatContract):
    name, format, sample = "a.xlf", "xliff", samples.XLIFF12.encode()
    sources = (
        "Hello ⟦1⟧big⟦/1⟧ world. It is ⟦2/⟧ late.",
        "Good ⟦1/⟧ night",
        "One.",
        "Two.",
        "⟦1⟧All of it⟦/1⟧",
    )


class TestXliff21(FormatContract):
    name, format, sample = "b.xlf", "xliff", samples.XLIFF21.encode()
    sources = (
        "Press ⟦1⟧Start⟦/1⟧ now⟦2/⟧please.",
        "Second one.",
    )


class TestJson(FormatContract):
    name, format, sample = "a.json", "json", samples.JSON.encode()
    sources = (
        'Hello "you"',
        "One ⟦1/⟧",
        "你好 café",
        "⟦1/⟧⟦2/⟧ file⟦3/⟧⟦4/⟧ files in ⟦5⟧all⟦/5⟧⟦6/⟧",
    )


class TestYaml(FormatContract):
    name, format, sample = "a.yaml", "yaml", samples.YAML.encode()
    sources = (
        "Hello there",
        "It's fine",
        "Line\nbreak ⟦1/⟧",
        "Shared text",
        "First line\nsecond line",
        "Some folded text here",
        "one item",
        "two: items",
        "value here",
    )


class TestProperties(FormatContract):
    name, format, sample = "a.properties", "properties", samples.PROPERTIES.encode()
    sources = (
        "Hello ⟦1/⟧",
        "First part second part",
        "café \\ tab\there",
    )


class TestAndroid(FormatContract):
    name, format, sample = "strings.xml", "android", samples.ANDROID.encode()
    sources = (
        "It's ⟦1⟧new⟦/1⟧, ⟦2/⟧!\nSecond line",
        "spaced  out",
        "Hi ⟦1/⟧ there",
        "Click ⟦1⟧here⟦/1⟧ now",
        "Monday",
        "Tuesday & more",
        "One file",
        "⟦1/⟧ files",
    )


class TestCsv(FormatContract):
    name, format, sample = "a.csv", "csv", samples.CSV.encode()
    sources = (
        "id",
        "text",
        "long text",
        "你好",
        'He said "yes", then left',
        "Plain cell",
        "two\nlines",
    )


class TestTsv(FormatContract):
    name, format, sample = "a.tsv", "csv", samples.TSV.encode()
    sources = (
        "key",
        "text",
        "A-1",
        "First text here",
        "A-2",
        "Second, with comma",
    )
