"""Perceptrons that are wrong on purpose, each by one fault.

`Textbook` is a plain, right implementation in one loop, cut into the small decisions it makes.  A fault
overrides one of them.  Every fault claims to follow some conventions and must be caught by a named invariant
when its stream of updates is held to them: `caught_by` says which, and `proofs/faults.py` checks it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

from verified_perceptron.conventions import PRESETS, Conventions
from verified_perceptron.exact import Number, Vector, add_scaled, dot, norm_sq
from verified_perceptron.problem import Problem
from verified_perceptron.trace import Events, PassEnd, Term, Update


class Textbook:
    """The perceptron with an explicit offset, as one would write it; nothing is wrong with it."""

    claims: Conventions = PRESETS["P1"]
    """The conventions that it claims to follow."""
    caught_by: tuple[str, ...] = ()
    """Invariants that catch it; there may be more."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.examples = problem.examples
        self.w: Vector = problem.start.weights
        self.b: Number = problem.start.offset
        self.k = 0

    def events(self) -> Events:
        """The endless stream of updates and passes."""
        seen = 0
        for number in itertools.count(1):
            self.begin_pass()
            for i in self.order(number):
                x, y = self.examples[i]
                seen += 1
                if self.is_mistake(y, self.score(self.w, self.b, x)):
                    step = self.problem.step(1)
                    self.correct(x, y, step)
                    self.k = self.count(self.k)
                    yield Update(self.k, number, seen, (Term(i, step),), self.w, self.b)
            yield PassEnd(number, seen, self.w, self.b)

    def begin_pass(self) -> None:
        """Nothing happens between passes."""

    def order(self, number: int) -> Sequence[int]:  # noqa: ARG002  (a fault may look at the number of the pass)
        """All examples, as they come."""
        return range(len(self.examples))

    def score(self, w: Vector, b: Number, x: Vector) -> Number:
        """⟨w,x⟩ + b."""
        return dot(w, x) + b

    def is_mistake(self, y: int, score: Number) -> bool:
        """y·f ≤ 0."""
        return y * score <= 0

    def correct(self, x: Vector, y: int, step: Number) -> None:
        """w += y·x, b += y·c²."""
        self.w = add_scaled(self.w, step * y, x)
        self.b += step * y * self.problem.offset_step

    def count(self, k: int) -> int:
        """One more update."""
        return k + 1


# --- what a mistake is --------------------------------------------------------------------------


class TieCalledCorrect(Textbook):
    """y·f < 0 instead of y·f ≤ 0: from zero it never starts."""

    caught_by = ("skipped",)

    def is_mistake(self, y: int, score: Number) -> bool:
        return y * score < 0


class TieByPrediction(Textbook):
    """Compares labels with sign(0) = +1: ties of negative examples only are mistakes."""

    caught_by = ("skipped",)

    def is_mistake(self, y: int, score: Number) -> bool:
        return (1 if score >= 0 else -1) != y


class EveryExampleCorrected(Textbook):
    """Never asks whether the example is a mistake."""

    caught_by = ("mistake", "growth")

    def is_mistake(self, y: int, score: Number) -> bool:  # noqa: ARG002  (that is the fault)
        return True


class MarginOfOne(Textbook):
    """Corrects whenever y·f ≤ 1 (scaled), as the hinge loss would."""

    caught_by = ("mistake",)

    def is_mistake(self, y: int, score: Number) -> bool:
        return y * score <= self.problem.score_scale


class LabelDroppedFromTest(Textbook):
    """Tests f ≤ 0 instead of y·f ≤ 0, as one document prints it."""

    caught_by = ("mistake", "skipped")

    def is_mistake(self, y: int, score: Number) -> bool:  # noqa: ARG002  (that is the fault)
        return score <= 0


class AbsoluteScore(Textbook):
    """Tests |f| ≤ 0 instead of y·f ≤ 0."""

    caught_by = ("skipped",)

    def is_mistake(self, y: int, score: Number) -> bool:  # noqa: ARG002  (that is the fault)
        return score == 0


# --- what a correction is -----------------------------------------------------------------------


class LabelDropped(Textbook):
    """w += x instead of w += y·x."""

    caught_by = ("step", "progress")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        self.w = add_scaled(self.w, step, x)
        self.b += step * y * self.problem.offset_step


class WrongSign(Textbook):
    """w −= y·x."""

    caught_by = ("step", "progress")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        super().correct(x, -y, step)


class ZeroOneLabels(Textbook):
    """Uses labels 0 and 1 in the correction: negative examples add nothing."""

    caught_by = ("step", "progress")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        if y > 0:
            super().correct(x, y, step)


class DoubleStep(Textbook):
    """Adds 2y·x, the step of the (t−o) form, while claiming y·x."""

    caught_by = ("step", "growth")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        super().correct(x, y, 2 * step)


class LastFeatureForgotten(Textbook):
    """The loop over the features stops one too early."""

    caught_by = ("step",)

    def correct(self, x: Vector, y: int, step: Number) -> None:
        super().correct((*x[:-1], 0), y, step)


class PositivesOnly(Textbook):
    """Corrects false negatives and never false positives."""

    caught_by = ("skipped",)

    def is_mistake(self, y: int, score: Number) -> bool:
        return y > 0 and score <= 0


