"""How a document is read: what the project chose."""

from dataclasses import dataclass, field
from typing import Literal

from synslator.formats.documents.office.archive import DocumentLimits

Placeholders = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What reading a document depends on; the same options read the same file to the same units."""

    placeholders: Placeholders = "auto"
    """Whether `%s` and `{name}` in plain text become tags; auto: in resource files, not in prose."""
    code_styles: frozenset[str] = frozenset(
        {"code", "sourcecode", "source code", "htmlpreformatted", "html preformatted", "preformatted text"}
    )
    """Paragraph styles, in small letters, whose text is code and not offered."""
    columns: tuple[str, ...] = ()
    """CSV: the columns to translate, by header or by number from 1; none named: all of them."""
    limits: DocumentLimits = field(default_factory=DocumentLimits)

    def __post_init__(self) -> None:
        problems = []
        if self.placeholders not in {"auto", "always", "never"}:
            problems.append(f"placeholders must be auto, always or never, not {self.placeholders!r}")
        if any(not column.strip() for column in self.columns):
            problems.append("columns must be headers or numbers, not blank")
        if problems:
            raise ValueError("; ".join(problems))
