"""What breaks when an assumption goes: for every hypothesis, exact numbers with which the theorem fails
without it.

    python -m proofs.breaks [ID …]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from proofs.registry import all_statements
from proofs.statement import Statement
from verified_perceptron.logic import render


def table(statements: Sequence[Statement]) -> Table:
    """One row for each hypothesis: the countermodel, and the conclusion in its numbers, which is false."""
    rows = Table(title="What breaks when an assumption goes", show_lines=False, pad_edge=False)
    for title in ("theorem", "without", "that is", "take", "then the claim says"):
        rows.add_column(title, overflow="fold")
    for statement in statements:
        first = f"{statement.id} {render.proposition(statement.conclusion)}"
        for name, hypothesis in statement.named().items():
            said = render.proposition(hypothesis)
            if name in statement.kept:
                rows.add_row(first, name, said, f"(kept: {statement.kept[name]})", "")
            else:
                countermodel = statement.countermodels[name]
                final = statement.judge(countermodel).final
                wrong = render.values(statement.conclusion, final)
                rows.add_row(first, name, said, render.model(countermodel), f"{wrong}, false")
            first = ""
    return rows


def main(arguments: Sequence[str]) -> int:
    chosen = [s for s in all_statements() if not arguments or s.id in arguments]
    if not chosen:
        print(f"no statement is called {' or '.join(arguments)}", file=sys.stderr)
        return 2
    Console().print(table(chosen))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
