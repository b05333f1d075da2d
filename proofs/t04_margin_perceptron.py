"""T4, the perceptron with a margin: updating whenever y⟨w,x⟩ ≤ β‖w‖ costs at most (R² − β²)/(γ − β)² updates.

Here ‖u‖ = 1 and 0 ≤ β ≤ γ. The length n = ‖w‖ and s = √(k(R² − β²)) are carried along as numbers with
n ≥ 0, n² = ‖w‖², s ≥ 0, s² = kρ, where ρ = R² − β². The invariant is n ≤ kβ + s; its step is

    n'² ≤ (n + β)² + ρ ≤ (kβ + s + β)² + ρ ≤ ((k+1)β + s')²,

and at the end k(γ − β) ≤ s. At β = γ the bound says nothing, and the run may never stop (one point x = 1).

With a fixed threshold τ ≥ 0 in place of β‖w‖: kγ² ≤ (R² + 2τ)‖u‖².
"""

from __future__ import annotations

from fractions import Fraction

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NONNEGATIVE_GAMMA, R, counting, gamma, guards, k, u, w, x, y
from verified_perceptron.logic import (
    ZERO,
    Comparison,
    Theorem,
    assume,
    cases,
    cut,
    equal,
    inner,
    instantiate,
    norm,
    norm_sq,
    scalars,
    system,
    transition,
)
from verified_perceptron.logic.models import model, root, step
from verified_perceptron.logic.tactics import NEGATED, by_sum, invariant, refute, square_le, squared, times

beta, tau = scalars("beta tau")
n, s, n_next, s_next = scalars("n s n_next s_next")

rho = R**2 - beta**2
HYPOTHESES = {
    "nonnegative_beta": beta >= 0,
    "beta_below_gamma": beta <= gamma,
    "beta_below_radius": rho >= 0,
    "unit_separator": equal(norm_sq(u), 1),
}


def _guards() -> dict[str, Comparison]:
    return {
        **guards(w, x, u, R**2),
        "mistake": y * inner(w, x) <= beta * n,
        "nonnegative_length": n_next >= 0,
        "length": equal(n_next**2, norm_sq(w + y * x)),
        "nonnegative_root": s_next >= 0,
        "root": equal(s_next**2, (k + 1) * rho),
    }


def _prove_bound() -> Theorem:
    run = system(
        "T4",
        {k: 0, n: 0, s: 0, w: ZERO},
        [
            transition(
                "update",
                [y, x, n_next, s_next],
                _guards(),
                {k: k + 1, n: n_next, s: s_next, w: w + y * x},
            )
        ],
    )
    held = {name: assume(guard) for name, guard in _guards().items()}
    given = {name: assume(hypothesis) for name, hypothesis in HYPOTHESES.items()}
    nonnegative_beta, unit = given["nonnegative_beta"], given["unit_separator"]

    count = counting("T4", run)
    length = invariant("T4.length", run, equal(n**2, norm_sq(w)), [held["length"]])
    length_sign = invariant("T4.length_sign", run, n >= 0, [held["nonnegative_length"]])
    root_ = invariant("T4.root", run, equal(s**2, k * rho), [held["root"]])
    progress_claim = inner(w, u) >= k * gamma
    progress = invariant("T4.progress", run, progress_claim, [[assume(progress_claim), held["margin"]]])

    # the step of n ≤ kβ + s
    growth_claim = n <= k * beta + s
    k_, n_ = assume(k >= 0), assume(n >= 0)
    n_sq, s_sq, below = assume(equal(n**2, norm_sq(w))), assume(equal(s**2, k * rho)), assume(growth_claim)
    root_grows = refute(
        "T4.root_grows",
        s <= s_next,
        [
            times(1, NEGATED, NEGATED),
            times(2, NEGATED, held["nonnegative_root"]),
            given["beta_below_radius"],
            times(-1, s_sq),
            times(1, held["root"]),
        ],
    )
    length_grows = by_sum(
        "T4.length_grows",
        n_next**2 <= (n + beta) ** 2 + rho,
        [
            held["radius"],
            times(2, held["mistake"]),
            times(1, n_sq),
            times(-1, held["length"]),
            times(-norm_sq(x), held["label"]),
        ],
    )
    target = (k + 1) * beta + s_next
    from_below = by_sum(
        "T4.growth.below",
        (n + beta) ** 2 <= ((k + 1) * beta + s) ** 2,
        [squared(k * beta + s - n), times(2, below, n_), times(2, below, nonnegative_beta)],
    )
    cross = by_sum(
        "T4.growth.cross",
        (k + 1) * beta * (s_next - s) >= 0,
        [times(1, k_, nonnegative_beta, root_grows), times(1, nonnegative_beta, root_grows)],
    )
    root_step = by_sum("T4.growth.root", equal(s_next**2, s**2 + rho), [times(1, held["root"]), times(-1, s_sq)])
    to_target = by_sum(
        "T4.growth.target",
        ((k + 1) * beta + s) ** 2 + rho <= target**2,
        [times(2, cross), root_step],
    )
    squares = by_sum("T4.growth.square", n_next**2 <= target**2, [length_grows, from_below, to_target])
    target_sign = by_sum(
        "T4.growth.sign",
        target >= 0,
        [times(1, k_, nonnegative_beta), nonnegative_beta, held["nonnegative_root"]],
    )
    growth_step = square_le("T4.growth.step", n_next, squares, target_sign)
    growth = invariant(
        "T4.growth",
        run,
        growth_claim,
        [growth_step],
        using=[count, length, length_sign, root_],
    )

    # k(γ − β) ≤ s, squared, and one k cancelled
    along = by_sum(
        "T4.along",
        inner(w, u) ** 2 <= n**2,
        [cauchy_schwarz(w, u), times(1, length), times(-norm_sq(w), unit)],
    )
    along_length = square_le("T4.along.length", inner(w, u), along, length_sign)
    gap = gamma - beta
    meet = by_sum("T4.meet", k * gap <= s, [growth, along_length, progress])
    combination = by_sum(
        "T4.combination",
        (k * gap) ** 2 <= k * rho,
        [squared(s - k * gap), times(2, meet, count, given["beta_below_gamma"]), times(-1, root_)],
    )
    return refute(
        "T4.bound",
        k * gap**2 <= rho,
        [
            times(1, combination, squares=[gap]),
            times(1, NEGATED, NEGATED),
            times(1, given["beta_below_radius"], NEGATED),
        ],
    )


