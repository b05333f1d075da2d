"""What the README shows is what appears."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```\n\$ \.venv/bin/verified-perceptron ([^\n]*)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("arguments", "shown"), BLOCKS, ids=[arguments for arguments, _ in BLOCKS])
def test_a_command_of_the_readme_prints_what_the_readme_shows(arguments: str, shown: str) -> None:
    command = [sys.executable, "-m", "verified_perceptron", *shlex.split(arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert [line.rstrip() for line in done.stdout.splitlines()] == shown.splitlines()


def test_the_readme_shows_commands() -> None:
    assert len(BLOCKS) >= 5


def test_the_python_of_the_readme_runs() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "Outcome.CONVERGED 3 (Fraction(1, 1), Fraction(-3, 1))\n"
