"""`judge`: is this proof step right?  One step with its givens, or a file of steps, marked line by line."""

from __future__ import annotations

from typing import Annotated

import typer

from verified_perceptron.cli.common import JsonOption, fail


def judge_command(
    step: Annotated[
        str,
        typer.Argument(metavar="STEP|FILE", help='A step such as "<a,b>^2 <= |a|^2*|b|^2", or a file of steps.'),
    ],
    given: Annotated[list[str] | None, typer.Option(metavar="STEP", help="What may be used; repeatable.")] = None,
    vectors: Annotated[
        str, typer.Option(metavar="NAMES", help="Names that stand for vectors, where use does not tell.")
    ] = "",
    timeout: Annotated[
        float | None, typer.Option(min=0.1, max=3600, help="Seconds for each step; by default 10.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Judge a proof step: proved with its certificate, refuted with exact vectors, or unknown; never a guess.

    Vectors and numbers are told apart by use.  <a,b> is an inner product, |v| a length, ^2 a square.

    Exit status 0: proved.  1: refuted.  2: cannot be read.  3: unknown.
    """
    # The logic takes longer to load than the other commands take to run.
    from verified_perceptron.cli.judge_report import report
    from verified_perceptron.logic.syntax import StepError

    try:
        status = report(step, given or [], vectors.replace(",", " ").split(), timeout, json_)
    except StepError as error:
        fail(str(error))
    raise typer.Exit(status)
