"""The console blocks of the documents: what they show must be what appears.

A block is fenced by three backticks; its first line is `$ verified-perceptron …` (or `$ .venv/bin/…`), the rest is
the standard output, without blanks at the ends of lines.  After a change on purpose,

    python -m tests.documents README.md docs/guides/implementer.md

writes the new output into the blocks.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

BLOCK = re.compile(
    r"(?P<head>```\n\$ (?:\.venv/bin/)?verified-perceptron (?P<arguments>[^\n]*)\n)(?P<shown>.*?)```", re.DOTALL
)


def console_blocks(path: Path) -> list[tuple[str, str]]:
    """The arguments and the output of each block."""
    return [(found["arguments"], found["shown"]) for found in BLOCK.finditer(path.read_text(encoding="utf-8"))]


def output(arguments: str, directory: Path = ROOT) -> str:
    """What the command prints, as the documents show it."""
    command = [sys.executable, "-m", "verified_perceptron", *shlex.split(arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=directory, timeout=120, check=False
    )
    assert "Traceback" not in done.stderr
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def rewrite(path: Path) -> None:
    """Put the real output into every block."""
    text = path.read_text(encoding="utf-8")
    path.write_text(BLOCK.sub(lambda b: f"{b['head']}{output(b['arguments'])}```", text), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))
