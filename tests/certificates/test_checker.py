"""The trusted checker accepts what is true and refuses everything else, naming the first thing that fails."""

from __future__ import annotations

import ast
import base64
import copy
import json
import runpy
import sys
import zlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any  # certificates on their way to being broken

import pytest

from verified_perceptron import checker
from verified_perceptron.checker import Refused

Certificate = dict[str, Any]
SOURCE = Path(checker.__file__)

# z = (1/2,0), (0,1), (3,4): the shortest w with ⟨w,z⟩ ≥ 1 is (2,1).
PLANE = "1/2,0,1\n0,-1,-1\n3,4,1\n"
# On a line, −1 at 0 and +1 at 2 and 5: the widest margin is at 1.
LINE = "0,-1\n2,1\n5,1\n"
# +1 at 1 and at −2: nothing separates them through the origin.
TORN = "1,1\n-2,1\n"
# +1 at 0 and 2, −1 between them: no offset helps.
NESTED = "0,1\n1,-1\n2,1\n"


def packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode())).decode()


def certificate(kind: str, data: str, **claim: object) -> Certificate:
    return {
        "format": "verified-perceptron certificate",
        "version": 1,
        "kind": kind,
        "sha256": checker.digest(*checker.read_data(data, "csv")),
        **claim,
    }


SEPARATOR = certificate(
    "separator", PLANE, offset="none", weights=["2", "1"], b="0", gamma="1", radius_sq="25", bound="125"
)
SEPARATOR_WITH_OFFSET = certificate(
    "separator", PLANE, offset="unit", weights=["2", "1"], b="1/2", gamma="1/2", radius_sq="25", bound="546"
)
TORN_APART = certificate("non-separable", TORN, offset="none", support=[0, 1], multipliers=["2", "1"])
NESTED_APART = certificate(
    "non-separable", NESTED, offset="unit", support=[0, 1, 2], multipliers=["1/3", "2/3", "1/3"]
)
WIDEST = certificate(
    "max-margin",
    PLANE,
    offset="none",
    weights=["2", "1"],
    b="0",
    support=[0, 1],
    multipliers=["4", "1"],
    radius_sq="25",
    margin_sq="1/5",
    bound="125",
)
WIDEST_WITH_OFFSET = certificate(
    "max-margin",
    LINE,
    offset="unit",
    weights=["1"],
    b="-1",
    support=[0, 1],
    multipliers=["1/2", "1/2"],
    radius_sq="25",
    margin_sq="1",
    bound="25",
)
# From zero, ties are mistakes: (1/2,0), then (1/2,1), then a quiet pass.
RUN = certificate(
    "run",
    PLANE,
    conventions={"tie": "mistake", "offset": "none", "rate": "1"},
    start=["0", "0", "0"],
    updates=2,
    rounds=packed("1 1"),
    passes=2,
    end=["1/2", "1", "0"],
    outcome="converged",
    may_skip="rounds",
)
# The weight on the torn line goes 1, −1 | 0, −2 | −1: after the first pass and after the third it is −1.
CYCLE = certificate(
    "cycle",
    TORN,
    conventions={"tie": "mistake", "offset": "none", "rate": "1"},
    start=["0", "0"],
    updates=5,
    rounds=packed("1 1 1 1 1"),
    passes=3,
    end=["-1", "0"],
    first_pass=1,
    may_skip="nothing",
)

ACCEPTED = {
    "separator": (SEPARATOR, PLANE, "the weights separate the examples"),
    "separator with offset": (SEPARATOR_WITH_OFFSET, PLANE, "the weights separate the examples"),
    "non-separable": (TORN_APART, TORN, "no separator exists"),
    "non-separable with offset": (NESTED_APART, NESTED, "no separator exists"),
    "max-margin": (WIDEST, PLANE, "the weights separate the examples, and no margin is larger"),
    "max-margin with offset": (
        WIDEST_WITH_OFFSET,
        LINE,
        "the weights separate the examples, and no margin is larger",
    ),
    "run": (RUN, PLANE, "2 updates lead to the end"),
    "cycle": (CYCLE, TORN, "5 updates lead to the end and back: no separator exists"),
}


