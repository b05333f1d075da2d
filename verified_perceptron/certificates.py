"""Certificates: what was found, as JSON that the trusted checker accepts.

A certificate is one JSON object.  Every kind has
  format   "verified-perceptron certificate"
  version  1
  kind     separator, non-separable, max-margin, run or cycle
  sha256   the hash of the canonical data set
and the fields of its claim; `schemas/certificate.json` in this package is their JSON Schema.  Exact numbers are
text, "p" or "p/q" in lowest terms, so that no JSON reader can round them; counts are JSON integers.  Examples are
counted from 0.

The canonical data set is the text of these lines, each ended by a newline, in ASCII: for each example, in order,
"y x_1 … x_d", separated by single blanks, where y is "+1" or "-1" and x_j is the exact rational feature in lowest
terms, "p" if it is an integer and "p/q" otherwise, p and q in lower-case hexadecimal without prefix, a minus sign
before p if it is negative; and last "n d", the numbers of examples and of features in decimal.  Its SHA-256, in
lower-case hexadecimal, depends on the numbers only, not on the file they came from.

`rounds` of a run is the base64 text of the zlib compression of decimal numbers separated by blanks: the rounds of
the updates, each as its difference to the one before (the first to 0).  In round r a cyclic run looks at example
(r−1) mod n, in pass (r−1) div n + 1.  `start` and `end` hold the weights and then the offset.  `may_skip` names
the field that a reader may leave out of account and still trust the outcome: the end of a converged run can be
tried on the data without replaying how it came about.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from flint import fmpz

from verified_perceptron import checker
from verified_perceptron.conventions import (
    ConstantRate,
    Conventions,
    Correction,
    GroupKind,
    OrderKind,
)
from verified_perceptron.data import Dataset
from verified_perceptron.files import write_whole
from verified_perceptron.max_margin import MaxMargin, max_margin_claim
from verified_perceptron.problem import Hypothesis, Problem
from verified_perceptron.readers import ReadOptions, read_dataset
from verified_perceptron.run import Outcome, Run
from verified_perceptron.separability import NonSeparable, Separable, non_separable_claim, separator_claim
from verified_perceptron.trace import Event, Update

FORMAT = "verified-perceptron certificate"
VERSION = 1

PLAIN = ReadOptions()
CHECKER_READS = frozenset({"csv", "tsv", "libsvm", "svm", "json", "dat"})
"""The endings of the data files that the trusted checker reads by itself."""

Json: TypeAlias = str | int | Sequence["Json"] | Mapping[str, "Json"]


class CertificateError(ValueError):
    """There is no certificate for this, and the message says why."""


@dataclass(frozen=True)
class Certificate:
    """A claim about a data set that the checker has accepted."""

    claim: Mapping[str, object]
    data: Dataset = field(repr=False)

    @property
    def kind(self) -> str:
        """separator, non-separable, max-margin, run or cycle."""
        return str(self.claim["kind"])

    def json(self) -> str:
        """The certificate as it is stored."""
        head: dict[str, Json] = {"format": FORMAT, "version": VERSION, "sha256": data_sha256(self.data)}
        return json.dumps(head | {key: _json(value) for key, value in self.claim.items()}, indent=1) + "\n"

    def write(self, path: str | Path) -> None:
        """Store the certificate: the whole of it, or nothing."""
        write_whole(path, self.json())


def certificate(found: Separable | NonSeparable | MaxMargin, data: Dataset) -> Certificate:
    """The certificate of a decision or of a maximum margin."""
    match found:
        case Separable():
            claim = separator_claim(found)
        case NonSeparable():
            claim = non_separable_claim(found)
        case MaxMargin():
            claim = max_margin_claim(found)
    checker.verify(claim, data.examples, data.denominator)
    return Certificate(claim, data)


@dataclass
class Rounds:
    """Collects the rounds of a run's updates: `run(…, on_event=rounds)`."""

    rounds: list[int] = field(default_factory=list)

    def __call__(self, event: Event) -> None:
        """Take note of an update."""
        if isinstance(event, Update):
            self.rounds.append(event.round)


