"""Prove everything, and put it to every engine.

    python -m proofs [ID …] [--json] [--steps]

Prints each theorem with its named hypotheses and what the kernel, the second checker, Z3 and cvc5 said,
then the table *what breaks when an assumption goes*; leaves build/evidence/proofs.json when all statements
were asked for. Exit status 0: everything passed; 1: something did not; 2: no such statement.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape

from proofs.breaks import table as breaks_table
from proofs.console import console as output
from proofs.evidence import ENGINES, Evidence, Judged, as_json, gather, write
from proofs.registry import all_statements
from proofs.statement import StatementError
from verified_perceptron.logic import KernelError, render
from verified_perceptron.logic.models import ModelError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proofs", description="Prove everything, with every engine.")
    parser.add_argument("ids", nargs="*", metavar="ID", help="statements such as T1 or T3.unit; all if none")
    parser.add_argument("--json", action="store_true", help="print the evidence as JSON")
    parser.add_argument("--steps", action="store_true", help="print every step of every derivation")
    return parser


def _block(item: Judged) -> Iterator[str]:
    """A theorem as it is read: title, words, named hypotheses, conclusion, and the engines' scores."""
    statement = item.statement
    scores = "  ".join(
        f"{engine} [{'green' if score.whole else 'red'}]{score.passed}/{score.total}[/]"
        for engine, score in item.scores.items()
    )
    yield f"[bold]{statement.id}  {escape(statement.title)}[/]"
    yield f"    {escape(statement.words)}"
    named = statement.named()
    width = max((len(name) for name in named), default=0)
    for name, hypothesis in named.items():
        yield f"      [dim]{name:<{width}}[/]  {escape(render.proposition(hypothesis))}"
    yield f"      [bold]⊢[/] {escape(render.proposition(statement.conclusion))}"
    yield f"      [dim]for example[/] {escape(render.model(statement.witness))}"
    yield f"    {scores}"


def _summary(evidence: Evidence) -> str:
    times = ", ".join(f"{engine} {evidence.seconds[engine]:.1f} s" for engine in ENGINES)
    outcome = "[green]all passed[/]" if evidence.passed else "[red]NOT ALL PASSED[/]"
    count = f"{len(evidence.judged)} statements, {evidence.obligation_count()} obligations"
    return f"{count}: {outcome} ({times})"


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    console, errors = output(), Console(stderr=True)
    try:
        wanted = set(options.ids)
        unknown = wanted - {s.id for s in all_statements()}
        if unknown:
            errors.print(f"there is no statement {', '.join(sorted(unknown))}")
            return 2
        with errors.status("proving") as status:
            evidence = gather(lambda s: not wanted or s.id in wanted, status.update)
    except (KernelError, StatementError, ModelError) as error:
        errors.print(f"[red]not proved:[/] {escape(str(error))}")
        return 1
    if not wanted:
        write("proofs.json", as_json(evidence))
    if options.json:
        print(json.dumps(as_json(evidence), ensure_ascii=False, indent=1))
    else:
        for item in evidence.judged:
            for line in _block(item):
                console.print(line, soft_wrap=True, highlight=False)
            if options.steps:
                for line in render.derivation(item.statement.theorem):
                    console.print(escape(line), soft_wrap=True, highlight=False)
        console.print()
        console.print(breaks_table([item.statement for item in evidence.judged]))
        for verdict in evidence.verdicts:
            if not verdict.passed:
                console.print(f"[red]{verdict.obligation}[/]: {verdict.engine} answered {verdict.answer}")
        console.print(_summary(evidence), soft_wrap=True)
    return 0 if evidence.passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
