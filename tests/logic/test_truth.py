"""What the kernel proves is true: 10,000 random exact instances of the statements, and no counterexample.

An instance is a random model (for a system, a random run) that satisfies every hypothesis. Models are drawn
from small numbers; where hypotheses are narrow, `settle` solves them instead of waiting for luck.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.registry import all_statements
from proofs.statement import Statement
from verified_perceptron.logic import System, Transition, Variable
from verified_perceptron.logic.models import Assignment, Exact, Model, Step, execute, holds, root

INSTANCES = 10_000
ATTEMPTS_PER_INSTANCE = 400
Draw = dict[str, Exact | tuple[Exact, ...]]


def number(rng: random.Random) -> Fraction:
    return Fraction(rng.choice((-2, -1, -1, 0, 1, 1, 2, 3)), rng.choice((1, 1, 1, 2)))


def draw(variables: frozenset[Variable], dimension: int, rng: random.Random) -> Draw:
    values: Draw = {}
    for sort, name in sorted(variables):
        scalar = rng.choice((-1, 1)) if name == "y" else None
        if sort == "vector":
            values[name] = tuple(number(rng) for _ in range(dimension))
        else:
            values[name] = Fraction(scalar) if scalar else number(rng)
    return values


def assignment(values: Draw) -> Assignment:
    return Assignment(
        {name: v for name, v in values.items() if not isinstance(v, tuple)},
        {name: v for name, v in values.items() if isinstance(v, tuple)},
    )


def rational(value: Exact | tuple[Exact, ...]) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def coordinates(value: Exact | tuple[Exact, ...]) -> tuple[Fraction, ...]:
    assert isinstance(value, tuple)
    return tuple(rational(x) for x in value)


def dot(a: tuple[Fraction, ...], b: tuple[Fraction, ...]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def settle_start(values: Draw) -> None:
    """T2 on the line: d = |u||w₀|."""
    (u,), (w0,) = coordinates(values["u"]), coordinates(values["w0"])
    values["d"] = abs(u * w0)


def settle_plane(values: Draw) -> None:
    """T8: v = 1/‖w‖², and the offset that puts h on the hyperplane."""
    w = coordinates(values["w"])
    if any(w):
        values["v"] = 1 / dot(w, w)
    if "h" in values:
        values["b"] = -dot(w, coordinates(values["h"]))


def settle_expansion(criterion: Callable[[Draw, Fraction], Fraction]) -> Callable[[Draw], None]:
    """T10: the values before and after, from ⟨w,x⟩ and ⟨w + h,x⟩."""

    def settle(values: Draw) -> None:
        w, h, x = (coordinates(values[name]) for name in "whx")
        values["before"] = criterion(values, dot(w, x))
        values["after"] = criterion(values, dot(w, x) + dot(h, x))

    return settle


def settle_labels(values: Draw) -> None:
    values["t"] = rational(values["t"]) / (abs(rational(values["t"])) or 1)
    values["o"] = values["t"] if rational(values["o"]) > 0 else -rational(values["t"])


def settle_zero_one(values: Draw) -> None:
    values["o"] = 1 - rational(values["t"])


def settle_negative_label(values: Draw) -> None:
    values["t"] = Fraction(-1)


def settle_inverse(values: Draw) -> None:
    """T3.best: 1/c, and c² = R|b*| for the best constant."""
    c = rational(values["c"]) or Fraction(1)
    values["c"], values["inverse_c"] = c, 1 / c
    if values["R"]:
        values["size"] = c**2 / rational(values["R"])


def settle_unit_separator(values: Draw) -> None:
    values["u"] = (Fraction(1),) + (Fraction(0),) * (len(coordinates(values["u"])) - 1)


def settle_classes(values: Draw) -> None:
    """T3 with both classes: a unit separator, and the margin and the radius that the two examples have."""
    settle_unit_separator(values)
    positive, negative = coordinates(values["x_pos"]), coordinates(values["x_neg"])
    values["R"] = Fraction(4)
    b = rational(values["b"]) if "b" in values else 4 * rational(values["v"])
    values["gamma"] = min(positive[0] + b, -negative[0] - b)


def settle_limit(values: Draw) -> None:
    """T12: a few updates with examples of length at most 3, and a limit near what they allow."""
    settle_split(values)
    values["R"], values["k"] = Fraction(3), abs(rational(values["k"]))
    values["L"] = 9 * abs(rational(values["k"])) + abs(rational(values["L"]))


def settle_split(values: Draw) -> None:
    """T12: w = p + q, and x = r + t where it occurs, over different coordinates."""
    for first, second in (("p", "q"), ("r", "t")) if "r" in values else (("p", "q"),):
        (a, _), (_, b) = coordinates(values[first]), coordinates(values[second])
        values[first], values[second] = (a, Fraction(0)), (Fraction(0), b)


def settle_transfer(values: Draw) -> None:
    """T12.transfer: bounds of the four lengths, which sums of sizes are, and sharp ones along an axis."""
    p, w, r, x = (coordinates(values[name]) for name in "pwrx")
    gaps = {"e": [a - b for a, b in zip(p, w, strict=True)], "h": [a - b for a, b in zip(r, x, strict=True)]}
    for name, vector in {**gaps, "P": r, "N": w}.items():
        values[name] = sum((abs(rational(v)) for v in vector), Fraction(0))


def settle_filter(values: Draw) -> None:
    """T12.filter: every hypothesis with equality, or with as much to spare as was drawn."""
    u, G, N, E, R = (abs(rational(values[name])) for name in ("unit", "G", "N", "E", "R"))
    spare_h, spare_e, spare_g = (abs(rational(values[name])) for name in "heg")
    h, e, g = u * R - spare_h, u * N * E - spare_e, u * G - spare_g
    M, P = max(Fraction(0), N + e), max(Fraction(0), R + h)
    values.update(unit=u, G=G, N=N, E=E, R=R, h=h, e=e, g=g, M=M, P=P)
    values["on_copies"] = rational(values["on_data"]) + e * P + N * h
    values["t_computed"] = rational(values["on_copies"]) + g * M * P


def settle_axis(values: Draw) -> None:
    """T3.value: the axis is the second coordinate."""
    values["e"] = (Fraction(0), Fraction(1))
    for name in ("w", "x"):
        values[name] = (coordinates(values[name])[0], Fraction(0))


def settle_unit_example(values: Draw) -> None:
    values["e"] = (Fraction(1), Fraction(0))


def settle_span(values: Draw) -> None:
    """T7: e first axis, the span is the second, the rest the third; constants large enough."""
    _, p, _ = coordinates(values["z_in"])
    values["e"] = (Fraction(1), Fraction(0), Fraction(0))
    values["z_in"] = (Fraction(0), p, Fraction(0))
    values["w_in"] = (Fraction(0), coordinates(values["w_in"])[1], Fraction(0))
    values["r"] = (coordinates(values["r"])[0], Fraction(0), coordinates(values["r"])[2])
    values["p"] = abs(p)
    values["c"] = rational(values["s"]) ** 2 - rational(values["R"]) ** 2
    q = abs(rational(values["q"])) or Fraction(1)
    values["q"], values["s"] = q, abs(rational(values["s"]))
    values["D"] = q + abs(p) * (abs(p) + abs(rational(values["s"]))) / q + abs(rational(values["D"]))
    values["c_next"] = rational(values["c"]) + rational(values["D"]) ** 2
    values["L"] = abs(rational(values["L"])) * 3 + rational(values["c_next"])


def settle_foot(values: Draw) -> None:
    """T7.start: the foot is the first coordinate of w₀."""
    values["foot"] = (coordinates(values["w0"])[0], Fraction(0))


SETTLE: dict[str, Callable[[Draw], None]] = {
    "T2": settle_start,
    "T3.value": settle_axis,
    "T3.offset": settle_classes,
    "T3.offset_strict": settle_classes,
    "T3.radius_sharp": settle_classes,
    "T3.radius_strict": settle_classes,
    "T3.best": settle_inverse,
    "T3.best_attained": settle_inverse,
    "T4": settle_unit_separator,
    "T4.rho": settle_unit_separator,
    "T7": settle_span,
    "T7.start": settle_foot,
    "T8": settle_plane,
    "T8.foot": settle_plane,
    "T8.foot_distance": settle_plane,
    "T8.pythagoras": settle_plane,
    "T9.used": settle_unit_example,
    "T9.once": settle_unit_example,
    "T9.mistake": settle_unit_example,
    "T9.right": settle_unit_example,
    "T10.criterion": settle_expansion(lambda v, o: -rational(v["y"]) * o),
    "T10.first": settle_expansion(lambda v, o: -(rational(v["t"]) - rational(v["o"])) * o),
    "T10.squared": settle_expansion(lambda v, o: -((rational(v["t"]) - rational(v["o"])) ** 2) * o),
    "T10.delta": settle_expansion(lambda v, o: (rational(v["t"]) - o) ** 2 / 2),
    "T10.delta_low": settle_expansion(lambda v, o: (rational(v["t"]) - o) ** 2 / 2),
    "T10.delta_high": settle_expansion(lambda v, o: (rational(v["t"]) - o) ** 2 / 2),
    "T10.mistake": settle_labels,
    "T10.right": settle_labels,
    "T10.four": settle_labels,
    "T10.zero_one": settle_zero_one,
    "T10.wrong_way": settle_negative_label,
    "T12": settle_split,
    "T12.weight": settle_split,
    "T12.transfer": settle_transfer,
    "T12.filter": settle_filter,
    "T12.limit": settle_limit,
    "T12.strict_limit": settle_limit,
}

DIMENSION = {"T2": 1, "T4": 1, "T7": 3}


def settle_pick(statement: Statement, picks: Draw, state: Assignment) -> None:
    """Picks that are determined by the state: lengths and roots in T4, inverses in T5."""
    if statement.id == "T4":
        (w,), (x,) = coordinates(state.vectors["w"]), coordinates(picks["x"])
        k, rho = state.scalars["k"], rational(state.scalars["R"]) ** 2 - rational(state.scalars["beta"]) ** 2
        picks["n_next"] = abs(w + rational(picks["y"]) * x)
        picks["s_next"] = Fraction(0) if rho == 0 else Fraction(1) if k == 0 else root(2)
    if statement.id == "T6.gordan" and picks["multiplier"]:
        back = [-rational(x) / rational(picks["multiplier"]) for x in coordinates(state.vectors["V"])]
        picks["z"] = tuple(back) if any(back) else picks["z"]
    if "v" in picks and "m" in picks and picks["m"]:
        picks["v"] = 1 / rational(picks["m"])


def random_run(statement: Statement, system: System, rng: random.Random, dimension: int) -> Model:
    rigid = system.variables() | statement.conclusion.variables()
    rigid = rigid.union(*(h.variables() for h in statement.hypotheses.values()))
    values = draw(rigid - system.state() - system.fresh(), dimension, rng)
    if statement.id in SETTLE:
        SETTLE[statement.id](values)
    model = Model(assignment(values))
    about_rigid = [h for h in statement.hypotheses.values() if not h.variables() & system.state()]
    if not all(holds(hypothesis, model.values) for hypothesis in about_rigid):
        return model  # no run repairs that
    for _ in range(rng.randrange(5)):
        for _ in range(12):
            transition: Transition = rng.choice(system.transitions)
            picks = draw(transition.fresh, dimension, rng)
            settle_pick(statement, picks, execute(system, model).final)
            longer = Model(model.values, (*model.run, Step(assignment(picks), transition.name)))
            if not execute(system, longer).violated:
                model = longer
                break
    return model


def random_model(statement: Statement, rng: random.Random) -> Model:
    dimension = DIMENSION.get(statement.id, 2)
    if statement.system:
        return random_run(statement, statement.system, rng, dimension)
    variables = statement.conclusion.variables().union(*(h.variables() for h in statement.named().values()))
    values = draw(variables, dimension, rng)
    if statement.id in SETTLE:
        SETTLE[statement.id](values)
    return Model(assignment(values))


STATEMENTS = all_statements()
QUOTA = -(-INSTANCES // len(STATEMENTS))


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_no_random_instance_contradicts(statement: Statement) -> None:
    rng = random.Random(f"instances of {statement.id}")
    instances = 0
    for _ in range(QUOTA * ATTEMPTS_PER_INSTANCE):
        verdict = statement.judge(random_model(statement, rng))
        if not verdict.violated:
            assert verdict.conclusion_holds, f"{statement.id} is false at {verdict.final}"
            instances += 1
            if instances == QUOTA:
                return
    pytest.fail(f"only {instances} instances of {statement.id} were found")


def test_there_are_ten_thousand_instances() -> None:
    assert QUOTA * len(STATEMENTS) >= INSTANCES


def test_the_search_would_find_a_counterexample_if_the_guards_were_not_kept() -> None:
    (novikoff,) = (s for s in STATEMENTS if s.id == "T1")
    assert novikoff.system
    unguarded = tuple(replace(t, guards=()) for t in novikoff.system.transitions)
    reckless = replace(novikoff.system, transitions=unguarded)
    rng = random.Random(1)
    verdicts = [novikoff.judge(random_run(novikoff, reckless, rng, 2)) for _ in range(200)]
    assert any(not v.conclusion_holds for v in verdicts)
    assert all(v.violated for v in verdicts if not v.conclusion_holds)
