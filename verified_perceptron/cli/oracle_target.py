"""What `identify` and `conform` share: the target on the command line."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from verified_perceptron.oracle.targets import TIMEOUT, Target, parse_argument

TargetArgument: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="TARGET", help="module:attribute, or -- and a command with its arguments.")
]
ArgOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--arg", metavar="KEY=VALUE", help="An argument for the target."),
]
TimeoutOption: TypeAlias = Annotated[
    float, typer.Option(min=0.1, help="Seconds that the target may take for one data set.")
]


def target_of(words: list[str], arguments: list[str] | None, timeout: float = TIMEOUT) -> Target:
    """`module:attribute`, if that is the only word; otherwise a command."""
    given = dict(map(parse_argument, arguments or []))
    if len(words) == 1 and ":" in words[0] and "/" not in words[0]:
        return Target.of(words[0], (), given, timeout)
    return Target.of(None, words, given, timeout)
