"""T7, boundedness: on any finite data, separable or not, the weights stay within ‖w‖² ≤ ‖w₀‖² + c.

The invariant speaks of every span V of data points at once: the squared distance of w to V is at most L −
c_j, where j = dim V, c₀ = 0 and c_{j+1} = c_j + D_j² grow fast enough. This file proves what one update
does to one V and what holds at the start; the induction over all spans, the existence of the constants, and
the conclusion that integer data end in a cycle are in `coq/Bounded.v` and `coq/Instances.v`.

One update, for one V and a datum z off V. Let e be the unit direction in which z leaves V. Write

    w = w_in + a·e + r,     z = z_in + q·e,     q > 0,

with w_in, z_in in V, and e, r orthogonal to V (and, without loss, to each other): so ‖a·e + r‖ is the
distance of w to V, and ‖r‖ its distance to V + span(z). After the update the distance to V is ‖(a+q)·e +
r‖. With p = ‖z_in‖ and s = √(c_j + R²), there is enough room if p(p + s) ≤ q(D − q). Four cases: 2a + q ≤
0, the distance shrinks; a + q ≤ D, the larger span's bound pays; else aq is so large that the mistake
forces ‖w_in‖ to be large, and the bound on ‖w‖ pays (p > 0), or the mistake is impossible (p = 0). A datum
inside V leaves a·e + r unchanged.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import R
from verified_perceptron.logic import (
    FALSE,
    Number,
    Theorem,
    Vector,
    assume,
    cases,
    equal,
    exfalso,
    inner,
    instantiate,
    norm,
    norm_sq,
    scalars,
    vectors,
)
from verified_perceptron.logic.models import Model, Plain, model
from verified_perceptron.logic.tactics import NEGATED, by_sum, refute, squared, times, with_lemmas

w_in, z_in, e, r, w0, foot = vectors("w_in z_in e r w0 foot")
a, q, p, s, D, L, c, c_next, c_last = scalars("a q p s D L c c_next c_last")

weights = w_in + a * e + r
datum = z_in + q * e

STEP = {
    "unit_direction": equal(norm_sq(e), 1),
    "direction_off_weights": equal(inner(w_in, e), 0),
    "direction_off_datum": equal(inner(z_in, e), 0),
    "rest_off_weights": equal(inner(r, w_in), 0),
    "rest_off_datum": equal(inner(r, z_in), 0),
    "rest_off_direction": equal(inner(r, e), 0),
    "bounded": norm_sq(weights) <= L,
    "near_span": norm_sq(a * e + r) <= L - c,
    "near_larger_span": norm_sq(r) <= L - c_next,
    "mistake": inner(weights, datum) <= 0,
    "radius": norm_sq(datum) <= R**2,
    "off_span": q > 0,
    "nonnegative_p": p >= 0,
    "p_is_length": equal(p**2, norm_sq(z_in)),
    "nonnegative_s": s >= 0,
    "s_is_root": equal(s**2, c + R**2),
    "D_is_gap": equal(D**2, c_next - c),
    "room": q * (D - q) >= p * (p + s),
}


def _prove_step() -> Theorem:
    held = {name: assume(hypothesis) for name, hypothesis in STEP.items()}
    unit, rest_off_direction = held["unit_direction"], held["rest_off_direction"]
    off_weights, off_datum = held["direction_off_weights"], held["direction_off_datum"]
    q_positive, p_sign, s_sign = held["off_span"], held["nonnegative_p"], held["nonnegative_s"]
    along = inner(w_in, z_in)

    # the hypotheses in numbers: orthogonality removes the mixed products
    mistake = by_sum(
        "T7.mistake",
        along + a * q <= 0,
        [
            held["mistake"],
            times(q, off_weights),
            times(a, off_datum),
            times(a * q, unit),
            times(1, held["rest_off_datum"]),
            times(q, rest_off_direction),
        ],
    )
    radius = by_sum(
        "T7.radius",
        p**2 + q**2 <= R**2,
        [held["radius"], times(-1, held["p_is_length"]), times(2 * q, off_datum), times(q**2, unit)],
    )
    bounded = by_sum(
        "T7.bounded",
        norm_sq(w_in) + a**2 + norm_sq(r) <= L,
        [
            held["bounded"],
            times(2 * a, off_weights),
            times(a**2, unit),
            times(2, held["rest_off_weights"]),
            times(2 * a, rest_off_direction),
        ],
    )
    near = by_sum(
        "T7.near",
        a**2 + norm_sq(r) <= L - c,
        [held["near_span"], times(a**2, unit), times(2 * a, rest_off_direction)],
    )
    goal = (a + q) ** 2 + norm_sq(r) <= L - c

    shrinks = by_sum("T7.shrinks", goal, [near, times(1, q_positive, assume(2 * a + q <= 0))])

    d_sign = refute(
        "T7.gap_sign",
        D >= 0,
        [
            times(1, q_positive, NEGATED),
            held["room"],
            times(1, p_sign, p_sign),
            times(1, p_sign, s_sign),
            squared(q),
        ],
    )
    grows, within = assume(2 * a + q > 0), assume(a + q - D <= 0)
    half = Fraction(1, 2)
    forward = by_sum("T7.forward", a + q >= 0, [times(half, grows), times(half, q_positive)])
    larger_span_pays = by_sum(
        "T7.larger_span_pays",
        goal,
        [
            held["near_larger_span"],
            times(1, within, forward),
            times(1, within, d_sign),
            times(-1, held["D_is_gap"]),
        ],
    )

    beyond, p_positive = assume(a + q - D > 0), assume(p > 0)
    large = by_sum("T7.large", a * q >= p**2 + p * s, [held["room"], times(1, beyond, q_positive)])
    large_sign = by_sum("T7.large_sign", a * q >= 0, [large, times(1, p_sign, p_sign), times(1, p_sign, s_sign)])
    schwarz = cauchy_schwarz(w_in, z_in)
    forced = by_sum(
        "T7.forced",
        (a * q) ** 2 <= norm_sq(w_in) * p**2,
        [
            schwarz,
            times(1, mistake, mistake),
            times(2, mistake, large_sign),
            times(norm_sq(w_in), held["p_is_length"]),
        ],
    )
    excess = by_sum(
        "T7.excess",
        (a * q - p**2) ** 2 >= p**2 * (c + R**2),
        [times(1, large, large), times(2, large, p_sign, s_sign), times(p**2, held["s_is_root"])],
    )
    scaled = by_sum(
        "T7.scaled",
        p**2 * (norm_sq(w_in) - c - 2 * a * q - q**2) >= 0,
        [forced, excess, times(1, radius, squares=[p])],
    )
    long = refute(
        "T7.long",
        norm_sq(w_in) - c - 2 * a * q - q**2 >= 0,
        [times(1, NEGATED, p_positive, p_positive), scaled],
    )
    length_pays = by_sum("T7.length_pays", goal, [bounded, long])

    p_zero = assume(p <= 0)
    flat = by_sum("T7.flat", norm_sq(z_in) <= 0, [times(1, p_sign, p_zero), times(1, held["p_is_length"])])
    no_product = by_sum("T7.no_product", along**2 <= 0, [schwarz, times(1, flat, norm(w_in))])
    room = by_sum("T7.room", q * (D - q) >= 0, [held["room"], times(1, p_sign, p_sign), times(1, p_sign, s_sign)])
    impossible = refute(
        "T7.impossible",
        FALSE,
        [
            no_product,
            times(1, beyond, q_positive, beyond, q_positive),
            squared(-along - a * q),
            times(2, mistake, beyond, q_positive),
            times(2, mistake, room),
            times(2, room, beyond, q_positive),
            times(1, room, room),
        ],
    )

    far = cases(p, length_pays, exfalso(impossible, goal))
    in_numbers = cases(2 * a + q, cases(a + q - D, far, larger_span_pays), shrinks)
    return by_sum(
        "T7.step",
        norm_sq((a + q) * e + r) <= L - c,
        [in_numbers, times(-((a + q) ** 2), unit), times(-2 * (a + q), rest_off_direction)],
    )


def _prove_any_rest(step: Theorem) -> Theorem:
    """The step without ⟨r,e⟩ = 0: move the part of r along e into a. Nothing else changes, but ‖r‖
    shrinks.
    """
    part = inner(r, e)
    unit = assume(STEP["unit_direction"])
    rest = r - part * e
    moved = instantiate(step, {r: rest, a: a + part})

    def still_orthogonal(name: str, v: Vector) -> Theorem:
        direction, old = assume(equal(inner(v, e), 0)), assume(equal(inner(r, v), 0))
        return by_sum(name, equal(inner(rest, v), 0), [old, times(-part, direction)])

    nearer = by_sum(
        "T7.rest.near",
        norm_sq(rest) <= L - c_next,
        [assume(STEP["near_larger_span"]), squared(part), times(-(part**2), unit)],
    )
    return with_lemmas(
        moved,
        [
            by_sum("T7.rest.direction", equal(inner(rest, e), 0), [times(-part, unit)]),
            still_orthogonal("T7.rest.weights", w_in),
            still_orthogonal("T7.rest.datum", z_in),
            nearer,
        ],
    )


START = {
    "constants_grow": c_last >= c,
    "foot_is_nearest": equal(inner(w0 - foot, foot), 0),
}


def _prove_start() -> Theorem:
    grow, nearest = (assume(hypothesis) for hypothesis in START.values())
    return by_sum(
        "T7.start",
        norm_sq(w0 - foot) <= norm_sq(w0) + c_last - c,
        [grow, norm(foot), times(2, nearest)],
    )


def _configuration(
    *,
    w: Number = 0,
    z: Number = 0,
    a: Number,
    q: Number = 1,
    D: Number,
    L: Number,
    s: Number = 2,
    R: Number = 2,
) -> dict[str, Plain]:
    """e, the span and the rest along three axes; p, c and c_next as their hypotheses demand."""
    c = s**2 - R**2
    vectors_: dict[str, Plain] = {"e": (1, 0, 0), "w_in": (0, w, 0), "z_in": (0, z, 0), "r": (0, 0, 0)}
    constants: dict[str, Plain] = {"D": D, "L": L, "s": s, "R": R, "c": c, "c_next": c + D**2}
    return {**vectors_, "a": a, "q": q, "p": max(z, -z), **constants}


def _countermodels() -> dict[str, Model]:
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    at_rest = _configuration(a=0, D=1, L=1)
    pushed = _configuration(a=1, D=1, L=1)
    far = _configuration(w=4, z=-1, a=4, D=4, L=32)
    spoiled: dict[str, dict[str, Plain]] = {
        "unit_direction": {**at_rest, "e": (2, 0, 0)},
        "direction_off_weights": {**pushed, "w_in": (-1, 0, 0)},
        "direction_off_datum": {**_configuration(z=-1, a=4, D=4, L=16), "z_in": (-1, 0, 0)},
        "rest_off_weights": {**far, "w_in": (0, 4, -3), "r": (0, 0, 3)},
        "rest_off_datum": {**_configuration(z=1, a=4, D=4, L=32), "r": (0, -4, 0)},
        "bounded": _configuration(w=1, z=-quarter, a=1, q=quarter, s=half, R=half, D=1, L=1),
        "near_span": _configuration(a=-3, s=4, D=1, L=13),
        "near_larger_span": _configuration(a=0, D=1, L=0),
        "mistake": pushed,
        "radius": _configuration(w=5 * half, z=-1, a=5 * half, s=1, R=0, D=3, L=25 * half),
        "nonnegative_p": {**_configuration(z=1, a=0, D=0, L=0), "p": -1},
        "p_is_length": {**_configuration(w=1, z=-1, a=1, D=1, L=2), "p": 0},
        "nonnegative_s": _configuration(z=1, a=0, s=-2, D=0, L=0),
        "s_is_root": {**_configuration(w=5, z=-1, a=4, s=1, D=4, L=42), "c": 25, "c_next": 41},
        "D_is_gap": {**_configuration(a=0, D=1, L=0), "c_next": 0},
        "room": _configuration(a=0, D=0, L=0),
    }
    return {name: model(**values) for name, values in spoiled.items()}


def statements() -> list[Statement]:
    step = _prove_any_rest(_prove_step())
    hypotheses = {name: h for name, h in STEP.items() if name != "rest_off_direction"}
    return [
        Statement(
            id="T7",
            title="Boundedness: one update, one span",
            words="An update on a mistake keeps the distance of the weights to a span within its bound.",
            theorem=step,
            hypotheses=hypotheses,
            witness=model(**{**_configuration(w=4, z=-1, a=4, D=4, L=41), "r": (0, 0, 3)}),
            countermodels=_countermodels(),
            kept={"off_span": "a datum inside the span changes no distance, and q < 0 is the direction −e"},
        ),
        Statement(
            id="T7.start",
            title="Boundedness: the start",
            words="The distance of w₀ to a span is at most its length: d² ≤ ‖w₀‖² + c_n − c_j.",
            theorem=_prove_start(),
            hypotheses=START,
            witness=model(w0=(3, 4), foot=(3, 0), c=1, c_last=2),
            countermodels={
                "constants_grow": model(w0=(0,), foot=(0,), c=0, c_last=-1),
                "foot_is_nearest": model(w0=(1,), foot=(-1,), c=0, c_last=0),
            },
        ),
    ]
