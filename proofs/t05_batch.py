"""T5, batches: many mistakes corrected at once.

In a round, S is the sum of the m misclassified examples z = y·x. Like a single example it has margin,
length and mistake: ⟨S,u⟩ ≥ mγ, ‖S‖² ≤ m²R², ⟨w,S⟩ ≤ 0 (`T5.sum_…`). With rates ηⱼ ≥ 0, A = Σηⱼmⱼ and B =
Σηⱼ²mⱼ²,

    γ²A² ≤ R²‖u‖²B                                     (`T5`)

and, with at most n examples and E = Σηⱼ, Q = Σηⱼ²:  γ²E² ≤ n²R²‖u‖²Q   (`T5.rates`). So the run ends whenever
(Σηⱼ)² outgrows Σηⱼ². At the fixed rate 1 the number M = Σmⱼ of corrections, hence the number k of rounds,
is at most nR²‖u‖²/γ². Stepping by the mean of the mistakes instead of their sum removes n: kγ² ≤ R²‖u‖².
"""

from __future__ import annotations

from dataclasses import dataclass

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NONNEGATIVE_GAMMA, R, combine, counting, gamma, k, u, w
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
from verified_perceptron.logic.tactics import (
    NEGATED,
    Part,
    by_sum,
    invariant,
    refute,
    square_le,
    squared,
    times,
)

m, n, eta, A, B, E, Q, M, v = scalars("m n eta A B E Q M v")
z, S = vectors("z S")

EXAMPLE = {"margin": inner(z, u) >= gamma, "radius": norm_sq(z) <= R**2, "mistake": inner(w, z) <= 0}
SUM = {
    "sum_margin": inner(S, u) >= m * gamma,
    "sum_radius": norm_sq(S) <= m**2 * R**2,
    "sum_mistake": inner(w, S) <= 0,
}
BATCH = {**SUM, "nonempty": m >= 1, "size": m <= n}


@dataclass(frozen=True)
class _Sum:
    """The sum of m misclassified examples behaves like one."""

    margin: Theorem
    radius: Theorem
    mistake: Theorem


def _prove_sum() -> _Sum:
    run = system("T5_sum", {m: 0, S: ZERO}, [transition("add", [z], EXAMPLE, {m: m + 1, S: S + z})])
    held = {name: assume(guard) for name, guard in EXAMPLE.items()}
    count = invariant("T5.sum.count", run, m >= 0, [[assume(m >= 0), times(1)]])
    margin_claim, radius_claim, mistake_claim = SUM.values()
    margin = invariant("T5.sum.margin", run, margin_claim, [[assume(margin_claim), held["margin"]]])
    mistake = invariant("T5.sum.mistake", run, mistake_claim, [[assume(mistake_claim), held["mistake"]]])

    product = by_sum(
        "T5.sum.product",
        inner(S, z) ** 2 <= (m * R**2) ** 2,
        [
            cauchy_schwarz(S, z),
            times(1, assume(radius_claim), norm(z)),
            times(1, held["radius"], squares=[m * R]),
        ],
    )
    side = by_sum("T5.sum.side", m * R**2 >= 0, [times(1, assume(m >= 0), squares=[R])])
    turn = square_le("T5.sum.turn", inner(S, z), product, side)
    radius_step: list[Part] = [assume(radius_claim), held["radius"], times(2, turn)]
    radius_next = by_sum("T5.sum.radius.step", norm_sq(S + z) <= (m + 1) ** 2 * R**2, radius_step)
    radius = invariant("T5.sum.radius", run, radius_claim, [radius_next], using=[count])
    return _Sum(margin, radius, mistake)


@dataclass(frozen=True)
class _Rounds:
    """Rounds with rates of their own."""

    core: Theorem
    rates: Theorem


