"""`vectors`: test vectors for other languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verified_perceptron.cli.common import JsonOption, console, print_json
from verified_perceptron.oracle.vectors import write_vectors


def vectors_command(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The JSON file to write.")], json_: JsonOption = False
) -> None:
    """Write test vectors over all conventions, the same byte for byte every time."""
    count = write_vectors(out)
    if json_:
        print_json({"file": str(out), "cases": count})
    else:
        console().print(f"{out}: {count} cases", markup=False, soft_wrap=True)
