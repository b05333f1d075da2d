"""The certificate of a long run, its size, and how long the checker replays it:

    python -m benchmarks.run_certificate DATA

The run is that of the perceptron with a unit offset, from zero, cyclic, ties as mistakes.  It is found in int64
with the Gram matrix of the examples (each update adds one column to all margins), then certified and checked as
any other.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

from verified_perceptron import checker
from verified_perceptron.certificates import FORMAT, VERSION, data_sha256, decimal, packed_rounds
from verified_perceptron.conventions import Offset
from verified_perceptron.data import Dataset
from verified_perceptron.readers import read_dataset
from verified_perceptron.separability import signed_rows


def rounds_of(data: Dataset) -> tuple[list[int], int]:
    """The rounds of all updates and the number of passes, the quiet one included."""
    rows = np.array(signed_rows(data, Offset.UNIT), dtype=np.int64)
    gram = rows @ rows.T
    count, margins = len(rows), np.zeros(len(rows), dtype=np.int64)
    rounds: list[int] = []
    passes = 0
    while True:
        i, before = 0, len(rounds)
        while i < count:
            ahead = margins[i:] <= 0
            step = int(ahead.argmax())
            if not ahead[step]:
                break
            i += step + 1
            margins += gram[i - 1]
            rounds.append(passes * count + i)
        passes += 1
        if len(rounds) == before:
            return rounds, passes


def main(path: Path) -> None:
    """Run, certify, check, report."""
    data = read_dataset(path)
    begun = time.perf_counter()
    rounds, passes = rounds_of(data)
    found = time.perf_counter() - begun
    times = np.bincount((np.array(rounds) - 1) % len(data), minlength=len(data)).tolist()
    zipped = list(zip(times, data.examples, strict=True))
    end = [Fraction(sum(t * y * x[j] for t, (x, y) in zipped), data.denominator) for j in range(data.dimension)]
    end.append(Fraction(sum(t * y for t, (_, y) in zipped)))
    stored = {
        "format": FORMAT,
        "version": VERSION,
        "kind": "run",
        "sha256": data_sha256(data),
        "conventions": {"tie": "mistake", "offset": "unit", "rate": "1"},
        "start": ["0"] * len(end),
        "updates": len(rounds),
        "rounds": packed_rounds(rounds),
        "passes": passes,
        "end": [decimal(v) for v in end],
        "outcome": "converged",
        "may_skip": "rounds",
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.json"
        file.write_text(json.dumps(stored), "utf-8")
        begun = time.perf_counter()
        said = checker.check(str(file), str(path))
        print(
            json.dumps(
                {
                    "data": path.name,
                    "updates": len(rounds),
                    "passes": passes,
                    "run seconds": round(found, 1),
                    "certificate MB": round(file.stat().st_size / 1e6, 2),
                    "check seconds": round(time.perf_counter() - begun, 1),
                    "checker": said,
                },
                indent=1,
            )
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
