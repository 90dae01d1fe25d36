"""The scripts of the world: their characters, which ones write words without spaces, and folding.

What depends on a language and not on its script is in `synslator.text.languages`.

Folding makes letters of either case and of full or half width the same, and keeps every character at its
place: a position in the folded text is a position in the text.
"""

import re

HAN = r"\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = r"\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
BOPOMOFO = r"\u3100-\u312f\u31a0-\u31ef"
HANGUL = r"\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc"
THAI, LAO, MYANMAR, KHMER = r"\u0e00-\u0e7f", r"\u0e80-\u0eff", r"\u1000-\u109f", r"\u1780-\u17ff"
SYLLABLES = KANA + BOPOMOFO + HANGUL
SPACELESS = HAN + KANA + BOPOMOFO + THAI + LAO + MYANMAR + KHMER
"""The inside of a character class: scripts whose words are not separated by spaces. Hangul's are."""
ATTACHING = SPACELESS + HANGUL
"""Scripts in which a word may go on without a space into what belongs to another: Korean particles too."""

SCRIPTS = {
    "Han": HAN,
    "Kana": KANA,
    "Hangul": HANGUL,
    "Thai": THAI,
    "Lao": LAO,
    "Myanmar": MYANMAR,
    "Khmer": KHMER,
    "Latin": r"A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "Cyrillic": r"\u0400-\u052f\u1c80-\u1c8f",
    "Greek": r"\u0370-\u03ff\u1f00-\u1fff",
    "Arabic": r"\u0620-\u064a\u066e-\u06d3\u0750-\u077f",
    "Hebrew": r"\u05d0-\u05ea",
}
"""The letters of each script by its name, as the inside of a character class."""

NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
"""A number as people read it: 7, 1,024.50, 12:30."""

_FULL_WIDTH = re.compile("[\u3000\uff01-\uff5e]")
_NARROW = {0x3000: 0x20} | {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}


def fold(text: str) -> str:
    """Return the text in lower case and half width, character by character, none added and none lost."""
    folded = text.lower()
    if len(folded) != len(text):
        # A few capitals (İ) have no lower case of one character; they stay as they are.
        folded = "".join(lower if len(lower := char.lower()) == 1 else char for char in text)
    return folded.translate(_NARROW) if _FULL_WIDTH.search(folded) else folded
