"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def writing(path: str | Path) -> Iterator[IO[str]]:
    """A text file to write to, which takes the path's place in one step when the block ends well.

    A crash, a full disk or a kill leaves the old file (or none) there, never a part of the new one.
    """
    path = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        # The user has named the path, not the temporary file.
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _give_usual_permissions(temporary)
        Path(temporary).replace(path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == temporary:
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def write_whole(path: str | Path, text: str) -> None:
    """Replace the file's content by this text in one step."""
    with writing(path) as file:
        file.write(text)


def _give_usual_permissions(path: str) -> None:
    # mkstemp makes private files; a result should be as readable as any other new file.
    mask = os.umask(0)
    os.umask(mask)
    Path(path).chmod(0o666 & ~mask)
