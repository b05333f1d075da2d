"""`python -m proofs.report [OUT]`: the documents' own examples, their claims and what breaks, as one page.

Runs every system of the five documents under contract and writes build/report.html: the runs with the curves of
the proof, the dashboard of the claims as `python -m proofs.claims` judged them, the table *what breaks when an
assumption goes*, the evidence matrix as far as the other checks have run, and the playground.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from proofs.claims.__main__ import EVIDENCE as CLAIMS
from proofs.console import console
from proofs.matrix import COLUMNS, EXPLAINED, INVARIANTS, PRODUCED_BY, THEOREMS, matrix
from proofs.registry import all_statements
from proofs.statement import Statement
from proofs.systems import Trial, separator_of, trials
from verified_perceptron.conventions import PRESETS, Conventions, rate_text, start_text
from verified_perceptron.data import Dataset
from verified_perceptron.exact import number_text
from verified_perceptron.files import write_whole
from verified_perceptron.logic import render
from verified_perceptron.report import Asked, gather, page
from verified_perceptron.report.gather import Json, Record

OUT = Path("build/report.html")
TITLE = "Five lecture notes on the perceptron, run and judged"

DOCUMENTS = {
    "0": "document 000",
    "1": "document 001",
    "2": "document 002",
    "3": "document 003",
    "4": "document 004",
    "X": "derived from all five",
}


class ReportError(Exception):
    """What the page is to show has not been computed yet."""


# --- runs ---------------------------------------------------------------------------------------


def run_records() -> Iterator[Record]:
    """Every system of the documents on its document's data."""
    for trial in trials():
        separator = separator_of(trial.data, trial.conventions.offset)
        yield gather(trial.data, trial.conventions, separator, asked=asked(trial))


def asked(trial: Trial) -> Asked:
    """The command that repeats the trial, and the data as a file for it."""
    preset = trial.system.split(",")[0]
    name = f"{slug(trial.data.name)}.csv"
    return Asked(
        trial.system,
        name,
        ("--preset", preset, *_differences(trial.conventions, PRESETS[preset])),
        data_text=csv_text(trial.data),
    )


def _differences(conventions: Conventions, preset: Conventions) -> Iterator[str]:
    if conventions.start != preset.start:
        yield f"--start={start_text(conventions.start)}"
    if conventions.rate != preset.rate:
        yield f"--rate={rate_text(conventions.rate)}"


def slug(name: str) -> str:
    """The name as part of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def csv_text(data: Dataset) -> str:
    """The data as a file that the commands read."""
    lines = (",".join((*map(number_text, x), str(y))) for x, y in zip(data.points, data.labels, strict=True))
    return "".join(f"{line}\n" for line in lines)


# --- claims -------------------------------------------------------------------------------------


def claim_records(path: Path = CLAIMS) -> list[Json]:
    """The claims as they were judged last, each with its counterexample as a drawing where there is one."""
    if not path.is_file():
        raise ReportError(f"{path} is missing: judge the claims first, with `python -m proofs.claims`")
    judged: list[dict[str, Json]] = json.loads(path.read_text("utf-8"))
    return [
        record | {"drawing": drawing(instance) if isinstance(instance := record["counterexample"], str) else None}
        for record in judged
    ]


_NUMBER = r"[-−]?\d+(?:/\d+|\.\d+)?"
_PAIR = rf"\(({_NUMBER}), ({_NUMBER})\)"
_LABELLED = re.compile(rf"\({_PAIR}, ([+−])\)|{_PAIR} is ([+−])")
_LABELLED_ON_A_LINE = re.compile(rf"\(({_NUMBER}), ([+−])\)|(?<![\w(/.]) ?({_NUMBER}) is ([+−])")
_NAMED = re.compile(rf"([\wθ₀-₉ₜ'*]+) = {_PAIR}")


def drawing(instance: str) -> Record | None:
    """The labelled points, named vectors and other places that the text of a counterexample speaks of.

    None where there is nothing to draw: no coordinates, several data sets at once, or data on a line mixed with
    pairs.  Every pair of numbers in the text is in the drawing.
    """
    if instance.count("{") > 1:
        return None
    points = [_point([a or c, b or d], sign or other) for a, b, sign, c, d, other in _LABELLED.findall(instance)]
    rest = _LABELLED.sub("", instance)
    vectors: list[Json] = [{"name": n, "x": [_exact(a), _exact(b)]} for n, a, b in _NAMED.findall(rest)]
    places: list[Json] = [[_exact(a), _exact(b)] for a, b in re.findall(_PAIR, _NAMED.sub("", rest))]
    if points or vectors or len(places) > 1:
        on_a_line = [m for m in _LABELLED_ON_A_LINE.findall(_NAMED.sub("", rest)) if m[0] or m[2]]
        return None if on_a_line else {"dimension": 2, "points": points, "vectors": vectors, "places": places}
    points = [_point([a or c], sign or other) for a, sign, c, other in _LABELLED_ON_A_LINE.findall(instance)]
    if not points or places:
        return None
    return {"dimension": 1, "points": points, "vectors": [], "places": []}


def _point(coordinates: list[str], sign: str) -> Json:
    return {"x": [_exact(v) for v in coordinates], "y": 1 if sign == "+" else -1}


def _exact(text: str) -> str:
    return number_text(Fraction(text.replace("−", "-")))


# --- what breaks, and the evidence --------------------------------------------------------------


def break_record(statement: Statement) -> Record:
    """A statement and, for each of its hypotheses, numbers with which it fails without it."""
    hypotheses: list[Json] = []
    for name, hypothesis in statement.named().items():
        entry: Record = {"name": name, "says": render.proposition(hypothesis)}
        if name in statement.kept:
            entry |= {"kept": statement.kept[name]}
        else:
            countermodel = statement.countermodels[name]
            wrong = render.values(statement.conclusion, statement.judge(countermodel).final)
            entry |= {"take": render.model(countermodel), "wrong": wrong}
        hypotheses.append(entry)
    return {
        "id": statement.id,
        "title": statement.title,
        "words": statement.words,
        "conclusion": render.proposition(statement.conclusion),
        "hypotheses": hypotheses,
        "steps": [*render.derivation(statement.theorem)],
    }


def evidence_record() -> Record:
    """The evidence matrix, as far as the checks have run."""
    found = matrix()
    rows: list[Json] = []
    for row in (*INVARIANTS, *THEOREMS):
        cells: list[Json] = []
        for column in COLUMNS:
            cell = found.cells[row.name, column]
            cells.append(
                {
                    "column": column,
                    "passed": None if cell is None else cell.passed,
                    "total": None if cell is None else cell.total,
                    "reason": EXPLAINED.get((row.name, column)),
                }
            )
        rows.append({"name": row.name, "statement": row.statement, "cells": cells})
    missing: list[Json] = [PRODUCED_BY[name] for name in found.missing]
    return {"columns": list(COLUMNS), "rows": rows, "missing": missing}


# --- the page -----------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Write the page."""
    out = Path(arguments[0]) if arguments else OUT
    try:
        claims = claim_records()
    except ReportError as error:
        print(error, file=sys.stderr)
        return 1
    runs: list[Json] = [*run_records()]
    text = page(
        TITLE,
        {
            "runs": runs,
            "claims": {"claims": claims, "documents": {**DOCUMENTS}},
            "breaks": [break_record(statement) for statement in all_statements() if statement.named()],
            "evidence": evidence_record(),
        },
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, text)
    console().print(f"report: {len(runs)} runs, {len(claims)} claims, {len(text.encode())} bytes in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
