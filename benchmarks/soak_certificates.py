"""The soak of decisions and certificates: `python -m benchmarks.soak_certificates [DATASETS] [MUTANTS] [SEED]`.

Data sets of every kind are decided, through the origin and with an offset; every answer is stored, read back and
checked by the trusted checker, the exact method alone must decide the same (on the smaller ones), and an
independent reading of the definitions, in fractions, confirms it.  Then certificates are changed in one place:
whatever the checker still accepts must be true by those definitions.  The figures are printed, and written to
results/soak_certificates.json beside this file.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any  # a mutated certificate may hold anything

from verified_perceptron import checker
from verified_perceptron.certificates import (
    Certificate,
    Rounds,
    certificate,
    check_certificate,
    packed_rounds,
    run_certificate,
)
from verified_perceptron.conventions import ConstantRate, Conventions, GivenStart, Offset, Stop, Tie
from verified_perceptron.data import Dataset
from verified_perceptron.files import write_whole
from verified_perceptron.max_margin import MaxMargin, max_margin
from verified_perceptron.nearest_point import Polytope, nearest_point
from verified_perceptron.run import run
from verified_perceptron.separability import NonSeparable, Separable, decide, signed_rows

RESULT = Path(__file__).parent / "results" / "soak_certificates.json"
CROSS_CHECKED = 200
"""Data sets of so many numbers are also decided by the exact method alone, from the first example on."""
Points = list[list[Fraction]]


# --- data sets of every kind ----------------------------------------------------------------------


def _integers(draw: random.Random, n: int, d: int) -> Points:
    return [[Fraction(draw.randint(-3, 3)) for _ in range(d)] for _ in range(n)]


def _rationals(draw: random.Random, n: int, d: int) -> Points:
    return [[Fraction(draw.randint(-20, 20), draw.randint(1, 20)) for _ in range(d)] for _ in range(n)]


def _decimals(draw: random.Random, n: int, d: int) -> Points:
    return [[Fraction(draw.randint(-99, 99), 10) for _ in range(d)] for _ in range(n)]


def _floats(draw: random.Random, n: int, d: int) -> Points:
    return [[Fraction(draw.gauss(0, 1)) for _ in range(d)] for _ in range(n)]


def _wild_floats(draw: random.Random, n: int, d: int) -> Points:
    specials = [5e-324, 2.2e-308, 1e300, -1e300, 1e-300, 0.0, 1.0, -5e-324, 1.7e308]
    return [
        [Fraction(draw.choice(specials) if draw.random() < 0.3 else draw.gauss(0, 1)) for _ in range(d)]
        for _ in range(n)
    ]


def _scaled_columns(draw: random.Random, n: int, d: int) -> Points:
    exponents = [draw.randint(-300, 300) for _ in range(d)]
    return [[Fraction(draw.gauss(0, 1)) * Fraction(10) ** e for e in exponents] for _ in range(n)]


def _rank_deficient(draw: random.Random, n: int, d: int) -> Points:
    rank = draw.randint(1, max(1, d - 1))
    base = _integers(draw, rank, d)
    mixes = _integers(draw, n, rank)
    return [[sum((m * base[k][j] for k, m in enumerate(mix)), Fraction(0)) for j in range(d)] for mix in mixes]


def _duplicated(draw: random.Random, n: int, d: int) -> Points:
    few = _integers(draw, max(1, n // 4), d)
    return [list(draw.choice(few)) for _ in range(n)]


def _with_zero_rows(draw: random.Random, n: int, d: int) -> Points:
    return [[Fraction(0)] * d if draw.random() < 0.1 else row for row in _integers(draw, n, d)]


def _squeezed(draw: random.Random, n: int, d: int) -> Points:
    """Nearly in one hyperplane: the last coordinate is all that separates, by as little as 1e-15."""
    depth = Fraction(10) ** -draw.randint(3, 15)
    rows = _floats(draw, n, d)
    return [[*row[:-1], depth * (1 + abs(row[-1])) * draw.choice((1, 1, 1, -1))] for row in rows]


KINDS: dict[str, Callable[[random.Random, int, int], Points]] = {
    "integers": _integers,
    "rationals": _rationals,
    "decimals": _decimals,
    "floats": _floats,
    "wild floats": _wild_floats,
    "scaled columns": _scaled_columns,
    "rank-deficient": _rank_deficient,
    "duplicated": _duplicated,
    "zero rows": _with_zero_rows,
    "squeezed": _squeezed,
}


def datasets(
    draw: random.Random, count: int, most_rows: int = 60, most_features: int = 12
) -> Iterator[tuple[str, Dataset]]:
    """Data sets of all kinds in turn; half of them labelled by a hyperplane, the others at random."""
    names = list(KINDS)
    for number in range(count):
        name = names[number % len(names)]
        n = draw.choice((1, 2, draw.randint(1, most_rows), draw.randint(1, most_rows)))
        d = draw.choice((1, draw.randint(1, most_features), draw.randint(1, most_features)))
        points = KINDS[name](draw, n, d)
        yield name, Dataset.of_fractions(points, _labels(draw, name, points), f"{name} {number}")


def _labels(draw: random.Random, name: str, points: Points) -> list[int]:
    if draw.random() < 0.1:
        return [draw.choice((-1, 1))] * len(points)
    if draw.random() < 0.5:
        return [draw.choice((-1, 1)) for _ in points]
    size = len(points[0])
    normal = [Fraction(draw.randint(-5, 5)) for _ in range(size)]
    if name == "squeezed":
        normal = [Fraction(0)] * (size - 1) + [Fraction(1)]
    shift = Fraction(draw.randint(-2, 2), 2)
    return [1 if sum((a * v for a, v in zip(normal, row, strict=True)), shift) > 0 else -1 for row in points]


# --- the definitions, read independently of the checker -------------------------------------------


def is_true(claim: dict[str, Any], data: Dataset) -> bool:
    """Does the claim, with its numbers as fractions, hold of the data?  By the definitions, in fractions."""
    points, labels = data.points, data.labels
    d = data.dimension
    radius_sq = max(_dot(x, x) for x in points)
    kind = claim["kind"]
    if kind in ("run", "cycle"):
        return _replays(claim, points, labels, radius_sq)
    unit = claim["offset"] == "unit"
    if kind == "non-separable":
        return _is_combination(claim, len(points)) and not any(_combined(claim, points, labels, unit))
    w, b = claim["weights"], claim["b"]
    if len(w) != d or (b and not unit):
        return False
    gamma = min(y * (_dot(w, x) + b) for x, y in zip(points, labels, strict=True))
    norm_sq = _dot(w, w)
    if claim["radius_sq"] != radius_sq or gamma <= 0:
        return False
    if kind == "separator":
        return bool(
            gamma == claim["gamma"]
            and claim["bound"] * gamma * gamma == (radius_sq + int(unit)) * (norm_sq + b * b)
        )
    return bool(
        gamma >= 1
        and _is_combination(claim, len(points))
        and _combined(claim, points, labels, unit) == [*w, *([Fraction(0)] if unit else [])]
        and sum(claim["multipliers"]) == norm_sq
        and claim["margin_sq"] * norm_sq == 1
        and claim["bound"] * claim["margin_sq"] == radius_sq
    )


def _dot(a: Sequence[Fraction | int], b: Sequence[Fraction | int]) -> Fraction:
    return sum((Fraction(x) * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _is_combination(claim: dict[str, Any], count: int) -> bool:
    support, factors = claim["support"], claim["multipliers"]
    return (
        0 < len(support) == len(factors) == len(set(support))
        and all(0 <= i < count for i in support)
        and all(m > 0 for m in factors)
    )


def _combined(claim: dict[str, Any], points: Sequence[Any], labels: Sequence[int], unit: bool) -> list[Fraction]:
    pairs = list(zip(claim["support"], claim["multipliers"], strict=True))
    sums = [sum((m * labels[i] * points[i][j] for i, m in pairs), Fraction(0)) for j in range(len(points[0]))]
    return [*sums, *([sum((m * labels[i] for i, m in pairs), Fraction(0))] if unit else [])]


def _replays(claim: dict[str, Any], points: Sequence[Any], labels: Sequence[int], radius_sq: Fraction) -> bool:
    rules = claim["conventions"]
    fold_sq = {"none": Fraction(0), "unit": Fraction(1), "radius": radius_sq}[rules["offset"]]
    if len(claim["start"]) != len(points[0]) + 1 or rules["rate"] <= 0:
        return False
    *w, b = claim["start"]
    times = checker.rounds(claim["rounds"])
    n = len(points)

    def wrong(i: int) -> bool:
        score = labels[i] * (_dot(w, points[i]) + b)
        tie = {"mistake": True, "correct": False, "plus": labels[i] < 0, "minus": labels[i] > 0}[rules["tie"]]
        return score < 0 or (score == 0 and tie)

    after = {0: (list(w), b)}
    for time_ in times:
        i = (time_ - 1) % n
        if not wrong(i):
            return False
        w = [a + rules["rate"] * labels[i] * v for a, v in zip(w, points[i], strict=True)]
        b += rules["rate"] * labels[i] * fold_sq
        after[time_] = (list(w), b)
    if [*w, b] != claim["end"] or len(times) != claim["updates"] or (rules["offset"] == "none" and b):
        return False
    if claim["kind"] == "run":
        return claim["outcome"] == "stopped" or not any(map(wrong, range(n)))
    kept = max((t for t in after if t <= claim["first_pass"] * n), default=0)
    return bool(after[kept] == (w, b) and times and times[-1] > kept)


# --- mutants --------------------------------------------------------------------------------------


def mutant(draw: random.Random, stored: dict[str, Any], count: int) -> dict[str, Any]:
    """The certificate with one field, digit, sign, index or entry changed."""
    changed: dict[str, Any] = json.loads(json.dumps(stored))
    while changed == stored:
        holder, key = draw.choice(list(_places(changed)))
        holder[key] = _mutated(draw, key, holder[key], count)
    return changed


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(items):
        yield value, key
        if isinstance(item, dict | list):
            yield from _places(item)


def _mutated(draw: random.Random, key: Any, value: Any, count: int) -> Any:
    if key == "rounds":
        times = checker.rounds(value)
        if not times or draw.random() < 0.1:
            return packed_rounds([*times, (times[-1] if times else 0) + draw.randint(1, 3)])
        i = draw.randrange(len(times))
        return packed_rounds(sorted({*times[:i], *times[i + 1 :], max(1, times[i] + draw.randint(-2, 2))}))
    if isinstance(value, bool | int):
        return draw.choice((value + 1, max(0, value - 1), count, str(value), -1 - value, 0))
    if isinstance(value, list):
        shuffled = draw.sample(value, len(value))
        return draw.choice((value[1:], value[:-1], [*value, *value[-1:]], shuffled, shuffled[::-1], []))
    if isinstance(value, dict):
        return draw.choice(({}, {**value, "more": "1"}, dict(list(value.items())[1:])))
    position = draw.randrange(len(value)) if value else 0
    digit = value[:position] + draw.choice("0123456789") + value[position + 1 :]
    sign = value[1:] if value.startswith("-") else f"-{value}"
    inverse = "/".join(reversed(value.split("/")))
    words = ("none", "unit", "radius", "mistake", "correct", "plus", "minus", "converged", "stopped", "0", "1/2")
    return draw.choice((digit, digit, digit, sign, inverse, value + "0", f"{value}/3", draw.choice(words)))


# --- the soak -------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What the soak has seen."""

    answers: Counter[str] = field(default_factory=Counter)
    by_kind: Counter[str] = field(default_factory=Counter)
    mutants: Counter[str] = field(default_factory=Counter)
    cross_checked: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")


