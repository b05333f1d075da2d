"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Replace the file's content in one step: a temporary neighbour, flushed to disk, then renamed.

    A crash, a full disk or a kill leaves the old file (or none) in place, never half of the new one.
    """
    path = Path(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        _give_usual_permissions(temporary)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _give_usual_permissions(path: str) -> None:
    # mkstemp makes private files; a result should be as readable as any other new file.
    mask = os.umask(0)
    os.umask(mask)
    Path(path).chmod(0o666 & ~mask)
