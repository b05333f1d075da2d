"""T11, any data: what remains of the bound without separability, and what voting and averaging keep of it.

Slack: let ξ ≥ γ − y⟨u,x⟩ on each update, of either sign, and X = Σξ. Then kγ² ≤ R²‖u‖² + 2γX, for every u
and γ ≥ 0. Suppose not. Then kγ − X > 0, for 2γ(kγ − X) exceeds kγ² + R²‖u‖² ≥ 0; so (kγ − X)² ≤ ⟨w,u⟩² ≤
kR²‖u‖², which is absurd for k > 0 and for k = 0.

Voting: where the vote of T voters is wrong, at least half of them are; so E wrong votes cost at least E·T/2
wrong voters. Averaging: if the margins of the i early weight vectors are at least −D, and those of the j
late ones at least m, the average is right as soon as j·m > i·D; not before.
"""

from __future__ import annotations

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NONNEGATIVE_GAMMA, R, counting, gamma, guards, k, u, w, x, y
from verified_perceptron.logic import (
    FALSE,
    ZERO,
    Theorem,
    assume,
    cases,
    exfalso,
    inner,
    norm,
    norm_sq,
    scalars,
    system,
    transition,
)
from verified_perceptron.logic.models import model, step
from verified_perceptron.logic.tactics import NEGATED, by_sum, invariant, refute, squared, times

xi, X = scalars("xi X")
E, W, T, wrong = scalars("E W T wrong")
i, j, total, D, m, a = scalars("i j total D m a")


def _prove_slack() -> Theorem:
    slack_guards = guards(w, x, u, R**2)
    del slack_guards["margin"]
    slack_guards["slack"] = y * inner(u, x) >= gamma - xi
    run = system(
        "T11",
        {k: 0, X: 0, w: ZERO},
        [transition("update", [y, x, xi], slack_guards, {k: k + 1, X: X + xi, w: w + y * x})],
    )
    held = {name: assume(guard) for name, guard in slack_guards.items()}
    count = counting("T11", run)
    progress_claim = inner(w, u) >= k * gamma - X
    progress = invariant("T11.progress", run, progress_claim, [[assume(progress_claim), held["slack"]]])
    growth_claim = norm_sq(w) <= k * R**2
    growth = invariant(
        "T11.growth",
        run,
        growth_claim,
        [
            [
                assume(growth_claim),
                held["radius"],
                times(2, held["mistake"]),
                times(-norm_sq(x), held["label"]),
            ]
        ],
    )
    length = by_sum(
        "T11.length",
        inner(w, u) ** 2 <= k * R**2 * norm_sq(u),
        [cauchy_schwarz(w, u), times(1, growth, norm(u))],
    )
    goal = k * gamma**2 <= R**2 * norm_sq(u) + 2 * gamma * X
    excess = -goal.polynomial
    too_many, g = assume(excess > 0), assume(NONNEGATIVE_GAMMA)
    reach = k * gamma - X
    reach_positive = refute(
        "T11.reach",
        reach > 0,
        [
            times(2, NEGATED, g),
            too_many,
            times(1, count, squares=[gamma]),
            times(1, norm(u), squares=[R]),
        ],
    )
    reach_square = by_sum(
        "T11.reach.square",
        reach**2 <= k * R**2 * norm_sq(u),
        [length, squared(inner(w, u) - reach), times(2, progress, reach_positive)],
    )
    some = refute("T11.some", FALSE, [times(1, too_many, assume(k > 0)), squared(X), reach_square])
    none = refute(
        "T11.none",
        FALSE,
        [
            times(1, reach_positive, reach_positive),
            reach_square,
            times(1, assume(k <= 0), norm(u), squares=[R]),
        ],
    )
    absurd = cases(k, some, none)
    return cases(excess, exfalso(absurd, goal), assume(goal))


def _prove_vote() -> Theorem:
    majority, some = 2 * wrong >= T, wrong >= 0
    run = system(
        "T11_vote",
        {E: 0, W: 0},
        [
            transition("wrong_vote", [wrong], {"majority": majority}, {E: E + 1, W: W + wrong}),
            transition("right_vote", [wrong], {"nonnegative_voters": some}, {W: W + wrong}),
        ],
    )
    claim = E * T <= 2 * W
    return invariant(
        "T11.vote", run, claim, [[assume(claim), assume(majority)], [assume(claim), times(2, assume(some))]]
    )


def _prove_average() -> Theorem:
    early, late = a >= -D, a >= m
    run = system(
        "T11_average",
        {i: 0, j: 0, total: 0},
        [
            transition("before", [a], {"early": early}, {i: i + 1, total: total + a}),
            transition("after", [a], {"late": late}, {j: j + 1, total: total + a}),
        ],
    )
    claim = total >= j * m - i * D
    summed = invariant("T11.average", run, claim, [[assume(claim), assume(early)], [assume(claim), assume(late)]])
    return by_sum("T11.average.right", total > 0, [summed, assume(j * m > i * D)])


def statements() -> list[Statement]:
    once = step(y=1, x=(1,), xi=0)
    return [
        Statement(
            id="T11",
            title="The bound on any data",
            words="With slack ξ ≥ γ − y⟨u,x⟩ on updates and X = Σξ: kγ² ≤ R²‖u‖² + 2γX.",
            theorem=_prove_slack(),
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=model(once, step(y=-1, x=(1,), xi=2), u=(1,), gamma=1, R=1),
            countermodels={
                "nonnegative_gamma": model(once, u=(1,), gamma=-2, R=1),
                "label": model(step(y=2, x=(1,), xi=0), u=(1,), gamma=2, R=1),
                "slack": model(once, u=(1,), gamma=2, R=1),
                "radius": model(step(y=1, x=(2,), xi=0), u=(1,), gamma=2, R=1),
                "mistake": model(once, once, u=(1,), gamma=1, R=1),
            },
        ),
        Statement(
            id="T11.vote",
            title="Voting at most doubles the errors",
            words="With T voters, E wrong votes mean at least E·T/2 wrong voters: E·T ≤ 2W.",
            theorem=_prove_vote(),
            witness=model(step("wrong_vote", wrong=2), step("right_vote", wrong=1), T=3),
            countermodels={
                "majority": model(step("wrong_vote", wrong=0), T=1),
                "nonnegative_voters": model(step("right_vote", wrong=-1), T=1),
            },
        ),
        Statement(
            id="T11.average",
            title="When the average is right",
            words="After j late margins ≥ m and i early ones ≥ −D, j·m > i·D makes the sum positive.",
            theorem=_prove_average(),
            hypotheses={"enough": j * m > i * D},
            witness=model(step("before", a=-1), step("after", a=2), D=1, m=2),
            countermodels={
                "early": model(step("before", a=-5), step("after", a=2), D=1, m=2),
                "late": model(step("before", a=-1), step("after", a=-2), D=1, m=2),
                "enough": model(step("before", a=-1), D=1, m=1),
            },
        ),
    ]
