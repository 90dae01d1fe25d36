"""Small office files, put together part by part, with what such files hold beside their text."""

import io
import zipfile

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_REL = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument"
_PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


def pack(parts: dict[str, str | bytes]) -> bytes:
    """Zip parts in this order, with a fixed date."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (2024, 5, 17, 8, 30, 0))
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return packed.getvalue()


def unpack(data: bytes) -> dict[str, str | bytes]:
    """Return the parts of a file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def replaced(data: bytes, parts: dict[str, str | bytes]) -> bytes:
    """Return a file with other contents of some parts."""
    return pack(unpack(data) | parts)


def member(data: bytes, name: str) -> str:
    """Read one part of a file."""
    return zipfile.ZipFile(io.BytesIO(data)).read(name).decode()


def types(**overrides: str) -> str:
    """Write the content types; `word__document` stands for `/word/document.xml`."""
    written = "".join(
        f'<Override PartName="/{name.replace("__", "/")}.xml" ContentType="{_TYPE}.{type_}+xml"/>'
        for name, type_ in overrides.items()
    )
    return (
        f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        f"{written}</Types>"
    )


def relations(**targets: str) -> str:
    """Write relations: id -> `kind target`."""
    written = "".join(
        f'<Relationship Id="{key}" Type="{_R}/{kind}" Target="{target}"/>'
        for key, (kind, target) in ((key, value.split(" ", 1)) for key, value in targets.items())
    )
    return f'{_XML}<Relationships xmlns="{_REL}">{written}</Relationships>'


