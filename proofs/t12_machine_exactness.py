"""T12, machine exactness: after k updates every partial sum of ⟨w,x⟩ is at most √k·R² in size.

A partial sum takes some of the coordinates. Split w = p + q and x = r + t into those coordinates and the
others: ⟨p,q⟩ = 0, ⟨r,t⟩ = 0, and the partial sum is ⟨p,r⟩. Growth ‖w‖² ≤ kR² holds whether the data are
separable or not (`T12.growth`). Hence ‖p‖² ≤ kR² for the weights themselves, and ⟨p,r⟩² ≤ kR⁴.

For integer data every partial result is an integer; so kR⁴ < 2¹²⁶ keeps all of them within int64, and kR⁴ ≤
2¹⁰⁶ within the integers that float64 has exactly, in any order of summation: machine arithmetic is exact
there.

The filter decides other data by floats. p is the float copy of w and r that of x; `transfer` says what that
does to the score, and `filter` adds the roundings of the sum. What floating point contributes are the
hypotheses `dot` (a sum of d+1 products in any order, fused or not, is off by at most g·‖p‖‖r‖), `weight_error`
(‖p−w‖ ≤ u·N·E after so many corrections) and `row_error` (each number of a row is rounded at most once): the
lemmas of the standard model of rounding, with u the unit, g ≤ u·G and N a bound of all weights by growth.
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
from verified_perceptron.logic.models import Plain, model, step
from verified_perceptron.logic.tactics import Part, by_sum, invariant, square_le, times

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


e, h, M, N, P = scalars("e h M N P")
t_computed, on_copies, on_data, g, G, E, unit = scalars("t_computed on_copies on_data g G E unit")

TRANSFER = {
    "error_sign": e >= 0,
    "row_sign": P >= 0,
    "norm_sign": N >= 0,
    "row_error_sign": h >= 0,
    "weight_error": norm_sq(p - w) <= e**2,
    "row": norm_sq(r) <= P**2,
    "norm": norm_sq(w) <= N**2,
    "row_error": norm_sq(r - x) <= h**2,
}
FILTER = {
    "unit_sign": unit >= 0,
    "factor_sign": G >= 0,
    "norm_sign": N >= 0,
    "count_sign": E >= 0,
    "copy_sign": M >= 0,
    "row_sign": P >= 0,
    "dot": t_computed - on_copies <= g * M * P,
    "transfer": on_copies - on_data <= e * P + N * h,
    "triangle": N + e >= M,
    "row": R + h >= P,
    "row_error": h <= unit * R,
    "weight_error": e <= unit * N * E,
    "factor": g <= unit * G,
}


def _prove_transfer() -> Theorem:
    held = {name: assume(hypothesis) for name, hypothesis in TRANSFER.items()}
    by_weights = by_sum(
        "T12.transfer.weights.square",
        inner(p - w, r) ** 2 <= (e * P) ** 2,
        [
            cauchy_schwarz(p - w, r),
            times(1, held["weight_error"], norm(r)),
            times(1, held["row"], squares=[e]),
        ],
    )
    by_row = by_sum(
        "T12.transfer.row.square",
        inner(w, r - x) ** 2 <= (N * h) ** 2,
        [
            cauchy_schwarz(w, r - x),
            times(1, held["norm"], norm(r - x)),
            times(1, held["row_error"], squares=[N]),
        ],
    )
    weights_sign = by_sum("T12.transfer.weights.sign", e * P >= 0, [times(1, held["error_sign"], held["row_sign"])])
    row_sign = by_sum("T12.transfer.row.sign", N * h >= 0, [times(1, held["norm_sign"], held["row_error_sign"])])
    return by_sum(
        "T12.transfer",
        inner(p, r) - inner(w, x) <= e * P + N * h,
        [
            square_le("T12.transfer.weights", inner(p - w, r), by_weights, weights_sign),
            square_le("T12.transfer.row", inner(w, r - x), by_row, row_sign),
        ],
    )


def _prove_filter() -> Theorem:
    held = {name: assume(hypothesis) for name, hypothesis in FILTER.items()}
    u_, G_, N_, E_ = (held[name] for name in ("unit_sign", "factor_sign", "norm_sign", "count_sign"))
    copy = by_sum("T12.filter.copy", N * (1 + unit * E) >= M, [held["triangle"], held["weight_error"]])
    row = by_sum("T12.filter.row", R * (1 + unit) >= P, [held["row"], held["row_error"]])
    return by_sum(
        "T12.filter",
        t_computed - on_data <= unit * R * N * ((1 + unit) * (G * (1 + unit * E) + E) + 1),
        [
            held["dot"],
            held["transfer"],
            # g·M·P ≤ uG·N(1+uE)·R(1+u), factor by factor
            times(1, held["factor"], held["copy_sign"], held["row_sign"]),
            times(1, u_, G_, copy, held["row_sign"]),
            times(1, u_, G_, N_, row),
            times(1, u_, u_, G_, N_, E_, row),
            # e·P ≤ uNE·R(1+u), N·h ≤ N·uR
            times(1, held["weight_error"], held["row_sign"]),
            times(1, u_, N_, E_, row),
            times(1, N_, held["row_error"]),
        ],
    )


GROWTH = _prove_growth()
TRANSFERRED = _prove_transfer()
FILTERED = _prove_filter()
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
    at_rest: dict[str, Plain] = {"p": (0,), "w": (0,), "r": (0,), "x": (0,), "e": 0, "P": 0, "N": 0, "h": 0}
    tight: dict[str, Plain] = {
        "unit": 1, "R": 1, "N": 1, "E": 1, "G": 1, "g": 1, "M": 2, "P": 2, "h": 1, "e": 1,
        "on_data": 0, "on_copies": 3, "t_computed": 7,
    }  # fmt: skip
    return [
        Statement(
            id="T12.transfer",
            title="The score of rounded copies",
            words="If p is within e of w and r within h of x, ⟨p,r⟩ exceeds ⟨w,x⟩ by at most e·P + N·h.",
            theorem=TRANSFERRED,
            hypotheses=TRANSFER,
            witness=model(p=(2,), w=(1,), r=(2,), x=(1,), e=1, P=2, N=1, h=1),
            countermodels={
                "error_sign": model(**{**at_rest, "e": -1, "P": 1}),
                "row_sign": model(**{**at_rest, "P": -1, "e": 1}),
                "norm_sign": model(**{**at_rest, "N": -1, "h": 1}),
                "row_error_sign": model(**{**at_rest, "h": -1, "N": 1}),
                "weight_error": model(**{**at_rest, "p": (1,), "r": (1,), "x": (1,), "P": 1}),
                "row": model(**{**at_rest, "p": (1,), "e": 1, "r": (1,), "x": (1,)}),
                "norm": model(**{**at_rest, "p": (1,), "w": (1,), "r": (1,), "P": 1, "h": 1}),
                "row_error": model(**{**at_rest, "p": (1,), "w": (1,), "N": 1, "r": (1,), "P": 1}),
            },
        ),
        Statement(
            id="T12.filter",
            title="The filter's bound",
            words="A computed score exceeds the exact one by at most u·R·N·((1+u)(G(1+uE)+E)+1).",
            theorem=FILTERED,
            hypotheses=FILTER,
            witness=model(**tight),
            countermodels={
                "unit_sign": model(
                    unit=-2, R=-1, N=1, E=0, G=1, g=-2, M=0, P=1, h=2, e=0, on_data=0, on_copies=2, t_computed=2
                ),
                "factor_sign": model(**{**tight, "G": -1, "g": -1, "M": 0, "t_computed": 3}),
                "count_sign": model(**{**tight, "E": -1, "e": -1, "M": 0, "P": 0, "on_copies": 1, "t_computed": 1}),
                "copy_sign": model(**{**tight, "M": -1, "g": -10, "t_computed": 23}),
                "row_sign": model(**{**tight, "P": -1, "g": -10, "on_copies": 0, "t_computed": 20}),
                "dot": model(**{**tight, "t_computed": 8}),
                "transfer": model(**{**tight, "on_copies": 4, "t_computed": 8}),
                "triangle": model(**{**tight, "M": 3, "t_computed": 9}),
                "row": model(**{**tight, "P": 3, "on_copies": 4, "t_computed": 10}),
                "row_error": model(**{**tight, "h": 2, "on_copies": 4, "t_computed": 8}),
                "weight_error": model(**{**tight, "e": 2, "on_copies": 5, "t_computed": 9}),
                "factor": model(**{**tight, "g": 2, "t_computed": 11}),
            },
            kept={"norm_sign": "it follows from the others, by a division"},
        ),
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
