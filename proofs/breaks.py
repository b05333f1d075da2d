"""What breaks when an assumption goes: for every hypothesis, exact numbers with which the theorem fails
without it.

    python -m proofs.breaks [ID …]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from proofs.console import console
from proofs.registry import all_statements
from proofs.statement import Statement
from verified_perceptron.logic import render


def table(statements: Sequence[Statement]) -> Table:
    """One row for each hypothesis: the countermodel, and the conclusion in its numbers, which is false."""
    rows = Table(title="What breaks when an assumption goes", box=SIMPLE_HEAD, pad_edge=False)
    for title in ("without", "that is", "take", "the claim would say"):
        rows.add_column(title, overflow="fold")
    for statement in statements:
        if not statement.named():
            continue
        rows.add_section()
        rows.add_row(f"[bold]{statement.id}", escape(render.proposition(statement.conclusion)))
        for name, hypothesis in statement.named().items():
            said = escape(render.proposition(hypothesis))
            if name in statement.kept:
                rows.add_row(f"  {name}", said, f"[dim]kept: {escape(statement.kept[name])}", "")
            else:
                countermodel = statement.countermodels[name]
                wrong = render.values(statement.conclusion, statement.judge(countermodel).final)
                rows.add_row(f"  {name}", said, escape(render.model(countermodel)), f"[red]{escape(wrong)}")
    return rows


def main(arguments: Sequence[str]) -> int:
    chosen = [s for s in all_statements() if not arguments or s.id in arguments]
    if not chosen:
        print(f"no statement is called {' or '.join(arguments)}", file=sys.stderr)
        return 2
    console().print(table(chosen))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