def _prove_rounds() -> _Rounds:
    guards = {**BATCH, "rate": eta >= 0}
    run = system(
        "T5",
        {k: 0, A: 0, B: 0, E: 0, Q: 0, w: ZERO},
        [
            transition(
                "round",
                [S, m, eta],
                guards,
                {
                    k: k + 1,
                    A: A + eta * m,
                    B: B + eta**2 * m**2,
                    E: E + eta,
                    Q: Q + eta**2,
                    w: w + eta * S,
                },
            )
        ],
    )
    held = {name: assume(guard) for name, guard in guards.items()}
    rate, nonempty, size = held["rate"], held["nonempty"], held["size"]

    progress_claim = inner(w, u) >= gamma * A
    progress = invariant(
        "T5.progress", run, progress_claim, [[assume(progress_claim), times(1, held["sum_margin"], rate)]]
    )
    growth_claim = norm_sq(w) <= R**2 * B
    growth = invariant(
        "T5.growth",
        run,
        growth_claim,
        [
            [
                assume(growth_claim),
                times(1, held["sum_radius"], squares=[eta]),
                times(2, held["sum_mistake"], rate),
            ]
        ],
    )
    rates_sign = invariant("T5.rates_sign", run, E >= 0, [[assume(E >= 0), rate]])
    rates_below = invariant("T5.rates_below", run, A >= E, [[assume(A >= E), times(1, rate, nonempty)]])
    squares_claim = n**2 * Q >= B
    squares_below = invariant(
        "T5.squares_below",
        run,
        squares_claim,
        [
            [
                assume(squares_claim),
                times(1, size, size, squares=[eta]),
                times(2, size, nonempty, squares=[eta]),
                times(2, size, squares=[eta]),
            ]
        ],
    )
    total_sign = by_sum("T5.total_sign", A >= 0, [rates_below, rates_sign])
    core = by_sum(
        "T5.core",
        (gamma * A) ** 2 <= R**2 * norm_sq(u) * B,
        [
            times(1, growth, norm(u)),
            cauchy_schwarz(w, u),
            squared(inner(w, u) - gamma * A),
            times(2, total_sign, assume(NONNEGATIVE_GAMMA), progress),
        ],
    )
    rates = by_sum(
        "T5.rates",
        (gamma * E) ** 2 <= n**2 * R**2 * norm_sq(u) * Q,
        [
            core,
            times(1, squares_below, norm(u), squares=[R]),
            times(1, rates_below, rates_below, squares=[gamma]),
            times(2, rates_below, rates_sign, squares=[gamma]),
        ],
    )
    return _Rounds(core, rates)


@dataclass(frozen=True)
class _Fixed:
    """Rate 1: how many corrections M, and how many rounds k."""

    corrections: Theorem
    rounds: Theorem


def _prove_fixed() -> _Fixed:
    run = system(
        "T5_fixed",
        {k: 0, M: 0, B: 0, w: ZERO},
        [transition("round", [S, m], BATCH, {k: k + 1, M: M + m, B: B + m**2, w: w + S})],
    )
    held = {name: assume(guard) for name, guard in BATCH.items()}
    positive, some = assume(NONNEGATIVE_GAMMA), assume(n >= 0)

    progress_claim = inner(w, u) >= gamma * M
    progress = invariant("T5.fixed.progress", run, progress_claim, [[assume(progress_claim), held["sum_margin"]]])
    growth_claim = norm_sq(w) <= R**2 * B
    growth = invariant(
        "T5.fixed.growth",
        run,
        growth_claim,
        [[assume(growth_claim), held["sum_radius"], times(2, held["sum_mistake"])]],
    )
    squares_claim = n * M >= B
    squares = invariant(
        "T5.fixed.squares",
        run,
        squares_claim,
        [[assume(squares_claim), times(1, held["nonempty"], held["size"]), held["size"]]],
    )
    rounds_claim = k <= M
    rounds_below = invariant("T5.fixed.rounds_below", run, rounds_claim, [[assume(rounds_claim), held["nonempty"]]])
    count = counting("T5.fixed", run)
    sign = by_sum("T5.fixed.sign", M >= 0, [rounds_below, count])
    combination = by_sum(
        "T5.fixed.combination",
        (gamma * M) ** 2 <= n * R**2 * norm_sq(u) * M,
        [
            times(1, growth, norm(u)),
            cauchy_schwarz(w, u),
            squared(inner(w, u) - gamma * M),
            times(2, sign, positive, progress),
            times(1, squares, norm(u), squares=[R]),
        ],
    )
    corrections = refute(
        "T5.fixed.corrections",
        M * gamma**2 <= n * R**2 * norm_sq(u),
        [
            times(1, combination, squares=[gamma]),
            times(1, NEGATED, NEGATED),
            times(1, NEGATED, norm(u), some, squares=[R]),
        ],
    )
    rounds = by_sum(
        "T5.fixed.rounds",
        k * gamma**2 <= n * R**2 * norm_sq(u),
        [corrections, times(1, rounds_below, squares=[gamma])],
    )
    return _Fixed(corrections, rounds)


