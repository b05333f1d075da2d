"""Every planted implementation is identified, or refuted with a small data set."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests.oracle.planted import CONVENTIONS, RATE_LISTED
from verified_perceptron.conventions import (
    PRESETS,
    ConstantRate,
    ConventionError,
    Conventions,
    Predictor,
    Stop,
    ZeroStart,
)
from verified_perceptron.faults import Textbook, all_faults
from verified_perceptron.oracle.conform import conform
from verified_perceptron.oracle.departure import is_sum
from verified_perceptron.oracle.distinguishing import (
    QUIET,
    Item,
    classes,
    data_sets,
    equivalents,
    is_suitable,
    items,
    separated,
    separated_by_votes,
    voting_items,
)
from verified_perceptron.oracle.float64 import first_passes
from verified_perceptron.oracle.identify import ALL_DATA, CLOCK, Identification, identify
from verified_perceptron.oracle.replay import PASSES, exact_path
from verified_perceptron.oracle.space import perceptrons, space
from verified_perceptron.oracle.targets import Target, TargetError

SECONDS = 30
HAS_SKLEARN = importlib.util.find_spec("sklearn") is not None
needs_sklearn = pytest.mark.skipif(not HAS_SKLEARN, reason="scikit-learn is not installed")


def identified(name: str, arguments: dict[str, str | int | float | bool | None] | None = None) -> Identification:
    start = time.monotonic()
    with Target.of(name, arguments=arguments) as target:
        found = identify(target, count=300)
    assert time.monotonic() - start < SECONDS
    return found


def planted(name: str) -> Identification:
    return identified(f"tests.oracle.planted:{name}")


# --- the distinguishing data sets ---------------------------------------------------------------


def test_the_stored_data_sets_tell_apart_what_the_search_says_they_do() -> None:
    members = items()
    told = np.zeros((len(members), len(members)), dtype=np.bool_)
    for data in data_sets():
        told |= separated(data, members)
    left = [(members[i], members[j]) for i, j in zip(*np.nonzero(~told), strict=True) if i < j]
    votes = voting_items()
    heard = np.zeros((len(votes), len(votes)), dtype=np.bool_)
    for data in data_sets():
        heard |= separated_by_votes(data, votes)
    left += [(votes[i], votes[j]) for i, j in zip(*np.nonzero(~heard), strict=True) if i < j]
    assert classes(left) == equivalents()


def test_any_two_conventions_that_stop_at_a_quiet_pass_are_told_apart() -> None:
    quiet = {str(item) for item in items() if item.stop == QUIET}
    assert not [group for group in equivalents() if len(quiet & set(group)) > 1]
    assert len(quiet) > 180


def test_the_data_sets_are_small_integers_inside_the_bound_of_exactness() -> None:
    for data in ALL_DATA:
        assert len(data) <= 4
        assert is_suitable(data)
        updates = PASSES * len(data)
        assert data.denominator == 1
        assert updates * (data.scaled_radius_sq + 1) ** 2 <= 2**106


def test_float64_makes_the_exact_run_on_the_data_sets() -> None:
    rules = [c for c in perceptrons(ZeroStart()) if c.predictor is Predictor.LAST and c.rate == Conventions().rate]
    compared = 0
    for data in ALL_DATA:
        for chosen in rules:
            path = exact_path(data, chosen)
            if path.is_float_exact:
                floats = first_passes(data, chosen, PASSES)
                assert [(*s.weights, s.offset) for s in floats] == [tuple(map(float, v)) for v in path.after]
                compared += 1
    assert compared > 500


def test_the_clock_runs_for_more_than_a_thousand_passes() -> None:
    assert len(exact_path(CLOCK, space()[0], 4000).after) > 1000


def test_an_item_says_what_it_chooses() -> None:
    assert str(Item(PRESETS["P1"], 2)).endswith("offset unit, sign_zero minus, 2 passes")


# --- every convention alone ---------------------------------------------------------------------

VISIBLE = ("tie", "offset", "order", "group", "correction", "margin", "predictor")
UNSEEN = {
    # From zero, with ties correct, nothing is ever corrected: the offset does not show.
    "tie_correct": ("offset",),
    "order_stream": ("order",),
    "correction_target_output": ("correction",),
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_convention_alone_is_identified(name: str) -> None:
    expected = CONVENTIONS[name].describe()
    found = planted(name)
    assert found.findings
    told = found.findings[0].describe()
    for key in VISIBLE:
        if key not in UNSEEN.get(name, ()):
            assert told[key] == expected[key], key
    if name != "stop_one_pass":
        assert len(found.findings) == 1


def test_what_shows_beside_the_conventions_is_told() -> None:
    assert planted("rate_half").findings[0].describe()["rate"] == "1/2 with y·x, or 1/4 with (t−o)·x"
    assert planted("folding_first").findings[0].describe()["folding"] == "first coordinate"
    assert planted("folding_last").findings[0].describe()["folding"] == "last coordinate"
    assert planted("stop_forty_passes").findings[0].describe()["stop"] == "40 passes"
    assert planted("plain").findings[0].describe()["stop"].startswith("quiet pass")
    assert planted("Predicting").sign_zero == "+1"
    assert planted("PredictingMinus").sign_zero == "−1"


def test_labels_zero_and_one_are_found_by_trial() -> None:
    found = planted("zero_one")
    assert found.labels.name == "BITS"
    assert found.findings[0].conventions.tie.value == "plus"


def test_votes_are_identified_without_weights() -> None:
    assert {f.conventions.predictor for f in planted("Voted").findings} == {Predictor.VOTED}


@pytest.mark.parametrize("name", ["order_shuffled", "order_random"])
def test_drawn_orders_are_recognised(name: str) -> None:
    found = planted(name)
    assert found.random is not None
    assert name.removeprefix("order_") in {f.conventions.order.kind.value for f in found.findings}


def test_a_fixed_start_is_found() -> None:
    told = planted("fixed_start").findings[0].describe()
    assert (told["start"], told["rate"], told["correction"]) == ("fixed, not zero", "1/2", "label")


def test_a_random_start_is_recognised_and_replayed_with_its_seed() -> None:
    found = planted("RandomStart")
    assert found.random == "repeated runs differ, from the start on; with seed fixed they agree"
    told = found.findings[0].describe()
    assert (told["tie"], told["offset"], told["stop"], told["arithmetic"]) == (
        "mistake",
        "unit",
        "100 passes",
        "float64",
    )


def test_every_choice_names_the_data_set_that_decided_it() -> None:
    decided = {(d.field, d.other) for d in planted("plain").decisions}
    assert {("tie", "plus"), ("offset", "none"), ("group", "batch"), ("order", "last")} <= decided


# --- faults -------------------------------------------------------------------------------------

INVISIBLE = {
    # The number of an update does not show in the weights; `audit` sees it.
    "CountsFromZero": "1",
    # Twice the step is the rate 2, which only scales the weights.
    "DoubleStep": "2",
    # On integers float64 is exact; on decimals it is rounding.
    "FloatRounding": "1",
}


@pytest.mark.parametrize("fault", list(all_faults()), ids=lambda fault: fault.__name__)
def test_every_fault_is_refuted_by_at_most_four_points(fault: type[Textbook]) -> None:
    start = time.monotonic()
    with Target.of(f"tests.oracle.planted:{fault.__name__}") as target:
        found = conform(target, fault.claims, count=400)
    assert time.monotonic() - start < SECONDS
    if fault.__name__ in INVISIBLE:
        assert found.conforms
        assert str(found.rate) == INVISIBLE[fault.__name__]
        return
    assert found.departure is not None
    assert len(found.departure.data) <= 4
    assert found.departure.rule in ("step", "mistake", "skipped")


@pytest.mark.parametrize("name", ["LabelDropped", "ByteOverflow", "OffsetWithoutLabel"])
def test_a_fault_that_is_no_convention_is_identified_as_none(name: str) -> None:
    found = planted(name)
    assert not found.findings
    assert found.nearest is not None
    assert found.departure is not None
    assert len(found.departure.data) <= 4


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("StaleWeights", "group", "batch"),
        ("TieByPrediction", "tie", "plus"),
        ("OffsetForgotten", "offset", "none"),
        ("UnitStepInRadiusFold", "offset", "unit"),
        ("MarginOfOne", "margin", "1"),
    ],
)
def test_a_fault_that_is_another_convention_is_identified_as_that(name: str, field: str, value: str) -> None:
    assert {f.describe()[field] for f in planted(name).findings} == {value}


def test_the_right_implementation_conforms() -> None:
    with Target.of("tests.oracle.planted:plain") as target:
        found = conform(target, PRESETS["P1"], count=400)
    assert found.conforms
    assert found.checked > 100
    assert {seen.follows for seen in found.rounding} <= {"the exact run", "the exact run, its result rounded"}


def test_the_first_departing_pass_is_found_where_passes_can_be_set() -> None:
    with Target.of("tests.oracle.planted:BackwardsInPassTwo") as target:
        found = conform(target, PRESETS["P1"], count=400)
    assert found.departure is not None
    # The fault looks at the examples backwards in every second pass, and nothing is wrong before.
    assert found.departure.place.endswith("in pass 2")
    assert found.departure.rule in ("mistake", "skipped")


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "P11"])
def test_a_right_implementation_of_every_preset_conforms(preset: str) -> None:
    with Target.of(f"tests.oracle.planted:preset_{preset}") as target:
        found = conform(target, PRESETS[preset], count=100)
    assert found.conforms
    assert found.checked >= 80


def test_the_delta_rule_is_compared_after_a_number_of_passes() -> None:
    with Target.of("tests.oracle.planted:preset_P11") as target, pytest.raises(ConventionError, match="--epochs"):
        conform(target, PRESETS["P11"], count=10)
    chosen = CONVENTIONS["correction_residual"]
    with Target.of("tests.oracle.planted:correction_residual") as target:
        assert conform(target, chosen, count=100).checked > 100
    with Target.of("tests.oracle.planted:correction_residual") as target:
        assert not conform(target, replace(chosen, rate=ConstantRate(Fraction(1, 8))), count=100).conforms


def test_rates_outside_the_space_are_refuted_by_identify_and_accepted_by_conform() -> None:
    found = planted("rate_listed")
    assert not found.findings
    assert found.departure is not None
    assert len(found.departure.data) <= 4
    with Target.of("tests.oracle.planted:rate_listed") as target:
        assert conform(target, RATE_LISTED, count=100).conforms


def test_a_sum_of_corrections_is_recognised_however_long() -> None:
    parts = [(0, -5, -1), (1, 5, 1)]
    assert is_sum(parts, (15, -5, -1))
    assert not is_sum(parts, (15, -5, 0))
    assert not is_sum(parts, (-15, 5, 1))
    assert not is_sum([(2,)], (3,))
    assert is_sum([(2,)], (3,), whole=False)
    # Dependent parts: 3·5 − 7·2 = 1.
    assert is_sum([(5,), (-7,)], (1,))
    assert not is_sum([(6,), (-4,)], (1,))


def test_a_target_that_only_predicts_is_refuted_by_a_prediction() -> None:
    found = planted("SignOfSum")
    assert not found.findings
    assert found.departure is not None
    assert found.departure.rule == "prediction"
    assert len(found.departure.data) <= 4


def test_there_are_at_least_forty_planted_implementations_and_twenty_faults() -> None:
    faults = list(all_faults())
    assert len(faults) - len(INVISIBLE) >= 20
    assert len(CONVENTIONS) + len(faults) >= 40


# --- scikit-learn -------------------------------------------------------------------------------


@needs_sklearn
def test_the_perceptron_of_scikit_learn_is_identified() -> None:
    found = identified("sklearn.linear_model:Perceptron", {"shuffle": False, "tol": None, "max_iter": 50})
    assert len(found.findings) == 1
    told = found.findings[0].describe()
    assert (told["tie"], told["offset"], told["order"], told["stop"]) == ("mistake", "unit", "cyclic", "50 passes")
    assert found.sign_zero == "−1"
    shuffled = identified("sklearn.linear_model:Perceptron")
    # Any one mistake at a time can lead to the same weights as any order of a pass, so both may remain.
    assert "shuffled" in {f.conventions.order.kind.value for f in shuffled.findings}
    assert {f.conventions.tie.value for f in shuffled.findings} == {"mistake"}
    assert {f.conventions.offset.value for f in shuffled.findings} == {"unit"}


@needs_sklearn
def test_the_sgd_classifier_is_a_perceptron_without_its_defaults() -> None:
    # With them it is none: the guide shows it, and test_oracle_docs.py runs the guide.
    plain: dict[str, str | int | float | bool | None] = {
        "loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0, "shuffle": False,
        "tol": None, "max_iter": 30,
    }  # fmt: skip
    told = identified("sklearn.linear_model:SGDClassifier", plain).findings[0].describe()
    assert (told["tie"], told["offset"], told["order"], told["stop"]) == ("mistake", "unit", "cyclic", "30 passes")


# --- bad targets --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        (["no_such_module:fit"], ["no module no_such_module"]),
        (["tests.oracle.planted:no_such_thing"], ["no attribute no_such_thing"]),
        (["tests.oracle.planted:number"], ["neither callable"]),
        (["tests.oracle.planted:raising"], ["RuntimeError", "flux capacitor"]),
        (["tests.oracle.planted:hanging", "--timeout", "0.5"], ["did not answer within 0.5 s"]),
        (["tests.oracle.planted:wrong_shape"], ["weights for ", " feature"]),
        (["tests.oracle.planted:not_a_number"], ["nan", "not a finite number"]),
        (["tests.oracle.planted:says_nothing"], ["found no weights"]),
        (["tests.oracle.planted:crashing"], ["ended without an answer", "exit status 7"]),
        (["nonsense"], ["cannot be started"]),
        (["--", "echo", "epoch 1 of 10"], ["epoch 1 of 10", "one JSON object was expected"]),
        (["--", "false"], ["ended without an answer (exit status 1"]),
        (["--", "no_such_program_anywhere"], ["cannot be started"]),
        (["tests.oracle.planted:plain", "--arg", "eta"], ["not key=value"]),
        (["tests.oracle.planted:plain", "--arg", "eta=1"], ["TypeError"]),
    ],
)
@pytest.mark.parametrize("command", ["identify", "conform"])
def test_a_bad_target_is_one_clear_sentence(command: str, target: list[str], parts: list[str]) -> None:
    call = [sys.executable, "-m", "verified_perceptron", command, *target]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("verified-perceptron: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr


PROGRAMS = {
    "raises": ("raise RuntimeError('the flux capacitor is empty')", ["exit status 1", "flux capacitor"]),
    "refuses": ('print(\'{"error": "no cheese today"}\', flush=True)', ["no cheese today"]),
    "hangs": ("import time; time.sleep(60)", ["did not answer within 1 s"]),
    "wrong shape": ("print('{\"weights\": [1, 2, 3, 4, 5]}', flush=True)", ["5 weights for ", " feature"]),
    "not a number": ('print(\'{"weights": [NaN, 1], "offset": 0}\', flush=True)', ["NaN", "not a finite number"]),
    "text": ("print('epoch 1 of 10', flush=True)", ["epoch 1 of 10", "one JSON object was expected"]),
    "a list": ("print('[1, 2]', flush=True)", ["[1, 2]", "one JSON object was expected"]),
    "no weights": ("print('{}', flush=True)", ["without", "weights"]),
    "weights as text": ('print(\'{"weights": "1 2"}\', flush=True)', ["not a list of numbers"]),
    "killed": ("import os; os.kill(os.getpid(), 9)", ["killed by signal 9"]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_bad_program_is_one_clear_sentence(name: str, tmp_path: Path) -> None:
    body, parts = PROGRAMS[name]
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nfor line in sys.stdin:\n    {body}\n")
    # Only the program that hangs is to meet the limit, however busy the machine is.
    seconds = 1.0 if name == "hangs" else 30.0
    for question in (identify, lambda target: conform(target, PRESETS["P1"])):
        command = [sys.executable, str(program)]
        with Target.of(None, command, timeout=seconds) as target, pytest.raises(TargetError) as error:
            question(target)
        assert "\n" not in str(error.value)
        for part in parts:
            assert part in str(error.value)


def test_what_a_python_target_prints_does_not_disturb() -> None:
    assert planted("chatty").findings


def test_no_target_is_an_error() -> None:
    with pytest.raises(TargetError, match="no target"):
        Target.of(None)


def test_a_program_is_identified_over_the_line_protocol(tmp_path: Path) -> None:
    program = tmp_path / "perceptron.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    case = json.loads(line)\n"
        "    w, b, wrong = [0] * len(case['x'][0]), 0, True\n"
        "    while wrong:\n"
        "        wrong = False\n"
        "        for x, y in zip(case['x'], case['y']):\n"
        "            if y * (sum(p * q for p, q in zip(w, x)) + b) <= 0:\n"
        "                w, b, wrong = [p + y * q for p, q in zip(w, x)], b + y, True\n"
        "    print(json.dumps({'weights': w, 'offset': b}), flush=True)\n"
    )
    call = [sys.executable, "-m", "verified_perceptron", "identify", "--json", "--", sys.executable, str(program)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
    record = json.loads(done.stdout)
    assert done.returncode == 0
    assert {"conventions", "departure", "nearest", "labels", "decided_by"} <= set(record)
    assert [c["tie"] for c in record["conventions"]] == ["mistake"]


def test_a_stop_of_a_given_number_of_passes_is_held_to() -> None:
    chosen = Conventions(offset=PRESETS["P1"].offset, stop=Stop(quiet=False, passes=1))
    with Target.of("tests.oracle.planted:stop_one_pass") as target:
        assert conform(target, chosen, count=400).conforms
    with Target.of("tests.oracle.planted:plain") as target:
        assert not conform(target, chosen, count=400).conforms
