"""Which lines of the program an input reaches that no input before it has reached."""

import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Self

import synslator

PROGRAM = str(Path(synslator.__file__).parent)


class Coverage:
    """Counts lines that are reached for the first time while the block runs, in this thread.

    A function all of whose lines were reached is not watched any more, so that it gets faster with time.
    """

    def __init__(self) -> None:
        self._left: dict[CodeType, set[int]] = {}
        self.reached = 0
        """Lines in all."""

    def __enter__(self) -> Self:
        sys.settrace(self._called)
        return self

    def __exit__(self, *problem: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            ours = code.co_filename.startswith(PROGRAM)
            left = {line for _, _, line in code.co_lines() if line} if ours else set()
            self._left[code] = left
        return self._passed if left else None

    def _passed(self, frame: FrameType, event: str, argument: Any) -> Any:
        left = self._left[frame.f_code]
        if frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.reached += 1
        return self._passed
