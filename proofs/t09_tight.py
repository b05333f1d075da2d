"""T9, the bound is tight: n orthonormal examples cause exactly n = R²‖u‖²/γ² updates, in every order.

Follow one example e. The number f tells whether it has been used; every other example is orthogonal to e. The
invariant is ⟨w,e⟩ = f: an unused example is a mistake (⟨w,e⟩ = 0), a used one is right for good (⟨w,e⟩ =
1). The sum of n orthonormal vectors has squared length n, and it separates them with γ = 1, R = 1. The
counting over all n examples is in `coq/Instances.v`.
"""

from __future__ import annotations

from proofs.statement import Statement
from proofs.t01_novikoff import k, w
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
from verified_perceptron.logic.tactics import by_sum, invariant, times

f, n = scalars("f n")
e, z, v = vectors("e z v")

UNIT = equal(norm_sq(e), 1)


GUARDS = {"mistake": inner(w, e) <= 0, "orthogonal": equal(inner(z, e), 0)}
RUN = system(
    "T9",
    {k: 0, f: 0, w: ZERO},
    [
        transition("followed", [], {"mistake": GUARDS["mistake"]}, {k: k + 1, f: f + 1, w: w + e}),
        transition("other", [z], {"orthogonal": GUARDS["orthogonal"]}, {k: k + 1, w: w + z}),
    ],
)


def _prove_used() -> Theorem:
    claim = assume(equal(inner(w, e), f))
    return invariant(
        "T9.used",
        RUN,
        equal(inner(w, e), f),
        [[claim, assume(UNIT)], [claim, assume(GUARDS["orthogonal"])]],
    )


def _prove_once(used: Theorem) -> Theorem:
    """f + 1 ≤ 1 after a mistake on e, because f = ⟨w,e⟩ ≤ 0 before it."""
    again = by_sum(
        "T9.once.followed",
        f + 1 <= 1,
        [assume(GUARDS["mistake"]), times(1, assume(equal(inner(w, e), f)))],
    )
    return invariant("T9.once", RUN, f <= 1, [again, [assume(f <= 1)]], using=[used], base=[times(1)])


def _prove_sum() -> Theorem:
    guards = {"orthogonal": equal(inner(v, z), 0), "unit": equal(norm_sq(z), 1)}
    run = system("T9_sum", {n: 0, v: ZERO}, [transition("add", [z], guards, {n: n + 1, v: v + z})])
    claim = equal(norm_sq(v), n)
    orthogonal, unit = (assume(guard) for guard in guards.values())
    return invariant("T9.sum", run, claim, [[assume(claim), times(2, orthogonal), unit]])


USED = _prove_used()
ONCE = _prove_once(USED)
MISTAKE = by_sum("T9.mistake", inner(w, e) <= 0, [times(-1, USED), times(-1, assume(equal(f, 0)))])
RIGHT = by_sum("T9.right", inner(w, e) > 0, [times(1), times(1, USED), times(1, assume(equal(f, 1)))])
SUM = _prove_sum()


def statements() -> list[Statement]:
    followed, other = step("followed"), step("other", z=(0, 1))
    into = step("other", z=(1, 0))  # not orthogonal to e = (1, 0)
    not_needed = "a guard of the system; T9.once needs it"
    return [
        Statement(
            id="T9.used",
            title="The weights count",
            words="⟨w,e⟩ is the number of times the example e has been used.",
            theorem=USED,
            hypotheses={"unit_example": UNIT},
            witness=model(other, followed, e=(1, 0)),
            countermodels={
                "unit_example": model(followed, e=(2, 0)),
                "orthogonal": model(into, e=(1, 0)),
            },
            kept={"mistake": not_needed},
        ),
        Statement(
            id="T9.once",
            title="Every example is used at most once",
            words="An orthonormal example that has been used is never a mistake again: f ≤ 1.",
            theorem=ONCE,
            hypotheses={"unit_example": UNIT},
            witness=model(other, followed, e=(1, 0)),
            countermodels={
                "unit_example": model(followed, followed, e=(0, 0)),
                "mistake": model(followed, followed, e=(1, 0)),
                "orthogonal": model(followed, step("other", z=(-5, 0)), followed, e=(1, 0)),
            },
        ),
        Statement(
            id="T9.mistake",
            title="An unused example is a mistake",
            words="If e has not been used, ⟨w,e⟩ ≤ 0.",
            theorem=MISTAKE,
            hypotheses={"unit_example": UNIT, "not_yet": equal(f, 0)},
            witness=model(other, e=(1, 0)),
            countermodels={"not_yet": model(followed, e=(1, 0)), "orthogonal": model(into, e=(1, 0))},
            kept={"unit_example": "the invariant T9.used needs it", "mistake": not_needed},
        ),
        Statement(
            id="T9.right",
            title="A used example stays right",
            words="If e has been used, ⟨w,e⟩ > 0.",
            theorem=RIGHT,
            hypotheses={"unit_example": UNIT, "used": equal(f, 1)},
            witness=model(followed, other, e=(1, 0)),
            countermodels={
                "unit_example": model(followed, e=(0, 0)),
                "used": model(e=(1, 0)),
                "orthogonal": model(followed, step("other", z=(-5, 0)), e=(1, 0)),
            },
            kept={"mistake": not_needed},
        ),
        Statement(
            id="T9.sum",
            title="The separator of an orthonormal family",
            words="The sum of n orthonormal vectors has squared length n.",
            theorem=SUM,
            witness=model(step(z=(1, 0)), step(z=(0, 1))),
            countermodels={
                "orthogonal": model(step(z=(1, 0)), step(z=(1, 0))),
                "unit": model(step(z=(2, 0))),
            },
        ),
    ]
