"""What a perceptron implementation must choose, as closed sets, and the choices that documents made.

"The perceptron" names many programs.  A `Conventions` record says which one: every field is a closed set,
so that two programs with equal records make the same updates in the same order on the same data.
`PRESETS` holds the systems P0–P15 of the five lecture notes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from verified_perceptron.exact import Number, number_text


class ConventionError(ValueError):
    """These choices do not go together."""


class Tie(Enum):
    """Is a score of exactly zero a mistake?  f is the score, y the label."""

    MISTAKE = "mistake"
    """y·f ≤ 0 is a mistake."""
    CORRECT = "correct"
    """Only y·f < 0 is a mistake."""
    PLUS = "plus"
    """sign(0) = +1: a tie is a mistake for the label −1 only."""
    MINUS = "minus"
    """sign(0) = −1: a tie is a mistake for the label +1 only."""


class Offset(Enum):
    """How the offset b moves on a mistake (times rate and label)."""

    NONE = "none"
    UNIT = "unit"
    """By 1: the fold with an extra coordinate 1."""
    RADIUS = "radius"
    """By R² = max‖x‖²: the fold with an extra coordinate R."""


class Folding(Enum):
    """Where the offset is kept."""

    EXPLICIT = "explicit"
    """A number of its own."""
    FIRST = "first"
    """A coordinate before the others."""
    LAST = "last"
    """A coordinate after the others."""


class OrderKind(Enum):
    """Which example is looked at next."""

    CYCLIC = "cyclic"
    STREAM = "stream"
    """The examples arrive one by one, again and again; the order of CYCLIC, counted by rounds."""
    SHUFFLED = "shuffled"
    """A new permutation for every pass, drawn from the seed."""
    FIRST = "first"
    """From the set of all mistakes: the first …"""
    LAST = "last"
    WORST = "worst"
    """… the one with the least y·f (the first of several) …"""
    RANDOM = "random"
    """… or any, drawn from the seed."""


PICKS = frozenset({OrderKind.FIRST, OrderKind.LAST, OrderKind.WORST, OrderKind.RANDOM})
"""The orders that look at all examples and pick one mistake for each update."""


@dataclass(frozen=True)
class Order:
    """An order of examples; the seed matters to SHUFFLED and RANDOM only."""

    kind: OrderKind = OrderKind.CYCLIC
    seed: int = 0


class GroupKind(Enum):
    """How many examples share one update."""

    ONLINE = "online"
    MINI_BATCH = "mini-batch"
    BATCH = "batch"
    MEAN_BATCH = "mean-batch"
    """All mistakes at once, their mean instead of their sum."""


@dataclass(frozen=True)
class Group:
    """The examples of one update; the size matters to MINI_BATCH only."""

    kind: GroupKind = GroupKind.ONLINE
    size: int = 1

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ConventionError(f"a mini-batch of {self.size} examples is empty")


class Correction(Enum):
    """What a mistake adds to the weights (times the rate); t is the label, o the output."""

    LABEL = "label"
    """y·x."""
    TARGET_OUTPUT = "target-output"
    """(t−o)·x with o = ±1, which is 2y·x."""
    TARGET_SIGN = "target-sign"
    """(t−o)·x with sign(0) = 0, which is y·x on a tie and 2y·x otherwise."""
    RESIDUAL = "residual"
    """(t−w·x)·x on every example, mistake or not: the delta rule."""


@dataclass(frozen=True)
class ConstantRate:
    """η_k = value."""

    value: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.value <= 0:
            raise ConventionError(f"the rate {self.value} is not positive")


@dataclass(frozen=True)
class HarmonicRate:
    """η_k = scale/k for the k-th update."""

    scale: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.scale <= 0:
            raise ConventionError(f"the rate {self.scale}/k is not positive")


@dataclass(frozen=True)
class ListedRate:
    """η_1, η_2, … as listed; the last one goes on."""

    values: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not self.values or min(self.values) <= 0:
            raise ConventionError("a list of rates needs at least one rate, and all of them positive")


Rate: TypeAlias = ConstantRate | HarmonicRate | ListedRate


@dataclass(frozen=True)
class ZeroStart:
    """w₀ = 0, b₀ = 0."""


@dataclass(frozen=True)
class GivenStart:
    """w₀ and b₀ as given."""

    weights: tuple[Fraction, ...]
    offset: Fraction = Fraction(0)


@dataclass(frozen=True)
class RandomStart:
    """Small random integers drawn from the seed."""

    seed: int = 0


Start: TypeAlias = ZeroStart | GivenStart | RandomStart


@dataclass(frozen=True)
class RelativeMargin:
    """y·f ≤ β‖w‖ is a mistake."""

    beta: Fraction

    def __post_init__(self) -> None:
        if self.beta < 0:
            raise ConventionError(f"the margin {self.beta} is negative")


@dataclass(frozen=True)
class FixedMargin:
    """y·f ≤ τ is a mistake."""

    tau: Fraction

    def __post_init__(self) -> None:
        if self.tau < 0:
            raise ConventionError(f"the margin {self.tau} is negative")


Margin: TypeAlias = RelativeMargin | FixedMargin


class Predictor(Enum):
    """Which weights predict."""

    LAST = "last"
    VOTED = "voted"
    AVERAGED = "averaged"


class SignZero(Enum):
    """The prediction at a score of exactly zero."""

    PLUS = 1
    MINUS = -1
    OPEN = 0
    """Left open by the document: no prediction."""


@dataclass(frozen=True)
class Stop:
    """When a run ends: at the first of these that happens."""

    quiet: bool = True
    """After a pass without an update."""
    passes: int | None = None
    updates: int | None = None
    small_change: Fraction | None = None
    """After a pass that moves the weights by less than this (in norm)."""
    cycle: bool = True
    """When the weights return to earlier ones: the data are then not separable (T6)."""

    def __post_init__(self) -> None:
        for name, limit in (("passes", self.passes), ("updates", self.updates), ("change", self.small_change)):
            if limit is not None and limit <= 0:
                raise ConventionError(f"a limit of {limit} {name} leaves nothing to run")


@dataclass(frozen=True)
class Conventions:
    """One perceptron among many.  The default is the cyclic perceptron through the origin."""

    tie: Tie = Tie.MISTAKE
    offset: Offset = Offset.NONE
    folding: Folding = Folding.EXPLICIT
    rate: Rate = field(default_factory=ConstantRate)
    start: Start = field(default_factory=ZeroStart)
    order: Order = field(default_factory=Order)
    group: Group = field(default_factory=Group)
    correction: Correction = Correction.LABEL
    margin: Margin | None = None
    stop: Stop = field(default_factory=Stop)
    predictor: Predictor = Predictor.LAST
    sign_zero: SignZero = SignZero.OPEN

    def __post_init__(self) -> None:
        picks = self.order.kind in PICKS
        if self.folding is not Folding.EXPLICIT and self.offset is Offset.NONE:
            raise ConventionError("there is no offset to fold")
        if picks and self.group.kind is not GroupKind.ONLINE:
            raise ConventionError(f"the order {self.order.kind.value} picks one mistake, which leaves no batch")
        if self.margin is not None:
            if picks or self.group.kind is not GroupKind.ONLINE or self.correction is not Correction.LABEL:
                raise ConventionError("the margin perceptron takes the examples in turn and adds y·x")
            if self.offset is not Offset.NONE and self.folding is Folding.EXPLICIT:
                raise ConventionError("with an explicit offset β‖w‖ is ambiguous: fold the offset")
            if self.tie is not Tie.MISTAKE:
                raise ConventionError("the margin perceptron counts y·f equal to its margin as a mistake")
        if picks and self.correction is not Correction.LABEL:
            raise ConventionError("an order that picks a mistake adds y·x")

    @property
    def ends_by_itself(self) -> bool:
        """Every run ends, by convergence or by a cycle (T7): finitely many corrections, each on a mistake."""
        return (
            isinstance(self.rate, ConstantRate)
            and self.margin is None
            and self.correction is not Correction.RESIDUAL
            and self.stop.quiet
            and self.stop.cycle
        )

    def capped(self, passes: int) -> Conventions:
        """The same, stopped after this many passes at the latest."""
        return replace(self, stop=replace(self.stop, passes=passes))

    def describe(self) -> dict[str, str]:
        """The choices in words, one for each field."""
        return {
            "tie": self.tie.value,
            "offset": self.offset.value,
            "folding": self.folding.value,
            "rate": rate_text(self.rate),
            "start": start_text(self.start),
            "order": self.order.kind.value
            + (f" (seed {self.order.seed})" if self.order.kind in (OrderKind.SHUFFLED, OrderKind.RANDOM) else ""),
            "group": self.group.kind.value
            + (f" of {self.group.size}" if self.group.kind is GroupKind.MINI_BATCH else ""),
            "correction": self.correction.value,
            "margin": margin_text(self.margin),
            "stop": stop_text(self.stop),
            "predictor": self.predictor.value,
            "sign_zero": self.sign_zero.name.lower(),
        }


DEFAULT = Conventions()
"""The cyclic perceptron through the origin, from zero, until a quiet pass; a tie is a mistake."""


def rate_text(rate: Rate) -> str:
    """The rate as `--rate` takes it."""
    match rate:
        case ConstantRate(value):
            return number_text(value)
        case HarmonicRate(scale):
            return f"{number_text(scale)}/k"
        case ListedRate(values):
            return ",".join(map(number_text, values))


def start_text(start: Start) -> str:
    """The start as `--start` takes it."""
    match start:
        case ZeroStart():
            return "zero"
        case GivenStart(weights, offset):
            return ",".join(map(number_text, weights)) + (f";{number_text(offset)}" if offset else "")
        case RandomStart(seed):
            return f"random (seed {seed})"


def margin_text(margin: Margin | None) -> str:
    """The margin condition in words."""
    match margin:
        case None:
            return "none"
        case RelativeMargin(beta):
            return f"{number_text(beta)}·‖w‖"
        case FixedMargin(tau):
            return number_text(tau)


def stop_text(stop: Stop) -> str:
    """The stopping rules in words."""
    rules = ["quiet pass"] if stop.quiet else []
    for limit, unit in ((stop.passes, "passes"), (stop.updates, "updates")):
        if limit is not None:
            rules.append(f"{limit} {unit}")
    if stop.small_change is not None:
        rules.append(f"change below {number_text(stop.small_change)}")
    return " or ".join([*rules, "cycle"] if stop.cycle else rules)


def rate_at(rate: Rate, k: int) -> Fraction:
    """η_k, for the k-th update, k ≥ 1."""
    match rate:
        case ConstantRate(value):
            return value
        case HarmonicRate(scale):
            return scale / k
        case ListedRate(values):
            return values[min(k, len(values)) - 1]


def is_mistake(tie: Tie, y: int, score: Number) -> bool:
    """Is the label y contradicted by this score under the tie rule?  Always implies y·score ≤ 0."""
    match tie:
        case Tie.MISTAKE:
            return y * score <= 0
        case Tie.CORRECT:
            return y * score < 0
        case Tie.PLUS:
            return (1 if score >= 0 else -1) != y
        case Tie.MINUS:
            return (1 if score > 0 else -1) != y


_STREAM = Order(OrderKind.STREAM)
_PICK = Order(OrderKind.FIRST)
_BATCH = Group(GroupKind.BATCH)

PRESETS: dict[str, Conventions] = {
    "P0": Conventions(offset=Offset.RADIUS, sign_zero=SignZero.PLUS),
    "P1": Conventions(offset=Offset.UNIT, sign_zero=SignZero.MINUS),
    "P2": Conventions(sign_zero=SignZero.MINUS),
    "P3": Conventions(order=_STREAM),
    "P4": Conventions(order=_STREAM),
    "P5": Conventions(order=_STREAM, predictor=Predictor.VOTED),
    "P6": Conventions(order=_STREAM, predictor=Predictor.AVERAGED),
    "P7": Conventions(order=_PICK),
    "P8": Conventions(group=_BATCH),
    "P9": Conventions(group=_BATCH, correction=Correction.TARGET_OUTPUT),
    "P10": Conventions(group=_BATCH, stop=Stop(small_change=Fraction(1, 1000))),
    "P11": Conventions(
        group=_BATCH,
        correction=Correction.RESIDUAL,
        rate=ConstantRate(Fraction(1, 100)),
        stop=Stop(small_change=Fraction(1, 1000)),
    ),
    "P12": Conventions(),
    "P13": Conventions(group=_BATCH, rate=HarmonicRate()),
    "P14": Conventions(margin=RelativeMargin(Fraction(1, 10))),
    "P15": Conventions(group=Group(GroupKind.MINI_BATCH, 2)),
    "P15-online": Conventions(),
    "P15-batch": Conventions(group=_BATCH),
    "P15-stochastic": Conventions(order=Order(OrderKind.SHUFFLED)),
}
"""The systems of the five documents, P0–P15; where a document leaves a choice open, the simplest one."""
