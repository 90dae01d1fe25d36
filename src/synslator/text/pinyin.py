"""Chinese as it is typed: pinyin without tones."""


def pinyin(text: str) -> str:
    """Return the pinyin of a text without tones, as it is typed."""
    from pypinyin import lazy_pinyin

    return "".join(lazy_pinyin(text)).casefold()
