"""Reading a large exchange file in a process of its own, which also prepares it for database and index.

Parsing takes about as long as writing, and in Python only processes run side by side. The reader is started
as `python -m synslator.workbench.reading_ahead` and sends batches through its standard output.
"""

import gc
import json
import marshal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from synslator.errors import SynslatorError, UsageProblem
from synslator.formats.exchange.files import read_units
from synslator.formats.exchange.model import Fault, Languages, TranslationUnit
from synslator.formats.exchange.tables import ColumnMapping
from synslator.text.grams import source_tokens, target_tokens
from synslator.text.keys import text_key

BATCH = 10_000
"""Units in a batch, and in a transaction: enough to be fast, few enough to let a confirm in between."""
LARGE = 4_000_000
"""Bytes from which on a file is worth a process."""
_LENGTH = 8


class UnitBatch(NamedTuple):
    """Some units of a file with what is made of them, and what could not be read."""

    units: Sequence[TranslationUnit]
    keys: Sequence[int]
    """The keys of the sources."""
    sources: Sequence[str]
    """The tokens of the sources, separated by spaces."""
    targets: Sequence[str]
    repeated: Sequence[int]
    """The keys that may have come earlier in the file, and a few that have not."""
    faults: Sequence[Fault]

    def __len__(self) -> int:
        return len(self.units) + len(self.faults)


def batches(
    path: Path, languages: Languages, mapping: ColumnMapping | None, skip: int
) -> Iterator[UnitBatch]:
    """Yield a file in batches, without its first `skip` units; a large one is read ahead."""
    if path.stat().st_size >= LARGE:
        return _read_ahead(path, languages, mapping, skip)
    return _prepared(islice(read_units(path, languages, mapping), skip, None))


class _Seen:
    """Remembers keys in little memory; now and then it takes a new one for one that it has seen."""

    _bits = 1 << 27

    def __init__(self) -> None:
        self._map = bytearray(self._bits >> 3)

    def repeated(self, keys: Sequence[int]) -> list[int]:
        """Return the keys that were seen before, and remember them all."""
        found, bits = [], self._map
        for key in keys:
            place, bit = (key >> 3) & 0xFFFFFF, 1 << (key & 7)
            if bits[place] & bit:
                found.append(key)
            bits[place] |= bit
        return found


def _prepared(read: Iterator[TranslationUnit | Fault]) -> Iterator[UnitBatch]:
    seen = _Seen()
    while some := list(islice(read, BATCH)):
        units = [unit for unit in some if isinstance(unit, TranslationUnit)]
        keys = [text_key(unit.source) for unit in units]
        yield UnitBatch(
            units,
            keys,
            [" ".join(source_tokens(unit.source)) for unit in units],
            [" ".join(target_tokens(unit.target)) for unit in units],
            seen.repeated(keys),
            [fault for fault in some if isinstance(fault, Fault)],
        )


def _read_ahead(
    path: Path, languages: Languages, mapping: ColumnMapping | None, skip: int
) -> Iterator[UnitBatch]:
    order = [str(path), languages.source, languages.target, dict(mapping.columns) if mapping else None, skip]
    command = [sys.executable, "-m", __name__, json.dumps(order)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as reader:
        assert reader.stdout is not None
        try:
            while length := reader.stdout.read(_LENGTH):
                sent = marshal.loads(reader.stdout.read(int.from_bytes(length, "big")))
                if isinstance(sent, str):
                    raise UsageProblem(sent)
                units, keys, sources, targets, repeated, faults = sent
                faults = [Fault(*fault) for fault in faults]
                yield UnitBatch(
                    list(map(TranslationUnit._make, units)), keys, sources, targets, repeated, faults
                )
        finally:
            reader.stdout.close()
    if reader.returncode:
        raise SynslatorError(f"Reading {path} was cut off: the reader ended with code {reader.returncode}.")


def _send(order: str, output: BinaryIO) -> None:
    """Be the reader: write batches, each after its length, and at last what made it stop, if anything did."""
    path, source, target, columns, skip = json.loads(order)
    mapping = ColumnMapping(columns) if columns else None
    # Nothing here refers to itself, so that looking for such garbage would only cost time.
    gc.disable()
    try:
        read = islice(read_units(Path(path), Languages(source, target), mapping), skip, None)
        for batch in _prepared(read):
            units = [tuple(unit) for unit in batch.units]
            faults = [(fault.line, fault.message) for fault in batch.faults]
            _write(output, (units, batch.keys, batch.sources, batch.targets, batch.repeated, faults))
    except SynslatorError as error:
        _write(output, str(error))


def _write(output: BinaryIO, sent: Any) -> None:
    data = marshal.dumps(sent)
    output.write(len(data).to_bytes(_LENGTH, "big") + data)


if __name__ == "__main__":
    _send(sys.argv[1], sys.stdout.buffer)