def _prove_mean() -> Theorem:
    """Steps by S/m; 1/m is given as v."""
    guards = {**SUM, "inverse": equal(v * m, 1), "nonnegative_inverse": v >= 0}
    run = system(
        "T5_mean",
        {k: 0, w: ZERO},
        [transition("round", [S, m, v], guards, {k: k + 1, w: w + v * S})],
    )
    held = {name: assume(guard) for name, guard in guards.items()}
    inverse, sign = held["inverse"], held["nonnegative_inverse"]
    count = counting("T5.mean", run)
    progress_claim = inner(w, u) >= k * gamma
    progress = invariant(
        "T5.mean.progress",
        run,
        progress_claim,
        [[assume(progress_claim), times(1, held["sum_margin"], sign), times(gamma, inverse)]],
    )
    growth_claim = norm_sq(w) <= k * R**2
    growth = invariant(
        "T5.mean.growth",
        run,
        growth_claim,
        [
            [
                assume(growth_claim),
                times(1, held["sum_radius"], squares=[v]),
                times(2, held["sum_mistake"], sign),
                times(-(R**2) * (v * m + 1), inverse),
            ]
        ],
    )
    _, bound = combine("T5.mean", w, u, R**2, squares=[squared(R)], invariants=(count, progress, growth))
    return bound


SUMMED = _prove_sum()
ROUNDS = _prove_rounds()
FIXED = _prove_fixed()
MEAN = _prove_mean()


def _sum_statements() -> list[Statement]:
    witness = model(step(z=(1,)), step(z=(1,)), u=(1,), w=(0,), gamma=1, R=1)
    not_needed = "a guard of the system; this invariant holds without it"
    return [
        Statement(
            id="T5.sum_margin",
            title="The sum has margin",
            words="m misclassified examples add up to S with ⟨S,u⟩ ≥ mγ.",
            theorem=SUMMED.margin,
            witness=witness,
            countermodels={"margin": model(step(z=(1,)), u=(1,), w=(0,), gamma=2, R=1)},
            kept=dict.fromkeys(("radius", "mistake"), not_needed),
        ),
        Statement(
            id="T5.sum_radius",
            title="The sum is not long",
            words="m misclassified examples add up to S with ‖S‖ ≤ mR.",
            theorem=SUMMED.radius,
            witness=witness,
            countermodels={"radius": model(step(z=(2,)), u=(1,), w=(0,), gamma=1, R=1)},
            kept=dict.fromkeys(("margin", "mistake"), not_needed),
        ),
        Statement(
            id="T5.sum_mistake",
            title="The sum is a mistake",
            words="m misclassified examples add up to S with ⟨w,S⟩ ≤ 0.",
            theorem=SUMMED.mistake,
            witness=witness,
            countermodels={"mistake": model(step(z=(1,)), u=(1,), w=(1,), gamma=1, R=1)},
            kept=dict.fromkeys(("margin", "radius"), not_needed),
        ),
    ]


def statements() -> list[Statement]:
    return [*_round_statements(), *_sum_statements(), *_fixed_statements(), _mean_statement()]


