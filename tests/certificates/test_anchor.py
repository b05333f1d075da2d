"""The published benchmark data: exact maximum margins and bounds, certified."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from verified_perceptron import checker
from verified_perceptron.certificates import certificate
from verified_perceptron.conventions import Offset
from verified_perceptron.max_margin import MaxMargin, max_margin
from verified_perceptron.readers import read_dataset

# The integer parts of R²/γ*² and of the bound on updates; sonar.dat is known to take 2,729,231 updates.
BOUNDS = {
    ("iris", Offset.NONE): (223, 223),
    ("iris", Offset.UNIT): (184, 448),
    ("sonar", Offset.NONE): (1_354_457_646, 1_354_457_646),
    ("sonar", Offset.UNIT): (13_218_177, 14_104_546),
}


@pytest.mark.parametrize(("name", "offset"), BOUNDS)
def test_margins_and_bounds_are_certified(name: str, offset: Offset, anchor: Path, tmp_path: Path) -> None:
    path = anchor / f"{name}.dat"
    data = read_dataset(path)
    found = max_margin(data, offset)
    assert isinstance(found, MaxMargin)
    assert found.bound == found.radius_sq / found.margin_sq
    assert (int(found.bound), int(found.updates_bound)) == BOUNDS[name, offset]
    certificate(found, data).write(tmp_path / "c.json")
    sentence = "the weights separate the examples, and no margin is larger"
    assert checker.check(str(tmp_path / "c.json"), str(path)) == sentence


def test_the_iris_margin_is_this_fraction(anchor: Path) -> None:
    found = max_margin(read_dataset(anchor / "iris.dat"))
    assert isinstance(found, MaxMargin)
    assert (found.radius_sq, found.margin_sq) == (Fraction(6173, 50), Fraction(630538, 1141755))
    assert found.bound == Fraction(1409610723, 6305380)
