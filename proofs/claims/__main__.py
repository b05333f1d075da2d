"""Judge every claim, print the table, and keep the records in build/evidence/claims.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from proofs.claims.report import chosen, judge
from verified_perceptron.cli.claims import show
from verified_perceptron.files import write_whole

EVIDENCE = Path("build/evidence/claims.json")


def main() -> int:
    """0 if every judge ran, else 1."""
    report = judge(chosen())
    show(report)
    EVIDENCE.parent.mkdir(parents=True, exist_ok=True)
    records = [one.record() for one in report.judged]
    write_whole(EVIDENCE, json.dumps(records, ensure_ascii=False, indent=1) + "\n")
    for failure in report.failures:
        print(failure, file=sys.stderr)
    return int(bool(report.failures))


if __name__ == "__main__":
    sys.exit(main())
