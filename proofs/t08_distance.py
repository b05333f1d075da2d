"""T8, the geometric margin is the distance to the hyperplane {h : ⟨w,h⟩ + b = 0}.

Write f = ⟨w,x⟩ + b and v = 1/‖w‖². The foot h₀ = x − v·f·w lies on the hyperplane, at squared distance v·f²
from x. No point h of it is nearer: ‖w‖²‖x − h‖² ≥ f², by Cauchy–Schwarz for w and x − h. And only the foot
is as near: ‖x − h‖² = ‖x − h₀‖² + ‖h₀ − h‖².
"""

from __future__ import annotations

from proofs.statement import Statement
from proofs.t00_cauchy_schwarz import cauchy_schwarz
from proofs.t01_novikoff import w, x
from verified_perceptron.logic import assume, equal, inner, norm_sq, scalars, vectors
from verified_perceptron.logic.models import model
from verified_perceptron.logic.tactics import by_sum, times

v, b = scalars("v b")
(h,) = vectors("h")

f = inner(w, x) + b
foot = x - v * f * w

INVERSE = equal(v * norm_sq(w), 1)
ON_PLANE = equal(inner(w, h) + b, 0)

FOOT = by_sum("T8.foot", equal(inner(w, foot) + b, 0), [times(-f, assume(INVERSE))])
FOOT_DISTANCE = by_sum("T8.foot_distance", equal(norm_sq(x - foot), v * f**2), [times(v * f**2, assume(INVERSE))])
NEAREST = by_sum(
    "T8.nearest",
    f**2 <= norm_sq(w) * norm_sq(x - h),
    [cauchy_schwarz(w, x - h), times(-inner(w, x - h) - f, assume(ON_PLANE))],
)
PYTHAGORAS = by_sum(
    "T8.pythagoras",
    equal(norm_sq(x - h), norm_sq(x - foot) + norm_sq(foot - h)),
    [times(2 * v * f, FOOT), times(-2 * v * f, assume(ON_PLANE))],
)


def statements() -> list[Statement]:
    return [
        Statement(
            id="T8",
            title="No point of the hyperplane is nearer",
            words="Every h with ⟨w,h⟩ + b = 0 has ‖w‖²‖x − h‖² ≥ (⟨w,x⟩ + b)².",
            theorem=NEAREST,
            hypotheses={"on_plane": ON_PLANE},
            witness=model(w=(3, 4), x=(1, 1), h=(0, 0), b=0),
            countermodels={"on_plane": model(w=(1,), x=(0,), h=(0,), b=1)},
        ),
        Statement(
            id="T8.foot",
            title="The foot lies on the hyperplane",
            words="h₀ = x − f·w/‖w‖² satisfies ⟨w,h₀⟩ + b = 0.",
            theorem=FOOT,
            hypotheses={"inverse": INVERSE},
            witness=model(w=(1, 0), x=(5, 2), v=1, b=-2),
            countermodels={"inverse": model(w=(1,), x=(0,), v=0, b=1)},
        ),
        Statement(
            id="T8.foot_distance",
            title="The distance of the foot",
            words="‖x − h₀‖² = f²/‖w‖².",
            theorem=FOOT_DISTANCE,
            hypotheses={"inverse": INVERSE},
            witness=model(w=(1, 0), x=(5, 2), v=1, b=-2),
            countermodels={"inverse": model(w=(1,), x=(0,), v=2, b=1)},
        ),
        Statement(
            id="T8.pythagoras",
            title="The foot is the only nearest point",
            words="‖x − h‖² = ‖x − h₀‖² + ‖h₀ − h‖² for every h on the hyperplane.",
            theorem=PYTHAGORAS,
            hypotheses={"inverse": INVERSE, "on_plane": ON_PLANE},
            witness=model(w=(1, 0), x=(5, 2), v=1, b=-2, h=(2, 7)),
            countermodels={
                "inverse": model(w=(1,), x=(0,), v=2, b=1, h=(-1,)),
                "on_plane": model(w=(1,), x=(0,), v=1, b=1, h=(1,)),
            },
        ),
    ]
