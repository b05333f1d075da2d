"""T2: any start w₀ and any rate η cost at most 2‖u‖‖w₀‖/(ηγ) updates more; from zero the rate changes
nothing.

The system of T1 with w starting at w₀ and moving by η·y·x. With d = ‖u‖‖w₀‖ (given as d ≥ 0, d² = ‖u‖²‖w₀‖²):

    k(ηγ)² ≤ η²R²‖u‖² + 2ηγd.

From w₀ = 0, run two perceptrons side by side, w with rate 1 and v with rate η. Then v = ηw at all times (said
as ‖v − ηw‖² = 0), so both err on the same examples: the rate only scales the weights.
"""

from __future__ import annotations

from dataclasses import dataclass

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NONNEGATIVE_GAMMA, R, gamma, guards, k, u, w, x, y
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
from verified_perceptron.logic.tactics import NEGATED, Part, by_sum, invariant, refute, squared, times

eta, d = scalars("eta d")
w0, v, z = vectors("w0 v z")

HYPOTHESES = {
    "nonnegative_gamma": NONNEGATIVE_GAMMA,
    "nonnegative_rate": eta >= 0,
    "nonnegative_d": d >= 0,
    "d_is_the_product": equal(d**2, norm_sq(u) * norm_sq(w0)),
}


def _prove_bound() -> Theorem:
    run = system(
        "T2",
        {k: 0, w: w0},
        [transition("update", [y, x], guards(w, x, u, R**2), {k: k + 1, w: w + eta * y * x})],
    )
    held = {name: assume(guard) for name, guard in guards(w, x, u, R**2).items()}
    given = {name: assume(hypothesis) for name, hypothesis in HYPOTHESES.items()}
    rate, g, length = given["nonnegative_rate"], given["nonnegative_gamma"], norm_sq(u)

    progress_claim = inner(w, u) >= inner(w0, u) + k * eta * gamma
    progress = invariant(
        "T2.progress", run, progress_claim, [[assume(progress_claim), times(1, held["margin"], rate)]]
    )
    growth_claim = norm_sq(w) <= norm_sq(w0) + k * eta**2 * R**2
    growth = invariant(
        "T2.growth",
        run,
        growth_claim,
        [
            [
                assume(growth_claim),
                times(1, held["radius"], squares=[eta]),
                times(2, held["mistake"], rate),
                times(-(eta**2) * norm_sq(x), held["label"]),
            ]
        ],
    )
    start = refute(
        "T2.start",
        d + inner(w0, u) >= 0,
        [
            cauchy_schwarz(w0, u),
            times(1, NEGATED, NEGATED),
            times(2, NEGATED, given["nonnegative_d"]),
            times(1, given["d_is_the_product"]),
        ],
    )
    reach = by_sum("T2.reach", inner(w, u) + d >= k * eta * gamma, [progress, start])
    length_bound = by_sum(
        "T2.length",
        inner(w, u) ** 2 <= d**2 + k * eta**2 * R**2 * length,
        [cauchy_schwarz(w, u), times(1, growth, norm(u)), times(1, given["d_is_the_product"])],
    )
    h = eta * gamma
    long = norm(u)
    return refute(
        "T2.bound",
        k * h**2 <= eta**2 * R**2 * length + 2 * h * d,
        [
            times(1, NEGATED, NEGATED),
            times(1, NEGATED, long, squares=[eta * R]),
            times(2, NEGATED, given["nonnegative_d"], g, rate),
            times(1, length_bound, squares=[h]),
            squared(h, inner(w, u) + d - k * h),
            times(2, NEGATED, reach, g, rate),
            times(2, reach, g, rate, long, squares=[eta * R]),
            times(2, given["nonnegative_d"], reach, squares=[h]),
        ],
    )


@dataclass(frozen=True)
class _Rate:
    """From zero, the rate only scales the weights; hence the same mistakes."""

    scaled: Theorem
    mistake_at_rate_eta: Theorem
    mistake_at_rate_one: Theorem