def soak_decisions(tally: Tally, draw: random.Random, count: int, rows: int = 60, features: int = 12) -> None:
    """Decide data sets, with and without offset; every answer must be accepted, true, and without an opposite."""
    for name, data in datasets(draw, count, rows, features):
        for offset in (Offset.NONE, Offset.UNIT):
            begun = time.perf_counter()
            found = decide(data, offset)
            confirm(certificate(found, data), data)
            if offset is Offset.NONE or data.has_both_classes:
                confirm(certificate(max_margin(data, offset), data), data)
            if len(data) * data.dimension <= CROSS_CHECKED:
                assert isinstance(found, NonSeparable) == origin_is_inside(data, offset), data
                tally.cross_checked += 1
            tally.answers[f"{type(found).__name__}, offset {offset.value}"] += 1
            tally.by_kind[name] += 1
            tally.slowest = max(tally.slowest, (time.perf_counter() - begun, f"{data.name}, offset {offset.value}"))


def confirm(made: Certificate, data: Dataset) -> None:
    """The stored certificate is accepted, and true by the definitions."""
    text = made.json()
    check_certificate(text, data)
    assert is_true(checker.parse(text), data), data


def origin_is_inside(data: Dataset, offset: Offset) -> bool:
    """Do the examples cancel?  By Wolfe's method alone, from the first example on, without any float proposal."""
    rows = signed_rows(data, offset)
    polytope = Polytope(rows, [range(len(rows))], [1] * len(rows[0]))
    return nearest_point(polytope, {(0,): 1}).is_origin


