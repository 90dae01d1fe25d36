"""What is kept ready for open segments, bounded by bytes: the least recently used goes first."""

import ctypes
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """Something whose memory can be told; it may grow while it is kept."""

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""


Kept = TypeVar("Kept", bound=Sized)


class ByteCache(Generic[Kept]):
    """Keeps things under keys. May be used from any thread."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._let_go = 0
        """Bytes that were released since memory was last given back to the system."""

    def get(self, key: Hashable) -> Kept | None:
        """Return what is kept under a key, if it is still there."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, thing: Kept) -> None:
        """Keep something, at the cost of what was not used for longest; it itself stays in any case."""
        with self._lock:
            self._kept[key] = thing
            self._kept.move_to_end(key)
            self._trim()

    def trim(self) -> None:
        """Look again how large everything has become."""
        with self._lock:
            self._trim()

    def drop(self, chosen: Callable[[Hashable], bool]) -> None:
        """Forget what is kept under some keys."""
        with self._lock:
            for key in [key for key in self._kept if chosen(key)]:
                del self._kept[key]

    def drop_if(self, chosen: Callable[[Kept], bool]) -> None:
        """Forget some of the things, and give their memory back."""
        with self._lock:
            keys = [key for key, thing in self._kept.items() if chosen(thing)]
            for key in keys:
                del self._kept[key]
        give_back()

    @property
    def nbytes(self) -> int:
        """Memory that everything takes together."""
        with self._lock:
            return sum(thing.nbytes for thing in self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)

    def _trim(self) -> None:
        total = sum(thing.nbytes for thing in self._kept.values())
        while total > self.most_bytes and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            size = oldest.nbytes
            total -= size
            self._let_go += size
            del oldest
        if self._let_go > self.most_bytes:
            self._let_go = 0
            give_back()


def give_back() -> None:
    """Have the C library return free memory to the system, where it can.

    By itself it keeps what is free between blocks in use, and a process that releases much in small blocks
    grows for hours though it holds no more than at first.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
