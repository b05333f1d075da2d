"""`verified-perceptron check CERTIFICATE DATA`: the trusted checker.

Exit status 0: accepted; 1: refused, with the reason; 2: a file cannot be read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from verified_perceptron import fast_check
from verified_perceptron.certificates import PLAIN, check_files
from verified_perceptron.checker import Refused
from verified_perceptron.data import DataError
from verified_perceptron.readers import Format, ReadOptions


def check_command(
    certificate: Annotated[Path, typer.Argument(help="The certificate.")],
    data: Annotated[Path, typer.Argument(help="The data it speaks of.")],
    *,
    fast: Annotated[bool, typer.Option("--fast", help="One pass in floating point, then the checker.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    label: Annotated[str | None, typer.Option(help="The name of the label's column.")] = None,
    positive: Annotated[str | None, typer.Option(help="The label that means +1.")] = None,
    float64: Annotated[bool, typer.Option("--float64", help="Round all numbers to float64 first.")] = False,
    format_: Annotated[Format | None, typer.Option("--format", help="The file's format, if its name hides it.")] = (
        None
    ),
) -> None:
    """Check a certificate against its data; accept it, or name the first thing that fails."""
    options = ReadOptions(format_, label, positive, float64)
    accepted = True
    try:
        if fast and options == PLAIN:
            reason = fast_check.check(certificate, data)
        else:
            reason = check_files(certificate, data, options)
    except Refused as refusal:
        accepted, reason = False, str(refusal)
    except UnicodeDecodeError as error:
        raise DataError(f"{certificate}: not UTF-8 text (at byte {error.start})") from None
    if as_json:
        typer.echo(json.dumps({"accepted": accepted, "kind": _kind(certificate), "reason": reason}))
    else:
        typer.echo(f"{'accepted' if accepted else 'refused'}: {reason}")
    raise typer.Exit(0 if accepted else 1)


def _kind(certificate: Path) -> str | None:
    """The kind that the certificate says it has, if it says so."""
    try:
        found = json.loads(certificate.read_text("utf-8"))
    except (ValueError, RecursionError):
        return None
    kind = found.get("kind") if isinstance(found, dict) else None
    return kind if isinstance(kind, str) else None
