"""How a document was read; apart from other settings, so that the processes that read load little."""

import json
from dataclasses import asdict, dataclass

from synslator.formats.documents.core.options import Placeholders, ReadOptions
from synslator.text.segmentation import Mode, Segmenter, segmenter
from synslator.text.srx.rules import read_srx


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How a document was read, kept with it, so that it is read the same way whenever it is written."""

    source_language: str
    segmentation: Mode = "sentence"
    srx: str = ""
    placeholders: Placeholders = "auto"
    columns: tuple[str, ...] = ()

    @property
    def options(self) -> ReadOptions:
        """How its file is read."""
        return ReadOptions(placeholders=self.placeholders, columns=self.columns)

    def segmenter(self) -> Segmenter:
        """Return what cuts its units into segments."""
        if self.srx:
            return read_srx(self.srx.encode(), self.source_language, "The SRX rules")
        return segmenter(self.segmentation, self.source_language)

    def json(self) -> str:
        """Return the reading as the database keeps it."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> "ReadingOptions":
        """Read it as the database keeps it."""
        values = json.loads(text)
        return cls(**values | {"columns": tuple(values["columns"])})