class WeightDecay(Textbook):
    """Halves the weights after each correction."""

    caught_by = ("step", "progress")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        super().correct(x, y, step)
        self.w = tuple(Fraction(v) / 2 for v in self.w)


class SquashedFeatures(Textbook):
    """Adds y·sign(x), the direction without the length."""

    caught_by = ("step",)

    def correct(self, x: Vector, y: int, step: Number) -> None:
        super().correct(tuple((v > 0) - (v < 0) for v in x), y, step)


class ByteOverflow(Textbook):
    """Keeps the weights in eight bits, which wrap around."""

    claims = PRESETS["P2"]
    caught_by = ("step",)

    def correct(self, x: Vector, y: int, step: Number) -> None:
        super().correct(x, y, step)
        self.w = tuple((int(v) + 128) % 256 - 128 for v in self.w)


# --- the offset ---------------------------------------------------------------------------------


class OffsetForgotten(Textbook):
    """The offset is never corrected."""

    caught_by = ("step", "folding")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        self.w = add_scaled(self.w, step * y, x)


class OffsetWithoutLabel(Textbook):
    """b += 1 instead of b += y."""

    caught_by = ("step", "folding")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        self.w = add_scaled(self.w, step * y, x)
        self.b += step * self.problem.offset_step


class UnitStepInRadiusFold(Textbook):
    """b += y where the fold with R needs b += y·R²."""

    claims = PRESETS["P0"]
    caught_by = ("step", "folding")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        self.w = add_scaled(self.w, step * y, x)
        self.b += step * y * self.problem.data.denominator**2


class RadiusOfFirstExample(Textbook):
    """R is taken from the first example instead of the longest."""

    claims = PRESETS["P0"]
    caught_by = ("step", "folding")

    def correct(self, x: Vector, y: int, step: Number) -> None:
        self.w = add_scaled(self.w, step * y, x)
        self.b += step * y * norm_sq(self.examples[0].x)


class OffsetCountedTwice(Textbook):
    """Scores with b in the weights and again beside them."""

    caught_by = ("mistake", "skipped")

    def score(self, w: Vector, b: Number, x: Vector) -> Number:
        return dot(w, x) + 2 * b


# --- the loop -----------------------------------------------------------------------------------


class StaleWeights(Textbook):
    """Scores with the weights from the beginning of the pass: a batch called online."""

    caught_by = ("mistake",)

    def begin_pass(self) -> None:
        self.stale = self.w, self.b

    def score(self, w: Vector, b: Number, x: Vector) -> Number:  # noqa: ARG002  (that is the fault)
        return super().score(*self.stale, x)


class OneUpdateBehind(Textbook):
    """Scores with the weights from before the last update."""

    caught_by = ("mistake", "skipped")

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.previous = self.w, self.b

    def score(self, w: Vector, b: Number, x: Vector) -> Number:  # noqa: ARG002  (that is the fault)
        return super().score(*self.previous, x)

    def correct(self, x: Vector, y: int, step: Number) -> None:
        self.previous = self.w, self.b
        super().correct(x, y, step)


class LastExampleSkipped(Textbook):
    """The loop over the examples stops one too early."""

    caught_by = ("skipped",)

    def order(self, number: int) -> Sequence[int]:
        return super().order(number)[:-1]


class StopsAfterOnePass(Textbook):
    """Looks at nothing after the first pass and reports convergence."""

    caught_by = ("skipped",)

    def order(self, number: int) -> Sequence[int]:
        return super().order(number) if number == 1 else ()


class BackwardsEverySecondPass(Textbook):
    """Claims the cyclic order and runs to and fro."""

    caught_by = ("skipped",)

    def order(self, number: int) -> Sequence[int]:
        return range(len(self.examples))[:: 1 if number % 2 else -1]


class RestartsEveryPass(Textbook):
    """Sets the weights back to zero before each pass."""

    caught_by = ("step",)

    def begin_pass(self) -> None:
        self.w, self.b = self.problem.start


class CountsFromZero(Textbook):
    """The first update is number 0."""

    caught_by = ("step",)

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.k = -1


class FloatRounding(Textbook):
    """Computes in float64 on data that are no dyadic fractions: ties and near-ties go wrong."""

    caught_by = ("step",)

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.float_w = [0.0] * len(self.w)
        self.float_b = 0.0

    def score(self, w: Vector, b: Number, x: Vector) -> Number:  # noqa: ARG002  (that is the fault)
        unit = self.problem.data.denominator
        return Fraction(sum(a * (v / unit) for a, v in zip(self.float_w, x, strict=True)) + self.float_b)

    def correct(self, x: Vector, y: int, step: Number) -> None:  # noqa: ARG002  (the rate is one)
        unit = self.problem.data.denominator
        self.float_w = [a + y * (v / unit) for a, v in zip(self.float_w, x, strict=True)]
        self.float_b += y
        self.w = tuple(Fraction(a) * self.problem.weight_scale for a in self.float_w)
        self.b = Fraction(self.float_b) * self.problem.score_scale


def all_faults() -> Iterator[type[Textbook]]:
    """Every planted fault."""
    return iter(Textbook.__subclasses__())