def run_certificate(run: Run, rounds: Sequence[int]) -> Certificate:
    """The certificate of a run whose updates happened in these rounds; a `cycle` if the weights came back.

    There is one for the runs that look at one example after the other in cyclic order, correct each mistake by
    rate·y·x with a constant rate, and know no margin.
    """
    problem = run.problem
    conventions = problem.conventions
    _demand_replayable(conventions)
    claim: dict[str, object] = {
        "kind": "run" if run.cycle is None else "cycle",
        "conventions": {
            "tie": conventions.tie.value,
            "offset": conventions.offset.value,
            "rate": _constant_rate(conventions),
        },
        "start": _listed(problem.hypothesis(problem.start)),
        "updates": run.updates,
        "rounds": packed_rounds(rounds),
        "passes": run.passes,
        "end": _listed(run.hypothesis),
    }
    if run.cycle is not None:
        claim |= {"first_pass": run.cycle.first_pass, "may_skip": "nothing"}
    else:
        converged = run.outcome is Outcome.CONVERGED
        claim |= {"outcome": "converged" if converged else "stopped", "may_skip": "rounds"}
    _verify_run(claim, problem)
    return Certificate(claim, problem.data)


def packed_rounds(rounds: Sequence[int]) -> str:
    """Increasing rounds as compact text."""
    differences = (later - earlier for earlier, later in pairwise((0, *rounds)))
    return base64.b64encode(zlib.compress(" ".join(map(str, differences)).encode(), 9)).decode()


def data_sha256(data: Dataset) -> str:
    """The hash of the canonical data set (see above)."""
    return checker.digest(data.examples, data.denominator)


def check_certificate(text: str, data: Dataset) -> str:
    """What the stored certificate establishes about data that this package has read, or `checker.Refused`."""
    try:
        claim = checker.parse(text)
        checker.demand(claim["sha256"] == data_sha256(data), "the certificate is about other data")
        return checker.verify(claim, data.examples, data.denominator)
    except checker.BAD as error:
        raise checker.Refused(f"malformed certificate ({type(error).__name__}: {error})") from None


def check_files(certificate: str | Path, data: str | Path, options: ReadOptions = PLAIN) -> str:
    """What a certificate file establishes about a data file, or `checker.Refused`.

    The trusted checker reads plain text data itself.  NumPy files, and data that need options to be understood, are
    read by this package, and the checker judges what it read.
    """
    path = Path(data)
    if options == PLAIN and path.suffix.lower().removeprefix(".") in CHECKER_READS:
        return checker.check(str(certificate), str(data))
    return check_certificate(Path(certificate).read_text("utf-8"), read_dataset(path, options))


def schema() -> str:
    """The JSON Schema of certificates."""
    return resources.files("verified_perceptron").joinpath("schemas/certificate.json").read_text("utf-8")


def decimal(value: Fraction) -> str:
    """`p` or `p/q`, however many digits there are."""
    above = str(fmpz(value.numerator))
    return above if value.denominator == 1 else f"{above}/{fmpz(value.denominator)}"


def _verify_run(claim: Mapping[str, object], problem: Problem) -> None:
    try:
        checker.verify(dict(claim), problem.data.examples, problem.data.denominator)
    except checker.Refused as reason:
        raise CertificateError(f"this run has no certificate: {reason}") from None


def _demand_replayable(conventions: Conventions) -> None:
    needs = {
        "a cyclic order": conventions.order.kind in (OrderKind.CYCLIC, OrderKind.STREAM),
        "one example for each update": conventions.group.kind is GroupKind.ONLINE,
        "corrections by y·x": conventions.correction is Correction.LABEL,
        "no margin": conventions.margin is None,
    }
    for need, holds in needs.items():
        if not holds:
            raise CertificateError(f"a run certificate needs {need}")


def _constant_rate(conventions: Conventions) -> Fraction:
    if not isinstance(conventions.rate, ConstantRate):
        raise CertificateError("a run certificate needs a constant rate")
    return conventions.rate.value


def _listed(hypothesis: Hypothesis) -> list[Fraction]:
    return [*hypothesis.weights, hypothesis.offset]


def _json(value: object) -> Json:
    match value:
        case Fraction():
            return decimal(value)
        case str() | int():
            return value
        case list():
            return [_json(item) for item in value]
        case dict():
            return {key: _json(item) for key, item in value.items()}
        case _:
            raise TypeError(f"{value!r} has no place in a certificate")
