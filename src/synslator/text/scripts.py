"""What the scripts of the world need to be compared: which ones write words without spaces, and folding.

Folding makes letters of either case and of full or half width the same, and keeps every character at its
place: a position in the folded text is a position in the text.
"""

import re

HAN = r"\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
SYLLABLES = r"\u1100-\u11ff\u3040-\u30ff\u3100-\u318f\u31a0-\u31ff\ua960-\ua97f\uac00-\ud7ff\uff66-\uffdc"
"""Kana, Bopomofo and Hangul."""
UNSPACED = HAN + SYLLABLES + r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""The inside of a character class: scripts whose words are not parted by spaces (Hangul's hardly are)."""

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
