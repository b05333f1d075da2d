"""What the tests of certificates share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import strategies as st

from verified_perceptron.data import Dataset

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def anchor() -> Path:
    """The published benchmark data, which stand beside the project and are not part of it."""
    path = ROOT.parent / "shared" / "data" / "anchor"
    if not path.is_dir():
        pytest.skip(f"the benchmark data are not at {path}")
    return path


@st.composite
def small_data(draw: st.DrawFn) -> Dataset:
    """Up to eight examples of up to three features from −3 to 3: ties, duplicates and zero vectors abound."""
    n, d = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    points = draw(st.lists(st.lists(st.integers(-3, 3), min_size=d, max_size=d), min_size=n, max_size=n))
    labels = draw(st.lists(st.sampled_from((-1, 1)), min_size=n, max_size=n))
    return Dataset.of(points, labels)
