"""Implementations to put before the oracle: every convention alone, and every planted fault.

Each is a plain `fit(X, y)`; the attribute's name says what it does, for example `planted:tie_plus`.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from verified_perceptron.algorithms.voted import vote, weighted_sum
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    GivenStart,
    Group,
    GroupKind,
    HarmonicRate,
    ListedRate,
    Offset,
    Order,
    OrderKind,
    Predictor,
    RelativeMargin,
    SignZero,
    Stop,
    Tie,
)
from verified_perceptron.data import Dataset
from verified_perceptron.faults import BackwardsEverySecondPass, Textbook, all_faults
from verified_perceptron.invariants import Level
from verified_perceptron.problem import State, pose
from verified_perceptron.run import run
from verified_perceptron.trace import PassEnd, Update

Array = NDArray[np.float64]
Fit = Callable[[Array, Array], object]
UNIT = Conventions(offset=Offset.UNIT)
FAULT_PASSES = 30


def dataset(features: Array, labels: Array) -> Dataset:
    return Dataset.of(features.tolist(), labels.tolist())


def follow(conventions: Conventions) -> Fit:
    """A right implementation of these conventions."""

    def fit(features: Array, labels: Array) -> object:
        result = run(dataset(features, labels), conventions, contracts=Level.OFF)
        if conventions.predictor is Predictor.AVERAGED:
            total = weighted_sum(result.survivors)
            return [float(v) for v in total.weights], float(total.offset)
        said = result.hypothesis
        weights = [float(v) for v in said.weights]
        match conventions.folding:
            case Folding.FIRST:
                return [float(said.offset), *weights]
            case Folding.LAST:
                return [*weights, float(said.offset)]
            case Folding.EXPLICIT:
                return weights if conventions.offset is Offset.NONE else (weights, float(said.offset))

    return fit


def drawn(kind: OrderKind) -> Fit:
    """An order that is drawn anew in every run."""
    draw = random.Random(5)

    def fit(features: Array, labels: Array) -> object:
        return follow(replace(UNIT, order=Order(kind, draw.randrange(10**6))))(features, labels)

    return fit


def fixed_start(features: Array, labels: Array) -> object:
    start = GivenStart(tuple(Fraction(3, 2) for _ in range(features.shape[1])), Fraction(1, 4))
    return follow(replace(UNIT, start=start, rate=ConstantRate(Fraction(1, 2))))(features, labels)


class RandomStart:
    """A start from a normal distribution, another one in every run unless seeded."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def fit(self, features: Array, labels: Array) -> RandomStart:
        generator = np.random.default_rng(self.seed)
        self.w_ = generator.normal(0, 0.01, features.shape[1])
        self.b_ = 0.0
        for _ in range(100):
            for x, y in zip(features, labels, strict=True):
                if y * (x @ self.w_ + self.b_) <= 0:
                    self.w_ = self.w_ + y * x
                    self.b_ += y
        return self


class Voted:
    """The voted perceptron has no weights, only votes."""

    def fit(self, features: Array, labels: Array) -> Voted:
        self.survivors = run(
            dataset(features, labels), replace(UNIT, predictor=Predictor.VOTED), contracts=Level.OFF
        ).survivors
        return self

    def predict(self, points: Array) -> list[int]:
        rows = [tuple(map(Fraction, x)) for x in points.tolist()]
        return [vote(self.survivors, x, SignZero.PLUS) for x in rows]


class SignOfSum:
    """Predicts by a rule that no perceptron learns."""

    def fit(self, features: Array, _labels: Array) -> SignOfSum:
        self.total = features.sum()
        return self

    def predict(self, points: Array) -> list[int]:
        return [1 if x[0] + self.total > 0 else -1 for x in points]


class Predicting:
    """Predicts at zero as the class says."""

    zero = SignZero.PLUS

    def fit(self, features: Array, labels: Array) -> Predicting:
        said = run(dataset(features, labels), UNIT, contracts=Level.OFF).hypothesis
        self.coef_ = np.array([[float(v) for v in said.weights]])
        self.intercept_ = np.array([float(said.offset)])
        return self

    def predict(self, points: Array) -> list[int]:
        scores = points @ self.coef_[0] + self.intercept_[0]
        return [1 if s > 0 else -1 if s < 0 else self.zero.value for s in scores]


class PredictingMinus(Predicting):
    zero = SignZero.MINUS


def zero_one(features: Array, labels: Array) -> object:
    """Labels 0 and 1, as many tutorials have them; outputs f ≥ 0."""
    if set(labels.tolist()) - {0, 1}:
        raise ValueError("labels must be 0 and 1")
    w, b = np.zeros(features.shape[1]), 0.0
    for _ in range(200):
        for x, y in zip(features, labels, strict=True):
            update = y - (1 if x @ w + b >= 0 else 0)
            w, b = w + update * x, b + update
    return {"weights": w, "bias": b}


