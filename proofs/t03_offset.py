"""T3, the offset by folding: append a constant c to every example, and the offset is one more weight.

Folding writes x' = x + c·e, w' = w + β·e, u' = u + v·e with a unit vector e orthogonal to everything else.
Then ⟨w',x'⟩ = ⟨w,x⟩ + b with b = c·β, and the update β ← β + y·c is b ← b + y·c². So T1 for the folded run
gives

    kγ² ≤ (R² + c²)(‖u‖² + v²),     where c·v is the offset b* of the separator.

`T3.unit` is c = 1. `T3.radius` is c = R; with a unit separator and both classes present |b*| ≤ R − γ, hence
kγ² ≤ 2R² + 2(R − γ)², and k < (2R/γ)². The best constant is c = √(R|b*|), which gives (R + |b*|)²/γ².
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import NONNEGATIVE_GAMMA, R, gamma, k, novikoff, u, w, x, y
from verified_perceptron.logic import (
    FOLD,
    Theorem,
    Vector,
    assume,
    cases,
    cut,
    equal,
    inner,
    instantiate,
    norm_sq,
    scalars,
    substitution,
    system,
    transition,
    vectors,
)
from verified_perceptron.logic.models import Model, Step, model, step
from verified_perceptron.logic.tactics import by_sum, invariant, square_le, squared, times

beta, b, c, v, size, inverse_c = scalars("beta b c v size inverse_c")
e, x_pos, x_neg = vectors("e x_pos x_neg")

AXIS = {
    "unit_axis": equal(norm_sq(e), 1),
    "weights_off_axis": equal(inner(w, e), 0),
    "example_off_axis": equal(inner(x, e), 0),
}

FOLDED = novikoff(
    "T3",
    weights=w + beta * FOLD,
    example=x + c * FOLD,
    separator=u + v * FOLD,
    radius_sq=R**2 + c**2,
    squares=[squared(R), squared(c)],
    folded={beta: beta + y * c},
)
UNIT_FOLD = instantiate(FOLDED.bound, {c: 1})
RADIUS_FOLD = instantiate(FOLDED.bound, {c: R})


def _prove_value() -> Theorem:
    """⟨w + βe, x + ce⟩ = ⟨w,x⟩ + cβ: what the folded axis does, with the axis as an ordinary vector."""
    held = {name: assume(hypothesis) for name, hypothesis in AXIS.items()}
    return by_sum(
        "T3.value",
        equal(inner(w + beta * e, x + c * e), inner(w, x) + c * beta),
        [
            times(c, held["weights_off_axis"]),
            times(beta, held["example_off_axis"]),
            times(c * beta, held["unit_axis"]),
        ],
    )


def _prove_folding() -> Theorem:
    """b = c·β all along, when b moves by y·c² and β by y·c."""
    run = system(
        "T3_folding",
        {b: 0, beta: 0},
        [transition("update", [y], {}, {b: b + y * c**2, beta: beta + y * c})],
    )
    return invariant("T3.folding", run, equal(b, c * beta), [[assume(equal(b, c * beta))]])


BOTH_CLASSES = {
    "unit_separator": equal(norm_sq(u), 1),
    "nonnegative_radius": R >= 0,
    "radius_pos": norm_sq(x_pos) <= R**2,
    "radius_neg": norm_sq(x_neg) <= R**2,
    "margin_pos": inner(u, x_pos) + b >= gamma,
    "margin_neg": -(inner(u, x_neg) + b) >= gamma,
}


@dataclass(frozen=True)
class _Offset:
    """How large the offset of a unit separator can be when both classes are present."""

    gap: Theorem  # R − γ ≥ 0
    size: Theorem  # b² ≤ (R − γ)²
    strict: Theorem  # b² < R²


def _prove_offset() -> _Offset:
    held = {name: assume(hypothesis) for name, hypothesis in BOTH_CLASSES.items()}

    def within_radius(name: str, example: Vector, radius: Theorem, sign: int) -> Theorem:
        """R ≥ sign·⟨u,example⟩."""
        squares = by_sum(
            f"{name}.square",
            inner(u, example) ** 2 <= R**2,
            [cauchy_schwarz(u, example), radius, times(-norm_sq(example), held["unit_separator"])],
        )
        return square_le(name, sign * inner(u, example), squares, held["nonnegative_radius"])

    above = within_radius("T3.offset.pos", x_pos, held["radius_pos"], 1)
    below = within_radius("T3.offset.neg", x_neg, held["radius_neg"], -1)
    low = by_sum("T3.offset.low", R - gamma + b >= 0, [above, held["margin_pos"]])
    high = by_sum("T3.offset.high", R - gamma - b >= 0, [below, held["margin_neg"]])
    half = Fraction(1, 2)
    gap = by_sum("T3.offset.gap", gamma <= R, [times(half, low), times(half, high)])
    bounded = by_sum("T3.offset.size", b**2 <= (R - gamma) ** 2, [times(1, low, high)])
    positive = assume(gamma > 0)
    strict = by_sum(
        "T3.offset.strict",
        b**2 < R**2,
        [bounded, times(2, positive, gap), times(1, positive, positive)],
    )
    # only R² matters for the strict form, so R < 0 is the case of −R
    if_positive = cut(by_sum("T3.offset.sign", R >= 0, [assume(R > 0)]), strict)
    return _Offset(gap, bounded, cases(R, if_positive, instantiate(strict, {R: -R})))


@dataclass(frozen=True)
class _Radius:
    """The radius fold with both classes present."""

    sharp: Theorem
    strict: Theorem


def _prove_radius(offset: _Offset) -> _Radius:
    # the separator's offset is R·v here
    size_, gap = (instantiate(theorem, {b: R * v}) for theorem in (offset.size, offset.gap))
    unit = assume(BOTH_CLASSES["unit_separator"])
    sharp = by_sum(
        "T3.radius.sharp",
        k * gamma**2 <= 2 * R**2 + 2 * (R - gamma) ** 2,
        [RADIUS_FOLD, times(2, size_), times(-2 * R**2, unit)],
    )
    positive = assume(gamma > 0)
    strict = by_sum(
        "T3.radius.strict",
        k * gamma**2 < 4 * R**2,
        [sharp, times(4, positive, gap), times(2, positive, positive)],
    )
    weak = by_sum("T3.radius.gamma", gamma >= 0, [positive])
    return _Radius(sharp, cut(weak, strict))


@dataclass(frozen=True)
class _Best:
    """Which constant to fold with; 1/c is given as inverse_c, |b*| as size."""

    bound: Theorem
    attained: Theorem


def _prove_best() -> _Best:
    inverse = assume(equal(c * inverse_c, 1))
    product = (R**2 + c**2) * (1 + size**2 * inverse_c**2)
    excess = c - R * size * inverse_c
    weight = size**2 * (c * inverse_c + 1) + 2 * R * size
    bound = by_sum("T3.best", (R + size) ** 2 <= product, [squared(excess), times(weight, inverse)])
    best = assume(equal(c**2, R * size))
    attained = by_sum(
        "T3.best.attained",
        equal(product, (R + size) ** 2),
        [times(weight - c * excess, inverse), times(inverse_c * excess, best)],
    )
    return _Best(bound, attained)


VALUE = _prove_value()
FOLDING = _prove_folding()
OFFSET = _prove_offset()
RADIUS = _prove_radius(OFFSET)
BEST = _prove_best()


def _fold_countermodels(fold: dict[str, int]) -> dict[str, Model]:
    """A single example on the line, folded with constant 1; the bound is then kγ² ≤ 2."""
    once = step(y=1, x=(1,))
    return {
        "nonnegative_gamma": model(once, u=(1,), v=0, gamma=-2, R=1, **fold),
        "label": model(step(y=2, x=(1,)), u=(1,), v=0, gamma=2, R=1, **fold),
        "margin": model(once, u=(1,), v=0, gamma=2, R=1, **fold),
        "radius": model(step(y=1, x=(2,)), u=(1,), v=0, gamma=2, R=1, **fold),
        "mistake": model(once, once, once, u=(1,), v=0, gamma=1, R=1, **fold),
    }


def _offset_countermodels(gamma_value: Fraction) -> dict[str, Model]:
    """Two points ±1 on the line; with the separator 1 they allow offsets up to 1 − γ."""
    g = gamma_value
    return {
        "unit_separator": model(u=(2,), x_pos=(1,), x_neg=(-1,), b=2 - g, gamma=g, R=1),
        "radius_pos": model(u=(1,), x_pos=(5,), x_neg=(-1,), b=-3, gamma=g, R=1),
        "radius_neg": model(u=(1,), x_pos=(1,), x_neg=(-5,), b=3, gamma=g, R=1),
        "margin_pos": model(u=(1,), x_pos=(1,), x_neg=(-1,), b=-3, gamma=g, R=1),
        "margin_neg": model(u=(1,), x_pos=(1,), x_neg=(-1,), b=3, gamma=g, R=1),
    }


def _radius_run(*run: Step, u: int = 1, gamma: int = 1, v: int = 0, x_pos: int = 1, x_neg: int = -1) -> Model:
    """A run on the line with R = 1, so with the constant 1 appended."""
    return model(*run, u=(u,), gamma=gamma, v=v, R=1, x_pos=(x_pos,), x_neg=(x_neg,))


def _radius_countermodels() -> dict[str, Model]:
    plus, minus = step(y=1, x=(1,)), step(y=-1, x=(1,))
    only_pos = (step(y=1, x=(1,)), step(y=1, x=(-1,)))
    only_neg = (step(y=-1, x=(-1,)), step(y=-1, x=(1,)))
    third = Fraction(1, 3)
    half = Fraction(1, 2)
    return {
        "label": _radius_run(plus, step(y=-2, x=(-half,)), step(y=2, x=(half,)), step(y=-3, x=(-third,))),
        "margin": _radius_run(plus, minus, plus, minus),
        "radius": model(
            step(y=1, x=(1, 5)),
            step(y=1, x=(1, -5)),
            step(y=-1, x=(-1, 7)),
            step(y=1, x=(1, 9)),
            u=(1, 0),
            x_pos=(1, 0),
            x_neg=(-1, 0),
            gamma=1,
            v=0,
            R=1,
        ),
        "mistake": _radius_run(plus, plus, plus, plus),
        "unit_separator": _radius_run(plus, step(y=-1, x=(-1,)), u=2, gamma=2),
        "radius_pos": _radius_run(*only_neg, gamma=9, v=-10, x_pos=20),
        "margin_pos": _radius_run(*only_neg, gamma=9, v=-10),
        "radius_neg": _radius_run(*only_pos, gamma=9, v=10, x_neg=-20),
        "margin_neg": _radius_run(*only_pos, gamma=9, v=10),
    }


def statements() -> list[Statement]:
    half = Fraction(1, 2)
    plus, minus = step(y=1, x=(1,)), step(y=-1, x=(-1,))
    at_offset = substitution({b: R * v})
    both_classes_folded = {name: at_offset.in_comparison(h) for name, h in BOTH_CLASSES.items()}
    symmetric = {"nonnegative_radius": "R is a length; for R < 0 the folded coordinate only changes its sign"}
    return [
        Statement(
            id="T3",
            title="The bound with an offset",
            words="Folded with any constant c, k updates satisfy kγ² ≤ (R² + c²)(‖u‖² + (b*/c)²).",
            theorem=FOLDED.bound,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=model(plus, minus, u=(1,), v=0, gamma=1, R=1, c=1),
            countermodels=_fold_countermodels({"c": 1}),
        ),
        Statement(
            id="T3.value",
            title="Folding keeps the value",
            words="The folded inner product is the affine value: ⟨w + βe, x + ce⟩ = ⟨w,x⟩ + cβ.",
            theorem=VALUE,
            hypotheses=AXIS,
            witness=model(e=(0, 1), w=(2, 0), x=(3, 0), c=5, beta=7),
            countermodels={
                "unit_axis": model(e=(0, 2), w=(2, 0), x=(3, 0), c=1, beta=1),
                "weights_off_axis": model(e=(0, 1), w=(2, 1), x=(3, 0), c=1, beta=1),
                "example_off_axis": model(e=(0, 1), w=(2, 0), x=(3, 1), c=1, beta=1),
            },
        ),
        Statement(
            id="T3.folding",
            title="Folding, update by update",
            words="The offset that moves by y·c² is c times the folded weight that moves by y·c.",
            theorem=FOLDING,
            witness=model(step(y=1), step(y=-1), step(y=1), c=3),
        ),
        Statement(
            id="T3.unit",
            title="The unit fold",
            words="With 1 appended: kγ² ≤ (R² + 1)(‖u‖² + b*²).",
            theorem=UNIT_FOLD,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=model(plus, minus, u=(1,), v=0, gamma=1, R=1),
            countermodels=_fold_countermodels({}),
        ),
        Statement(
            id="T3.radius",
            title="The radius fold",
            words="With R appended: kγ² ≤ 2R²(‖u‖² + (b*/R)²).",
            theorem=RADIUS_FOLD,
            hypotheses={"nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=model(plus, minus, u=(1,), v=0, gamma=1, R=1),
            countermodels=_fold_countermodels({}),
        ),
        Statement(
            id="T3.offset",
            title="The offset is small",
            words="If a unit separator has margin γ on one example of each class, then |b*| ≤ R − γ.",
            theorem=OFFSET.size,
            hypotheses=BOTH_CLASSES,
            witness=model(u=(1,), x_pos=(1,), x_neg=(-1,), b=half, gamma=half, R=1),
            countermodels={
                **_offset_countermodels(Fraction(0)),
                "nonnegative_radius": model(u=(1,), x_pos=(1,), x_neg=(-1,), b=1, gamma=-1, R=-1),
            },
        ),
        Statement(
            id="T3.offset_strict",
            title="The offset is smaller than the radius",
            words="With a positive margin on both classes, |b*| < R.",
            theorem=OFFSET.strict,
            hypotheses={
                **{name: h for name, h in BOTH_CLASSES.items() if name != "nonnegative_radius"},
                "positive_gamma": gamma > 0,
            },
            witness=model(u=(1,), x_pos=(1,), x_neg=(-1,), b=half, gamma=half, R=1),
            countermodels={
                **_offset_countermodels(half),
                "positive_gamma": model(u=(1,), x_pos=(1,), x_neg=(-1,), b=1, gamma=0, R=1),
            },
        ),
        Statement(
            id="T3.radius_sharp",
            title="The radius fold, both classes present",
            words="With a unit separator: kγ² ≤ 2R² + 2(R − γ)².",
            theorem=RADIUS.sharp,
            hypotheses={**both_classes_folded, "nonnegative_gamma": NONNEGATIVE_GAMMA},
            witness=_radius_run(plus, minus),
            countermodels={
                **_radius_countermodels(),
                "nonnegative_gamma": _radius_run(*[plus, step(y=-1, x=(1,))] * 2, gamma=-3),
            },
            kept=symmetric,
        ),
        Statement(
            id="T3.radius_strict",
            title="Fewer than (2R/γ)² updates",
            words="With a unit separator and both classes present: kγ² < 4R².",
            theorem=RADIUS.strict,
            hypotheses={**both_classes_folded, "positive_gamma": gamma > 0},
            witness=_radius_run(plus, minus),
            countermodels={
                **_radius_countermodels(),
                "positive_gamma": model(u=(1,), v=0, gamma=0, R=0, x_pos=(0,), x_neg=(0,)),
            },
            kept=symmetric,
        ),
        Statement(
            id="T3.best",
            title="No constant does better than (R + |b*|)²",
            words="For every c: (R² + c²)(1 + b*²/c²) ≥ (R + |b*|)².",
            theorem=BEST.bound,
            hypotheses={"inverse": equal(c * inverse_c, 1)},
            witness=model(R=1, c=2, inverse_c=half, size=3),
            countermodels={"inverse": model(R=1, c=1, inverse_c=0, size=5)},
        ),
        Statement(
            id="T3.best_attained",
            title="The best constant",
            words="c² = R|b*| gives exactly (R + |b*|)².",
            theorem=BEST.attained,
            hypotheses={"inverse": equal(c * inverse_c, 1), "best_constant": equal(c**2, R * size)},
            witness=model(R=1, c=2, inverse_c=half, size=4),
            countermodels={
                "inverse": model(R=1, c=1, inverse_c=0, size=1),
                "best_constant": model(R=1, c=1, inverse_c=1, size=0),
            },
        ),
    ]
