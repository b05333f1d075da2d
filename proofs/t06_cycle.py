"""T6, a cycle certifies non-separability.

If the weights come back to where they were after k > 0 updates, no u has a positive margin on the examples
used in between: along any u with margin γ the weights move by at least kγ. Counting how often each example
was used gives Gordan's certificate, multipliers λᵢ ≥ 0, not all zero, with Σλᵢzᵢ = 0 (`T6.gordan`).
"""

from __future__ import annotations

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import gamma, k, u, w
from verified_perceptron.logic import (
    ZERO,
    Theorem,
    assume,
    equal,
    inner,
    norm_sq,
    scalars,
    system,
    transition,
    vectors,
)
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import NEGATED, invariant, refute, squared, times

multiplier, total = scalars("multiplier total")
w0, z, V = vectors("w0 z V")

MARGIN = inner(z, u) >= gamma
CYCLE = {"returned": equal(inner(w, u), inner(w0, u)), "some_update": k > 0}
GORDAN = {"vanishes": equal(norm_sq(V), 0), "some_multiplier": total > 0}


def _prove_cycle() -> Theorem:
    run = system("T6", {k: 0, w: w0}, [transition("update", [z], {"margin": MARGIN}, {k: k + 1, w: w + z})])
    claim = inner(w, u) >= inner(w0, u) + k * gamma
    progress = invariant("T6.progress", run, claim, [[assume(claim), assume(MARGIN)]])
    returned, some_update = (assume(hypothesis) for hypothesis in CYCLE.values())
    return refute("T6.cycle", gamma <= 0, [progress, times(1, some_update, NEGATED), times(-1, returned)])


def _prove_gordan() -> Theorem:
    guards = {"nonnegative_multiplier": multiplier >= 0, "margin": MARGIN}
    run = system(
        "T6_gordan",
        {total: 0, V: ZERO},
        [transition("add", [z, multiplier], guards, {total: total + multiplier, V: V + multiplier * z})],
    )
    claim = inner(V, u) >= total * gamma
    progress = invariant(
        "T6.gordan.progress",
        run,
        claim,
        [[assume(claim), times(1, assume(guards["nonnegative_multiplier"]), assume(MARGIN))]],
    )
    vanishes, some = (assume(hypothesis) for hypothesis in GORDAN.values())
    return refute(
        "T6.gordan",
        gamma <= 0,
        [
            times(1, some, NEGATED, some, NEGATED),
            cauchy_schwarz(V, u),
            squared(inner(V, u) - total * gamma),
            times(2, progress, some, NEGATED),
            times(-norm_sq(u), vanishes),
        ],
    )


def statements() -> list[Statement]:
    there, back = step(z=(1,)), step(z=(-1,))
    return [
        Statement(
            id="T6",
            title="A cycle refutes separability",
            words="If the weights return after at least one update, every margin γ on those examples is ≤ 0.",
            theorem=_prove_cycle(),
            hypotheses=CYCLE,
            witness=model(there, back, u=(1,), w0=(0,), gamma=-1),
            countermodels={
                "margin": model(there, back, u=(1,), w0=(0,), gamma=1),
                "returned": model(there, u=(1,), w0=(0,), gamma=1),
                "some_update": model(u=(1,), w0=(0,), gamma=1),
            },
        ),
        Statement(
            id="T6.gordan",
            title="Gordan's certificate refutes separability",
            words="If Σλᵢzᵢ = 0 with λ ≥ 0 and Σλᵢ > 0, every margin γ on the zᵢ is ≤ 0.",
            theorem=_prove_gordan(),
            hypotheses=GORDAN,
            witness=model(step(z=(1,), multiplier=2), step(z=(-2,), multiplier=1), u=(1,), gamma=-2),
            countermodels={
                "nonnegative_multiplier": model(
                    step(z=(1,), multiplier=2), step(z=(2,), multiplier=-1), u=(1,), gamma=1
                ),
                "margin": model(step(z=(1,), multiplier=1), step(z=(-1,), multiplier=1), u=(1,), gamma=1),
                "vanishes": model(step(z=(1,), multiplier=1), u=(1,), gamma=1),
                "some_multiplier": model(u=(1,), gamma=1),
            },
        ),
    ]