RATE_LISTED = replace(UNIT, rate=ListedRate((Fraction(1), Fraction(1, 2), Fraction(1, 4))))
rate_listed = follow(RATE_LISTED)

CONVENTIONS: dict[str, Conventions] = {
    "plain": UNIT,
    "tie_correct": replace(UNIT, tie=Tie.CORRECT),
    "tie_plus": replace(UNIT, tie=Tie.PLUS),
    "tie_minus": replace(UNIT, tie=Tie.MINUS),
    "offset_none": replace(UNIT, offset=Offset.NONE),
    "offset_radius": replace(UNIT, offset=Offset.RADIUS),
    "folding_first": replace(UNIT, folding=Folding.FIRST),
    "folding_last": replace(UNIT, folding=Folding.LAST),
    "rate_half": replace(UNIT, rate=ConstantRate(Fraction(1, 2))),
    "rate_harmonic": replace(UNIT, rate=HarmonicRate()),
    "order_stream": replace(UNIT, order=Order(OrderKind.STREAM)),
    "order_first": replace(UNIT, order=Order(OrderKind.FIRST)),
    "order_last": replace(UNIT, order=Order(OrderKind.LAST)),
    "order_worst": replace(UNIT, order=Order(OrderKind.WORST)),
    "group_mini_batch": replace(UNIT, group=Group(GroupKind.MINI_BATCH, 2)),
    "group_batch": replace(UNIT, group=Group(GroupKind.BATCH)),
    "group_mean_batch": replace(UNIT, group=Group(GroupKind.MEAN_BATCH)),
    "correction_target_output": replace(UNIT, correction=Correction.TARGET_OUTPUT),
    "correction_target_sign": replace(UNIT, correction=Correction.TARGET_SIGN),
    "correction_residual": replace(
        UNIT,
        correction=Correction.RESIDUAL,
        rate=ConstantRate(Fraction(1, 16)),
        stop=Stop(quiet=False, passes=3, cycle=False),
    ),
    "margin_fixed": Conventions(margin=FixedMargin(Fraction(1))),
    "margin_relative": Conventions(margin=RelativeMargin(Fraction(1, 2))),
    "stop_one_pass": replace(UNIT, stop=Stop(quiet=False, passes=1, cycle=False)),
    "stop_forty_passes": replace(UNIT, stop=Stop(quiet=False, passes=40, cycle=False)),
    "predictor_averaged": replace(UNIT, predictor=Predictor.AVERAGED),
}


def faulty(fault: type[Textbook], passes: int = FAULT_PASSES) -> Fit:
    """A planted fault as an implementation: until a quiet pass, at most so many."""

    def fit(features: Array, labels: Array) -> object:
        problem = pose(dataset(features, labels), fault.claims)
        state, changed = problem.start, False
        for event in itertools.islice(fault(problem).events(), 10_000):
            state = State(event.weights, event.offset)
            if isinstance(event, Update):
                changed = True
            if isinstance(event, PassEnd):
                if not changed or event.pass_number >= passes:
                    break
                changed = False
        said = problem.hypothesis(state)
        return [float(v) for v in said.weights], float(said.offset)

    return fit


LATE_FAULT = BackwardsEverySecondPass


class BackwardsInPassTwo:
    """Nothing is wrong in the first pass; its passes can be set."""

    def __init__(self, max_iter: int = FAULT_PASSES) -> None:
        self.max_iter = max_iter

    def fit(self, features: Array, labels: Array) -> object:
        return faulty(LATE_FAULT, self.max_iter)(features, labels)


for _name, _conventions in CONVENTIONS.items():
    globals()[_name] = follow(_conventions)
for _fault in all_faults():
    globals()[_fault.__name__] = faulty(_fault)
for _name, _conventions in PRESETS.items():
    globals()[f"preset_{_name}"] = follow(_conventions)
order_shuffled = drawn(OrderKind.SHUFFLED)
order_random = drawn(OrderKind.RANDOM)

# --- targets that are no use --------------------------------------------------------------------


def raising(_features: Array, _labels: Array) -> object:
    raise RuntimeError("the flux capacitor is empty")


def hanging(_features: Array, _labels: Array) -> object:
    while True:
        pass


def wrong_shape(_features: Array, _labels: Array) -> object:
    return [1.0] * (_features.shape[1] + 3)


def not_a_number(_features: Array, _labels: Array) -> object:
    return [float("nan")] * _features.shape[1]


def chatty(features: Array, labels: Array) -> object:
    print("epoch 1 of 10")
    return follow(UNIT)(features, labels)


def says_nothing(_features: Array, _labels: Array) -> None:
    pass


def crashing(_features: Array, _labels: Array) -> object:
    os._exit(7)


number = 7