@pytest.fixture
def verdict(tmp_path: Path) -> Callable[..., str]:
    """Stores a certificate and data, and asks the checker."""

    def ask(stored: Certificate | str, data: str, ending: str = "csv") -> str:
        (tmp_path / "certificate.json").write_text(
            stored if isinstance(stored, str) else json.dumps(stored), "utf-8"
        )
        (tmp_path / f"data.{ending}").write_text(data, "utf-8")
        return checker.check(str(tmp_path / "certificate.json"), str(tmp_path / f"data.{ending}"))

    return ask


def refusal(ask: Callable[..., str], *arguments: object) -> str:
    with pytest.raises(Refused) as caught:
        ask(*arguments)
    return str(caught.value)


def changed(stored: Certificate, path: str, value: object) -> Certificate:
    """The certificate with the value at the dotted path replaced, added, or removed (…)."""
    result = copy.deepcopy(stored)
    *outer, last = path.split(".")
    holder: Any = result
    for key in outer:
        holder = holder[int(key) if isinstance(holder, list) else key]
    if value is ...:
        del holder[int(last) if isinstance(holder, list) else last]
    else:
        holder[int(last) if isinstance(holder, list) else last] = value
    return result


# --- what it is ------------------------------------------------------------------------------------


def test_it_is_at_most_two_hundred_lines_of_standard_library() -> None:
    text = SOURCE.read_text("utf-8")
    assert len(text.splitlines()) <= 200
    assert max(map(len, text.splitlines())) <= 116
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_true_certificate_is_accepted(name: str, verdict: Callable[..., str]) -> None:
    stored, data, sentence = ACCEPTED[name]
    assert verdict(stored, data) == sentence


# --- planted faults --------------------------------------------------------------------------------

FAULTS: list[tuple[str, str, object, str]] = [
    ("separator", "weights", ["1", "-1"], "an example has too small a functional margin"),
    ("separator", "weights", ["0", "1"], "an example has too small a functional margin"),
    ("separator", "weights", ["2"], "w and b: there are 2 numbers where 3 belong"),
    ("separator", "weights", ["2", "1", "1"], "w and b: there are 4 numbers where 3 belong"),
    ("separator", "weights", [], "w and b: there are 1 numbers where 3 belong"),
    ("separator", "weights.0", "4", "bound is wrong"),
    ("separator", "b", "1/2", "b is not 0 although there is no offset"),
    ("separator", "gamma", "1/2", "gamma is wrong"),
    ("separator", "gamma", "2", "gamma is wrong"),
    ("separator", "radius_sq", "24", "radius_sq is wrong"),
    ("separator", "bound", "126", "bound is wrong"),
    ("separator", "offset", "unit", "bound is wrong"),
    ("separator with offset", "b", "1/4", "gamma is wrong"),
    ("separator with offset", "b", "1", "an example has too small a functional margin"),
    ("separator with offset", "bound", "545", "bound is wrong"),
    ("separator with offset", "offset", "none", "b is not 0 although there is no offset"),
    ("non-separable", "multipliers", ["1", "1"], "the multipliers do not cancel the examples"),
    ("non-separable", "multipliers", ["-2", "-1"], "a multiplier is not positive"),
    ("non-separable", "multipliers", ["2", "0"], "a multiplier is not positive"),
    ("non-separable", "multipliers", ["2"], "the multipliers: there are 1 numbers where 2 belong"),
    ("non-separable", "support", [0, 2], "the support is in disorder"),
    ("non-separable", "support", [1, 0], "the support is in disorder"),
    ("non-separable", "support", [0, 0], "the support is in disorder"),
    ("non-separable", "offset", "unit", "the multipliers do not cancel the examples"),
    ("non-separable with offset", "multipliers", ["1", "1", "1"], "the multipliers do not cancel the examples"),
    ("max-margin", "weights", ["1", "1"], "an example has too small a functional margin"),
    ("max-margin", "weights", ["3", "1"], "w is not Σλz"),
    ("max-margin", "b", "1", "b is not 0 although there is no offset"),
    ("max-margin", "multipliers", ["4", "2"], "w is not Σλz"),
    ("max-margin", "multipliers", ["-4", "1"], "a multiplier is not positive"),
    ("max-margin", "support", [0, 2], "w is not Σλz"),
    ("max-margin", "margin_sq", "1/4", "margin_sq is wrong"),
    ("max-margin", "bound", "124", "bound is wrong"),
    ("max-margin", "radius_sq", "26", "radius_sq is wrong"),
    ("max-margin", "offset", "unit", "w is not Σλz"),
    ("max-margin with offset", "b", "-2", "an example has too small a functional margin"),
    ("max-margin with offset", "offset", "none", "b is not 0 although there is no offset"),
    ("run", "conventions.rate", "2", "the updates lead to other weights"),
    ("run", "conventions.rate", "0", "rate or b is wrong"),
    ("run", "conventions.rate", "-1", "rate or b is wrong"),
    ("run", "conventions.tie", "correct", "update 1 is not on a mistake"),
    ("run", "conventions.tie", "plus", "update 1 is not on a mistake"),
    ("run", "conventions.tie", "minus", "update 2 is not on a mistake"),
    ("run", "start", ["0", "0", "1"], "rate or b is wrong"),
    ("run", "start", ["0", "0"], "the start: there are 4 numbers where 5 belong"),
    ("run", "start", ["0", "1", "0"], "update 2 is not on a mistake"),
    ("run", "start", ["-1/2", "0", "0"], "the updates lead to other weights"),
    ("run", "updates", 3, "the number of updates is wrong"),
    ("run", "rounds", packed("1 2"), "update 2 is not on a mistake"),
    ("run", "rounds", packed("2 1"), "update 2 is not on a mistake"),
    ("run", "rounds", packed("1"), "the number of updates is wrong"),
    ("run", "rounds", packed("1 0"), "the rounds are not in order"),
    ("run", "rounds", packed("1 -1"), "the rounds are not in order"),
    ("run", "rounds", base64.b64encode(zlib.compress(b"1 1") + b"x").decode(), "the rounds are not in order"),
    ("run", "rounds", base64.b64encode(zlib.compress(b"1 1")[:-1]).decode(), "the rounds are not in order"),
    ("run", "passes", 1, "passes is wrong"),
    ("run", "passes", 3, "passes is wrong"),
    ("run", "passes", 0, "passes is wrong"),
    ("run", "end", ["1/2", "1", "1"], "the updates lead to other weights"),
    ("run", "end", ["1/2", "1"], "the updates lead to other weights"),
    ("run", "outcome", "stopped", "passes is wrong"),
    ("cycle", "first_pass", 0, "the weights did not come back"),
    ("cycle", "first_pass", 2, "the weights did not come back"),
    ("cycle", "first_pass", 3, "the weights did not come back"),
    ("cycle", "first_pass", 9, "the weights did not come back"),
    ("cycle", "passes", 2, "passes is wrong"),
    ("cycle", "passes", 4, "passes is wrong"),
]