RHO_HYPOTHESES = {
    **{name: h for name, h in guards(w, x, u, R**2).items() if name != "mistake"},
    **{name: h for name, h in HYPOTHESES.items() if name != "beta_below_radius"},
}


def _prove_rho() -> Theorem:
    """One example with margin γ ≥ β already gives R² ≥ β²."""
    held = {name: assume(hypothesis) for name, hypothesis in RHO_HYPOTHESES.items()}
    radius_sign = assume(R >= 0)
    achieved = y * inner(u, x)
    squares = by_sum(
        "T4.rho.square",
        achieved**2 <= R**2,
        [
            cauchy_schwarz(u, x),
            held["radius"],
            times(-norm_sq(x), held["unit_separator"]),
            times(-(inner(u, x) ** 2), held["label"]),
        ],
    )
    within = square_le("T4.rho.within", achieved, squares, radius_sign)
    gamma_below = by_sum("T4.rho.gamma", gamma <= R, [within, held["margin"]])
    above = held["beta_below_gamma"], held["nonnegative_beta"]
    rho_ = by_sum(
        "T4.rho",
        rho >= 0,
        [times(1, factor, other) for factor in (gamma_below, above[0]) for other in (radius_sign, above[1])],
    )
    # only R² matters, so R < 0 is the case of −R
    if_positive = cut(by_sum("T4.rho.sign", R >= 0, [assume(R > 0)]), rho_)
    return cases(R, if_positive, instantiate(rho_, {R: -R}))


FIXED_HYPOTHESES = {"nonnegative_gamma": NONNEGATIVE_GAMMA, "nonnegative_threshold": tau >= 0}