def _round_statements() -> list[Statement]:
    once = step(S=(1,), m=1, eta=1)
    backwards = step(S=(1,), m=1, eta=-1)
    common = {
        "nonnegative_gamma": model(once, u=(1,), gamma=-2, R=1, n=1),
        "sum_margin": model(once, u=(1,), gamma=2, R=1, n=1),
        "sum_radius": model(step(S=(2,), m=1, eta=1), u=(1,), gamma=2, R=1, n=1),
        "sum_mistake": model(once, once, u=(1,), gamma=1, R=1, n=1),
        "rate": model(backwards, backwards, u=(1,), gamma=1, R=1, n=1),
    }
    witness = model(once, u=(1,), gamma=1, R=1, n=1)
    return [
        Statement(
            id="T5",
            title="Batches with rates of their own",
            words="With A = Σηⱼmⱼ and B = Σηⱼ²mⱼ²: γ²A² ≤ R²‖u‖²B.",
            theorem=ROUNDS.core,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=witness,
            countermodels={
                **common,
                "nonempty": model(step(S=(-1,), m=-1, eta=1), u=(1,), gamma=2, R=1, n=1),
            },
            kept={"size": "a guard of the system; only T5.rates needs it"},
        ),
        Statement(
            id="T5.rates",
            title="Which rates end the run",
            words="With E = Σηⱼ and Q = Σηⱼ², at most n examples: γ²E² ≤ n²R²‖u‖²Q.",
            theorem=ROUNDS.rates,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=witness,
            countermodels={
                **common,
                "nonempty": model(step(S=(0,), m=0, eta=1), u=(1,), gamma=5, R=1, n=1),
                "size": model(once, u=(1,), gamma=1, R=1, n=0),
            },
        ),
    ]


def _fixed_statements() -> list[Statement]:
    once = step(S=(1,), m=1)
    hypotheses = {"nonnegative_gamma": NONNEGATIVE_GAMMA, "nonnegative_size": n >= 0}
    common = {
        "nonnegative_gamma": model(once, u=(1,), gamma=-2, R=1, n=1),
        "nonnegative_size": model(u=(1,), gamma=1, R=1, n=-1),
        "sum_margin": model(once, u=(1,), gamma=2, R=1, n=1),
        "sum_radius": model(step(S=(2,), m=1), u=(1,), gamma=2, R=1, n=1),
        "sum_mistake": model(once, once, u=(1,), gamma=1, R=1, n=1),
        "size": model(once, u=(1,), gamma=1, R=1, n=0),
    }
    witness = model(step(S=(1, 1), m=2), u=(1, 1), gamma=1, R=1, n=2)
    return [
        Statement(
            id="T5.fixed",
            title="Batches at rate 1: corrections",
            words="The number M of corrected mistakes, over all rounds, satisfies Mγ² ≤ nR²‖u‖².",
            theorem=FIXED.corrections,
            hypotheses=hypotheses,
            witness=witness,
            countermodels=common,
            kept={"nonempty": "says that m counts something; T5.fixed_rounds shows what breaks without"},
        ),
        Statement(
            id="T5.fixed_rounds",
            title="Batches at rate 1: rounds",
            words="The number k of rounds satisfies kγ² ≤ nR²‖u‖².",
            theorem=FIXED.rounds,
            hypotheses=hypotheses,
            witness=witness,
            countermodels={**common, "nonempty": model(step(S=(0,), m=0), u=(1,), gamma=2, R=1, n=1)},
        ),
    ]


def _mean_statement() -> Statement:
    once = step(S=(1,), m=1, v=1)
    stuck = step(S=(1,), m=1, v=0)
    return Statement(
        id="T5.mean",
        title="Batches stepping by the mean",
        words="Stepping by the mean of the mistakes, k rounds satisfy kγ² ≤ R²‖u‖², however many examples.",
        theorem=MEAN,
        hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
        witness=model(once, u=(1,), gamma=1, R=1),
        countermodels={
            "nonnegative_gamma": model(once, u=(1,), gamma=-2, R=1),
            "sum_margin": model(once, u=(1,), gamma=2, R=1),
            "sum_radius": model(step(S=(2,), m=1, v=1), u=(1,), gamma=2, R=1),
            "sum_mistake": model(once, once, u=(1,), gamma=1, R=1),
            "inverse": model(stuck, stuck, u=(1,), gamma=1, R=1),
            "nonnegative_inverse": model(step(S=(1,), m=-1, v=-1), u=(1,), gamma=2, R=1),
        },
    )
