"""The statements of the project, as they are printed."""

from proofs import t00_cauchy_schwarz, t01_novikoff


def test_novikoff_bounds_the_updates_by_the_radius_the_separator_and_the_margin() -> None:
    (bound, *_) = t01_novikoff.statements()
    assert str(bound.conclusion) == "1*R^2*<u,u> + -1*gamma^2*k >= 0"
    assert set(bound.named()) == {"label", "margin", "radius", "mistake", "nonnegative_gamma"}


def test_cauchy_schwarz_has_no_hypotheses() -> None:
    (statement,) = t00_cauchy_schwarz.statements()
    assert not statement.theorem.hypotheses
