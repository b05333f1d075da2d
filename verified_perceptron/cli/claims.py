"""`claims`: every statement of the five documents, with the verdict that its judge computes now.

The judges live with the proofs, beside this package in a checkout; an installed package alone has none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

import verified_perceptron
from verified_perceptron.cli.common import JsonOption, console, fail, print_json

if TYPE_CHECKING:
    from proofs.claims.report import Judged, Report

STYLES = {
    "true": "green",
    "true with a correction": "yellow",
    "false": "red",
    "imprecise": "magenta",
    "out of scope": "dim",
}


def claims_command(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Claims, such as S0-29.")] = None,
    document: Annotated[str | None, typer.Option(help="Only this document: 0 … 4, or X.")] = None,
    verdict: Annotated[str | None, typer.Option(help="Only this verdict, such as false.")] = None,
    json_: JsonOption = False,
) -> None:
    """Judge the claims of the five documents: verdict, evidence, counterexample and correction.

    Exit status 0: every judge ran.  1: a check failed, and the message says which.  2: bad usage, or no checkout.
    """
    _find_proofs()
    from proofs.claims.report import NoSuchClaimError, chosen, judge, verdict_named

    try:
        report = judge(chosen(ids or (), document), verdict_named(verdict))
    except NoSuchClaimError as error:
        fail(str(error))
    if json_:
        print_json([one.record() for one in report.judged])
    else:
        show(report)
    end(report)


def _find_proofs() -> None:
    """Make `proofs` importable from the checkout that this package lies in."""
    root = Path(verified_perceptron.__file__).parent.parent
    if not (root / "proofs" / "claims").is_dir():
        fail("the claims are judged by the proofs in a checkout of the project; this installed package has none")
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))


def show(report: Report) -> None:
    """The claims as a table, then how many there are of each verdict."""
    table = Table(box=None, padding=(0, 1, 1, 0))
    for name, width in (("id", 5), ("title", 20), ("verdict", 11), ("statement and evidence", None)):
        table.add_column(name, width=width)
    for one in report.judged:
        value = one.judgement.verdict.value
        table.add_row(one.claim.id, Text(one.claim.title), Text(value, style=STYLES[value]), _grounds(one))
    screen = console()
    screen.print(table)
    screen.print(summary(report))


def _grounds(one: Judged) -> Text:
    """The statement, evidence, counterexample, correction, reason and dissent, one to a line."""
    judgement = one.judgement
    lines = [f"says: {one.claim.statement}", *(f"{e.kind}: {e.shows}" for e in judgement.evidence)]
    if judgement.counterexample is not None:
        smallest = " (smallest)" if judgement.counterexample.smallest else ""
        lines.append(f"fails on{smallest}: {judgement.counterexample.instance}")
    for word, text in (
        ("instead", judgement.correction),
        ("reason", judgement.reason),
        ("we differ", one.claim.dissent),
    ):
        if text:
            lines.append(f"{word}: {text}")
    return Text("\n".join(lines))


def summary(report: Report) -> str:
    """The counts in one line, those that no program can judge apart."""
    counts = {verdict.value: count for verdict, count in report.counts().items()}
    outside = counts.pop("out of scope")
    each = ", ".join(f"{count} {value}" for value, count in counts.items())
    return f"judged: {sum(counts.values())} ({each}); out of scope: {outside}"


def end(report: Report) -> None:
    """Exit with status 0, or with 1 and the reasons if a judge failed."""
    if report.failures:
        fail("; ".join(report.failures), status=1)
    raise typer.Exit(0)