def stored_certificates(draw: random.Random) -> Iterator[tuple[Dataset, dict[str, Any]]]:
    """Certificates of all kinds, as JSON, about small data sets."""
    while True:
        for _, data in datasets(draw, len(KINDS), most_rows=8, most_features=4):
            for offset in (Offset.NONE, Offset.UNIT):
                found = decide(data, offset)
                yield data, json.loads(certificate(found, data).json())
                if isinstance(found, Separable) and (offset is Offset.NONE or data.has_both_classes):
                    widest = max_margin(data, offset)
                    assert isinstance(widest, MaxMargin)
                    yield data, json.loads(certificate(widest, data).json())
            yield from _stored_run(draw, data)


def _stored_run(draw: random.Random, data: Dataset) -> Iterator[tuple[Dataset, dict[str, Any]]]:
    offset = draw.choice([Offset.NONE, Offset.UNIT] + [Offset.RADIUS] * (data.scaled_radius_sq > 0))
    start = GivenStart(tuple(Fraction(draw.randint(-2, 2)) for _ in range(data.dimension)))
    conventions = Conventions(
        tie=draw.choice(list(Tie)),
        offset=offset,
        start=start,
        rate=ConstantRate(Fraction(draw.randint(1, 3), draw.randint(1, 3))),
        stop=Stop(passes=30),
    )
    rounds = Rounds()
    done = run(data, conventions, on_event=rounds)
    yield data, json.loads(run_certificate(done, rounds.rounds).json())


