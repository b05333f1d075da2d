"""The scikit-learn face: an exact perceptron as an estimator (extra `sklearn`).

The features are read as the dyadic numbers that their floats are, the run is exact, and what is learned is
rounded to float64 once, at the end.  `fit` always says whether the data are separable: `certificate_` is a
`separator` certificate, whose bound is the least that theory gives for any run on these data, or a
`non-separable` one.  The trusted checker has accepted it; `certificate_.write(path)` stores it for `check`.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted, validate_data

from verified_perceptron.certificates import Certificate, certificate
from verified_perceptron.conventions import Conventions, GivenStart, Offset, Start, Stop, Tie, ZeroStart
from verified_perceptron.data import Dataset
from verified_perceptron.invariants import Level
from verified_perceptron.max_margin import best_separator
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import Outcome, Run, run
from verified_perceptron.separability import NonSeparable, separable

Floats = NDArray[np.float64]
LONG = 1000
"""Multipliers above this are left to the certificate."""


class VerifiedPerceptron(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn publishes no types
    """The cyclic perceptron from zero, in exact arithmetic.

    Parameters: `tie` ("mistake", "correct", "plus", "minus"), `fit_intercept` (an offset that moves by 1),
    `max_iter` (passes), `contracts` ("off", "final", "every": how often the proof's invariants are checked),
    `certify` (False: leave `bound_` and `certificate_` None, which spares the exact optimisation).

    `fit` gives `coef_`, `intercept_`, `n_iter_` (passes), `updates_`, `outcome_` (converged, cycled, stopped),
    `bound_` (the most updates that a run from zero can make on these data; None if nothing separates them) and
    `certificate_`.  `partial_fit` gives the same but `bound_` and `certificate_`: it has not kept the examples.
    """

    bound_: Fraction | None
    certificate_: Certificate | None

    def __init__(
        self,
        *,
        tie: str = "mistake",
        fit_intercept: bool = True,
        max_iter: int = 100,
        contracts: str = "off",
        certify: bool = True,
    ) -> None:
        self.tie = tie
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.contracts = contracts
        self.certify = certify

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Run until a quiet pass, a cycle, or `max_iter` passes; warn unless the data were separated."""
        features, labels = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(labels)
        self.classes_ = _two_classes(unique_labels(labels))
        result = self._run(features, labels, ZeroStart(), self.max_iter)
        self.n_iter_ = result.passes
        self.updates_ = result.updates
        self._learned(result)
        if self.certify:
            self.bound_, self.certificate_ = _certified(result)
        if not result.separates:
            warnings.warn(_evidence(result, self.certificate_, self.bound_), ConvergenceWarning, stacklevel=2)
        return self

    def partial_fit(self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        """One more pass over these examples, from where the last call ended: the online perceptron."""
        first = not hasattr(self, "exact_")
        features, labels = validate_data(self, X, y, dtype=np.float64, reset=first)
        check_classification_targets(labels)
        if first:
            self.classes_ = _two_classes(np.unique(labels if classes is None else np.asarray(classes)))
            self.n_iter_ = self.updates_ = 0
        unknown = np.setdiff1d(labels, self.classes_)
        if unknown.size:
            raise ValueError(f"the label {unknown[0]} is none of the classes {list(self.classes_)}")
        start: Start = ZeroStart() if first else GivenStart(*self.exact_)
        result = self._run(features, labels, start, 1)
        self.n_iter_ += 1
        self.updates_ += result.updates
        self._learned(result)
        return self

    def decision_function(self, X: ArrayLike) -> Floats:
        """⟨w,x⟩ + b, in float64."""
        check_is_fitted(self)
        features = validate_data(self, X, dtype=np.float64, reset=False)
        scores: Floats = features @ self.coef_[0] + self.intercept_[0]
        return scores

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """The second class where the score is positive, the first elsewhere."""
        scores = self.decision_function(X)
        predicted: NDArray[np.generic] = self.classes_[(scores > 0).astype(int)]
        return predicted

    def _run(self, features: Floats, labels: NDArray[np.generic], start: Start, passes: int) -> Run:
        signs = np.where(labels == self.classes_[1], 1, -1)
        data = Dataset.of_fractions([list(map(Fraction, row)) for row in features.tolist()], signs.tolist(), "X, y")
        offset = Offset.UNIT if self.fit_intercept else Offset.NONE
        chosen = Conventions(tie=Tie(self.tie), offset=offset, start=start, stop=Stop(passes=passes))
        return run(data, chosen, contracts=Level(self.contracts))

    def _learned(self, result: Run) -> None:
        weights, offset = self.exact_ = result.hypothesis
        self.coef_ = np.array([[_to_float(v) for v in weights]])
        self.intercept_ = np.array([_to_float(offset)])
        self.outcome_ = result.outcome.value
        self.certificate_ = None
        self.bound_ = None


def _two_classes(classes: NDArray[np.generic]) -> NDArray[np.generic]:
    if len(classes) > 2:
        raise ValueError(
            f"Only binary classification is supported. The type of the target is multiclass: {classes}"
        )
    if len(classes) < 2:
        raise ValueError(f"a perceptron needs two classes, and there is 1 class, {classes[0]}")
    return classes


def _certified(result: Run) -> tuple[Fraction | None, Certificate]:
    """The least bound on updates and the certificate that gives it, or None and one that nothing separates."""
    data, offset = result.problem.data, result.problem.conventions.offset
    best = best_separator(data, offset)
    if isinstance(best, NonSeparable):
        return None, certificate(best, data)
    found = separable(data, offset, best)
    return found.bound, certificate(found, data)


def _evidence(result: Run, proof: Certificate | None, bound: Fraction | None) -> str:
    """Why the data were not separated, with the proof where there is one."""
    if proof is not None and bound is None:
        return f"the data are not separable: {_vanishing(proof)} (see certificate_)"
    if result.cycle is not None:
        first, last = result.cycle.first_pass, result.cycle.last_pass
        return f"the data are not separable: the weights after pass {first} came back after pass {last}"
    how = f"no separator in {result.passes} {'pass' if result.passes == 1 else 'passes'}"
    if result.outcome is Outcome.CONVERGED:
        how = "a quiet pass was reached with ties, which are not separated"
    if bound is not None:
        return f"{how}, but the data are separable: no run needs more than {math.floor(bound)} updates"
    return f"{how}; the data may not be separable, or need more"


def _vanishing(proof: Certificate) -> str:
    """Gordan's combination in words: which examples cancel, and how often each is taken if that is short."""
    support, multipliers = proof.claim["support"], proof.claim["multipliers"]
    if not isinstance(support, list) or not isinstance(multipliers, list):
        raise TypeError("a non-separable certificate lists its multipliers")
    what = "y·x" if proof.claim["offset"] == Offset.NONE.value else "y·(x, 1)"
    if max(multipliers) <= LONG:
        used = [f"{m}·example {i}" for i, m in zip(support, multipliers, strict=True)]
        return f"{what} summed over {_list(used)} is zero"
    return f"positive multiples of {what} over the examples {_list(list(map(str, support)))} add up to zero"


def _list(words: Sequence[str], limit: int = 6) -> str:
    return ", ".join(words[:limit]) + (f" and {len(words) - limit} more" if len(words) > limit else "")


def _to_float(value: Fraction) -> float:
    return value.numerator / value.denominator


def exact_hypothesis(model: VerifiedPerceptron) -> Hypothesis:
    """The weights and the offset before they were rounded to float64."""
    check_is_fitted(model)
    return Hypothesis(*model.exact_)
