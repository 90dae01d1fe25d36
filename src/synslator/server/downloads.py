"""Files out: written to a folder of their own, sent, and removed when they have been."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.responses import FileResponse

from synslator.server.uploads import ANY_FILE


def written_file(name: str, write: Callable[[Path], object]) -> FileResponse:
    """Answer with the file that `write` makes; its ending is that of the name that it is sent under."""
    folder = tempfile.TemporaryDirectory(prefix="synslator-")
    path = Path(folder.name) / f"file{Path(name).suffix}"
    try:
        write(path)
    except BaseException:
        folder.cleanup()
        raise
    done = BackgroundTask(folder.cleanup)
    return FileResponse(path, media_type=ANY_FILE, filename=name, background=done)
