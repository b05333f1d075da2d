"""The documentation as a program: every block of every page is run, and what a page shows is what came out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
"""The checkout."""
