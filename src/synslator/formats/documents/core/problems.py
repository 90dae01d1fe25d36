"""What can be wrong with a document, each with a sentence for the person who brought it."""

from synslator.errors import SynslatorError


class DocumentProblem(SynslatorError):
    """A document cannot be read or written."""


class UnknownFormat(DocumentProblem):
    """Neither the content nor the name says which format this is."""


class DamagedDocument(DocumentProblem):
    """The format is known but the file does not follow it."""


class RefusedDocument(DocumentProblem):
    """The file could be read but is refused: protected, dangerous or too large."""
