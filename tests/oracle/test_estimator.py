"""The scikit-learn face: its checks, and what it says about data that cannot be separated."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from verified_perceptron.checker import Refused, check
from verified_perceptron.conventions import Offset
from verified_perceptron.estimator import VerifiedPerceptron, exact_hypothesis
from verified_perceptron.separability import separable

FEATURES = np.array([(4.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-2.0, -2.0)])
LABELS = np.array(["yes", "no", "no", "yes"])
XOR = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)])


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
    assert model.certificate_.kind == "separator"
    # No separator gives a smaller bound: that of the run's own weights is larger.
    data = model.certificate_.data
    own = separable(data, Offset.UNIT, exact_hypothesis(model))
    assert model.bound_ == model.certificate_.claim["bound"]
    assert model.bound_ is not None
    assert model.updates_ <= model.bound_ < own.bound
    assert list(model.predict(FEATURES)) == list(LABELS)


def test_the_certificate_is_accepted_by_the_checker_from_a_file(tmp_path: Path) -> None:
    model = VerifiedPerceptron().fit(FEATURES, LABELS)
    assert model.certificate_ is not None
    model.certificate_.write(tmp_path / "certificate.json")
    rows = [f"{a:g},{b:g},{1 if y == 'yes' else -1}" for (a, b), y in zip(FEATURES, LABELS, strict=True)]
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n")
    assert "separate" in check(str(tmp_path / "certificate.json"), str(tmp_path / "data.csv"))
    (tmp_path / "data.csv").write_text("\n".join(rows[::-1]) + "\n")
    with pytest.raises(Refused):
        check(str(tmp_path / "certificate.json"), str(tmp_path / "data.csv"))


def test_data_that_cannot_be_separated_give_a_warning_with_the_certificate() -> None:
    with pytest.warns(ConvergenceWarning, match=r"y·\(x, 1\) summed over 1·example 0, 1·example 1, .* is zero"):
        model = VerifiedPerceptron().fit(XOR, [1, -1, -1, 1])
    assert model.certificate_ is not None
    assert model.certificate_.kind == "non-separable"
    assert model.certificate_.claim["multipliers"] == [1, 1, 1, 1]
    assert (model.bound_, model.outcome_) == (None, "cycled")


def test_what_the_warning_says_in_the_other_cases() -> None:
    long = [[2.0**-40, 1.0], [1.0, 3.0], [1.0, 3.0 + 2.0**-40]]
    with pytest.warns(ConvergenceWarning, match="positive multiples of y·x over the examples"):
        VerifiedPerceptron(fit_intercept=False).fit([*long, [1.0, 0.0]], [1, 1, -1, -1])
    with pytest.warns(ConvergenceWarning, match=r"after pass \d+ came back after pass \d+"):
        VerifiedPerceptron(certify=False).fit(XOR, [1, -1, -1, 1])
    with pytest.warns(ConvergenceWarning, match=r"no separator in 1 pass, but the data are separable: .* \d+ upd"):
        model = VerifiedPerceptron(max_iter=1).fit([[1], [2]], [0, 1])
    assert model.bound_ is not None
    with pytest.warns(ConvergenceWarning, match="reached with ties, which are not separated, but the data are sep"):
        VerifiedPerceptron(tie="correct").fit(FEATURES, LABELS)
    with pytest.warns(ConvergenceWarning, match="may not be separable, or need more"):
        VerifiedPerceptron(max_iter=1, certify=False).fit([[1], [2]], [0, 1])


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
    assert (online.bound_, online.certificate_) == (None, None)
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
    assert again[-1].certificate_ == search.best_estimator_[-1].certificate_
    assert list(again.predict(features)) == list(search.predict(features))