def soak_mutants(tally: Tally, draw: random.Random, count: int, each: int = 40) -> None:
    """Change certificates in one place; whatever is still accepted must be true."""
    source = stored_certificates(draw)
    made = 0
    while made < count:
        data, stored = next(source)
        for _ in range(min(each, count - made)):
            changed = mutant(draw, stored, len(data))
            made += 1
            text = json.dumps(changed)
            try:
                check_certificate(text, data)
            except checker.Refused:
                tally.mutants["refused"] += 1
                continue
            verdict = "true" if is_true(checker.parse(text), data) else "false"
            tally.mutants[f"accepted, {verdict}"] += 1


def main(arguments: Sequence[str]) -> None:
    """Run both soaks and report."""
    count, mutants, seed = (int(v) for v in (*arguments, *("10000", "100000", "1")[len(arguments) :]))
    tally, draw = Tally(), random.Random(seed)
    begun = time.perf_counter()
    soak_decisions(tally, draw, count)
    middle = time.perf_counter()
    soak_mutants(tally, draw, mutants)
    tally.seconds = {"decisions": middle - begun, "mutants": time.perf_counter() - middle}
    result = {
        "data sets": count,
        "seed": seed,
        "answers": dict(tally.answers),
        "decided a second time by the exact method alone": tally.cross_checked,
        "by kind, with and without offset": dict(tally.by_kind),
        "slowest": {"seconds": round(tally.slowest[0], 2), "data": tally.slowest[1]},
        "mutants": {"accepted, false": 0, **tally.mutants},
        "seconds": {key: round(value, 1) for key, value in tally.seconds.items()},
    }
    RESULT.parent.mkdir(exist_ok=True)
    write_whole(RESULT, json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))
    sys.exit(1 if tally.mutants["accepted, false"] else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
