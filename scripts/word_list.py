"""Write a word list of a language from lists of words, one a line: what Synslator takes for existing words.

The English one, `src/synslator/text/word_lists/en.xz`, was made from the Debian packages wamerican-large and
wbritish-large 2020.12.07-2 (SCOWL):

    python scripts/word_list.py en.xz american-english-large british-english-large
"""

import argparse
import lzma
import re
from collections.abc import Iterable
from pathlib import Path

POSSESSIVE = re.compile(r"['’]s$")
LETTERS = re.compile(r"[^\W\d_]+")


def known(lines: Iterable[str]) -> list[str]:
    """Return the words of some lines in order, without possessives, cut at apostrophes and hyphens.

    A name that is also a common word is only listed as that.
    """
    found = {part for line in lines for part in LETTERS.findall(POSSESSIVE.sub("", line.strip()))}
    return sorted(word for word in found if word == word.lower() or word.lower() not in found)


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("lists", type=Path, nargs="+")
    options = parser.parse_args()
    lines = [line for path in options.lists for line in path.read_text(encoding="utf-8").splitlines()]
    options.out.write_bytes(lzma.compress("\n".join(known(lines)).encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
