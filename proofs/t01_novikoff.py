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
from verified_perceptron.logic.models import model
from verified_perceptron.logic.tactics import NEGATED, Part, by_sum, invariant, refute, squared, times

k, gamma, y, R = scalars("k gamma y R")
w, x, u = vectors("w x u")

NONNEGATIVE_GAMMA = gamma >= 0


def guards(
    weights: Vector, example: Vector, separator: Vector, radius_sq: Polynomial
) -> dict[str, Comparison]:
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


def novikoff(
    name: str,
    *,
    weights: Vector,
    example: Vector,
    separator: Vector,
    radius_sq: Polynomial,
    squares: list[Part],
    folded: Bindings | None = None,
) -> Bound:
    """T1 for weights, examples and separators of any form; T3 uses it with a folded coordinate.

    `squares` shows that radius_sq ≥ 0. `folded` says how the scalars of the weights beyond w move.
    """
    held = {key: assume(guard) for key, guard in guards(weights, example, separator, radius_sq).items()}
    moved = weights + y * example
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
    growth = invariant(
        f"{name}.growth",
        run,
        growth_claim,
        [
            by_sum(
                f"{name}.growth.step",
                norm_sq(moved) <= (k + 1) * radius_sq,
                [
                    assume(growth_claim),
                    held["radius"],
                    times(2, held["mistake"]),
                    times(-norm_sq(example), held["label"]),
                ],
            )
        ],
    )
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
    return Bound(run, count, progress, growth, combination, bound)


NOVIKOFF = novikoff("T1", weights=w, example=x, separator=u, radius_sq=R**2, squares=[squared(R)])


def statements() -> list[Statement]:
    one_point = {"y": 1, "x": (1, 0)}
    return [
        Statement(
            id="T1",
            title="Novikoff's bound",
            words="Started at zero, a perceptron makes k updates with kγ² ≤ R²‖u‖², whatever the order.",
            theorem=NOVIKOFF.bound,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            # two orthogonal examples, both used once: the bound is attained
            witness=model({"u": (1, 1), "gamma": 1, "R": 1}, [one_point, {"y": -1, "x": (0, -1)}]),
            countermodels={
                "nonnegative_gamma": model({"u": (1, 0), "gamma": -2, "R": 1}, [one_point]),
                "label": model({"u": (1, 0), "gamma": 2, "R": 1}, [{"y": 2, "x": (1, 0)}]),
                "margin": model({"u": (1, 0), "gamma": 2, "R": 1}, [one_point]),
                "radius": model({"u": (1, 0), "gamma": 2, "R": 1}, [{"y": 1, "x": (2, 0)}]),
                "mistake": model({"u": (1, 0), "gamma": 1, "R": 1}, [one_point, one_point]),
            },
        ),
        Statement(
            id="T1.progress",
            title="Progress",
            words="After k updates the weights have gone at least kγ in the direction of the separator.",
            theorem=NOVIKOFF.progress,
            witness=model({"u": (1, 1), "gamma": 1, "R": 1}, [one_point]),
            countermodels={"margin": model({"u": (1, 0), "gamma": 2, "R": 1}, [one_point])},
            kept=dict.fromkeys(
                ("label", "radius", "mistake"), "a guard of the system; progress holds without it"
            ),
        ),
        Statement(
            id="T1.growth",
            title="Growth",
            words="After k updates ‖w‖² ≤ kR²: mistakes cannot make the weights long. Needs no separator.",
            theorem=NOVIKOFF.growth,
            witness=model({"u": (1, 1), "gamma": 1, "R": 1}, [one_point]),
            countermodels={
                "label": model({"u": (1, 0), "gamma": 1, "R": 1}, [{"y": 2, "x": (1, 0)}]),
                "radius": model({"u": (1, 0), "gamma": 1, "R": Fraction(1, 2)}, [one_point]),
                "mistake": model({"u": (1, 0), "gamma": 1, "R": 1}, [one_point, one_point]),
            },
            kept={"margin": "a guard of the system; growth holds without it"},
        ),
    ]
