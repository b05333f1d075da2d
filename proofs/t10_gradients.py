"""T10, gradients: which update rules are steepest descent, and which are not.

A gradient is shown by an exact expansion: J(w + h) − J(w) = ⟨gradient, h⟩ + remainder, for every h. The
values J(w) and J(w + h) have names here (`before`, `after`), so that the statements can be read.

- Perceptron criterion on a mistake, J = −y⟨w,x⟩: gradient −y·x, remainder 0.
- Delta rule, J = ½(t − ⟨w,x⟩)²: gradient −(t − ⟨w,x⟩)·x, remainder ½⟨x,h⟩², between 0 and ½‖x‖²‖h‖².
- With t, o ∈ {−1, 1}: t − o = 2t on a mistake and 0 otherwise; with {0, 1}: t − o = 2t − 1 on a mistake.
- J = (t − o)(−⟨w,x⟩), o held fixed: gradient −(t − o)·x, the perceptron's direction.
- J = (t − o)²(−⟨w,x⟩), o held fixed: gradient −(t − o)²·x, which is −4x on every mistake, whatever the label:
  for t = −1 a step against it makes the mistake worse.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import w, x, y
from verified_perceptron.logic import (
    Comparison,
    Polynomial,
    Theorem,
    Vector,
    assume,
    equal,
    inner,
    norm,
    norm_sq,
    scalars,
    vectors,
)
from verified_perceptron.logic.models import Plain, model
from verified_perceptron.logic.tactics import by_sum, times

t, o, before, after = scalars("t o before after")
(h,) = vectors("h")
half = Fraction(1, 2)


def _values(value: Polynomial, moved: Polynomial) -> dict[str, Comparison]:
    return {"value_before": equal(before, value), "value_after": equal(after, moved)}


def _delta(weights: Vector) -> Polynomial:
    return half * (t - inner(weights, x)) ** 2


CRITERION = _values(-y * inner(w, x), -y * inner(w + h, x))
DELTA = _values(_delta(w), _delta(w + h))
FIRST = _values(-(t - o) * inner(w, x), -(t - o) * inner(w + h, x))
SQUARED = _values(-((t - o) ** 2) * inner(w, x), -((t - o) ** 2) * inner(w + h, x))
DELTA_STEP = (t - inner(w, x)) * x

LABEL, MISTAKE, RIGHT = equal(t**2, 1), equal(t * o, -1), equal(t * o, 1)


def _gradient(name: str, values: dict[str, Comparison], gradient: Vector) -> Theorem:
    """after − before = ⟨gradient, h⟩."""
    old, new = (assume(value) for value in values.values())
    return by_sum(name, equal(after - before, inner(gradient, h)), [new, times(-1, old)])


def _delta_remainder(name: str) -> tuple[Theorem, Theorem, Theorem]:
    old, new = (assume(value) for value in DELTA.values())
    remainder = after - before + inner(DELTA_STEP, h)
    exact = by_sum(name, equal(remainder, half * inner(x, h) ** 2), [new, times(-1, old)])
    low = by_sum(f"{name}.low", remainder >= 0, [times(half, squares=[inner(x, h)]), times(1, exact)])
    high = by_sum(
        f"{name}.high",
        remainder <= half * norm_sq(x) * norm_sq(h),
        [times(half, cauchy_schwarz(x, h)), times(-1, exact)],
    )
    return exact, low, high


def _signs() -> dict[str, Theorem]:
    label, mistake, right = assume(LABEL), assume(MISTAKE), assume(RIGHT)
    opposite = [times(-t, mistake), times(o, label)]  # −t − o
    return {
        "mistake": by_sum("T10.mistake", equal(t - o, 2 * t), opposite),
        "right": by_sum("T10.right", equal(t, o), [times(-t, right), times(o, label)]),
        "zero_one": by_sum("T10.zero_one", equal(t - o, 2 * t - 1), [times(-1, assume(equal(t + o, 1)))]),
        "four": by_sum(
            "T10.four",
            equal((t - o) ** 2, 4),
            [times(-t * (3 * t - o), mistake), times(o * (3 * t - o) + 4, label)],
        ),
        "wrong_way": by_sum(
            "T10.wrong_way",
            t * inner(w + 4 * x, x) <= t * inner(w, x),
            [times(4, norm(x)), times(-4 * norm_sq(x), assume(equal(t, -1)))],
        ),
    }


def _gradient_statement(id_: str, title: str, theorem: Theorem, values: dict[str, Comparison]) -> Statement:
    # at w = h = x = 1 with y = t = 1, o = −1 the criteria are −1, −2 and −4 and double with w
    size: dict[str, int] = {"T10.criterion": -1, "T10.first": -2, "T10.squared": -4}
    here: dict[str, Plain] = {"w": (1,), "h": (1,), "x": (1,), "y": 1, "t": 1, "o": -1}
    value = size[id_]
    return Statement(
        id=id_,
        title=title,
        words=f"{title}: J(w + h) − J(w) = ⟨gradient, h⟩, exactly.",
        theorem=theorem,
        hypotheses=values,
        witness=model(**here, before=value, after=2 * value),
        countermodels={
            "value_before": model(**here, before=0, after=2 * value),
            "value_after": model(**here, before=value, after=0),
        },
    )


def statements() -> list[Statement]:
    criterion = _gradient("T10.criterion", CRITERION, -y * x)
    first = _gradient("T10.first", FIRST, -(t - o) * x)
    square = _gradient("T10.squared", SQUARED, -((t - o) ** 2) * x)
    exact, low, high = _delta_remainder("T10.delta")
    signs = _signs()
    return [
        _gradient_statement("T10.criterion", "The perceptron criterion has gradient −y·x", criterion, CRITERION),
        _gradient_statement("T10.first", "(t − o)(−⟨w,x⟩) has gradient −(t − o)·x", first, FIRST),
        _gradient_statement("T10.squared", "(t − o)²(−⟨w,x⟩) has gradient −(t − o)²·x", square, SQUARED),
        *_delta_statements(exact, low, high),
        *_sign_statements(signs),
    ]


def _delta_statements(exact: Theorem, low: Theorem, high: Theorem) -> list[Statement]:
    # at w = 0, x = h = 1, t = 0: J goes from 0 to ½, all of it remainder
    witness = model(w=(0,), x=(1,), h=(1,), t=0, before=0, after=half)
    wrong = {
        "value_before": model(w=(0,), x=(1,), h=(1,), t=0, before=1, after=half),
        "value_after": model(w=(0,), x=(1,), h=(1,), t=0, before=0, after=-1),
    }
    too_high = {
        "value_before": model(w=(0,), x=(1,), h=(1,), t=0, before=-1, after=half),
        "value_after": model(w=(0,), x=(1,), h=(1,), t=0, before=0, after=1),
    }
    return [
        Statement(
            id="T10.delta",
            title="The delta rule's expansion",
            words="E(w + h) − E(w) + ⟨(t − ⟨w,x⟩)x, h⟩ = ½⟨x,h⟩².",
            theorem=exact,
            hypotheses=DELTA,
            witness=witness,
            countermodels=wrong,
        ),
        Statement(
            id="T10.delta_low",
            title="The delta rule's remainder is not negative",
            words="The error never falls below its tangent.",
            theorem=low,
            hypotheses=DELTA,
            witness=witness,
            countermodels=wrong,
        ),
        Statement(
            id="T10.delta_high",
            title="The delta rule's remainder is small",
            words="The remainder is at most ½‖x‖²‖h‖².",
            theorem=high,
            hypotheses=DELTA,
            witness=witness,
            countermodels=too_high,
        ),
    ]


def _sign_statements(signs: dict[str, Theorem]) -> list[Statement]:
    return [
        Statement(
            id="T10.mistake",
            title="t − o = 2t on a mistake",
            words="With labels ±1, the difference on a mistake is twice the label.",
            theorem=signs["mistake"],
            hypotheses={"label": LABEL, "mistake": MISTAKE},
            witness=model(t=1, o=-1),
            countermodels={"label": model(t=2, o=-half), "mistake": model(t=1, o=1)},
        ),
        Statement(
            id="T10.right",
            title="t − o = 0 when right",
            words="With labels ±1, nothing is to be corrected when output and label agree.",
            theorem=signs["right"],
            hypotheses={"label": LABEL, "right": RIGHT},
            witness=model(t=-1, o=-1),
            countermodels={"label": model(t=2, o=half), "right": model(t=1, o=-1)},
        ),
        Statement(
            id="T10.zero_one",
            title="t − o = 2t − 1 on a mistake, for labels 0 and 1",
            words="With labels 0 and 1, the difference on a mistake is the label as ±1.",
            theorem=signs["zero_one"],
            hypotheses={"mistake": equal(t + o, 1)},
            witness=model(t=1, o=0),
            countermodels={"mistake": model(t=1, o=1)},
        ),
        Statement(
            id="T10.four",
            title="(t − o)² = 4 on every mistake",
            words="The square forgets the label.",
            theorem=signs["four"],
            hypotheses={"label": LABEL, "mistake": MISTAKE},
            witness=model(t=-1, o=1),
            countermodels={"label": model(t=2, o=-half), "mistake": model(t=1, o=1)},
        ),
        Statement(
            id="T10.wrong_way",
            title="For t = −1 the step 4x goes the wrong way",
            words="Moving against the gradient −4x lowers t⟨w,x⟩ when t = −1.",
            theorem=signs["wrong_way"],
            hypotheses={"negative_label": equal(t, -1)},
            witness=model(t=-1, w=(1,), x=(1,)),
            countermodels={"negative_label": model(t=1, w=(1,), x=(1,))},
        ),
    ]
