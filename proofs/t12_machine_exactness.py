"""T12, machine exactness: after k updates every partial sum of ⟨w,x⟩ is at most √k·R² in size.

A partial sum takes some of the coordinates. Split w = p + q and x = r + t into those coordinates and the
others: ⟨p,q⟩ = 0, ⟨r,t⟩ = 0, and the partial sum is ⟨p,r⟩. Growth ‖w‖² ≤ kR² holds whether the data are
separable or not (`T12.growth`). Hence ‖p‖² ≤ kR² for the weights themselves, and ⟨p,r⟩² ≤ kR⁴.

For integer data every partial result is an integer; so kR⁴ < 2¹²⁶ keeps all of them within int64, and kR⁴ ≤
2¹⁰⁶ within the integers that float64 has exactly, in any order of summation: machine arithmetic is exact
there.
"""

from __future__ import annotations

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import R, guards, k, u, w, x, y
from verified_perceptron.logic import (
    ZERO,
    Theorem,
    assume,
    equal,
    inner,
    norm,
    norm_sq,
    scalars,
    system,
    transition,
    vectors,
)
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import Part, by_sum, invariant, times

(L,) = scalars("L")
p, q, r, t = vectors("p q r t")

WEIGHT = {"weights_split": equal(inner(p, q), 0), "growth": norm_sq(p + q) <= k * R**2}
PARTIAL = {**WEIGHT, "example_split": equal(inner(r, t), 0), "radius": norm_sq(r + t) <= R**2}
LIMIT = k * R**4 <= L**2
STRICT_LIMIT = k * R**4 < L**2


def _prove_growth() -> Theorem:
    any_data = guards(w, x, u, R**2)
    del any_data["margin"]
    run = system("T12", {k: 0, w: ZERO}, [transition("update", [y, x], any_data, {k: k + 1, w: w + y * x})])
    label, radius, mistake = (assume(guard) for guard in any_data.values())
    claim = norm_sq(w) <= k * R**2
    step_: list[Part] = [assume(claim), radius, times(2, mistake), times(-norm_sq(x), label)]
    return invariant("T12.growth", run, claim, [step_])


def _prove_weight() -> Theorem:
    held = {name: assume(hypothesis) for name, hypothesis in WEIGHT.items()}
    return by_sum(
        "T12.weight",
        norm_sq(p) <= k * R**2,
        [held["growth"], norm(q), times(2, held["weights_split"])],
    )


def _prove_partial(weight: Theorem) -> Theorem:
    held = {name: assume(hypothesis) for name, hypothesis in PARTIAL.items()}
    example = by_sum(
        "T12.example",
        norm_sq(r) <= R**2,
        [held["radius"], norm(t), times(2, held["example_split"])],
    )
    return by_sum(
        "T12.partial",
        inner(p, r) ** 2 <= k * R**4,
        [cauchy_schwarz(p, r), times(1, weight, squares=[R]), times(1, norm(p), example)],
    )


GROWTH = _prove_growth()
WEIGHT_BOUND = _prove_weight()
PARTIAL_SUM = _prove_partial(WEIGHT_BOUND)
WITHIN = by_sum("T12.limit", inner(p, r) ** 2 <= L**2, [PARTIAL_SUM, assume(LIMIT)])
STRICTLY_WITHIN = by_sum("T12.strict_limit", inner(p, r) ** 2 < L**2, [PARTIAL_SUM, assume(STRICT_LIMIT)])


def statements() -> list[Statement]:
    once = step(y=1, x=(1,))
    weight_countermodels = {
        "weights_split": model(p=(2,), q=(-1,), k=1, R=1),
        "growth": model(p=(2,), q=(0,), k=1, R=1),
    }
    # one bad value each, on the line, with k = R = 1 and L = 2
    partial_countermodels = {
        "weights_split": model(p=(3,), q=(-2,), r=(1,), t=(0,), k=1, R=1, L=2),
        "growth": model(p=(3,), q=(0,), r=(1,), t=(0,), k=1, R=1, L=2),
        "example_split": model(p=(1,), q=(0,), r=(3,), t=(-2,), k=1, R=1, L=2),
        "radius": model(p=(1,), q=(0,), r=(3,), t=(0,), k=1, R=1, L=2),
    }
    return [
        Statement(
            id="T12.growth",
            title="Growth, on any data",
            words="‖w‖² ≤ kR² after k updates on mistakes, separable or not.",
            theorem=GROWTH,
            witness=model(once, step(y=-1, x=(1,)), R=1),
            countermodels={
                "label": model(step(y=2, x=(1,)), R=1),
                "radius": model(step(y=1, x=(2,)), R=1),
                "mistake": model(once, once, R=1),
            },
        ),
        Statement(
            id="T12.weight",
            title="Every group of weights is bounded",
            words="Any group p of the coordinates of w has ‖p‖² ≤ kR².",
            theorem=WEIGHT_BOUND,
            hypotheses=WEIGHT,
            witness=model(p=(1, 0), q=(0, 1), k=2, R=1),
            countermodels=weight_countermodels,
        ),
        Statement(
            id="T12",
            title="Every partial sum is bounded",
            words="Any partial sum ⟨p,r⟩ of ⟨w,x⟩ has ⟨p,r⟩² ≤ kR⁴.",
            theorem=PARTIAL_SUM,
            hypotheses=PARTIAL,
            witness=model(p=(1, 0), q=(0, 1), r=(1, 0), t=(0, 0), k=2, R=1),
            countermodels=partial_countermodels,
        ),
        Statement(
            id="T12.limit",
            title="Exact in floating point",
            words="kR⁴ ≤ L² keeps every partial sum within ±L; L = 2⁵³ for float64.",
            theorem=WITHIN,
            hypotheses={**PARTIAL, "limit": LIMIT},
            witness=model(p=(1, 0), q=(0, 1), r=(1, 0), t=(0, 0), k=2, R=1, L=2),
            countermodels={
                **partial_countermodels,
                "limit": model(p=(2,), q=(0,), r=(1,), t=(0,), k=4, R=1, L=1),
            },
        ),
        Statement(
            id="T12.strict_limit",
            title="Exact in machine integers",
            words="kR⁴ < L² keeps every partial sum strictly within ±L; L = 2⁶³ for int64.",
            theorem=STRICTLY_WITHIN,
            hypotheses={**PARTIAL, "limit": STRICT_LIMIT},
            witness=model(p=(1, 0), q=(0, 1), r=(1, 0), t=(0, 0), k=2, R=1, L=2),
            countermodels={
                **partial_countermodels,
                "limit": model(p=(1,), q=(0,), r=(1,), t=(0,), k=1, R=1, L=1),
            },
        ),
    ]
