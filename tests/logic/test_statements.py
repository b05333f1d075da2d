"""The statements of the project: what they say, and that a statement which says too much cannot be built."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.registry import all_statements
from proofs.statement import Statement, StatementError
from verified_perceptron.logic import render, scalars
from verified_perceptron.logic.models import ModelError, Surd, assignment, holds, model, root, step, value_of

STATEMENTS = {s.id: s for s in all_statements()}
x, y = scalars("x y")


@pytest.mark.parametrize(
    ("id_", "says"),
    [
        ("T0", "⟨a,b⟩² ≤ ‖a‖²·‖b‖²"),
        ("T1", "γ²·k ≤ R²·‖u‖²"),
        ("T1.progress", "γ·k ≤ ⟨u,w⟩"),
        ("T1.growth", "‖w‖² ≤ R²·k"),
        ("T2", "η²·γ²·k ≤ R²·η²·‖u‖² + 2·d·η·γ"),
        ("T3", "γ²·k ≤ R²·‖u‖² + R²·v² + c²·‖u‖² + c²·v²"),
        ("T3.unit", "γ²·k ≤ R²·‖u‖² + R²·v² + ‖u‖² + v²"),
        ("T3.radius_strict", "γ²·k < 4·R²"),
        ("T3.offset_strict", "b² < R²"),
        ("T4", "β² + β²·k + γ²·k ≤ R² + 2·β·γ·k"),
        ("T4.fixed", "γ²·k ≤ R²·‖u‖² + 2·τ·‖u‖²"),
        ("T5", "A²·γ² ≤ B·R²·‖u‖²"),
        ("T5.fixed", "M·γ² ≤ R²·n·‖u‖²"),
        ("T5.mean", "γ²·k ≤ R²·‖u‖²"),
        ("T6", "γ ≤ 0"),
        ("T6.gordan", "γ ≤ 0"),
        ("T9.sum", "‖v‖² = n"),
        ("T11", "γ²·k ≤ R²·‖u‖² + 2·X·γ"),
        ("T12", "⟨p,r⟩² ≤ R⁴·k"),
    ],
)
def test_the_theorem_says(id_: str, says: str) -> None:
    assert render.proposition(STATEMENTS[id_].conclusion) == says


def test_every_theorem_of_the_list_is_there() -> None:
    assert {id_.split(".")[0] for id_ in STATEMENTS} == {f"T{i}" for i in range(13)}


def test_novikoffs_bound_names_its_hypotheses() -> None:
    assert set(STATEMENTS["T1"].named()) == {"label", "margin", "radius", "mistake", "nonnegative_gamma"}


def test_cauchy_schwarz_has_no_hypotheses() -> None:
    assert not STATEMENTS["T0"].theorem.hypotheses


def test_every_hypothesis_is_needed_or_says_why_it_is_kept() -> None:
    for statement in STATEMENTS.values():
        for name in statement.named():
            assert (name in statement.countermodels) != (name in statement.kept)
            assert statement.kept.get(name, "reason") != ""


def vacuous(statement: Statement) -> Statement:
    return replace(statement, witness=statement.countermodels["margin"])


def with_an_innocent_countermodel(statement: Statement) -> Statement:
    return replace(statement, countermodels={**statement.countermodels, "margin": statement.witness})


def with_a_countermodel_to_something_else(statement: Statement) -> Statement:
    other = statement.countermodels["label"]
    return replace(statement, countermodels={**statement.countermodels, "margin": other})


def without_a_countermodel(statement: Statement) -> Statement:
    rest = {name: m for name, m in statement.countermodels.items() if name != "margin"}
    return replace(statement, countermodels=rest)


def with_a_countermodel_to_nothing(statement: Statement) -> Statement:
    return replace(statement, countermodels={**statement.countermodels, "luck": statement.witness})


def with_a_hidden_hypothesis(statement: Statement) -> Statement:
    return replace(statement, hypotheses={})


def with_an_idle_hypothesis(statement: Statement) -> Statement:
    return replace(statement, hypotheses={**statement.hypotheses, "idle": x >= 0})


def with_one_name_for_two_things(statement: Statement) -> Statement:
    return replace(statement, hypotheses={"margin": statement.hypotheses["nonnegative_gamma"]})


@pytest.mark.parametrize(
    "spoil",
    [
        vacuous,
        with_an_innocent_countermodel,
        with_a_countermodel_to_something_else,
        without_a_countermodel,
        with_a_countermodel_to_nothing,
        with_a_hidden_hypothesis,
        with_an_idle_hypothesis,
        with_one_name_for_two_things,
    ],
)
def test_novikoff_cannot_be_stated(spoil: Callable[[Statement], Statement]) -> None:
    with pytest.raises(StatementError):
        spoil(STATEMENTS["T1"])


def test_the_average_may_still_be_wrong_after_a_clean_pass() -> None:
    """T11's bound cannot be had for free: z = (−4,−4), (1,0), (3,0) in cyclic order."""
    data = [(-4, -4), (1, 0), (3, 0)]
    w, total, clean = (0, 0), (0, 0), False
    while not clean:
        clean = True
        for z in data:
            if w[0] * z[0] + w[1] * z[1] <= 0:
                w, clean = (w[0] + z[0], w[1] + z[1]), False
            total = (total[0] + w[0], total[1] + w[1])
    assert all(w[0] * z[0] + w[1] * z[1] > 0 for z in data)
    assert total[0] * 1 + total[1] * 0 < 0


def test_document_000s_unfolded_progress_fails() -> None:
    """⟨w,w*⟩ ≥ kγ without folding: {(0,−), (1,+)}, R = 1, w* = 1, b* = −½, γ = ½."""
    updates = model(step(y=-1, x=(0,)), step(y=1, x=(1,)), u=(1,), gamma=Fraction(1, 2), R=1)
    verdict = STATEMENTS["T1.progress"].judge(model(updates.run[0], u=(1,), gamma=Fraction(1, 2), R=1))
    assert not verdict.conclusion_holds
    assert verdict.violated == {"margin"}


def test_surds_are_ordered_exactly() -> None:
    near = Surd(Fraction(-99), Fraction(70), 2)  # 70·√2 − 99 ≈ −0.005
    assert near.sign() == -1
    assert (near + 1).sign() == 1
    assert (root(2) * root(2) + -2).sign() == 0
    assert Surd(Fraction(0), Fraction(-1), 3).sign() == -1


def test_surds_of_different_roots_do_not_mix() -> None:
    with pytest.raises(ModelError):
        _ = root(2) + root(3)


def test_a_model_without_a_value_is_refused() -> None:
    with pytest.raises(ModelError, match="y"):
        holds(x + y >= 0, assignment({"x": 1}))


def test_a_model_with_vectors_of_two_dimensions_is_refused() -> None:
    with pytest.raises(ModelError):
        assignment({"u": (1, 0), "w": (1,)})
    with pytest.raises(ModelError):
        STATEMENTS["T1"].judge(model(step(y=1, x=(1, 0)), u=(1,), gamma=1, R=1))


def test_values_are_exact() -> None:
    third = Fraction(1, 3)
    assert value_of(3 * x - 1, assignment({"x": third})) == 0
