"""Walking over the tokens of an XML part, element by element."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping

from synslator.formats.documents.core.model import PartSpan, Unit
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.core.xml import Type, XmlToken, tokens, unescape


class Cursor:
    """Walks over the tokens of a part."""

    def __init__(self, text: str, what: str, namespaces: Mapping[str, str]) -> None:
        self.text = text
        self._what = what
        self._tokens = tokens(text, namespaces)

    def __iter__(self) -> Iterator[XmlToken]:
        return self._tokens

    def raw(self, token: XmlToken) -> str:
        """Return a token as it is written."""
        return self.text[token.start : token.end]

    def skip(self, token: XmlToken) -> PartSpan:
        """Pass over the element that begins with this token."""
        return self.pass_over(token, lambda _: False)

    def pass_over(self, token: XmlToken, visit: Callable[[XmlToken], bool]) -> PartSpan:
        """Pass over an element; `visit` sees each element inside and says whether it passed over that."""
        if token.type is Type.EMPTY:
            return PartSpan(token.start, token.end)
        depth = 1
        for inner in self._tokens:
            if inner.type is Type.END:
                depth -= 1
                if depth == 0:
                    return PartSpan(token.start, inner.end)
            elif inner.type is Type.START:
                depth += 0 if visit(inner) else 1
            elif inner.type is Type.EMPTY:
                visit(inner)
        raise DamagedDocument(f"{self._what} ends inside <{token.name}>.")

    def content(self, token: XmlToken) -> tuple[str, PartSpan]:
        """Read the text of the element that begins with this token, and return the span of the element."""
        pieces: list[str] = []
        if token.type is Type.EMPTY:
            return "", PartSpan(token.start, token.end)
        for inner in self._tokens:
            if inner.type is Type.TEXT:
                pieces.append(unescape(self.raw(inner)))
            elif inner.type is Type.CDATA:
                pieces.append(self.raw(inner)[9:-3])
            elif inner.type is Type.END and inner.name == token.name:
                return "".join(pieces), PartSpan(token.start, inner.end)
        raise DamagedDocument(f"{self._what} ends inside <{token.name}>.")


class PartReader(ABC):
    """Reads the units of a part: it walks over the elements, and a format says which ones are units."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._units: list[Unit] = []

    def read(self) -> list[Unit]:
        """Return the units of the part."""
        for token in self._cursor:
            self._visit(token)
        return self._units

    def _visit(self, token: XmlToken) -> bool:
        """Read what a token begins, if anything; say whether it was passed over."""
        return token.type is Type.START and self._begun(token)

    @abstractmethod
    def _begun(self, token: XmlToken) -> bool:
        """Read the element that this token begins, if it is of interest; say whether it was passed over."""
