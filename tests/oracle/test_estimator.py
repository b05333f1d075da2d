"""The scikit-learn face: its checks, and what it says about data that cannot be separated."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from verified_perceptron.estimator import VerifiedPerceptron, exact_hypothesis

FEATURES = np.array([(4.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-2.0, -2.0)])
LABELS = np.array(["yes", "no", "no", "yes"])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learns_own_checks_pass_without_expected_failures() -> None:
    results = check_estimator(VerifiedPerceptron(), on_fail=None, on_skip=None)
    assert [r["check_name"] for r in results if r["status"] not in ("passed", "skipped")] == []
    assert sum(r["status"] == "passed" for r in results) > 40


def test_a_separable_set_gives_a_separator_within_the_bound() -> None:
    model = VerifiedPerceptron(contracts="every").fit(FEATURES, LABELS)
    assert (model.outcome_, model.updates_, model.n_iter_) == ("converged", 3, 2)
    assert model.certificate_ is not None
    assert model.certificate_["kind"] == "separator"
    assert model.bound_ is not None
    assert model.bound_ >= model.updates_
    assert list(model.predict(FEATURES)) == list(LABELS)


def test_data_that_cannot_be_separated_give_a_warning_with_the_evidence() -> None:
    features = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    with pytest.warns(ConvergenceWarning, match="not separable: y·x summed over 1·example 0, 1·example 1"):
        model = VerifiedPerceptron().fit(features, [1, -1, -1, 1])
    assert model.certificate_ == {"kind": "non-separable", "multipliers": ["1", "1", "1", "1"]}
    assert model.bound_ is None


def test_floats_are_read_exactly() -> None:
    model = VerifiedPerceptron(fit_intercept=False).fit([[0.1], [-0.3]], [1, -1])
    assert exact_hypothesis(model).weights == (Fraction(0.1),)


def test_partial_fit_is_the_online_form_of_fit() -> None:
    whole = VerifiedPerceptron().fit(FEATURES, LABELS)
    online = VerifiedPerceptron()
    for _ in range(whole.n_iter_):
        online.partial_fit(FEATURES, LABELS, classes=["no", "yes"])
    assert exact_hypothesis(online) == exact_hypothesis(whole)
    assert online.updates_ == whole.updates_
    with pytest.raises(ValueError, match="none of the classes"):
        online.partial_fit(FEATURES, ["perhaps"] * 4)


def test_it_works_in_pipelines_grid_search_and_pickles() -> None:
    features = np.vstack([FEATURES, FEATURES * 1.5, FEATURES * 2])
    labels = np.concatenate([LABELS] * 3)
    search = GridSearchCV(
        make_pipeline(StandardScaler(), VerifiedPerceptron()),
        {"verifiedperceptron__tie": ["mistake", "plus"]},
        cv=3,
    )
    search.fit(features, labels)
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    assert list(again.predict(features)) == list(search.predict(features))
