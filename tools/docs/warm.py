"""A warm start for the commands on the pages.

The pages run `verified-perceptron` more than a hundred times, and loading it takes longer than most of what it does
there.  So one process loads it once and forks for each command.  The fork gets the caller's files, directory and
arguments and runs the real `main`; only the loading is shared.

    python -m tools.docs.warm SOCKET      serve, until standard input is closed
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

from tools.docs import ROOT

MOST_BYTES: Final = 1 << 16

CLIENT: Final = """#!{python} -SEI
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.connect({address!r})
words = "\\0".join([os.getcwd(), *sys.argv[1:]]).encode()
socket.send_fds(server, [words], [0, 1, 2])
sys.exit(int(server.recv(8) or b"70"))
"""
"""What stands in the place of the command: it hands over its arguments and files, and waits for the status."""


@cache
def warm_directory() -> str:
    """A directory with the command in it; the process behind it ends with this one."""
    place = Path(tempfile.mkdtemp(prefix="warm-"))
    address, program = str(place / "socket"), place / "verified-perceptron"
    program.write_text(CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
    program.chmod(0o755)
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "NO_COLOR": "1", "TERM": "dumb"}
    server = subprocess.Popen(
        [sys.executable, "-m", "tools.docs.warm", address],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environment,
    )  # fmt: skip
    atexit.register(_close, server, place)
    if server.stdout is None or server.stdout.readline() != b"ready\n":
        raise OSError("the commands of the pages could not be loaded")
    return str(place)


def _close(server: subprocess.Popen[bytes], place: Path) -> None:
    server.communicate()
    shutil.rmtree(place, ignore_errors=True)


# --- the process behind it --------------------------------------------------------------------------


def serve(address: str) -> None:
    """Load the commands, then fork for each caller until standard input is closed."""
    import proofs.claims  # noqa: F401  (loaded, that is all)
    import verified_perceptron.cli.judge_report  # noqa: F401

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while listener.fileno() in select.select([listener.fileno(), 0], [], [])[0]:
            caller, _ = listener.accept()
            with caller:
                if os.fork() == 0:
                    listener.close()
                    _become(caller)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _become(caller: socket.socket) -> NoReturn:
    """Take over the caller's files, directory and arguments, and be the command."""
    words, files, _, _ = socket.recv_fds(caller, MOST_BYTES, 3)
    for target, file in enumerate(files):
        os.dup2(file, target)
        os.close(file)
    directory, *arguments = words.decode().split("\0")
    os.chdir(directory)
    sys.argv = ["verified-perceptron", *arguments]
    sys.modules["__main__"].__package__ = ""  # a usage message would name this module otherwise
    status = _status()
    caller.sendall(str(status).encode())
    os._exit(status)


def _status() -> int:
    from verified_perceptron.cli import main

    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    serve(sys.argv[1])
