"""What the documents of the oracle show is what appears."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.documents import console_blocks, output
from verified_perceptron.oracle.vectors import FLAGS

GUIDE = ROOT / "docs" / "guides" / "implementer.md"
PROTOCOL = ROOT / "docs" / "reference" / "line-protocol.md"
VECTORS = ROOT / "docs" / "reference" / "vectors.md"
BLOCKS = [block for path in (GUIDE, PROTOCOL) for block in console_blocks(path)]
PYTHON = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("arguments", "shown"), BLOCKS, ids=[arguments[:60] for arguments, _ in BLOCKS])
def test_a_command_prints_what_the_document_shows(arguments: str, shown: str) -> None:
    if "sklearn" in arguments:
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    assert output(arguments) == shown


def test_the_documents_show_commands() -> None:
    assert len(BLOCKS) >= 12


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


def test_the_estimator_of_the_guide_prints_what_it_shows() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    (program,) = [program for program in PYTHON if "VerifiedPerceptron" in program]
    (shown,) = re.findall(r"```text\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == shown


def test_the_sentence_about_a_chatty_program_is_the_real_one() -> None:
    (shown,) = re.findall(r"```text\n(.*?)```", PROTOCOL.read_text(encoding="utf-8"), re.DOTALL)
    call = [sys.executable, "-m", "verified_perceptron", "identify", "--", "echo", "epoch 1 of 10"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, shown)


def test_every_field_and_flag_of_the_vectors_is_documented() -> None:
    text = VECTORS.read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Za-z_]+)`", text))
    schema = json.loads(resources.files("verified_perceptron.oracle").joinpath("vectors_schema.json").read_text())
    case = schema["properties"]["cases"]["items"]["properties"]
    fields = {*case, *case["integers"]["properties"], *case["expected"]["properties"]}
    assert fields - named - {"scans", "draws"} == set()
    assert {"scans", "draws"} <= set(re.findall(r"\w+", text))
    assert set(FLAGS) <= named


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for path in (GUIDE, PROTOCOL, VECTORS):
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), target
