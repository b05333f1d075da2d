"""What the README shows is what appears."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.documents import console_blocks, output

README = ROOT / "README.md"
BLOCKS = console_blocks(README)


@pytest.mark.parametrize(("arguments", "shown"), BLOCKS, ids=[arguments for arguments, _ in BLOCKS])
def test_a_command_of_the_readme_prints_what_the_readme_shows(arguments: str, shown: str) -> None:
    assert output(arguments) == shown


def test_the_readme_shows_commands() -> None:
    assert len(BLOCKS) >= 5


def test_the_python_of_the_readme_runs() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "Outcome.CONVERGED 3 (Fraction(1, 1), Fraction(-3, 1))\n"