def _run(text: str, properties: str = "", attributes: str = "") -> str:
    looks = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r{attributes}>{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


_FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
_BOX = "<w:txbxContent><w:p><w:r><w:t>Text in a box</w:t></w:r></w:p></w:txbxContent>"
_BODY = [
    '<w:p w14:paraId="1"><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Chapter one</w:t></w:r></w:p>',
    "<w:p>"
    + _run("Some ", attributes=' w:rsidR="00A1"')
    + '<w:proofErr w:type="spellStart"/>'
    + _run("plain ", '<w:lang w:val="en-US"/>', ' w:rsidR="00B2"')
    + _run("bold", "<w:b/>")
    + _run(" and ")
    + f'<w:hyperlink r:id="rId9">{_run("a link", "<w:u w:val=&quot;single&quot;/>".replace("&quot;", chr(34)))}</w:hyperlink>'
    + _run(" here.")
    + "</w:p>",
    "<w:p>"
    + _run("See page ")
    + _FIELD.format(code="PAGEREF a", result=_run("7"))
    + _run(" or ")
    + _FIELD.format(code='HYPERLINK "https://example.org"', result=_run("the site"))
    + _run(" for more.")
    + "</w:p>",
    '<w:p><w:r><w:t>Note</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> and </w:t>'
    "<w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t></w:r></w:p>",
    "<w:p>" + _run("Kept ") + f'<w:ins w:id="5" w:author="A">{_run("added ")}</w:ins>'
    '<w:del w:id="6" w:author="A"><w:r><w:delText>removed</w:delText></w:r></w:del>'
    + _run("text")
    + "</w:p>",
    "<w:p><w:r><w:t>Formula </w:t></w:r><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath><w:r><w:t> inside</w:t></w:r></w:p>",
    "<w:p><m:oMathPara><m:oMath><m:r><m:t>alone</m:t></m:r></m:oMath></m:oMathPara></w:p>",
    '<w:p><w:pPr><w:pStyle w:val="SourceCode"/></w:pPr><w:r><w:t>not_offered()</w:t></w:r></w:p>',
    '<w:p><w:r><w:t>Anchor</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>'
    + _BOX
    + "</w:drawing></mc:Choice><mc:Fallback><w:pict>"
    + _BOX
    + "</w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t> of the box</w:t></w:r></w:p>",
    "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:p>"
    + _run("单元格甲")
    + "</w:p></w:tc><w:tc><w:p>"
    + _run("42")
    + "</w:p></w:tc></w:tr></w:tbl>",
    '<w:sdt><w:sdtPr/><w:sdtContent><w:p><w:bookmarkStart w:id="0" w:name="b"/>'
    + _run("In a control")
    + '<w:sdt><w:sdtPr><w:id w:val="3"/></w:sdtPr><w:sdtContent>'
    + _run(" inner", "<w:i/>")
    + '</w:sdtContent></w:sdt><w:bookmarkEnd w:id="0"/>'
    + _run(" end")
    + "</w:p></w:sdtContent></w:sdt>",
    "<w:p>"
    + _run("中文", '<w:rFonts w:hint="eastAsia"/>')
    + _run("ABC")
    + _run("说明&amp;注", '<w:rFonts w:hint="eastAsia"/>')
    + "</w:p>",
    "<w:p>"
    + _run("Ready ")
    + '<w:r><w:sym w:font="Wingdings" w:char="F0E0"/><w:t xml:space="preserve"> go </w:t></w:r>'
    + _run("\uf0e0\uf0e0", '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>')
    + _run(" on")
    + "</w:p>",
    "<w:p>" + _run("Name: ") + _run("      ", '<w:u w:val="single"/>') + _run(" (print)") + "</w:p>",
]
_ROOT = (
    f'xmlns:w="{_W}" xmlns:r="{_R}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" mc:Ignorable="w14"'
)


def docx(extra: dict[str, str | bytes] | None = None, main: str = "wordprocessingml.document.main") -> bytes:
    """Make a Word document."""
    body = "\n".join(_BODY) + "<w:sectPr/>"
    return pack(
        {
            "[Content_Types].xml": types(
                word__document=main,
                word__styles="wordprocessingml.styles",
                word__footnotes="wordprocessingml.footnotes",
                word__header1="wordprocessingml.header",
                word__comments="wordprocessingml.comments",
            ),
            "_rels/.rels": relations(rId1="officeDocument word/document.xml"),
            "word/document.xml": f"{_XML}<w:document {_ROOT}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": relations(
                rId1="styles styles.xml",
                rId2="footnotes footnotes.xml",
                rId3="comments comments.xml",
                rId4="header header1.xml",
            ),
            "word/styles.xml": f'{_XML}<w:styles {_ROOT}><w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style></w:styles>',
            "word/footnotes.xml": f'{_XML}<w:footnotes {_ROOT}><w:footnote w:id="2"><w:p>'
            f"<w:r><w:footnoteRef/></w:r>{_run(' A footnote')}</w:p></w:footnote></w:footnotes>",
            "word/header1.xml": f"{_XML}<w:hdr {_ROOT}><w:p>{_run('Page header')}</w:p></w:hdr>",
            "word/comments.xml": f'{_XML}<w:comments {_ROOT}><w:comment w:id="1"><w:p>{_run("A comment, kept")}</w:p></w:comment></w:comments>',
            "word/media/image1.png": _PNG,
            **(extra or {}),
        }
    )


def docx_with_other_prefix() -> bytes:
    """Make a Word document whose writer chose its own prefixes, as some do."""
    sample = docx()
    return replaced(
        sample,
        {
            name: member(sample, name)
            .replace("<w:", "<ns0:")
            .replace("</w:", "</ns0:")
            .replace(" w:", " ns0:")
            .replace("xmlns:w=", "xmlns:ns0=")
            for name in ("word/document.xml", "word/footnotes.xml", "word/header1.xml")
        },
    )


def _shared(*entries: str) -> str:
    return f'{_XML}<sst xmlns="{_X}" count="9" uniqueCount="{len(entries)}">{"".join(entries)}</sst>'


def xlsx(shared_by_both: bool = False) -> bytes:
    """Make a workbook: an open sheet with a table and a protected one, which may share a string with it."""
    open_string = 4 if shared_by_both else 9
    strings = _shared(
        "<si><t>Plain text</t></si>",
        '<si><r><t>Rich </t></r><r><rPr><b/><sz val="11"/></rPr><t>bold</t></r><r><rPr><sz val="11"/></rPr><t xml:space="preserve"> end</t></r></si>',
        '<si><t>日本</t><rPh sb="0" eb="2"><t>ニホン</t></rPh><phoneticPr fontId="1"/></si>',
        "<si><t>Header A</t></si>",
        "<si><t>Shared by both</t></si>",
        "<si><t>Locked only</t></si>",
        "<si><t>Open in the locked sheet</t></si>",
        "<si><t>2024</t></si>",
        '<si><t xml:space="preserve">  two\nlines &lt;x&gt; </t></si>',
        '<si><r><t>Only</t></r><r><rPr><rFont val="Wingdings"/></rPr><t>à</t></r><r><t>open</t></r></si>',
    )
    first = (
        f'{_XML}<worksheet xmlns="{_X}" xmlns:r="{_R}"><sheetData>'
        '<row r="1"><c r="A1" t="s"><v>3</v></c><c r="B1" t="s"><v>0</v></c></row>'
        '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>42</v></c><c r="C2" t="str"><f>A1&amp;"x"</f><v>Header Ax</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>Inline text</t></is></c><c r="B3" s="1" t="s"><v>'
        f"{open_string}</v></c>"
        '<c r="C3" t="s"><v>2</v></c></row>'
        '<row r="4"><c r="A4" t="s"><v>7</v></c><c r="B4" t="s"><v>8</v></c></row></sheetData>'
        '<tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>'
    )
    second = (
        f'{_XML}<worksheet xmlns="{_X}"><sheetData><row r="1"><c r="A1" t="s"><v>4</v></c><c r="B1" t="s"><v>5</v></c>'
        '<c r="C1" s="1" t="s"><v>6</v></c></row></sheetData><sheetProtection sheet="1" objects="1"/></worksheet>'
    )
    return pack(
        {
            "[Content_Types].xml": types(
                xl__workbook="spreadsheetml.sheet.main",
                xl__worksheets__sheet1="spreadsheetml.worksheet",
                xl__worksheets__sheet2="spreadsheetml.worksheet",
                xl__sharedStrings="spreadsheetml.sharedStrings",
                xl__styles="spreadsheetml.styles",
                xl__tables__table1="spreadsheetml.table",
            ),
            "_rels/.rels": relations(rId1="officeDocument xl/workbook.xml"),
            "xl/workbook.xml": f'{_XML}<workbook xmlns="{_X}" xmlns:r="{_R}"><sheets><sheet name="Open" sheetId="1" r:id="rId1"/>'
            '<sheet name="Locked" sheetId="2" r:id="rId2"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(
                rId1="worksheet worksheets/sheet1.xml",
                rId2="worksheet worksheets/sheet2.xml",
                rId3="sharedStrings sharedStrings.xml",
                rId4="styles styles.xml",
            ),
            "xl/worksheets/sheet1.xml": first,
            "xl/worksheets/_rels/sheet1.xml.rels": relations(rId1="table ../tables/table1.xml"),
            "xl/worksheets/sheet2.xml": second,
            "xl/sharedStrings.xml": strings,
            "xl/styles.xml": f'{_XML}<styleSheet xmlns="{_X}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
            '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
            '<cellXfs count="2"><xf/><xf applyProtection="1"><protection locked="0"/></xf></cellXfs></styleSheet>',
            "xl/tables/table1.xml": f'{_XML}<table xmlns="{_X}" id="1" name="T" displayName="T" ref="A1:A2"><tableColumns count="1">'
            '<tableColumn id="1" name="Header A"/></tableColumns></table>',
        }
    )


