"""Conventions as they are chosen on the command line: a preset, and what differs from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    ConventionError,
    Conventions,
    Correction,
    FixedMargin,
    Folding,
    GivenStart,
    Group,
    GroupKind,
    HarmonicRate,
    ListedRate,
    Offset,
    Order,
    OrderKind,
    RandomStart,
    Rate,
    RelativeMargin,
    Start,
    Tie,
    ZeroStart,
)
from verified_perceptron.exact import parse_number, shorten


@dataclass(frozen=True)
class Choices:
    """What the user said; None where nothing was said."""

    preset: str
    tie: Tie | None = None
    offset: Offset | None = None
    folding: Folding | None = None
    rate: str | None = None
    start: str | None = None
    order: OrderKind | None = None
    seed: int = 0
    group: GroupKind | None = None
    batch_size: int = 2
    correction: Correction | None = None
    margin: str | None = None
    threshold: str | None = None
    epochs: int | None = None
    updates: int | None = None
    small_change: str | None = None


def conventions_of(choices: Choices) -> Conventions:
    """The preset with the user's choices in place of its own."""
    base = PRESETS.get(choices.preset)
    if base is None:
        raise ConventionError(f"{shorten(choices.preset)} is no preset; there are {', '.join(PRESETS)}")
    if choices.margin is not None and choices.threshold is not None:
        raise ConventionError("--margin and --threshold are two rules for the same thing; choose one")
    offset = choices.offset or base.offset
    inherited_folding = base.folding if offset is not Offset.NONE else Folding.EXPLICIT
    margin = base.margin
    if choices.margin is not None:
        margin = RelativeMargin(parse_number(choices.margin))
    if choices.threshold is not None:
        margin = FixedMargin(parse_number(choices.threshold))
    return replace(
        base,
        tie=choices.tie or base.tie,
        offset=offset,
        folding=choices.folding or inherited_folding,
        rate=parse_rate(choices.rate) if choices.rate is not None else base.rate,
        start=parse_start(choices.start, choices.seed) if choices.start is not None else base.start,
        order=Order(choices.order or base.order.kind, choices.seed),
        group=Group(choices.group, choices.batch_size) if choices.group is not None else base.group,
        correction=choices.correction or base.correction,
        margin=margin,
        stop=replace(
            base.stop,
            passes=choices.epochs or base.stop.passes,
            updates=choices.updates or base.stop.updates,
            small_change=(
                parse_number(choices.small_change) if choices.small_change is not None else base.stop.small_change
            ),
        ),
    )


def parse_rate(text: str) -> Rate:
    """`1/2` for ever, `1/k` for the k-th update, or a list `1,1/2,1/3`."""
    if text.endswith("/k"):
        return HarmonicRate(parse_number(text.removesuffix("/k")))
    values = tuple(parse_number(part) for part in text.split(","))
    return ConstantRate(values[0]) if len(values) == 1 else ListedRate(values)


def parse_start(text: str, seed: int) -> Start:
    """`zero`, `random`, or `w1,w2,…;b` (the offset may be left out)."""
    if text == "zero":
        return ZeroStart()
    if text == "random":
        return RandomStart(seed)
    weights, _, offset = text.partition(";")
    return GivenStart(
        tuple(parse_number(part) for part in weights.split(",")),
        parse_number(offset) if offset else parse_number("0"),
    )