def _prove_fixed() -> Theorem:
    held_guards = {**guards(w, x, u, R**2), "mistake": y * inner(w, x) <= tau}
    run = system(
        "T4_fixed",
        {k: 0, w: ZERO},
        [transition("update", [y, x], held_guards, {k: k + 1, w: w + y * x})],
    )
    held = {name: assume(guard) for name, guard in held_guards.items()}
    given = {name: assume(hypothesis) for name, hypothesis in FIXED_HYPOTHESES.items()}
    per_update = R**2 + 2 * tau
    count = counting("T4.fixed", run)
    progress_claim = inner(w, u) >= k * gamma
    progress = invariant("T4.fixed.progress", run, progress_claim, [[assume(progress_claim), held["margin"]]])
    growth_claim = norm_sq(w) <= k * per_update
    growth = invariant(
        "T4.fixed.growth",
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
    return refute(
        "T4.fixed.bound",
        k * gamma**2 <= per_update * norm_sq(u),
        [
            times(1, norm(u), growth, squares=[gamma]),
            times(1, cauchy_schwarz(w, u), squares=[gamma]),
            squared(gamma, inner(w, u) - k * gamma),
            times(2, count, given["nonnegative_gamma"], progress, squares=[gamma]),
            times(1, NEGATED, NEGATED),
            times(1, norm(u), NEGATED, squares=[R]),
            times(2, norm(u), NEGATED, given["nonnegative_threshold"]),
        ],
    )


BOUND = _prove_bound()
RHO = _prove_rho()
FIXED = _prove_fixed()


def statements() -> list[Statement]:
    once = step(y=1, x=(1,), n_next=1, s_next=1)
    no_root = step(y=1, x=(1,), n_next=1, s_next=0)  # for R = β, where s stays 0
    # R² − β² = 1 and γ = R: a wrong length lets a second, needless update pass
    long = Fraction(25, 24)
    wrong_length = [
        step(y=1, x=(long,), n_next=100, s_next=1),
        step(y=1, x=(long,), n_next=2 * long, s_next=root(2)),
    ]
    plain = step(y=1, x=(1,))
    ghost = "s only names a number that every run has; the conclusion does not mention it"
    return [
        Statement(
            id="T4",
            title="The margin perceptron",
            words="Updating whenever y⟨w,x⟩ ≤ β‖w‖, with ‖u‖ = 1 and 0 ≤ β ≤ γ: k(γ − β)² ≤ R² − β².",
            theorem=BOUND,
            hypotheses=HYPOTHESES,
            witness=model(once, u=(1,), gamma=1, beta=0, R=1),
            countermodels={
                "nonnegative_beta": model(no_root, u=(1,), gamma=1, beta=-1, R=1),
                "beta_below_gamma": model(no_root, u=(1,), gamma=0, beta=1, R=1),
                "beta_below_radius": model(u=(1,), gamma=1, beta=1, R=0),
                "unit_separator": model(once, u=(2,), gamma=2, beta=0, R=1),
                "label": model(step(y=2, x=(1,), n_next=2, s_next=1), u=(1,), gamma=2, beta=0, R=1),
                "margin": model(once, u=(1,), gamma=2, beta=0, R=1),
                "radius": model(step(y=1, x=(2,), n_next=2, s_next=1), u=(1,), gamma=2, beta=0, R=1),
                "mistake": model(
                    once,
                    step(y=1, x=(1,), n_next=2, s_next=root(2)),
                    u=(1,),
                    gamma=1,
                    beta=0,
                    R=1,
                ),
                "length": model(*wrong_length, u=(1,), gamma=long, beta=Fraction(7, 24), R=long),
            },
            kept={
                "nonnegative_length": "n is a length; with the other sign fewer updates are allowed",
                "nonnegative_root": ghost,
                "root": ghost,
            },
        ),
        Statement(
            id="T4.rho",
            title="β ≤ R costs nothing",
            words="One example on which the unit separator has margin γ ≥ β ≥ 0 shows R² ≥ β².",
            theorem=RHO,
            hypotheses=RHO_HYPOTHESES,
            witness=model(u=(1,), x=(1,), y=1, gamma=1, beta=1, R=1),
            countermodels={
                "label": model(u=(1,), x=(1,), y=2, gamma=2, beta=2, R=1),
                "margin": model(u=(1,), x=(1,), y=1, gamma=2, beta=2, R=1),
                "radius": model(u=(1,), x=(2,), y=1, gamma=2, beta=2, R=1),
                "unit_separator": model(u=(2,), x=(1,), y=1, gamma=2, beta=2, R=1),
                "nonnegative_beta": model(u=(1,), x=(1,), y=1, gamma=1, beta=-5, R=1),
                "beta_below_gamma": model(u=(1,), x=(1,), y=1, gamma=1, beta=5, R=1),
            },
        ),
        Statement(
            id="T4.fixed",
            title="A fixed threshold",
            words="Updating whenever y⟨w,x⟩ ≤ τ: kγ² ≤ (R² + 2τ)‖u‖².",
            theorem=FIXED,
            hypotheses=FIXED_HYPOTHESES,
            witness=model(plain, plain, u=(1,), gamma=1, tau=1, R=1),
            countermodels={
                "nonnegative_gamma": model(plain, u=(1,), gamma=-2, tau=0, R=1),
                "nonnegative_threshold": model(u=(1,), gamma=1, tau=-1, R=1),
                "label": model(step(y=2, x=(1,)), u=(1,), gamma=2, tau=0, R=1),
                "margin": model(plain, u=(1,), gamma=2, tau=0, R=1),
                "radius": model(step(y=1, x=(2,)), u=(1,), gamma=2, tau=0, R=1),
                "mistake": model(plain, plain, u=(1,), gamma=1, tau=0, R=1),
            },
        ),
    ]