def _slide(*paragraphs: str, kind: str = "sld") -> str:
    return (
        f'{_XML}<p:{kind} xmlns:p="{_P}" xmlns:a="{_A}" xmlns:r="{_R}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/>'
        '<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr/>'
        '</p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="500000"/><a:ext cx="8000000" cy="5000000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>'
        f"{''.join(paragraphs)}</p:txBody></p:sp></p:spTree></p:cSld></p:{kind}>"
    )


def pptx() -> bytes:
    """Make a presentation whose second slide is shown first."""
    one = _slide(
        '<a:p><a:pPr lvl="0"/><a:r><a:rPr lang="en-US" dirty="0"/><a:t>Shown </a:t></a:r><a:r><a:rPr lang="en-US" b="1" dirty="0"/><a:t>second</a:t></a:r>'
        '<a:r><a:rPr lang="zh-CN"/><a:t> here</a:t></a:r><a:endParaRPr lang="en-US"/></a:p>',
        '<a:p><a:r><a:rPr lang="en-US"/><a:t>Line</a:t></a:r><a:br><a:rPr lang="en-US"/></a:br><a:r><a:rPr lang="en-US"/><a:t>break</a:t></a:r></a:p>',
        '<a:p><a:r><a:t>Slide </a:t></a:r><a:fld id="{1}" type="slidenum"><a:rPr/><a:t>1</a:t></a:fld><a:r><a:t> of all</a:t></a:r></a:p>',
        '<a:p><a:r><a:t>Ready </a:t></a:r><a:r><a:rPr><a:latin typeface="Wingdings"/></a:rPr><a:t>à</a:t></a:r><a:r><a:t> go</a:t></a:r></a:p>',
    )
    return pack(
        {
            "[Content_Types].xml": types(
                ppt__presentation="presentationml.presentation.main",
                ppt__slides__slide1="presentationml.slide",
                ppt__slides__slide2="presentationml.slide",
                ppt__notesSlides__notesSlide1="presentationml.notesSlide",
                ppt__slideLayouts__slideLayout1="presentationml.slideLayout",
            ),
            "_rels/.rels": relations(rId1="officeDocument ppt/presentation.xml"),
            "ppt/presentation.xml": f'{_XML}<p:presentation xmlns:p="{_P}" xmlns:r="{_R}"><p:sldIdLst><p:sldId id="257" r:id="rId2"/>'
            '<p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
            "ppt/_rels/presentation.xml.rels": relations(
                rId1="slide slides/slide1.xml", rId2="slide slides/slide2.xml"
            ),
            "ppt/slides/slide1.xml": one,
            "ppt/slides/_rels/slide1.xml.rels": relations(rId1="notesSlide ../notesSlides/notesSlide1.xml"),
            "ppt/slides/slide2.xml": _slide("<a:p><a:r><a:t>第一张 &amp; first</a:t></a:r></a:p>", "<a:p/>"),
            "ppt/notesSlides/notesSlide1.xml": _slide(
                "<a:p><a:r><a:t>Say this</a:t></a:r></a:p>", kind="notes"
            ),
            "ppt/slideLayouts/slideLayout1.xml": _slide(
                "<a:p><a:r><a:t>Click to edit</a:t></a:r></a:p>", kind="sldLayout"
            ),
            "ppt/media/image1.png": _PNG,
        }
    )


