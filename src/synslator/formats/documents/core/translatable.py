"""What is offered for translation at all, judged by the text alone."""

import re

_ADDRESS = re.compile(
    r"""(?xi) \s* (?: [a-z][a-z0-9+.-]{1,20}://\S+ | www\.\S+ | mailto:\S+ | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
        | (?:\.{0,2}|~|[a-z]:)[/\\][\w./\\~%-]+ | \#[0-9a-f]{3,8} ) \s*"""
)


def worth_translating(text: str, has_words: bool = False) -> bool:
    """Return whether a text holds letters and is more than an address.

    `has_words` says that tags in it stand for words, as in `%s：%s`: then signs beyond ASCII make it worth
    translating, for they differ from language to language.
    """
    if any(char.isalpha() for char in text):
        return not _ADDRESS.fullmatch(text)
    return has_words and any(not char.isascii() and not char.isspace() for char in text)
