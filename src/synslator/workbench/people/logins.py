"""Which logins are refused: those that cannot be told from another by looking at them.

The rules are those of Unicode's report 39, cut down to what a login needs: no invisible characters, letters
of one script (Chinese, Japanese and Korean write with several, and with Latin letters), and no login whose
skeleton somebody else's has.
"""

import unicodedata
from collections.abc import Iterable

import regex

from synslator.errors import UsageProblem

_INVISIBLE = regex.compile(r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]")
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
_BEFORE_FOLDING = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "o"})
_LOOK_ALIKE = str.maketrans(
    # Cyrillic letters, small after folding, and the Latin ones that they look like.
    dict(zip("авеѕіјкмнорсԛтухѡһӏԁԝьѵ", "abesijkmhopcqtyxwhldwbv", strict=True))
    # Greek: small ones, and those whose capitals are Latin ones.
    | dict(zip("αβεζηικμνορτυχωϲ", "abezhikmnoptuxwc", strict=True))
    # Armenian
    | dict(zip("օսոհցւզյ", "ounhguqj", strict=True))
)


def check_login(login: str, others: Iterable[str]) -> None:
    """Refuse a login that cannot be used beside the logins of all others."""
    if not login or _INVISIBLE.search(login):
        raise UsageProblem("A login has no spaces and no invisible characters. Choose another.")
    if unicodedata.normalize("NFKC", login) != login:
        raise UsageProblem("The login has characters in a special form. Write it with plain letters.")
    if not _one_script(login):
        raise UsageProblem("The login mixes letters of several scripts. Write it with letters of one.")
    shape = skeleton(login)
    for other in others:
        if other != login and skeleton(other) == shape:
            raise UsageProblem(f"The login looks like {other}, which is taken. Choose another.")


def skeleton(login: str) -> str:
    """Return what is left of a login when what looks alike is made the same."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", login)).translate(_BEFORE_FOLDING)
    folded = plain.casefold().translate(_LOOK_ALIKE)
    return folded.replace("rn", "m").replace("vv", "w")


def _one_script(login: str) -> bool:
    scripts = {unicodedata.name(character, "").split(" ")[0] for character in login if character.isalpha()}
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)