_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_ODT_ROOT = (
    f'xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0" xmlns:style="{_ODF}:style:1.0" xmlns:draw="{_ODF}:drawing:1.0"'
    f' xmlns:table="{_ODF}:table:1.0" xmlns:fo="{_ODF}:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:officeooo="http://openoffice.org/2009/office" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"'
)


def odt(extra: dict[str, str | bytes] | None = None) -> bytes:
    """Make an OpenDocument text."""
    content = (
        f"{_XML}<office:document-content {_ODT_ROOT}><office:automatic-styles>"
        '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="T2" style:family="text"><style:text-properties officeooo:rsid="0012"/></style:style>'
        '<style:style style:name="T3" style:family="text"><style:text-properties style:font-name="Wingdings"/></style:style>'
        '<style:style style:name="P9" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>'
        "</office:automatic-styles><office:body><office:text>"
        '<text:tracked-changes text:track-changes="false"><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2024-01-01T00:00:00</dc:date></office:change-info><text:p>removed</text:p></text:deletion></text:changed-region></text:tracked-changes>'
        '<text:h text:outline-level="1">A <text:span text:style-name="T1">bold</text:span> title</text:h>\n'
        '<text:p>Some <text:span text:style-name="T2">more</text:span> text<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        '<text:note-body><text:p>The footnote</text:p></text:note-body></text:note> goes\n   on, <text:a xlink:href="https://example.org">a link</text:a>.</text:p>'
        '<text:p>Tab<text:tab/>and<text:s text:c="3"/>spaces<text:line-break/>and line &amp; page <text:page-number>3</text:page-number></text:p>'
        '<text:p text:style-name="P9">code = kept</text:p>'
        '<text:p>Ready <text:span text:style-name="T3">à</text:span> go</text:p>'
        "<text:p>Comment<office:annotation><dc:creator>A</dc:creator><text:p>kept comment</text:p></office:annotation> here</text:p>"
        '<text:p><draw:frame draw:name="f"><draw:text-box><text:p>In a frame</text:p></draw:text-box></draw:frame></text:p>'
        '<text:section text:protected="true"><text:p>Locked section</text:p></text:section>'
        "<table:table><table:table-row><table:table-cell><text:p>表格</text:p></table:table-cell>"
        '<table:table-cell table:protected="true"><text:p>Locked cell</text:p></table:table-cell></table:table-row></table:table>'
        "<text:p/></office:text></office:body></office:document-content>"
    )
    styles = (
        f'{_XML}<office:document-styles {_ODT_ROOT}><office:master-styles><style:master-page style:name="Standard"><style:header>'
        "<text:p>Running header</text:p></style:header></style:master-page></office:master-styles></office:document-styles>"
    )
    manifest = (
        f'{_XML}<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0" manifest:version="1.3">'
        '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>'
        '<manifest:file-entry manifest:full-path="Pictures/a.png" manifest:media-type="image/png"/></manifest:manifest>'
    )
    return pack(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": content,
            "styles.xml": styles,
            "META-INF/manifest.xml": manifest,
            "Pictures/a.png": _PNG,
            **(extra or {}),
        }
    )
