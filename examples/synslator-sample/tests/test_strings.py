"""Apple's `.strings` files."""

import pytest

from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.formats import open_document
from synslator.testing.formats import FormatContract

SAMPLE = r"""/* The title of the window */
"window.title" = "Settings";

// Shown while a file is saved; %@ is its name
"saving" = "Saving \"%@\"…";
plain_key = "Two\nlines";
"empty" = "";
"""


class TestStrings(FormatContract):
    name, format, sample = "Localizable.strings", "strings", SAMPLE.encode()
    sources = ("Settings", 'Saving "⟦1/⟧"…', "Two\nlines")


class TestStringsInUtf16(TestStrings):
    sample = SAMPLE.encode("utf-16")


def test_a_comment_is_the_note_of_its_entry() -> None:
    document = open_document(SAMPLE.encode(), "Localizable.strings")
    assert document.units[0].note == "The title of the window"


def test_a_translation_is_escaped() -> None:
    document = open_document(SAMPLE.encode(), "Localizable.strings")
    assert rb'"window.title" = "\"A\\B\"";' in document.write({0: r'"A\B"'})


def test_a_line_that_is_no_entry_is_named() -> None:
    with pytest.raises(DamagedDocument, match="in line 2"):
        open_document(b'"a" = "b";\n"c" = d;\n"e" = "f";\n', "Localizable.strings")