@pytest.mark.parametrize(("name", "path", "value", "reason"), FAULTS)
def test_a_planted_fault_is_named(
    name: str, path: str, value: object, reason: str, verdict: Callable[..., str]
) -> None:
    stored, data, _ = ACCEPTED[name]
    assert refusal(verdict, changed(stored, path, value), data) == reason


@pytest.mark.parametrize("name", ACCEPTED)
def test_every_field_must_be_there_and_no_other(name: str, verdict: Callable[..., str]) -> None:
    stored, data, _ = ACCEPTED[name]
    for key in stored:
        assert "must have the fields" in refusal(verdict, changed(stored, key, ...), data)
    assert refusal(verdict, {**stored, "comment": "x"}, data).startswith(
        "the certificate must have the fields ['format'"
    )


@pytest.mark.parametrize("name", ACCEPTED)
@pytest.mark.parametrize("value", [None, True, 7, -7, 1.5, "x", "1/0", [], ["x"], [["1"]], {}, {"a": "1"}, "\n"])
def test_a_value_of_the_wrong_type_is_refused(name: str, value: object, verdict: Callable[..., str]) -> None:
    stored, data, _ = ACCEPTED[name]
    for key, old in stored.items():
        if key == "updates" and value == 7:
            continue
        assert refusal(verdict, changed(stored, key, value), data), (key, old)


