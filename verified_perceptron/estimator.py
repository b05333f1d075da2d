"""The scikit-learn face: an exact perceptron as an estimator (extra `sklearn`).

The features are read as the dyadic numbers that their floats are, the run is exact, and what is learned is
rounded to float64 once, at the end.  `certificate_` is a dictionary: `{"kind": "separator", "weights", "offset"}`
when the run converged to weights that separate the data strictly, `{"kind": "non-separable", "multipliers"}`
when the weights came back (T6), and None when the passes ran out before either.
"""

from __future__ import annotations

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

from verified_perceptron.conventions import Conventions, GivenStart, Offset, Start, Stop, Tie, ZeroStart
from verified_perceptron.data import Dataset
from verified_perceptron.exact import number_text
from verified_perceptron.invariants import Level, Separator
from verified_perceptron.problem import Hypothesis
from verified_perceptron.run import Outcome, Run, run

Floats = NDArray[np.float64]


class VerifiedPerceptron(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn publishes no types
    """The cyclic perceptron from zero, in exact arithmetic.

    Parameters: `tie` ("mistake", "correct", "plus", "minus"), `fit_intercept` (an offset that moves by 1),
    `max_iter` (passes), `contracts` ("off", "final", "every": how often the proof's invariants are checked).

    `fit` gives `coef_`, `intercept_`, `n_iter_` (passes), `updates_`, `outcome_` (converged, cycled, stopped),
    `bound_` (the most updates that a run on these data can make by what the run found; None if it found no
    separator) and `certificate_`.
    """

    def __init__(
        self, *, tie: str = "mistake", fit_intercept: bool = True, max_iter: int = 100, contracts: str = "off"
    ) -> None:
        self.tie = tie
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.contracts = contracts

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
        if self.certificate_ is None or self.certificate_["kind"] != "separator":
            warnings.warn(_evidence(result), ConvergenceWarning, stacklevel=2)
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
        self.certificate_ = _certificate(result)
        self.bound_ = (
            Separator.of(result.hypothesis, result.problem).bound(result.problem) if result.separates else None
        )


def _two_classes(classes: NDArray[np.generic]) -> NDArray[np.generic]:
    if len(classes) > 2:
        raise ValueError(
            f"Only binary classification is supported. The type of the target is multiclass: {classes}"
        )
    if len(classes) < 2:
        raise ValueError(f"a perceptron needs two classes, and there is 1 class, {classes[0]}")
    return classes


def _certificate(result: Run) -> dict[str, object] | None:
    if result.separates:
        weights, offset = result.hypothesis
        return {
            "kind": "separator",
            "weights": [number_text(v) for v in weights],
            "offset": number_text(offset),
        }
    if result.cycle is not None:
        return {"kind": "non-separable", "multipliers": list(map(str, result.cycle.multipliers))}
    return None


def _evidence(result: Run) -> str:
    if result.cycle is not None:
        used = [f"{m}·example {i}" for i, m in enumerate(result.cycle.multipliers) if m]
        return f"the data are not separable: y·x summed over {_list(used)} is zero"
    if result.outcome is Outcome.CONVERGED:
        return "a quiet pass was reached with ties, so the data are not strictly separated"
    return f"no separator in {result.passes} passes; the data may not be separable, or need more"


def _list(words: Sequence[str], limit: int = 6) -> str:
    return ", ".join(words[:limit]) + (f" and {len(words) - limit} more" if len(words) > limit else "")


def _to_float(value: Fraction) -> float:
    return value.numerator / value.denominator


def exact_hypothesis(model: VerifiedPerceptron) -> Hypothesis:
    """The weights and the offset before they were rounded to float64."""
    check_is_fitted(model)
    return Hypothesis(*model.exact_)
