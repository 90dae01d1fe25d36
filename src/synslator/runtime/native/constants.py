"""The constants of a graph, read from its file without ONNX Runtime, which does not give them away.

Of the format (protocol buffers) as much as that needs: a message is a row of numbered fields, each a number
or a run of bytes; a graph's constants are the fifth field of the model's seventh.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

GRAPH, INITIALIZER = 7, 5
DIMS, KIND, NAME, RAW, EXTERNAL = 1, 2, 8, 9, 13
KINDS: dict[int, Any] = {1: np.float32, 2: np.uint8, 3: np.int8, 7: np.int64}
"""What the elements of a constant are; those of other kinds are left out."""


def read_constants(path: Path) -> dict[str, NDArray[Any]]:
    """All constants of a graph; those that lie in a file beside it are read when they are looked at."""
    files: dict[str, NDArray[np.uint8]] = {}
    found = {}
    for number, graph in fields(memoryview(path.read_bytes())):
        if number != GRAPH:
            continue
        for inner, tensor in fields(graph):
            if inner == INITIALIZER:
                name, array = read_tensor(tensor, path.parent, files)
                if array is not None:
                    found[name] = array
    return found


def read_tensor(
    content: memoryview, folder: Path, files: dict[str, NDArray[np.uint8]]
) -> tuple[str, NDArray[Any] | None]:
    """A constant's name and value."""
    name, kind = "", 0
    raw: Any = b""
    shape: list[int] = []
    place: dict[str, str] = {}
    for number, value in fields(content):
        if number == NAME:
            name = bytes(value).decode()
        elif number == KIND:
            kind = value
        elif number == DIMS:
            shape += [value] if isinstance(value, int) else list(numbers(value))
        elif number == RAW:
            raw = value
        elif number == EXTERNAL:
            key, text = (bytes(part).decode() for _, part in fields(value))
            place[key] = text
    if kind not in KINDS:
        return name, None
    if place:
        if place["location"] not in files:
            files[place["location"]] = np.memmap(folder / place["location"], np.uint8, "r")
        start = int(place["offset"])
        raw = files[place["location"]][start : start + int(place["length"])]
    return name, np.frombuffer(raw, KINDS[kind]).reshape(shape)


def fields(content: memoryview) -> Iterator[tuple[int, Any]]:
    """The fields of a message: their numbers, and numbers or bytes."""
    at = 0
    while at < len(content):
        tag, at = varint(content, at)
        number, wire = tag >> 3, tag & 7
        if wire == 0:
            value, at = varint(content, at)
            yield number, value
        elif wire == 2:
            size, at = varint(content, at)
            yield number, content[at : at + size]
            at += size
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
            yield number, struct.unpack_from("<q" if wire == 1 else "<i", content, at)[0]
            at += size
        else:
            raise ValueError(f"no field is of kind {wire}")


def numbers(content: memoryview) -> Iterator[int]:
    """Numbers that stand packed in one field."""
    at = 0
    while at < len(content):
        value, at = varint(content, at)
        yield value


def varint(content: memoryview, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = shift = 0
    while True:
        byte = content[at]
        value |= (byte & 127) << shift
        shift, at = shift + 7, at + 1
        if byte < 128:
            return value, at