def test_the_shape_of_a_value_is_told(verdict: Callable[..., str]) -> None:
    reasons: list[tuple[str, object, str]] = [
        ("version", 2, "version is not of the form 1"),
        ("format", "other", "format is not of the form verified-perceptron certificate"),
        ("gamma", "1/0", f"gamma is not of the form {checker.RATIO}"),
        ("gamma", "9" * 200_000, f"gamma is not of the form {checker.RATIO}"),
        ("weights", "1", "weights is not a list"),
        ("weights", ["1", 1.5], f"weights is not of the form {checker.RATIO}"),
        ("offset", "radius", "offset is not of the form none|unit"),
    ]
    for key, value, reason in reasons:
        assert refusal(verdict, changed(SEPARATOR, key, value), PLANE) == reason
    kinds = "separator|non-separable|max-margin|run|cycle"
    assert refusal(verdict, {**{key: SEPARATOR[key] for key in checker.HEAD}, "kind": "proof"}, PLANE) == (
        f"kind is not of the form {kinds}"
    )
    assert refusal(verdict, changed(RUN, "conventions", {"tie": "mistake"}), PLANE) == (
        "conventions must have the fields ['tie', 'offset', 'rate']"
    )


def test_other_data_are_refused(verdict: Callable[..., str]) -> None:
    assert refusal(verdict, SEPARATOR, PLANE + "9,9,1\n") == "the certificate is about other data"
    assert refusal(verdict, changed(SEPARATOR, "sha256", "0" * 64), PLANE) == "the certificate is about other data"


def test_the_multipliers_must_add_up_to_the_square_of_the_weights(verdict: Callable[..., str]) -> None:
    # (1,1) twice, once with each half of the weight, and a third example that only lengthens w.
    data = "1,1\n2,1\n"
    good = certificate(
        "max-margin",
        data,
        offset="none",
        weights=["1"],
        b="0",
        support=[0],
        multipliers=["1"],
        radius_sq="4",
        margin_sq="1",
        bound="4",
    )
    assert verdict(good, data)
    loose = {**good, "support": [1], "multipliers": ["1/2"]}
    assert refusal(verdict, loose, data) == "the multipliers do not add up to the square of the weights"


def test_a_common_denominator_beyond_measure_is_refused(
    monkeypatch: pytest.MonkeyPatch, verdict: Callable[..., str]
) -> None:
    # 1/2, 1/3 and 0 have the common denominator 6, which has three binary digits.
    stored = {**SEPARATOR, "weights": ["1/2", "1/3"]}
    monkeypatch.setattr(checker, "MAX_SCALE", 4)
    assert refusal(verdict, stored, PLANE) == "gamma is wrong"
    monkeypatch.setattr(checker, "MAX_SCALE", 3)
    assert refusal(verdict, stored, PLANE) == "w and b: the common denominator is too long"


def test_an_empty_list_of_multipliers_proves_nothing(verdict: Callable[..., str]) -> None:
    empty = {**TORN_APART, "support": [], "multipliers": []}
    assert refusal(verdict, empty, TORN) == "the support is in disorder"


def test_balance_is_needed_with_an_offset(verdict: Callable[..., str]) -> None:
    # Through the origin Σλz = 0 needs no balance; with an offset it does.
    unbalanced = certificate("non-separable", TORN, offset="unit", support=[0, 1], multipliers=["2", "1"])
    assert refusal(verdict, unbalanced, TORN) == "the multipliers do not cancel the examples"
    stored = {**WIDEST_WITH_OFFSET, "support": [1], "multipliers": ["1/2"]}
    assert refusal(verdict, stored, LINE) == "w is not Σλz"


# --- replay ----------------------------------------------------------------------------------------


def test_a_stopped_run_ends_in_its_last_pass(verdict: Callable[..., str]) -> None:
    stopped = {
        **RUN,
        "updates": 1,
        "rounds": packed("1"),
        "end": ["1/2", "0", "0"],
        "passes": 1,
        "outcome": "stopped",
    }
    assert verdict(stopped, PLANE) == "1 updates lead to the end"
    assert refusal(verdict, {**stopped, "passes": 2}, PLANE) == "passes is wrong"
    assert refusal(verdict, {**stopped, "outcome": "converged", "passes": 2}, PLANE) == (
        "an example is a mistake of the last weights"
    )


def test_a_run_without_updates_converges_in_its_first_pass(verdict: Callable[..., str]) -> None:
    still = {
        **RUN,
        "updates": 0,
        "rounds": packed(""),
        "start": ["2", "1", "0"],
        "end": ["2", "1", "0"],
        "passes": 1,
    }
    assert verdict(still, PLANE) == "0 updates lead to the end"
    assert refusal(verdict, {**still, "passes": 2}, PLANE) == "passes is wrong"


