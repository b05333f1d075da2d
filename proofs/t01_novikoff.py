"""T1, Novikoff's bound: a perceptron that starts at zero makes at most R²‖u‖²/γ² updates.

The system: w starts at 0; at each update a labelled example (x, y) with

    label    y² = 1,
    margin   y⟨u,x⟩ ≥ γ      (u is any separator, not necessarily of unit length),
    radius   ‖x‖² ≤ R²,
    mistake  y⟨w,x⟩ ≤ 0

turns w into w + y·x and adds one to k. Examples may come in any order, any number of times. Then k·γ² ≤
R²‖u‖².

Three invariants carry the proof: `progress` ⟨w,u⟩ ≥ kγ, `growth` ‖w‖² ≤ kR², and k ≥ 0. `combination` brings
them together: with a = ⟨w,u⟩ − kγ,

    kR²‖u‖² − k²γ² = ‖u‖²(kR² − ‖w‖²) + (‖u‖²‖w‖² − ⟨w,u⟩²) + a² + 2kγa,

and one factor k cancels, at k = 0 too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from verified_perceptron.logic import (
    ZERO,
    Bindings,
    Comparison,
    Polynomial,
    System,
    Theorem,
    Vector,
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

k, gamma, y, R = scalars("k gamma y R")
w, x, u = vectors("w x u")

NONNEGATIVE_GAMMA = gamma >= 0


def guards(weights: Vector, example: Vector, separator: Vector, radius_sq: Polynomial) -> dict[str, Comparison]:
    """What is true of an example on which a perceptron with these weights updates."""
    return {
        "label": equal(y**2, 1),
        "margin": y * inner(separator, example) >= gamma,
        "radius": norm_sq(example) <= radius_sq,
        "mistake": y * inner(weights, example) <= 0,
    }


@dataclass(frozen=True)
class Bound:
    """The bound for one system, with the invariants it rests on."""

    system: System
    count: Theorem
    progress: Theorem
    growth: Theorem
    combination: Theorem
    bound: Theorem


def counting(name: str, run: System) -> Theorem:
    """k ≥ 0 in a system whose every transition adds one to k."""
    return invariant(f"{name}.count", run, k >= 0, [[assume(k >= 0), times(1)] for _ in run.transitions])


def combine(
    name: str,
    weights: Vector,
    separator: Vector,
    radius_sq: Polynomial,
    *,
    squares: Sequence[Part],
    invariants: tuple[Theorem, Theorem, Theorem],
) -> tuple[Theorem, Theorem]:
    """From k ≥ 0, progress and growth: k²γ² ≤ k·radius_sq·‖separator‖², and the same without one factor k.

    `squares` are parts that add up to radius_sq, to show that it is not negative.
    """
    count, progress, growth = invariants
    length = norm_sq(separator)
    combination = by_sum(
        f"{name}.combination",
        (k * gamma) ** 2 <= k * radius_sq * length,
        [
            times(1, norm(separator), growth),
            cauchy_schwarz(weights, separator),
            squared(inner(weights, separator) - k * gamma),
            times(2, count, assume(NONNEGATIVE_GAMMA), progress),
        ],
    )
    radius_nonnegative = by_sum(f"{name}.radius_sq", radius_sq >= 0, squares)
    bound = refute(
        f"{name}.bound",
        k * gamma**2 <= radius_sq * length,
        [
            times(1, combination, squares=[gamma]),
            times(1, NEGATED, NEGATED),
            times(1, norm(separator), radius_nonnegative, NEGATED),
        ],
    )
    return combination, bound


def novikoff(
    name: str,
    *,
    weights: Vector,
    example: Vector,
    separator: Vector,
    radius_sq: Polynomial,
    squares: Sequence[Part],
    folded: Bindings | None = None,
) -> Bound:
    """T1 for weights, examples and separators of any form; T3 uses it with a folded coordinate.

    `folded` says how the scalars of the weights beyond w move.
    """
    held = {key: assume(guard) for key, guard in guards(weights, example, separator, radius_sq).items()}
    run = system(
        name,
        {k: 0, w: ZERO, **dict.fromkeys(folded or {}, 0)},
        [
            transition(
                "update",
                [y, x],
                guards(weights, example, separator, radius_sq),
                {k: k + 1, w: w + y * x, **(folded or {})},
            )
        ],
    )
    count = counting(name, run)
    progress_claim = inner(weights, separator) >= k * gamma
    progress = invariant(f"{name}.progress", run, progress_claim, [[assume(progress_claim), held["margin"]]])
    growth_claim = norm_sq(weights) <= k * radius_sq
    growth_step: list[Part] = [
        assume(growth_claim),
        held["radius"],
        times(2, held["mistake"]),
        times(-norm_sq(example), held["label"]),
    ]
    growth = invariant(f"{name}.growth", run, growth_claim, [growth_step])
    combination, bound = combine(
        name, weights, separator, radius_sq, squares=squares, invariants=(count, progress, growth)
    )
    return Bound(run, count, progress, growth, combination, bound)


NOVIKOFF = novikoff("T1", weights=w, example=x, separator=u, radius_sq=R**2, squares=[squared(R)])


def statements() -> list[Statement]:
    once = step(y=1, x=(1, 0))
    not_needed = "a guard of the system; this invariant holds without it"
    return [
        Statement(
            id="T1",
            title="Novikoff's bound",
            words="Started at zero, a perceptron makes k updates with kγ² ≤ R²‖u‖², whatever the order.",
            theorem=NOVIKOFF.bound,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            # two orthogonal examples, each used once: the bound is attained
            witness=model(once, step(y=-1, x=(0, -1)), u=(1, 1), gamma=1, R=1),
            countermodels={
                "nonnegative_gamma": model(once, u=(1, 0), gamma=-2, R=1),
                "label": model(step(y=2, x=(1, 0)), u=(1, 0), gamma=2, R=1),
                "margin": model(once, u=(1, 0), gamma=2, R=1),
                "radius": model(step(y=1, x=(2, 0)), u=(1, 0), gamma=2, R=1),
                "mistake": model(once, once, u=(1, 0), gamma=1, R=1),
            },
        ),
        Statement(
            id="T1.progress",
            title="Progress",
            words="After k updates the weights have gone at least kγ along the separator: ⟨w,u⟩ ≥ kγ.",
            theorem=NOVIKOFF.progress,
            witness=model(once, u=(1, 1), gamma=1, R=1),
            countermodels={"margin": model(once, u=(1, 0), gamma=2, R=1)},
            kept=dict.fromkeys(("label", "radius", "mistake"), not_needed),
        ),
        Statement(
            id="T1.growth",
            title="Growth",
            words="Updates on mistakes cannot make the weights long: ‖w‖² ≤ kR² after k of them.",
            theorem=NOVIKOFF.growth,
            witness=model(once, u=(1, 1), gamma=1, R=1),
            countermodels={
                "label": model(step(y=2, x=(1, 0)), u=(1, 0), gamma=1, R=1),
                "radius": model(once, u=(1, 0), gamma=1, R=Fraction(1, 2)),
                "mistake": model(once, once, u=(1, 0), gamma=1, R=1),
            },
            kept={"margin": not_needed},
        ),
        Statement(
            id="T1.combination",
            title="Combination",
            words="Progress and growth meet in Cauchy–Schwarz: k²γ² ≤ kR²‖u‖².",
            theorem=NOVIKOFF.combination,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=model(once, u=(1, 1), gamma=1, R=1),
            countermodels={
                "nonnegative_gamma": model(once, u=(1, 0), gamma=-2, R=1),
                "label": model(step(y=2, x=(1, 0)), u=(1, 0), gamma=2, R=1),
                "margin": model(once, u=(1, 0), gamma=2, R=1),
                "radius": model(step(y=1, x=(2, 0)), u=(1, 0), gamma=2, R=1),
                "mistake": model(once, once, u=(1, 0), gamma=1, R=1),
            },
        ),
    ]
