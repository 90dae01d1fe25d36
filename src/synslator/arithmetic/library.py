"""The compiled library, where this machine has it: see `source/kernels.h`.

Whoever installs Synslator with a C compiler at hand gets it. Nothing needs it: without it, or on a processor
that it is not made for, ONNX Runtime and NumPy do the same in more time. A library that was compiled from
sources with other structures or signatures is refused; `make run`, `make lint` and `make test` compile it
again when its sources have changed.
"""

import ctypes
from collections.abc import Callable
from ctypes import POINTER, Structure, c_char_p, c_float, c_int, c_long, c_void_p
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from synslator.logs import Log

FILE = Path(__file__).with_name("libarithmetic.so")
ABI = 4
"""The number of what follows: as in `source/structures.h`."""
_log = Log("arithmetic")


class CMatrix(Structure):
    """A packed matrix, as the library sees it."""

    _fields_ = (
        ("inputs", c_long),
        ("outputs", c_long),
        *((name, c_void_p) for name in ("packed", "sums", "scales", "bias")),
    )


class CNorm(Structure):
    """A layer normalisation, as the library sees it."""

    _fields_ = (("width", c_long), ("gain", c_void_p), ("bias", c_void_p))


class CSeen(Structure):
    """What rows look at, as the library sees it."""

    _fields_ = (
        ("rows", c_void_p),
        ("stride", c_long),
        ("tokens", c_void_p),
        ("most", c_long),
        ("counts", c_void_p),
        ("lists", c_void_p),
    )


class CLayer(Structure):
    """A layer, as the library sees it."""

    _fields_ = (
        *(("norm", POINTER(CNorm)), ("fused", POINTER(CMatrix)), ("out", POINTER(CMatrix))),
        *(("source_norm", POINTER(CNorm)), ("query", POINTER(CMatrix)), ("source_out", POINTER(CMatrix))),
        *(("feed_norm", POINTER(CNorm)), ("inner", POINTER(CMatrix)), ("outer", POINTER(CMatrix))),
    )


class CDecoder(Structure):
    """A decoder, as the library sees it."""

    _fields_ = (
        *((name, c_void_p) for name in ("embedding", "embedding_scales")),
        *(("layers", c_long), ("layer", POINTER(POINTER(CLayer))), ("norm", POINTER(CNorm))),
    )


class CReading(Structure):
    """A hypothesis that reads, as the library sees it."""

    _fields_ = (
        *((name, c_long) for name in ("before", "fresh", "keep")),
        *((name, c_void_p) for name in ("ids", "tokens", "waves", "rows")),
        *(("stride", c_long), ("source", c_void_p), ("length", c_long), ("attention", c_void_p)),
        *(("output", POINTER(CMatrix)), ("pieces", c_long), ("scores", c_void_p)),
    )


class CMixing(Structure):
    """How to mix, as the library sees it."""

    _fields_ = (
        ("neighbours", c_long),
        *((name, c_float) for name in ("temperature", "likeness", "reach", "record")),
        ("gate", c_void_p),
    )


class CNeighbours(Structure):
    """The neighbours of rows, as the library sees them."""

    _fields_ = tuple(
        (name, c_void_p) for name in ("distances", "likeness", "said", "values", "best_likeness", "brevity")
    )


STRUCTURES: tuple[type[Structure], ...] = (
    *(CMatrix, CNorm, CSeen, CLayer, CDecoder, CReading),
    *(CMixing, CNeighbours),
)
"""In the order in which the library names their sizes."""

Array, Size, Flag = c_void_p, c_long, c_int
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "pack": (Array, Size, Size, Array, Array),
    "pack_rows": (Array, Size, Array, Size, Array, Array),
    "normalize": (POINTER(CNorm), Array, Size, Array),
    "linear": (POINTER(CMatrix), POINTER(CNorm), Array, Size, Flag, Flag, Array, Size),
    "attend": (Array, Size, POINTER(CSeen), Size, Size, Size, Size, Array),
    "layer": (POINTER(CLayer), Array, Size, POINTER(CSeen), Size, POINTER(CSeen)),
    "score": (POINTER(CMatrix), Size, Array, Size, Array),
    "read": (POINTER(CDecoder), POINTER(CReading), Size, Array),
    "choose": (Array, Size, Size, Size, Size, Array, Array, Array, Size, Array, Array),
    "nearest": (Array, Size, Size, *[Array] * 5, Size, Array, Array),
    "mix": (POINTER(CMixing), POINTER(CNeighbours), Size, Array, Array, Size, Array, Array),
    "share": (POINTER(CMixing), POINTER(CNeighbours), Size, *[Array] * 7),
}


@dataclass(frozen=True)
class Library:
    """The functions for this processor. While one of them works, other threads go on."""

    level: str
    """Which vectors they use."""
    pack: Callable[..., None]
    pack_rows: Callable[..., None]
    normalize: Callable[..., None]
    linear: Callable[..., int]
    attend: Callable[..., int]
    layer: Callable[..., int]
    score: Callable[..., int]
    read: Callable[..., int]
    choose: Callable[..., None]
    nearest: Callable[..., None]
    mix: Callable[..., None]
    share: Callable[..., None]


def find_library(level: str | None = None) -> Library | None:
    """Open the library for the best vectors that this processor has, or for others that it has."""
    opened = open_library(FILE)
    if opened is None:
        return None
    opened.level.restype = c_char_p
    best = opened.level()
    if best is None:
        return None
    level = level or best.decode()
    functions = {name: getattr(opened, f"{name}_{level}") for name in SIGNATURES}
    for name, arguments in SIGNATURES.items():
        functions[name].argtypes = arguments
    return Library(level, **functions)


@cache
def open_library(file: Path) -> ctypes.CDLL | None:
    """Open a library file, once; a missing one is passed over, one that does not fit is refused."""
    try:
        opened = ctypes.CDLL(str(file))
    except OSError:
        return None
    if problem := misfit(opened):
        _log.warning(
            "compiled arithmetic refused, ONNX Runtime and NumPy are used",
            file=str(file),
            problem=problem,
            remedy="install Synslator again: `make run` in a clone",
        )
        return None
    return opened


def misfit(opened: ctypes.CDLL) -> str | None:
    """Say why a library does not fit this module, or None if it does."""
    try:
        number, measure = opened.abi, opened.sizes
    except AttributeError:
        return "it has no version number"
    if number() != ABI:
        return f"its version is {number()}, {ABI} is needed"
    measure.restype = POINTER(c_long)
    theirs, ours = measure()[: len(STRUCTURES)], [ctypes.sizeof(one) for one in STRUCTURES]
    return None if theirs == ours else f"its structures have {theirs} bytes, {ours} are needed"