@pytest.mark.parametrize(
    ("offset", "rate", "end"),
    # On the line, from zero with ties as mistakes: −1 at 0 first, then +1 at 2, then −1 at 0 until b < 0.
    [("unit", "1/3", ["2/3", "0"]), ("radius", "1", ["2", "0"])],
)
def test_the_offset_moves_by_its_own_step(
    offset: str, rate: str, end: list[str], verdict: Callable[..., str]
) -> None:
    stored = certificate(
        "run",
        LINE,
        conventions={"tie": "mistake", "offset": offset, "rate": rate},
        start=["0", "0"],
        updates=2,
        rounds=packed("1 1"),
        passes=1,
        end=end,
        outcome="stopped",
        may_skip="rounds",
    )
    assert verdict(stored, LINE)
    assert refusal(verdict, changed(stored, "end.1", "1"), LINE) == "the updates lead to other weights"
    half = changed(changed(changed(stored, "updates", 1), "rounds", packed("1")), "end", ["0", "-1/3"])
    if offset == "unit":
        assert verdict(half, LINE)
    else:
        assert verdict(changed(half, "end", ["0", "-25"]), LINE)


@pytest.mark.parametrize(
    ("offset", "end"),
    # One update on (1/4, 1/2) with rate 2: w becomes (1/2, 1), and b 2 or 2·(1/16 + 1/4).
    [("none", ["1/2", "1", "0"]), ("unit", ["1/2", "1", "2"]), ("radius", ["1/2", "1", "5/8"])],
)
@pytest.mark.parametrize("label", [1, -1])
def test_a_step_in_quarters(offset: str, end: list[str], label: int, verdict: Callable[..., str]) -> None:
    data = f"1/4,1/2,{label}\n"
    stored = certificate(
        "run",
        data,
        conventions={"tie": "mistake", "offset": offset, "rate": "2"},
        start=["0", "0", "0"],
        updates=1,
        rounds=packed("1"),
        passes=2,
        end=end if label == 1 else [f"-{v}" for v in end],
        outcome="converged",
        may_skip="rounds",
    )
    assert verdict(stored, data)


@pytest.mark.parametrize(("tie", "label", "is_mistake"), [
    ("mistake", 1, True), ("mistake", -1, True), ("correct", 1, False), ("correct", -1, False),
    ("plus", 1, False), ("plus", -1, True), ("minus", 1, True), ("minus", -1, False),
])  # fmt: skip
def test_each_tie_rule(tie: str, label: int, is_mistake: bool, verdict: Callable[..., str]) -> None:
    data = f"1,{label}\n"
    stored = certificate(
        "run",
        data,
        conventions={"tie": tie, "offset": "none", "rate": "1"},
        start=["0", "0"],
        updates=1,
        rounds=packed("1"),
        passes=2,
        end=[str(label), "0"],
        outcome="converged",
        may_skip="rounds",
    )
    if is_mistake:
        assert verdict(stored, data)
    else:
        assert refusal(verdict, stored, data) == "update 1 is not on a mistake"


def test_an_offset_without_a_step_proves_nothing(verdict: Callable[..., str]) -> None:
    # At the origin R = 0: the weights return at once, although b = 1 separates the point.
    data = "0,1\n"
    stored = certificate(
        "cycle",
        data,
        conventions={"tie": "mistake", "offset": "radius", "rate": "1"},
        start=["0", "0"],
        updates=1,
        rounds=packed("1"),
        passes=1,
        end=["0", "0"],
        first_pass=0,
        may_skip="nothing",
    )
    assert refusal(verdict, stored, data) == "rate or b is wrong"
    assert verdict(changed(stored, "conventions.offset", "none"), data)


def test_a_cycle_is_measured_from_its_first_pass(verdict: Callable[..., str]) -> None:
    # One pass further: after passes 2 and 4 the weight is −2.
    later = {
        **CYCLE,
        "updates": 7,
        "rounds": packed("1 1 1 1 1 2 1"),
        "passes": 4,
        "end": ["-2", "0"],
        "first_pass": 2,
    }
    assert verdict(later, TORN) == "7 updates lead to the end and back: no separator exists"
    assert refusal(verdict, {**later, "first_pass": 1}, TORN) == "the weights did not come back"