def _prove_rate() -> _Rate:
    run = system(
        "T2_rate",
        {w: ZERO, v: ZERO},
        [transition("update", [y, x], {}, {w: w + y * x, v: v + eta * y * x})],
    )
    gap = v - eta * w
    claim = equal(norm_sq(gap), 0)
    scaled = invariant("T2.rate", run, claim, [[assume(claim)]])

    at_one, at_eta = assume(inner(w, z) <= 0), assume(inner(v, z) <= 0)
    rate, positive_rate = assume(eta >= 0), assume(eta > 0)
    # ⟨v,z⟩ − η⟨w,z⟩ = ⟨v − ηw, z⟩, whose square is at most ‖v − ηw‖²‖z‖² = 0
    no_gap: list[Part] = [cauchy_schwarz(gap, z), times(-norm_sq(z), scaled)]
    mistake_at_rate_eta = refute(
        "T2.rate.forth",
        inner(v, z) <= 0,
        [
            times(1, NEGATED, NEGATED),
            times(2, NEGATED, rate, at_one),
            times(1, rate, rate, at_one, at_one),
            *no_gap,
        ],
    )
    mistake_at_rate_one = refute(
        "T2.rate.back",
        inner(w, z) <= 0,
        [
            times(1, positive_rate, positive_rate, NEGATED, NEGATED),
            times(2, positive_rate, NEGATED, at_eta),
            times(1, at_eta, at_eta),
            *no_gap,
        ],
    )
    return _Rate(scaled, mistake_at_rate_eta, mistake_at_rate_one)


BOUND = _prove_bound()
RATE = _prove_rate()


def statements() -> list[Statement]:
    once = step(y=1, x=(1,))
    return [
        Statement(
            id="T2",
            title="Any start, any rate",
            words="From w₀ with rate η, k updates satisfy k(ηγ)² ≤ η²R²‖u‖² + 2ηγ‖u‖‖w₀‖.",
            theorem=BOUND,
            hypotheses=HYPOTHESES,
            witness=model(once, once, u=(1,), w0=(-1,), gamma=1, R=1, eta=1, d=1),
            countermodels={
                "nonnegative_gamma": model(once, u=(1,), w0=(0,), gamma=-2, R=1, eta=1, d=0),
                "nonnegative_rate": model(once, once, u=(1,), w0=(0,), gamma=1, R=1, eta=-1, d=0),
                "nonnegative_d": model(u=(1,), w0=(1,), gamma=1, R=1, eta=1, d=-1),
                "d_is_the_product": model(once, once, u=(1,), w0=(-5,), gamma=1, R=1, eta=1, d=0),
                "label": model(step(y=2, x=(1,)), u=(1,), w0=(0,), gamma=2, R=1, eta=1, d=0),
                "margin": model(once, u=(1,), w0=(0,), gamma=2, R=1, eta=1, d=0),
                "radius": model(step(y=1, x=(2,)), u=(1,), w0=(0,), gamma=2, R=1, eta=1, d=0),
                "mistake": model(once, once, u=(1,), w0=(0,), gamma=1, R=1, eta=1, d=0),
            },
        ),
        Statement(
            id="T2.rate",
            title="The rate only scales the weights",
            words="From zero, the weights at rate η are η times the weights at rate 1, update by update.",
            theorem=RATE.scaled,
            witness=model(once, step(y=-1, x=(3,)), eta=5),
        ),
        Statement(
            id="T2.rate_forth",
            title="A mistake at rate 1 is one at rate η",
            words="For any labelled example z = y·x: if ⟨w,z⟩ ≤ 0 then ⟨v,z⟩ ≤ 0.",
            theorem=RATE.mistake_at_rate_eta,
            hypotheses={"nonnegative_rate": eta >= 0, "mistake": inner(w, z) <= 0},
            witness=model(once, eta=5, z=(-3,)),
            countermodels={
                "nonnegative_rate": model(once, eta=-1, z=(-1,)),
                "mistake": model(once, eta=1, z=(1,)),
            },
        ),
        Statement(
            id="T2.rate_back",
            title="A mistake at rate η is one at rate 1",
            words="For any labelled example z = y·x: if ⟨v,z⟩ ≤ 0 then ⟨w,z⟩ ≤ 0.",
            theorem=RATE.mistake_at_rate_one,
            hypotheses={"positive_rate": eta > 0, "mistake": inner(v, z) <= 0},
            witness=model(once, eta=5, z=(-3,)),
            countermodels={
                "positive_rate": model(once, eta=0, z=(1,)),
                "mistake": model(once, eta=1, z=(1,)),
            },
        ),
    ]
