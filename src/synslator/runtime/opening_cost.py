"""What opening a package costs: time, and the memory of the process that holds it."""

import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from synslator.runtime.package import Package

PAGE = resource.getpagesize()


@dataclass(frozen=True)
class OpeningCost:
    """The cost of opening a package."""

    milliseconds: float
    processor_milliseconds: float
    """The same without waiting: on a busy machine it is the truer one."""
    memory_mb: float
    """Of the whole process with the package open, libraries included."""
    drafts: str
    """What drafts and answers keystrokes here: the vectors of our own arithmetic, or ONNX Runtime."""


def measure_loading(folder: Path) -> OpeningCost:
    """Open a package once and measure it."""
    started, worked = time.perf_counter(), time.process_time()
    package = Package.open(folder)
    milliseconds = 1000 * (time.perf_counter() - started)
    processor = 1000 * (time.process_time() - worked)
    memory = resident_bytes()
    native = package.graphs.native
    drafts = f"own arithmetic ({native.kernels.library.level})" if native else "ONNX Runtime"
    return OpeningCost(round(milliseconds, 1), round(processor, 1), round(memory / 1e6, 1), drafts)


def resident_bytes() -> int:
    """Memory that this process takes now; where the system does not tell, the most it has taken."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
