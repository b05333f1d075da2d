"""What the documents of the oracle say beyond their commands, which `tests/docs` runs, is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

from tests.conftest import ROOT
from verified_perceptron.oracle.vectors import FLAGS

GUIDE = ROOT / "docs" / "guides" / "implementer.md"
VECTORS = ROOT / "docs" / "reference" / "vectors.md"
PYTHON = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_tests_of_the_guide_pass(tmp_path: Path) -> None:
    tests = [program for program in PYTHON if "def test_" in program]
    assert len(tests) == 2
    for number, program in enumerate(tests):
        (tmp_path / f"test_guide_{number}.py").write_text(program)
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--rootdir",
        str(tmp_path),
    ]
    done = subprocess.run(
        [*call, "-o", f"pythonpath={ROOT}", str(tmp_path)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert "2 passed" in done.stdout, done.stdout


def test_every_field_and_flag_of_the_vectors_is_documented() -> None:
    text = VECTORS.read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Za-z_]+)`", text))
    schema = json.loads(resources.files("verified_perceptron.oracle").joinpath("vectors_schema.json").read_text())
    case = schema["properties"]["cases"]["items"]["properties"]
    fields = {*case, *case["integers"]["properties"], *case["expected"]["properties"]}
    assert fields - named - {"scans", "draws"} == set()
    assert {"scans", "draws"} <= set(re.findall(r"\w+", text))
    assert set(FLAGS) <= named
