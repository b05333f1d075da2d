"""A recorded run, replayed exactly: was every update a real mistake, every skipped example none?

A trace is JSON lines as `run --trace` writes them, or CSV with a header.  Each record names the example it
corrected (`example`, or a list `examples`), counted from 0, and may give `weights` (CSV: w1, w2, …), `offset`,
`k`, `pass`, `round`, `coefficients`.  What is not given is what the conventions say.  The stream of updates is
held to the same monitors as our own runs.

Float traces are the dyadics they store.  Each step starts from the recorded weights before it and may be off by
the rounding of its own arithmetic, no more: with u = 2⁻⁵³, coordinate j of update w ← w + c·y·x by at most

    u·(4·|c·x_j| + 2·|w_j|)            (x read, c·y, its product with x, the sum),

and a score may decide otherwise than the exact one only if |score| ≤ (d+3)·u·(Σ|w_j·x_j| + |b|), or, with a
margin, if the score is as near to it, with the rounding of the margin itself added.  Proof: every operation is
right within a relative u, and (1+u)ᵐ − 1 ≤ (m+1)·u for the few operations there are.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path

from verified_perceptron.algorithms.batch import batch_size
from verified_perceptron.algorithms.margin import within_margin
from verified_perceptron.algorithms.orders import Scan, scans
from verified_perceptron.conventions import PICKS, Conventions, Correction, FixedMargin, RelativeMargin
from verified_perceptron.data import DataError, Dataset
from verified_perceptron.exact import ExactError, Number, add_scaled, exact, number_text, parse_number, shorten
from verified_perceptron.invariants import Level, Separator, violations
from verified_perceptron.invariants.definition import agreed_coefficient, is_wrong
from verified_perceptron.problem import Problem, State, pose
from verified_perceptron.run import run
from verified_perceptron.trace import Event, PassEnd, Term, Update

LONGEST_PAUSE = 1000
"""Passes between two updates of a trace.  One without updates ends a run; more are a fault, but still a trace."""
UNIT_ROUNDOFF = Fraction(1, 2**53)


@dataclass(frozen=True)
class Record:
    """One line of a trace; None where it says nothing."""

    place: str
    examples: tuple[int, ...]
    weights: tuple[Fraction, ...] | None
    offset: Fraction | None
    k: int | None
    round: int | None
    coefficients: tuple[Fraction, ...] | None
    is_float: bool


@dataclass(frozen=True)
class Finding:
    """An invariant that the trace breaks, and where first."""

    invariant: str
    update: int
    place: str
    sentence: str


@dataclass(frozen=True)
class Audit:
    """What an audit found."""

    updates: int
    arithmetic: str
    findings: tuple[Finding, ...]
    final_mistakes: tuple[int, ...]
    """Examples that the last weights still get wrong: none if the run converged."""

    @property
    def accepted(self) -> bool:
        """Nothing is broken."""
        return not self.findings


# --- reading ------------------------------------------------------------------------------------


def read_trace(path: Path, data: Dataset) -> list[Record]:
    """The records of a trace file; `DataError` with file and line where it makes no sense."""
    rows = _csv_rows(path) if path.suffix.lower() in (".csv", ".tsv") else _json_rows(path)
    return [_record(place, row, data) for place, row in rows]


def _json_rows(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if line.strip():
            try:
                row = json.loads(line, parse_constant=str)
            except (ValueError, RecursionError):
                raise DataError(f"{path}:{number}: {shorten(line)} is not a JSON object") from None
            if not isinstance(row, dict):
                raise DataError(f"{path}:{number}: {shorten(line)} is not a JSON object")
            yield f"{path}:{number}", row


def _csv_rows(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    reader = csv.DictReader(io.StringIO(_text(path)), delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
    try:
        for row in reader:
            place = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                raise DataError(f"{place}: the line has not as many cells as the header")
            weights = [cell for name, cell in row.items() if name[:1] == "w" and name[1:].isdigit()]
            fields: dict[str, object] = {
                name: int(cell) if _is_whole(cell) and name in ("example", "k", "round") else cell
                for name, cell in row.items()
            }
            yield place, {**fields, "weights": weights or None}
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num}: {error}") from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError(f"{path}: this is not a text file in UTF-8") from None


def _is_whole(cell: str) -> bool:
    return cell.removeprefix("-").isdecimal() and cell.isascii()


def _is_float_text(cell: str) -> bool:
    """Decimals with a point or an exponent are what a program printed of its floats."""
    return any(sign in cell for sign in ".eE")


def _record(place: str, row: Mapping[str, object], data: Dataset) -> Record:
    named = row.get("examples", row.get("example"))
    listed: list[object] = named if isinstance(named, list) else [named]
    examples = [i for i in listed if isinstance(i, int) and not isinstance(i, bool)]
    if not examples or len(examples) < len(listed):
        raise DataError(f'{place}: there is no "example", a number from 0 to {len(data) - 1}')
    for i in examples:
        if not 0 <= i < len(data):
            raise DataError(f"{place}: there is no example {i}; they are 0 to {len(data) - 1}")
    weights, offset = row.get("weights"), row.get("offset")
    numbers = _numbers(place, "weights", weights)
    if numbers is not None and len(numbers) != data.dimension:
        raise DataError(f"{place}: {len(numbers)} weights, but the examples have {data.dimension} features")
    said = weights if isinstance(weights, list) else []
    single = _numbers(place, "offset", None if offset is None else [offset])
    return Record(
        place,
        tuple(examples),
        numbers,
        None if single is None else single[0],
        _integer(place, row, "k"),
        _integer(place, row, "round"),
        _numbers(place, "coefficients", row.get("coefficients")),
        any(isinstance(v, float) or (isinstance(v, str) and _is_float_text(v)) for v in (*said, offset)),
    )


def _numbers(place: str, name: str, values: object) -> tuple[Fraction, ...] | None:
    if values is None:
        return None
    if not isinstance(values, list):
        raise DataError(f"{place}: {name} are not a list of numbers")
    try:
        return tuple(
            Fraction(float(parse_number(v))) if isinstance(v, str) and _is_float_text(v) else exact(v)
            for v in values
        )
    except OverflowError:
        raise DataError(f"{place}: {name}: a number is too large for float64") from None
    except ExactError as error:
        raise DataError(f"{place}: {name}: {error}") from None


def _integer(place: str, row: Mapping[str, object], name: str) -> int | None:
    value = row.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, int):
        raise DataError(f"{place}: {name} is not a whole number")
    return value


# --- the stream ---------------------------------------------------------------------------------


class _Places:
    """Which round an update on these examples belongs to, if the trace does not say."""

    def __init__(self, problem: Problem) -> None:
        self.count = len(problem.examples)
        self.size = batch_size(problem)
        order = problem.conventions.order
        self.picks = order.kind in PICKS
        self.source = None if self.picks else scans(order, self.count)
        self.passes: list[Scan] = []

    def scan(self, number: int) -> Scan:
        while self.source is not None and len(self.passes) < number:
            self.passes.append(next(self.source))
        return self.passes[number - 1]

    def after(self, done: int, examples: tuple[int, ...]) -> int:
        """The first round after `done` at which these examples are due together."""
        if self.picks:
            return (done // self.count + 1) * self.count
        for number in count(done // self.count + 1):
            scan = self.scan(number)
            for start in range(0, self.count, self.size):
                end = min(start + self.size, self.count)
                round_number = (number - 1) * self.count + end
                if round_number > done and set(examples) <= set(scan[start:end]):
                    return round_number
            if number > done // self.count + 2:
                # Not together in any batch: the monitors will say that they were not due.
                return done + 1
        raise AssertionError("passes never end")


def events_of(problem: Problem, records: list[Record]) -> Iterator[Event]:
    """The trace as updates and passes, in the units of the problem."""
    places = _Places(problem)
    total = len(problem.examples)
    state, done = problem.start, 0
    for number, record in enumerate(records, start=1):
        at = record.round if record.round is not None else places.after(done, record.examples)
        if not done < at <= done + LONGEST_PAUSE * total:
            raise DataError(
                f"{record.place}: round {at} is not one of the {LONGEST_PAUSE} passes after round {done}"
            )
        while at > (done // total + 1) * total:
            done = (done // total + 1) * total
            yield PassEnd(done // total, done, state.weights, state.offset)
        k = record.k if record.k is not None else number
        terms = tuple(_terms(problem, state, k, record))
        state = _recorded(problem, record) or _stepped(problem, state, terms)
        yield Update(k, (at - 1) // total + 1, at, terms, state.weights, state.offset)
        done = at
        if at % total == 0:
            yield PassEnd(at // total, at, state.weights, state.offset)


def _terms(problem: Problem, before: State, k: int, record: Record) -> Iterator[Term]:
    unit = Fraction(problem.weight_scale, problem.data.denominator)
    for place, i in enumerate(record.examples):
        if record.coefficients is not None and place < len(record.coefficients):
            yield Term(i, record.coefficients[place] * unit)
        else:
            yield Term(i, agreed_coefficient(problem, before, max(1, k), i, len(record.examples)))


def _recorded(problem: Problem, record: Record) -> State | None:
    if record.weights is None:
        return None
    scale = problem.weight_scale
    offset = (record.offset or Fraction(0)) * problem.score_scale
    return problem.fold(State(tuple(scale * v for v in record.weights), offset))


def _stepped(problem: Problem, state: State, terms: tuple[Term, ...]) -> State:
    weights, offset = state
    for i, coefficient in terms:
        x, y = problem.examples[i]
        weights = add_scaled(weights, coefficient * y, x)
        offset += coefficient * y * problem.offset_step
    return State(weights, offset)


# --- the audit ----------------------------------------------------------------------------------


def audit(data: Dataset, conventions: Conventions, records: list[Record]) -> Audit:
    """Hold a trace to the conventions and to every invariant of their proof."""
    problem = pose(data, conventions)
    moved = next((n for n, record in enumerate(records, start=1) if record.offset), None)
    if moved is not None and not problem.fold_sq:
        # An offset has no place in the geometry of these conventions, so the other invariants say nothing.
        record = records[moved - 1]
        told = f"step: the offset is {number_text(record.offset or 0)}, and these conventions learn none"
        return Audit(len(records), "exact", (Finding("step", moved, record.place, told),), ())
    events = list(events_of(problem, records))
    final = State(events[-1].weights, events[-1].offset) if events else problem.start
    wrong = (
        ()
        if conventions.correction is Correction.RESIDUAL
        else tuple(i for i in range(len(data)) if is_wrong(problem, final, i))
    )
    answer = run(data, Conventions(offset=conventions.offset).capped(200), contracts=Level.OFF)
    known = Separator.of(answer.hypothesis, problem) if answer.separates else None
    found = [
        Finding(name, violation.k, _place(records, violation.k), str(violation))
        for name, violation in violations(problem, events, known).items()
    ]
    if not records and wrong:
        reason = f"skipped: there are no updates, and example {wrong[0] + 1} is a mistake at the start"
        found.append(Finding("skipped", 1, "the start", reason))
    if not found or not any(record.is_float for record in records):
        return Audit(len(records), "exact", tuple(sorted(found, key=lambda f: f.update)), wrong)
    return Audit(len(records), "float64", tuple(_rounding_findings(problem, events, records)), wrong)


def _place(records: list[Record], k: int) -> str:
    return records[min(max(k, 1), len(records)) - 1].place if records else ""


def _rounding_findings(problem: Problem, events: list[Event], records: list[Record]) -> Iterator[Finding]:
    """The first step, and the first decision, that rounding does not explain."""
    state, updates = problem.start, 0
    done = 0
    places = _Places(problem)
    step_found = decision_found = False
    for event in events:
        corrected = {term.example for term in event.terms} if isinstance(event, Update) else set()
        if not places.picks and not decision_found:
            for at in range(done, event.round):
                i = places.scan(at // places.count + 1)[at % places.count]
                surely, possibly = _certainty(problem, state, i)
                if (i in corrected and not possibly) or (i not in corrected and surely):
                    decision_found = True
                    name = "mistake" if i in corrected else "skipped"
                    what = "was corrected without being a mistake" if name == "mistake" else "was passed over"
                    place = _place(records, updates + 1)
                    yield Finding(name, updates + 1, place, f"{name}: example {i + 1} {what}, beyond any rounding")
                    break
        if isinstance(event, Update):
            updates += 1
            if not step_found:
                off = _off_by(problem, state, event)
                if off is not None:
                    step_found = True
                    yield Finding("step", updates, _place(records, updates), f"step: {off}")
        done = event.round
        state = State(event.weights, event.offset)


def _certainty(problem: Problem, state: State, i: int) -> tuple[bool, bool]:
    """Is example i a mistake whatever the rounding, and can it be one with some rounding?"""
    x, y = problem.examples[i]
    size = sum(abs(Fraction(a * b)) for a, b in zip(state.weights, x, strict=True)) + abs(Fraction(state.offset))
    slack = (len(x) + 3) * UNIT_ROUNDOFF * size
    score = Fraction(problem.score(state, i))
    match problem.conventions.margin:
        case None:
            wrong = is_wrong(problem, state, i)
            return (wrong, wrong) if abs(score) > slack else (False, True)
        case FixedMargin(tau):
            slack += 2 * UNIT_ROUNDOFF * tau * problem.score_scale
        case RelativeMargin(beta):
            # ‖w‖ ≤ Σ|w_j|; in float64 the square, the sum, the root and the product with β are right within this.
            length = sum(abs(Fraction(v)) for v in state.weights) * beta * problem.data.denominator
            slack += (len(x) + 5) * UNIT_ROUNDOFF * length
    signed = y * score
    return within_margin(problem, state.weights, signed + slack), within_margin(
        problem, state.weights, signed - slack
    )


def _off_by(problem: Problem, before: State, event: Update) -> str | None:
    expected = _stepped(problem, before, event.terms)
    amounts: list[Number] = [0] * (len(before.weights) + 1)
    for i, coefficient in event.terms:
        x, _ = problem.examples[i]
        for j, v in enumerate((*x, problem.offset_step)):
            amounts[j] += abs(Fraction(coefficient * v))
    told, meant = (*event.weights, event.offset), (*expected.weights, expected.offset)
    for j, (got, wanted) in enumerate(zip(told, meant, strict=True)):
        allowed = UNIT_ROUNDOFF * (4 * amounts[j] + 2 * abs(Fraction(wanted)))
        if abs(Fraction(got - wanted)) > allowed:
            name = f"weight {j + 1}" if j < len(before.weights) else "the offset"
            scale = problem.weight_scale if j < len(before.weights) else problem.score_scale
            return (
                f"{name} is {number_text(Fraction(got) / scale)} after update {event.k}, "
                f"{number_text(Fraction(wanted) / scale)} within its rounding was expected"
            )
    return None