def test_a_compressed_bomb_is_not_unfolded(verdict: Callable[..., str]) -> None:
    bomb = base64.b64encode(zlib.compress(b"1 " * (checker.MAX_CERTIFICATE // 2 + 1))).decode()
    assert refusal(verdict, changed(RUN, "rounds", bomb), PLANE) == "the rounds are not in order"


# --- data ------------------------------------------------------------------------------------------

SAME = {
    "csv": "x1, x2, label\n# a comment\n0.5,0,+1\n\n0,-1.0,-1\n3e0,.4e1,1.0\n",
    "tsv": '1/2\t "0"\t1\n0\t-1\t0\n 3 \t4\t1\n',
    "libsvm": "+1 1:0.5\n-1 2:-1  # a comment\n1 1:3 2:4\n",
    "svm": "+1 1:2/4\n-1 2:-1\n1 1:3 2:4\n",
    "json": '{"points": [[0.5, 0], ["0", -1], [3, "4"]], "labels": [1, -1, 1]}',
    "dat": "3\n2\n1\n1 % 2\n0\n0\n0\n-1\n1\n3\n4\n",
}


@pytest.mark.parametrize("ending", SAME)
def test_the_hash_does_not_depend_on_the_format(ending: str, verdict: Callable[..., str]) -> None:
    assert verdict(SEPARATOR, SAME[ending], ending) == "the weights separate the examples"
    assert verdict(SEPARATOR, SAME[ending], ending.upper()) == "the weights separate the examples"


def test_json_may_list_the_examples(verdict: Callable[..., str]) -> None:
    assert verdict(SEPARATOR, '[{"x":[0.5,0],"y":1},{"x":[0,-1],"y":-1},{"x":[3,4],"y":1}]', "json")


def test_a_byte_order_mark_is_skipped(verdict: Callable[..., str]) -> None:
    assert verdict(SEPARATOR, "\ufeff" + PLANE)
    assert verdict("\ufeff" + json.dumps(SEPARATOR), PLANE)


def test_a_name_may_have_more_than_one_dot(tmp_path: Path) -> None:
    (tmp_path / "c.v1.json").write_text(json.dumps(SEPARATOR))
    (tmp_path / "data.v1.csv").write_text(PLANE)
    assert checker.check(str(tmp_path / "c.v1.json"), str(tmp_path / "data.v1.csv"))


def test_the_canonical_text_is_as_documented() -> None:
    import hashlib

    examples, denominator = checker.read_data("1/2,-20,1\n-0.1,0,0\n", "csv")
    assert (examples, denominator) == ([((5, -200), 1), ((-1, 0), -1)], 10)
    text = "+1 1/2 -14\n-1 -1/a 0\n2 2\n"
    assert checker.digest(examples, denominator) == hashlib.sha256(text.encode()).hexdigest()


UNREADABLE = {
    "nan": ("csv", "nan,1\n1,1\n", '"nan" in the data is not a number'),
    "infinite": ("csv", "1,1\ninf,1\n", '"inf" in the data is not a number'),
    "words": ("csv", "1,1\none,1\n", '"one" in the data is not a number'),
    "long words": ("csv", f"1,1\n{'x' * 50},1\n", f'"{"x" * 40}" in the data is not a number'),
    "underscore": ("csv", "1,1\n1_0,1\n", '"1_0" in the data is not a number'),
    "a hexadecimal number": ("csv", "1,1\n0x10,1\n", '"0x10" in the data is not a number'),
    "a huge exponent": ("csv", "1,1\n1e999999999,1\n", '"1e999999999" in the data is not a number'),
    "ragged": ("csv", "1,2,1\n1,1\n", "the examples differ in length or are empty"),
    "ragged at the end": ("csv", "1,1\n1,2,1\n", "the examples differ in length or are empty"),
    "a header alone": ("csv", "x,y\n", "the examples differ in length or are empty"),
    "no features in sparse rows": ("svm", "1\n-1\n", "the examples differ in length or are empty"),
    "a number that goes on in the next line": ("csv", '1,1\n"1\n2",1\n', '"1\n2" in the data is not a number'),
    "NaN in JSON": ("json", '{"points": [[NaN]], "labels": [1]}', '"NaN" in the data is not a number'),
    "no features": ("csv", "1\n-1\n", "the examples differ in length or are empty"),
    "three labels": ("csv", "1,1\n1,-1\n1,0\n", "the labels are not ±1, or 0 and 1"),
    "another label": ("csv", "1,2\n", "the labels are not ±1, or 0 and 1"),
    "too few values": ("dat", "2\n1\n1\n5\n1\n", "the data are not as many values as they say"),
    "too many values": ("dat", "1\n1\n1\n5\n1\n", "the data are not as many values as they say"),
    "unknown ending": ("txt", PLANE, "the data's ending is none of .csv .tsv .libsvm .svm .json .dat"),
    "too wide": ("svm", f"1 {checker.MAX_DATA}:1\n", "the data have too many features to unfold"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_bad_data_are_refused(name: str, verdict: Callable[..., str]) -> None:
    ending, data, reason = UNREADABLE[name]
    assert refusal(verdict, SEPARATOR, data, ending) == reason


MALFORMED = {
    "empty": ("csv", "", "IndexError"),
    "division by zero": ("csv", "1,1\n1/0,1\n", "ZeroDivisionError"),
    "an open quote": ("csv", '"1,1\n1,1', "Error"),
    "too long a cell": ("csv", f"1,1\n{'9' * 200_000},1\n", "Error"),
    "too many digits": ("dat", f"1\n1\n1\n{'9' * 200_000}\n", "ValueError"),
    "no pair": ("svm", "1 2\n", "ValueError"),
    "no number before the colon": ("svm", "1 a:2\n", "ValueError"),
    "not JSON": ("json", "{", "JSONDecodeError"),
    "no labels": ("json", '{"points": []}', "KeyError"),
    "fewer labels": ("json", '{"points": [["1"]], "labels": []}', "ValueError"),
    "fewer points": ("json", '{"points": [], "labels": ["1"]}', "ValueError"),
    "a repeated key": ("json", '{"points": [["1"]], "labels": ["1"], "labels": ["1"]}', "TypeError"),
    "a null": ("json", '{"points": [[null]], "labels": ["1"]}', "AttributeError"),
    "deep nesting": ("json", "[" * 200_000, "RecursionError"),
    "no counts": ("dat", "x\ny\n", "ValueError"),
    "no end of features": ("dat", "0\n-1\n", "ValueError"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_data_are_refused(name: str, verdict: Callable[..., str]) -> None:
    ending, data, error = MALFORMED[name]
    assert refusal(verdict, SEPARATOR, data, ending).startswith(f"malformed certificate or data ({error}: ")


def test_numbers_that_are_too_large_together_are_refused(
    monkeypatch: pytest.MonkeyPatch, verdict: Callable[..., str]
) -> None:
    # Numerators of 8 and 3 bits, a denominator of 4 bits in two examples of one feature: 11 + 4·2·1 = 19 bits.
    data = "128/9,1\n4,1\n"
    monkeypatch.setattr(checker, "MAX_BITS", 20)
    assert refusal(verdict, SEPARATOR, data) == "the certificate is about other data"
    monkeypatch.setattr(checker, "MAX_BITS", 19)
    assert refusal(verdict, SEPARATOR, data) == "the data are too large"


def test_sparse_rows_unfold_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_DATA", 7)
    assert len(list(checker.rows("1 2:1\n1 1:1\n1 1:1\n", "svm"))) == 3
    for text in ("1 7:1\n", "1 2:1\n" * 4):
        with pytest.raises(Refused, match=r"^the data have too many features to unfold$"):
            checker.rows(text, "svm")


def test_a_sparse_row_may_be_empty() -> None:
    assert list(checker.rows("1\n-1 2:5\n", "svm")) == [(["0", "0"], "1"), (["0", "5"], "-1")]


# --- hostile certificates --------------------------------------------------------------------------


def text_of(stored: Certificate) -> str:
    return json.dumps(stored)


HOSTILE = {
    "empty": "",
    "null": "null",
    "a list": "[]",
    "a number": "1",
    "NaN": "NaN",
    "deep lists": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "a repeated key": text_of(SEPARATOR).replace('{"format"', '{"kind": "separator", "format"'),
    "a repeated inner key": text_of(RUN).replace('{"tie"', '{"rate": "1", "tie"'),
    "a float": text_of(SEPARATOR).replace('"125"', "125.0"),
    "a NaN for a number": text_of(SEPARATOR).replace('"125"', "NaN"),
    "an infinity for a number": text_of(SEPARATOR).replace('"125"', "Infinity"),
    "a number of a million digits": text_of(SEPARATOR).replace('"125"', '"' + "9" * 1_000_000 + '"'),
    "a bare number of a million digits": text_of(SEPARATOR).replace('"125"', "9" * 1_000_000),
    "an exponent": text_of(SEPARATOR).replace('"125"', '"1e999999999"'),
    "1/0": text_of(SEPARATOR).replace('"125"', '"125/0"'),
    "1/00": text_of(SEPARATOR).replace('"125"', '"125/00"'),
    "a minus below": text_of(SEPARATOR).replace('"125"', '"125/-1"'),
    "other digits": text_of(SEPARATOR).replace('"125"', '"١٢٥"'),
    "blanks": text_of(SEPARATOR).replace('"125"', '" 125"'),
    "a newline": text_of(SEPARATOR).replace('"125"', '"125\\n"'),
    "half of it": text_of(SEPARATOR)[:100],
    "bytes after it": text_of(SEPARATOR) + "x",
    "more than base64": text_of(RUN).replace(packed("1 1"), "*" + packed("1 1")),
    "not base64": text_of(RUN).replace(packed("1 1"), "*"),
    "base64 of nothing": text_of(RUN).replace(packed("1 1"), ""),
    "base64 of no zlib": text_of(RUN).replace(packed("1 1"), "AAAA"),
    "words for rounds": text_of(RUN).replace(packed("1 1"), packed("one")),
    "a kind that is a list": text_of(SEPARATOR).replace('"separator"', "[]"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_certificates_are_refused(name: str, verdict: Callable[..., str]) -> None:
    reason = refusal(verdict, HOSTILE[name], PLANE)
    assert len(reason) < 400


def test_a_number_may_have_more_digits_than_the_interpreter_reads(verdict: Callable[..., str]) -> None:
    long = "1" + "0" * 20_000
    data = "1,1\n"
    stored = certificate(
        "separator", data, offset="none", weights=[long], b="0", gamma=long, radius_sq="1", bound="1"
    )
    assert verdict(stored, data)


# --- the program -----------------------------------------------------------------------------------


def program(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """The exit status (or its message) of `python checker.py …`."""
    monkeypatch.setattr(sys, "argv", [str(SOURCE), *arguments])
    try:
        runpy.run_path(str(SOURCE), run_name="__main__")
    except SystemExit as end:
        return end.code
    return 0


def test_the_program_accepts_refuses_and_complains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, data = (tmp_path / name for name in ("good.json", "bad.json", "data.csv"))
    good.write_text(json.dumps(SEPARATOR))
    bad.write_text(json.dumps(changed(SEPARATOR, "gamma", "2")))
    data.write_text(PLANE)
    assert program(monkeypatch, str(good), str(data)) == 0
    assert capsys.readouterr().out == "accepted: the weights separate the examples\n"
    assert program(monkeypatch, str(bad), str(data)) == "refused: gamma is wrong"
    for arguments in ([], [str(good)], [str(good), str(data), "x"], [str(good), str(tmp_path / "none.csv")]):
        assert program(monkeypatch, *arguments) == 2
        assert capsys.readouterr().err.startswith("usage: python checker.py CERTIFICATE DATA (")


def test_text_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_bytes(b'{"kind": "\xff"}')
    (tmp_path / "d.csv").write_text(PLANE)
    with pytest.raises(Refused, match=r"^malformed certificate or data \(UnicodeDecodeError: "):
        checker.check(str(tmp_path / "c.json"), str(tmp_path / "d.csv"))


def test_long_errors_are_cut(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(json.dumps(SEPARATOR))
    (tmp_path / "d.svm").write_text(f"1 {'a' * 1000}:1\n")
    with pytest.raises(Refused) as caught:
        checker.check(str(tmp_path / "c.json"), str(tmp_path / "d.svm"))
    prefix = "malformed certificate or data (ValueError: "
    assert str(caught.value).startswith(prefix)
    assert len(str(caught.value)) == len(prefix) + 200 + 1


def test_files_are_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch, verdict: Callable[..., str]) -> None:
    monkeypatch.setattr(checker, "MAX_CERTIFICATE", 50)
    assert refusal(verdict, SEPARATOR, PLANE).startswith("malformed certificate or data (JSONDecodeError: ")
    monkeypatch.undo()
    monkeypatch.setattr(checker, "MAX_DATA", len("1/2,0,1\n"))
    assert refusal(verdict, SEPARATOR, PLANE) == "the certificate is about other data"


def test_numbers_are_read_exactly() -> None:
    assert checker.rational(" 7 % -3 ") == Fraction(-7, 3)
    assert checker.rational("-.5e-3") == Fraction(-1, 2000)
    assert checker.rational("+12.e2") == 1200
