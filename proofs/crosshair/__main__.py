"""`python -m proofs.crosshair [NAME …]`: confirm every lemma, refute every planted fault, or fail."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from proofs.crosshair.gate import Finding, run_gate

EVIDENCE = Path("build/evidence/crosshair.json")


def report(finding: Finding) -> None:
    mark = "ok  " if finding.passed else "FAIL"
    why = finding.detail if not finding.passed else finding.verdict.value
    print(f"{mark} {finding.name}: {why} ({finding.seconds:.1f} s)", flush=True)


def main() -> int:
    names = sys.argv[1:]
    findings = run_gate(report, names)
    if not names:
        write_evidence(findings)
    failed = sum(not finding.passed for finding in findings)
    print(f"crosshair: {len(findings) - failed} as expected, {failed} not")
    return 1 if failed or not findings else 0


def write_evidence(findings: list[Finding]) -> None:
    EVIDENCE.parent.mkdir(parents=True, exist_ok=True)
    EVIDENCE.write_text(
        json.dumps(
            [
                {"name": f.name, "expected": f.expected.value, "verdict": f.verdict.value, "passed": f.passed}
                for f in findings
            ],
            indent=1,
        )
    )


if __name__ == "__main__":
    sys.exit(main())
