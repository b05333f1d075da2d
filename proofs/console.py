"""Where the proofs print."""

from __future__ import annotations

import sys

from rich.console import Console

WIDTH_IN_A_PIPE = 150


def console() -> Console:
    """Standard output; in a pipe wide enough for the tables, which rich would squeeze into 80 columns."""
    return Console() if sys.stdout.isatty() else Console(width=WIDTH_IN_A_PIPE)
