"""Check the Coq files, and every obligation of the kernel, with `coqc`.

    python -m proofs.coq [--json]

Compiles the hand-written files and the generated `Obligations.v` in build/coq, refuses any that admit
something or declare an axiom, prints what every theorem rests on, and compares that with the axioms of
Coq's standard real numbers. Leaves build/evidence/coq.json. Exit status 0: everything passed; 1: something
did not; 3: no Coq here.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from proofs.console import console as output
from proofs.evidence import ROOT, unique_obligations, write
from proofs.registry import all_statements
from verified_perceptron.logic.export_coq import document, lemma_name

HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "coq"
HAND_WRITTEN = ("InnerProduct", "Perceptron", "Bounded", "Instances")

# which theorem of the project each composed theorem belongs to
COMPOSED = {
    "T0": ("cauchy_schwarz",),
    "T1": ("novikoff", "novikoff_Rd"),
    "T2": ("any_start_any_rate", "rate_invariance"),
    "T3": ("folding", "offset_bound", "radius_fold"),
    "T4": ("margin_perceptron",),
    "T5": ("batch_rates", "batch_fixed"),
    "T6": ("gordan", "cycle_not_separable"),
    "T7": ("bounded_by_c", "perceptron_bounded", "bounded_Rd", "integer_cycle"),
    "T8": ("distance_lower", "distance_attained", "pythagoras"),
    "T9": ("tight",),
    "T11": ("slack_bound",),
    "T12": ("partial_sums",),
}

# what Coq's own construction of the real numbers assumes, and nothing more
ALLOWED_AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)

FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|bypass_check|Unset\s+\w+\s+Checking|Abort)\b"
)

HOW_TO_GET_COQ = """\
coqc was not found, so nothing was checked by Coq. Install Coq 8.16 or later, for example with
  apt-get install coq          (Debian, Ubuntu)
  opam install coq             (any system with opam)
and run this again. All other engines work without it: python -m proofs"""


class CoqError(Exception):
    """A Coq file does not hold."""


@dataclass(frozen=True)
class Checked:
    """A theorem that Coq accepted, and the axioms it rests on."""

    theorem: str
    name: str
    axioms: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return set(self.axioms) <= ALLOWED_AXIOMS


def _without_comments(text: str) -> str:
    """The text without (* comments *), which nest."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece in {"(*", "*)"}:
            depth += 1 if piece == "(*" else -1
        elif depth == 0:
            kept.append(piece)
    return "".join(kept)


def refuse_gaps(name: str, text: str) -> None:
    """Raise if the file admits something or declares an axiom."""
    found = FORBIDDEN.search(_without_comments(text))
    if found:
        raise CoqError(f"{name}.v contains {found[0]!r}")


def _assumptions_file(lemmas: Sequence[str]) -> str:
    """Print the assumptions of every theorem, each under a line with its name."""
    lines = [f"Require Import {' '.join(HAND_WRITTEN)} Obligations."]
    names = [name for group in COMPOSED.values() for name in group]
    lines += [f"Definition every_obligation := ({', '.join(lemmas)})."]
    for name in (*names, "every_obligation"):
        lines += [f'Goal True. idtac "== {name}". exact I. Qed.', f"Print Assumptions {name}."]
    return "\n".join(lines) + "\n"


def parse_assumptions(output: str) -> dict[str, tuple[str, ...]]:
    """name → axioms, from what `Print Assumptions` wrote."""
    found: dict[str, tuple[str, ...]] = {}
    for section in output.split("== ")[1:]:
        name, _, rest = section.partition("\n")
        lines = [line for line in rest.splitlines() if line and not line[0].isspace()]
        if lines == ["Closed under the global context"]:
            found[name.strip()] = ()
        elif lines[:1] == ["Axioms:"]:
            found[name.strip()] = tuple(line.split()[0] for line in lines[1:])
        else:
            raise CoqError(f"Coq's answer about {name} was not understood: {lines}")
    return found


def _compile(coqc: str, name: str) -> str:
    done = subprocess.run(
        [coqc, "-q", f"{name}.v"], cwd=BUILD, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode:
        raise CoqError(f"{name}.v: {done.stderr.strip()}")
    return done.stdout


def check(coqc: str) -> tuple[list[Checked], int, dict[str, float]]:
    """Compile everything: the theorems with their axioms, the number of obligations, seconds for each
    file.
    """
    BUILD.mkdir(parents=True, exist_ok=True)
    unique = unique_obligations(all_statements())
    texts = {name: (HERE / f"{name}.v").read_text(encoding="utf-8") for name in HAND_WRITTEN}
    texts["Obligations"] = document(unique.values())
    for name, text in texts.items():
        refuse_gaps(name, text)
    texts["Assumptions"] = _assumptions_file([lemma_name(o) for o in unique.values()])
    seconds, output = {}, ""
    for name, text in texts.items():
        (BUILD / f"{name}.v").write_text(text, encoding="utf-8")
        started = time.perf_counter()
        output = _compile(coqc, name)
        seconds[name] = time.perf_counter() - started
    axioms = parse_assumptions(output)
    groups = {**COMPOSED, "obligations": ("every_obligation",)}
    checked = [Checked(t, name, axioms[name]) for t, names in groups.items() for name in names]
    return checked, len(unique), seconds


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m proofs.coq", description="Check everything with Coq.")
    parser.add_argument("--json", action="store_true", help="print the evidence as JSON")
    options = parser.parse_args(arguments)
    console, errors = output(), Console(stderr=True)
    coqc = shutil.which("coqc")
    if coqc is None:
        errors.print(HOW_TO_GET_COQ, highlight=False)
        return 3
    try:
        with errors.status("coqc"):
            checked, count, seconds = check(coqc)
    except (CoqError, subprocess.TimeoutExpired) as error:
        errors.print(str(error), markup=False)
        return 1
    passed = all(item.passed for item in checked)
    evidence = {
        "passed": passed,
        "obligations": {"passed": count, "total": count},
        "theorems": [
            {"theorem": c.theorem, "name": c.name, "axioms": list(c.axioms), "passed": c.passed} for c in checked
        ],
        "seconds": {name: round(value, 2) for name, value in seconds.items()},
    }
    write("coq.json", evidence)
    if options.json:
        print(json.dumps(evidence, ensure_ascii=False, indent=1))
    else:
        console.print(_table(checked))
        total = sum(seconds.values())
        outcome = "all passed" if passed else "NOT ALL PASSED"
        console.print(f"{len(checked) - 1} composed theorems, {count} obligations: {outcome} ({total:.1f} s)")
    return 0 if passed else 1


def _table(checked: Sequence[Checked]) -> Table:
    rows = Table(title="Checked by Coq, and what it rests on", box=SIMPLE_HEAD, pad_edge=False)
    for title in ("theorem", "in Coq", "axioms of the standard reals", "others"):
        rows.add_column(title, overflow="fold")
    for item in checked:
        short = [axiom.split(".")[-1] for axiom in item.axioms if axiom in ALLOWED_AXIOMS]
        other = [axiom for axiom in item.axioms if axiom not in ALLOWED_AXIOMS]
        rows.add_row(item.theorem, item.name, ", ".join(short), ", ".join(other) or "none")
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
