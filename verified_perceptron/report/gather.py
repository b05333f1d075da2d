"""An exact run, gathered into one record of text and small integers.

Every exact number is text, `p` or `p/q`, as everywhere in this project; nothing in the record is a float.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from pathlib import PurePath
from typing import TypeAlias

from verified_perceptron.algorithms.batch import batch_size
from verified_perceptron.certificates import (
    CertificateError,
    Rounds,
    certificate,
    run_certificate,
)
from verified_perceptron.conventions import (
    ConstantRate,
    Conventions,
    Correction,
    FixedMargin,
    GroupKind,
    Offset,
    RelativeMargin,
)
from verified_perceptron.data import Dataset
from verified_perceptron.exact import Number, number_text
from verified_perceptron.invariants import STATEMENTS, Level, Separator
from verified_perceptron.invariants.monitor import theorem_of
from verified_perceptron.max_margin import max_margin
from verified_perceptron.problem import Hypothesis, pose
from verified_perceptron.report.course import MOST_SHOWN, Measure, Moment, Recorder, shown, tightest
from verified_perceptron.report.theorems import THEOREMS, explanation
from verified_perceptron.run import Run, run
from verified_perceptron.separability import NonSeparable, decide
from verified_perceptron.trace import Event

Json: TypeAlias = bool | int | str | list["Json"] | dict[str, "Json"] | None
Record: TypeAlias = dict[str, Json]

MOST_COURSE = 1_200_000
"""Characters that the course of one run may take in the page; longer ones show fewer updates."""
FEWEST_SHOWN = 2
MOST_POINTS = 1500
"""Of larger planar data sets so many points are drawn."""
MOST_MULTIPLIERS = 300
MOST_WEIGHTS = 64
MOST_VECTOR = 20_000
"""Coordinates of a vector, and characters of them, that are shown."""
MOST_CERTIFICATE = 400_000
"""Characters of a certificate that the page carries; a longer one is named by the command that writes it."""


@dataclass(frozen=True)
class Asked:
    """What was asked for: the system by name, and the commands that repeat the run and check a certificate."""

    system: str = ""
    data_argument: str = "DATA"
    run_options: tuple[str, ...] = ()
    read_options: tuple[str, ...] = ()
    data_text: str = ""
    """The data file itself, where the reader may not have it."""

    def command(self, *words: str) -> str:
        """A command line as one may paste it."""
        return " ".join(["verified-perceptron", *(word if word == "DATA" else shlex.quote(word) for word in words)])


def gather(
    data: Dataset,
    conventions: Conventions,
    separator: Hypothesis | None,
    multipliers: tuple[int, ...] | None = None,
    *,
    asked: Asked | None = None,
    contracts: Level = Level.EVERY,
    on_event: Callable[[Event], None] | None = None,
) -> Record:
    """Run under contract and record everything that the page shows; multipliers if the data are not separable."""
    asked = asked if asked is not None else Asked()
    problem = pose(data, conventions)
    known = Separator.of(separator, problem) if separator is not None else None
    measure = Measure(problem, known)
    recorder, rounds = Recorder(measure, is_planar(data)), Rounds()

    def observe(event: Event) -> None:
        recorder(event)
        rounds(event)
        if on_event is not None:
            on_event(event)

    result = run(data, conventions, contracts=contracts, separator=separator, on_event=observe)
    if result.cycle is not None:
        multipliers = result.cycle.multipliers
    bound = bound_of(result, measure)
    return {
        "data": _data_record(data),
        "system": asked.system,
        "conventions": dict(conventions.describe()),
        "file": {"name": asked.data_argument, "text": asked.data_text} if asked.data_text else None,
        "command": asked.command("run", asked.data_argument, *asked.run_options, *asked.read_options),
        "outcome": result.outcome.value,
        "separates": result.separates,
        "updates": result.updates,
        "passes": result.passes,
        "weights": _vector(result.hypothesis.weights),
        "offset": number_text(result.hypothesis.offset),
        "theorem": theorem_of(problem),
        "radius_sq": number_text(measure.radius_sq),
        "fold_sq": number_text(Fraction(problem.fold_sq, data.denominator**2)),
        "separator": _separator_record(result.separator, measure),
        "separable": _separable(result, multipliers),
        "bound": bound_record(bound, result.updates),
        "points": _points_record(data, recorder.moments),
        "course": _course_record(recorder.moments),
        "invariants": _invariants_record(result),
        "cycle": _cycle_record(result),
        "combination": _combination_record(data, conventions.offset, multipliers),
        "certificates": _certificates(result, rounds.rounds, asked),
    }


def is_planar(data: Dataset) -> bool:
    """The points can be drawn: on a line or in the plane."""
    return data.dimension <= 2


# --- the bound ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bound:
    """The most updates that the theorems allow: exactly, where it is rational, and as a whole number."""

    most: int
    exact: Fraction | None
    formula: str
    theorem: str


def bound_of(result: Run, measure: Measure) -> Bound | None:
    """The bound on updates for this run, or None where no theorem gives one."""
    gamma, norm_sq = measure.gamma, measure.separator_norm_sq
    conventions = result.problem.conventions
    if gamma is None or norm_sq is None or conventions.correction in (Correction.RESIDUAL, Correction.TARGET_SIGN):
        return None
    if not isinstance(conventions.rate, ConstantRate):
        return None
    radius_sq, rate, name = measure.radius_sq, conventions.rate.value, theorem_of(result.problem)
    if conventions.correction is Correction.TARGET_OUTPUT:
        rate *= 2
    start_sq = measure.start_norm_sq
    novikoff = radius_sq * norm_sq / gamma**2
    match conventions.margin:
        case FixedMargin(tau) if not start_sq:
            exact = (radius_sq + 2 * tau / rate) * norm_sq / gamma**2
            return Bound(int(exact), exact, "(R²+2τ/η)‖w*‖²/γ²", name)
        case RelativeMargin(beta) if not start_sq and beta**2 < gamma**2 / norm_sq:
            return Bound(
                _most_with_margin(beta, gamma**2 / norm_sq, radius_sq), None, "(R²−β²)/(γ−β)², ‖w*‖ = 1", name
            )
        case FixedMargin() | RelativeMargin():
            return None
        case None if conventions.group.kind not in (GroupKind.ONLINE, GroupKind.MEAN_BATCH):
            exact = batch_size(result.problem) * novikoff
            return Bound(int(exact), exact, "m·R²‖w*‖²/γ², batches of m", name) if not start_sq else None
        case None if start_sq:
            if conventions.group.kind is not GroupKind.ONLINE:
                return None
            # 2‖w*‖‖w₀‖/(ηγ) is a root; only its square is rational
            most = int(novikoff + _root_floor(4 * norm_sq * start_sq / (rate * gamma) ** 2, novikoff))
            return Bound(most, None, "R²‖w*‖²/γ² + 2‖w*‖‖w₀‖/(ηγ)", name)
        case None:
            return Bound(int(novikoff), novikoff, "R²‖w*‖²/γ²", name)


def _root_floor(square: Fraction, more: Fraction) -> Fraction:
    """A rational q ≤ √square with the same floor of more + q: the largest whole more + q that √square reaches."""
    whole = _greatest(lambda k: k - more <= 0 or (k - more) ** 2 <= square)
    return max(Fraction(0), whole - more)


def _most_with_margin(beta: Fraction, margin_sq: Fraction, radius_sq: Fraction) -> int:
    """The greatest k with k(γ−β)² ≤ R²−β², γ = √margin_sq > β: k(γ²+β²) − (R²−β²) ≤ 2kβγ, by squares."""

    def allowed(k: int) -> bool:
        excess = k * (margin_sq + beta**2) - (radius_sq - beta**2)
        return excess <= 0 or excess**2 <= 4 * k * k * beta**2 * margin_sq

    return _greatest(allowed)


def _greatest(holds: Callable[[int], bool]) -> int:
    """The greatest k ≥ 0 for which it holds, of a property that holds up to some k and then no more."""
    top = 1
    while holds(top):
        top *= 2
    low = 0
    while top - low > 1:
        middle = (low + top) // 2
        low, top = (middle, top) if holds(middle) else (low, middle)
    return low


def bound_record(bound: Bound | None, updates: int) -> Json:
    """The bound, and how much of it the run used."""
    if bound is None:
        return None
    return {
        "most": str(bound.most),
        "exact": None if bound.exact is None else number_text(bound.exact),
        "formula": bound.formula,
        "theorem": bound.theorem,
        "used": number_text(Fraction(updates) / (bound.exact if bound.exact is not None else bound.most))
        if bound.most
        else None,
    }


# --- the parts of the record --------------------------------------------------------------------


def _vector(values: tuple[Number, ...]) -> Record:
    """The first coordinates, and how many there are."""
    texts = [number_text(v) for v in values[:MOST_WEIGHTS]]
    room = accumulate(map(len, texts))
    return {
        "shown": [text for text, used in zip(texts, room, strict=True) if used <= MOST_VECTOR],
        "count": len(values),
    }


def _data_record(data: Dataset) -> Record:
    positives = sum(y > 0 for y in data.labels)
    return {
        "name": data.name,
        "examples": len(data),
        "features": data.dimension,
        "positives": positives,
        "negatives": len(data) - positives,
    }


def _separable(result: Run, multipliers: tuple[int, ...] | None) -> bool | None:
    if result.separates or (result.separator is not None and result.separator.gamma > 0):
        return True
    return None if multipliers is None else False


def _separator_record(separator: Separator | None, measure: Measure) -> Json:
    if separator is None or measure.gamma is None or measure.separator_norm_sq is None:
        return None
    return {
        "weights": _vector(separator.hypothesis.weights),
        "offset": number_text(separator.hypothesis.offset),
        "gamma": number_text(measure.gamma),
        "norm_sq": number_text(measure.separator_norm_sq),
    }


def _points_record(data: Dataset, moments: list[Moment]) -> Json:
    """The points of planar data: number, coordinates, label, how often corrected."""
    if not is_planar(data):
        return None
    corrected = [0] * len(data)
    for moment in moments:
        for i in moment.examples:
            corrected[i] += 1
    chosen = set(range(len(data)))
    if len(data) > MOST_POINTS:
        chosen = set(shown(len(data), (), MOST_POINTS // 2))
        often = sorted((i for i in range(len(data)) if corrected[i]), key=lambda i: -corrected[i])
        chosen |= set(often[: MOST_POINTS - len(chosen)])
    points = data.points
    return {
        "count": len(data),
        "shown": [
            {"i": i, "x": [number_text(v) for v in points[i]], "y": data.labels[i], "corrected": corrected[i]}
            for i in sorted(chosen)
        ],
    }


def _course_record(moments: list[Moment]) -> Record:
    extremes = tightest([moment.sides for moment in moments])
    most = MOST_SHOWN
    while True:
        chosen = shown(len(moments), extremes.values(), most)
        course = [_moment_record(moments[k]) for k in chosen]
        if most <= FEWEST_SHOWN or len(str(course)) <= MOST_COURSE:
            return {"count": len(moments), "tightest": dict(extremes), "shown": list(course)}
        most = max(FEWEST_SHOWN, most // 2)


def _moment_record(moment: Moment) -> Record:
    sides = moment.sides
    record: Record = {
        "k": moment.k,
        "pass": moment.pass_number,
        "examples": list(moment.examples[:12]),
        "corrected": len(moment.examples),
        "progress": _text(sides.progress),
        "progress_limit": _text(sides.progress_limit),
        "growth": number_text(sides.growth),
        "growth_limit": [number_text(v) for v in sides.growth_limit],
    }
    if moment.hypothesis is not None:
        weights, offset = moment.hypothesis
        record |= {"w": [number_text(v) for v in weights], "b": number_text(offset)}
    return record


def _text(value: Fraction | None) -> str | None:
    return None if value is None else number_text(value)


def _invariants_record(result: Run) -> list[Json]:
    held_to = {monitor.name: monitor for monitor in result.monitors}
    records: list[Json] = []
    for name, statement in STATEMENTS.items():
        monitor = held_to.get(name)
        theorem = monitor.theorem if monitor is not None else ""
        text = explanation(name, theorem)
        records.append(
            {
                "name": name,
                "theorem": theorem,
                "about": THEOREMS.get(theorem, ""),
                "statement": monitor.statement if monitor is not None else statement,
                "checks": result.checks.get(name),
                "unchecked": result.unchecked.get(name),
                "last": str(monitor.comparison()) if monitor is not None and monitor.update is not None else None,
                "words": text.words,
                "steps": list(text.steps),
            }
        )
    return records


def _cycle_record(result: Run) -> Json:
    if result.cycle is None:
        return None
    return {"first_pass": result.cycle.first_pass, "last_pass": result.cycle.last_pass}


def _combination_record(data: Dataset, offset: Offset, multipliers: tuple[int, ...] | None) -> Json:
    """Σ λ·y·x = 0 term by term: the examples with λ > 0, and the coordinates of λ·y·x where they can be drawn."""
    if multipliers is None:
        return None
    support = [i for i, multiplier in enumerate(multipliers) if multiplier]
    points = data.points
    terms: list[Json] = [
        {
            "i": i,
            "y": data.labels[i],
            "multiplier": str(multipliers[i]),
            "x": [number_text(v) for v in points[i]] if is_planar(data) else None,
        }
        for i in support[:MOST_MULTIPLIERS]
    ]
    return {"count": len(support), "with_offset": offset is not Offset.NONE, "terms": terms}


# --- certificates -------------------------------------------------------------------------------


def _certificates(result: Run, rounds: list[int], asked: Asked) -> list[Json]:
    """What this run and this data set have certificates for, each with the command that checks it."""
    problem = result.problem
    stem = PurePath(problem.data.name).stem or "data"
    found: list[Json] = []
    try:
        made = run_certificate(result, rounds)
        what = "the weights came back, so nothing separates the data" if made.kind == "cycle" else "this run"
        source = ("run", asked.data_argument, *asked.run_options)
        found.append(_certificate(made.kind, what, made.json(), stem, asked, source))
    except CertificateError as error:
        found.append({"kind": "run", "what": "this run", "reason": str(error)})
    offset = Offset.NONE if problem.conventions.offset is Offset.NONE else Offset.UNIT
    both_needed = offset is not Offset.NONE and not problem.data.has_both_classes
    decision = decide(problem.data, offset) if both_needed else max_margin(problem.data, offset)
    made = certificate(decision, problem.data)
    separable = "the widest margin of these data" if made.kind == "max-margin" else "a separator of these data"
    what = "no separator exists" if isinstance(decision, NonSeparable) else separable
    source = ("decide", asked.data_argument, "--offset", offset.value)
    found.append(_certificate(made.kind, what, made.json(), stem, asked, source))
    return found


def _certificate(kind: str, what: str, text: str, stem: str, asked: Asked, source: tuple[str, ...]) -> Record:
    name = f"{stem}-{kind}.json"
    record: Record = {
        "kind": kind,
        "what": what,
        "file": name,
        "check": asked.command("check", name, asked.data_argument, *asked.read_options),
        "make": asked.command(*source, *asked.read_options, "--certificate", name),
    }
    if len(text) <= MOST_CERTIFICATE:
        return record | {"text": text}
    return record | {"reason": f"it has {len(text)} characters, too many for this page"}
