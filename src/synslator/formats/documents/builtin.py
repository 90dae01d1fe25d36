"""The document formats that Synslator brings, and how a file of each is known."""

import re

from synslator.formats.documents.formats import Format

_HERE = "synslator.formats.documents"

BUILT_IN = (
    Format("txt", "plain text", ("txt", "text"), f"{_HERE}.markup.plain:read"),
    Format("md", "Markdown", ("md", "markdown", "mdown"), f"{_HERE}.markup.markdown:read"),
    Format(
        "html",
        "HTML",
        ("html", "htm", "xhtml"),
        f"{_HERE}.markup.html:read",
        beginning=re.compile(r"<!doctype html", re.IGNORECASE),
        root="html",
    ),
    Format(
        "docx",
        "Word",
        ("docx", "docm", "dotx", "dotm"),
        f"{_HERE}.office.docx:read",
        member="word/document.xml",
    ),
    Format(
        "xlsx",
        "Excel",
        ("xlsx", "xlsm", "xltx", "xltm"),
        f"{_HERE}.office.xlsx:read",
        member="xl/workbook.xml",
    ),
    Format(
        "pptx",
        "PowerPoint",
        ("pptx", "pptm", "potx", "ppsx"),
        f"{_HERE}.office.pptx:read",
        member="ppt/presentation.xml",
    ),
    Format(
        "odt",
        "OpenDocument text",
        ("odt", "ott"),
        f"{_HERE}.office.odt:read",
        member="content.xml",
        mimetype="application/vnd.oasis.opendocument.text",
    ),
    Format(
        "srt",
        "SubRip subtitles",
        ("srt",),
        f"{_HERE}.markup.subtitles:read_srt",
        beginning=re.compile(r"(?:\d+\s*\r?\n)?\s*\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->\s*\d"),
    ),
    Format(
        "vtt",
        "WebVTT subtitles",
        ("vtt",),
        f"{_HERE}.markup.subtitles:read_vtt",
        beginning=re.compile(r"WEBVTT\b"),
    ),
    Format(
        "ass",
        "ASS subtitles",
        ("ass", "ssa"),
        f"{_HERE}.markup.subtitles:read_ass",
        beginning=re.compile(r"\[script info\]", re.IGNORECASE),
    ),
    Format(
        "po",
        "Gettext PO",
        ("po", "pot"),
        f"{_HERE}.resources.po:read",
        beginning=re.compile(r'(?:\s*#[^\n]*\n)*+\s*msg(?:id|ctxt)\s+"'),
    ),
    Format(
        "xliff",
        "XLIFF",
        ("xlf", "xliff", "sdlxliff", "mqxliff"),
        f"{_HERE}.resources.xliff:read",
        root="xliff",
    ),
    Format("json", "JSON resources", ("json", "arb"), f"{_HERE}.resources.json_strings:read"),
    Format("yaml", "YAML resources", ("yaml", "yml"), f"{_HERE}.resources.yaml_strings:read"),
    Format("properties", "Java properties", ("properties",), f"{_HERE}.resources.properties:read"),
    Format("android", "Android strings", ("xml",), f"{_HERE}.resources.android:read", root="resources"),
    Format("csv", "CSV or TSV table", ("csv", "tsv", "tab"), f"{_HERE}.resources.csv_table:read"),
)
"""The entry point `builtin` of `synslator.formats` in `pyproject.toml` leads here."""
