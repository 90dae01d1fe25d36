"""A package's vocabularies: text to ids and back."""

import json
from collections.abc import Sequence
from pathlib import Path

import sentencepiece

from synslator.text.pieces import PieceTable, surface


class Tokenizer:
    """One side of a package: a SentencePiece model, and the ids that the model knows its pieces by.

    Models trained by us use SentencePiece's own ids. Imported ones have a table of their own from pieces to
    ids, one for both sides or one for each.
    """

    def __init__(self, path: Path, ids: dict[str, int] | None, prefix: str = "") -> None:
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=str(path))
        self.ids = ids
        self.unknown = self.pieces.unk_id() if ids is None else ids["<unk>"]
        self.end: int = self.pieces.eos_id() if ids is None else ids["</s>"]
        """The piece that ends a source."""
        self.prefix = [self.number(prefix)] if prefix else []

    @classmethod
    def open(cls, folder: Path, side: str, table: str | None, prefix: str = "") -> "Tokenizer":
        """Open the vocabulary of `source` or `target`.

        `table` is the file of its ids, if there is one; `prefix` a piece that stands before every text.
        """
        ids = json.loads((folder / table).read_text(encoding="utf-8")) if table else None
        return cls(folder / f"{side}.spm", ids, prefix)

    def number(self, piece: str) -> int:
        """The id of a piece."""
        return self.pieces.piece_to_id(piece) if self.ids is None else self.ids.get(piece, self.unknown)

    def encode(self, text: str) -> list[int]:
        """The ids of a text's pieces, without an end piece."""
        text = encodable(text)
        if self.ids is None:
            return [*self.prefix, *self.pieces.encode(text)]
        return [*self.prefix, *map(self.number, self.pieces.encode(text, out_type=str))]

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where the pieces of a text stand in it, in characters; those of a prefix stand nowhere.

        A piece that is one byte of a character has the place of the whole character.
        """
        places: list[tuple[int, int]] = self.pieces.encode(encodable(text), return_type="offset_mapping")[
            "offsets"
        ]
        following = (len(text), len(text))
        for number in reversed(range(len(places))):
            if places[number][0] == places[number][1]:
                places[number] = following
            following = places[number]
        return places

    def table(self, size: int, control: Sequence[int]) -> PieceTable:
        """The surfaces of all `size` ids; `control` pieces write nothing."""
        if self.ids is None:
            pieces = [self.pieces.id_to_piece(n) for n in range(self.pieces.get_piece_size())]
        else:
            pieces = [""] * max(size, *(number + 1 for number in self.ids.values()))
            for piece, number in self.ids.items():
                pieces[number] = piece
        if len(pieces) != size:
            raise ValueError(f"the vocabulary has {len(pieces)} pieces instead of {size}")
        silent = set(control)
        return PieceTable([b"" if n in silent else surface(piece) for n, piece in enumerate(pieces)])


def encodable(text: str) -> str:
    """The text with a question mark for every half of a surrogate pair, which is no text."""
    return text.encode("utf-8", "replace").decode("utf-8")
