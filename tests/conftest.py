"""Fixed settings for all tests: reproducible, no deadlines, and the anchor's data where they exist."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.evidence import EvidencePlugin

sys.set_int_max_str_digits(0)

settings.register_profile(
    "verified",
    derandomize=True,
    deadline=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("verified")

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(EvidencePlugin(config))


@pytest.fixture(scope="session")
def anchor() -> Path:
    """The published benchmark data, which stand beside the project and are not part of it."""
    path = ROOT.parent / "shared" / "data" / "anchor"
    if not path.is_dir():
        pytest.skip(f"the benchmark data are not at {path}")
    return path
