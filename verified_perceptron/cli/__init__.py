"""The command line: `verified-perceptron COMMAND …`.

Exit status: 0 yes (converged, separable, accepted, conforms) · 1 no, with the reason · 2 bad input or usage ·
3 a limit was reached before an answer.  Errors are one sentence on standard error, never a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Annotated

import typer

from verified_perceptron import __version__
from verified_perceptron.cli import audit as audit_command
from verified_perceptron.cli import check as check_command
from verified_perceptron.cli import claims as claims_command
from verified_perceptron.cli import conform as conform_command
from verified_perceptron.cli import decide as decide_command
from verified_perceptron.cli import identify as identify_command
from verified_perceptron.cli import judge as judge_command
from verified_perceptron.cli import matrix as matrix_command
from verified_perceptron.cli import report as report_command
from verified_perceptron.cli import run as run_command
from verified_perceptron.cli import vectors as vectors_command
from verified_perceptron.cli.common import USER_ERRORS, fail
from verified_perceptron.invariants import InvariantViolation

app = typer.Typer(
    name="verified-perceptron",
    help="Exact perceptrons, checked against their convergence proof at every update.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("run")(run_command.run_command)
app.command("report")(report_command.report_command)
app.command("presets")(run_command.presets_command)
app.command("identify")(identify_command.identify_command)
app.command("conform")(conform_command.conform_command)
app.command("audit")(audit_command.audit_command)
app.command("vectors")(vectors_command.vectors_command)
app.command("decide")(decide_command.decide_command)
app.command("check")(check_command.check_command)
app.command("judge")(judge_command.judge_command)
app.command("matrix")(matrix_command.matrix_command)
app.command("claims")(claims_command.claims_command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"verified-perceptron {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


class _Interrupted(BaseException):
    """Ctrl-C.  The command-line library ends silently on KeyboardInterrupt; ours says that nothing is lost."""


def _interrupt(_signal: int, _frame: object) -> None:
    raise _Interrupted


def main() -> None:
    """Run the command and turn every expected error into one sentence and an exit status."""
    signal.signal(signal.SIGINT, _interrupt)
    # Exact results may have more digits than Python converts by default; the readers bound them already.
    sys.set_int_max_str_digits(0)
    try:
        app()
    except USER_ERRORS as error:
        fail(str(error))
    except InvariantViolation as violation:
        fail(str(violation), status=1)
    except BrokenPipeError:
        # The reader of our output has gone (as `| head` does); nothing is left to say to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        fail(f"{place}{error.strerror or error}")
    except _Interrupted:
        fail("interrupted; no file was left half written", status=130)
    except MemoryError:
        fail("out of memory", status=3)
