"""The language of steps: what is read, as what, and where an error points."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verified_perceptron.judging import judge
from verified_perceptron.logic import Polynomial, inner, norm_sq, scalar, vector
from verified_perceptron.logic.explain import Notation
from verified_perceptron.logic.language import Reading, Sort, read
from verified_perceptron.logic.syntax import StepError, parse


def reading(*steps: str, given: int = 0) -> Reading:
    return read([parse(step) for step in steps], given=range(len(steps) - given, len(steps)))


def polynomial(step: str) -> Polynomial:
    """The polynomial of `step = 0`."""
    (sentence,) = reading(f"{step} = 0").sentences
    return sentence.comparison.polynomial


def test_vectors_and_numbers_are_told_apart_by_use() -> None:
    w, x = vector("w"), vector("x")
    y = scalar("y")
    assert polynomial("|w + y*x|^2") == norm_sq(w + y * x)
    assert polynomial("<w, y*x> + y^3 - 1/2*y + 0.5") == inner(w, y * x) + y**3 - y * half() + half()


def half() -> Polynomial:
    return polynomial("1/2")


def test_signs_of_mathematics_and_of_the_keyboard_mean_the_same() -> None:
    ours, theirs = reading("‖w − 2·x‖² ≤ ⟨w,x⟩").sentences[0], reading("|w - 2*x|^2 <= <w,x>").sentences[0]
    assert ours.comparison == theirs.comparison


def test_greek_letters_are_their_names_and_print_as_they_were_written() -> None:
    found = reading("γ <= gamma + Γ + w₀ - w_0")
    assert str(found.sentences[0].comparison) == "1*Gamma >= 0"
    assert found.spelling["gamma"] == "γ"


def test_primes_underscores_and_indices_make_different_names() -> None:
    found = reading("w' + w_prime + w_1 + w_{k+1} + w'' = 0")
    assert len(found.sentences[0].comparison.polynomial.terms) == 5
    assert set(found.spelling.values()) == {"w'", "w_prime", "w_1", "w_{k+1}", "w''"}


def test_a_length_by_itself_is_a_root_and_its_square_is_not() -> None:
    assert not reading("|v|^2 <= 1").roots
    (root,) = reading("|v|^3 <= |v|").roots
    assert [str(fact) for fact in root.facts()] == ["1*root_1 >= 0", "1*root_1^2 + -1*<v,v> = 0"]


def test_the_absolute_value_of_a_number_is_its_length() -> None:
    (root,) = reading("|<a,b>| <= 1").roots
    assert str(root.radicand) == "1*<a,b>^2"
    assert not reading("|0 - 3| = 3").roots


def test_a_given_equation_of_vectors_is_a_definition() -> None:
    found = reading("|w'|^2 = 1", "w' = w + y*x", given=1)
    assert found.sentences[0].comparison.polynomial == polynomial("|w + y*x|^2 - 1")


def test_definitions_are_replaced_in_one_another() -> None:
    found = reading("|a|^2 = 1", "a = b + c", "b = 2*c", given=2)
    assert found.sentences[0].comparison.polynomial == polynomial("9*|c|^2 - 1")


def test_zero_is_a_vector_where_one_is_needed() -> None:
    assert not reading("|w|^2 = 1", "w = 0", given=1).definitions["w"].coefficients


def test_a_declaration_decides_what_use_does_not() -> None:
    steps = [parse("a = b")]
    assert str(read(steps).sentences[0].comparison) == "1*a + -1*b = 0"
    declared = read(steps, declared={"a": Sort.VECTOR})
    assert declared.sentences[0].comparison.polynomial == polynomial("|a - b|^2")


ERRORS = {
    "|w^2 <= 3": (5, "to close the |"),
    "2|w| <= 3": (1, "multiplication is written with *"),
    "2 x <= 3": (2, "multiplication is written with *"),
    "a <= b <= c": (7, "one comparison"),
    "<w x> = 1": (3, "expected a comma"),
    "<w,x = 1": (5, "to close the <"),
    "(a + b = 1": (7, "to close the ("),
    "1/x = 3": (2, "only division by a number"),
    "1/0 = 3": (2, "only division by a number"),
    "x^y = 3": (2, "an exponent is a natural number"),
    "x^-1 = 3": (2, "an exponent is a natural number"),
    "x^2^2 = 3": (3, "a power of a power"),
    "a + = 3": (4, "something is missing before '='"),
    "a =": (3, "something is missing at the end"),
    "": (0, "something is missing at the end"),
    "a + b": (5, "expected =, <=, <, >= or >"),
    "a ? b": (2, "expected =, <=, <, >= or > here, not '?'"),
    "é = 1": (0, "'é' is not understood"),
    "x = 1)": (5, "expected the end"),
    "<a,b> = a": (8, "a stands here as a number, but elsewhere it is a vector"),
    "|a|^2 = <a,a>*a*<a,a>": (14, "a vector stands here where a number is needed"),
    "<a,b> = <a,b*a>": (13, "two vectors are multiplied as <a,b>"),
    "<a,a^2> = 1": (5, "a vector has no powers"),
    "<a,3> = 1": (3, "a number stands here where a vector is needed"),
    "<a, <a,a>> = 1": (4, "a number stands here where a vector is needed"),
}


@pytest.mark.parametrize("text", ERRORS)
def test_an_error_is_one_sentence_and_points_at_the_character(text: str) -> None:
    at, sentence = ERRORS[text]
    with pytest.raises(StepError) as caught:
        read([parse(text)])
    message, shown, mark = str(caught.value).split("\n")
    assert sentence in message
    assert shown.strip() == text
    assert mark == " " * (2 + at) + "^"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("<a,a>*a = <b,c>*b", "must say what one of them is"),
        ("a + b = 2*c", None),
        ("a = a + b", None),
        ("a <= b", "vectors are equal or not"),
    ],
)
def test_a_given_about_vectors_defines_one_of_them(given: str, sentence: str | None) -> None:
    steps = [parse("|a|^2 + |b|^2 = |c|^2"), parse(given)]
    if sentence is None:
        assert read(steps, given=[1]).definitions
    else:
        with pytest.raises(StepError, match=sentence):
            read(steps, given=[1])


def test_a_vector_is_defined_before_its_length_is_used_in_a_definition() -> None:
    with pytest.raises(StepError, match="before another definition speaks of its length"):
        reading("|v|^2 = 1", "v = |w|*x", "w = a + b", given=2)


HOSTILE = [
    "(" * 5000 + "a" + ")" * 5000 + " = 1",
    "(" * 900 + "a" + ")" * 900 + " = 1",
    "|" * 500 + "a" + "|" * 500 + " = 1",
    "<" * 600 + " = 1",
    "a" * 10_000 + " = 1",
    "a*" * 5_000 + "a = 1",
    "a*" * 900 + "a = 1",
    "x^" + "9" * 1000 + " = 1",
    "9" * 1900 + " = 1",
    "((((99999999^16)^16)^16)^16)^16 = 1",
    "(a+b+c+d+e+f+g+h)^16 = 1",
    "(a+b+c+d+e+f+g+h)^8*(a+b+c+d+e+f+g+h)^8 = 1",
    "+".join(f"x{i}" for i in range(300)) + " = 1",
    "|" + "+".join(f"x{i}*v{i}" for i in range(50)) + "|^2*" + "|".join(["", "a+b+c+d", "^2 = 1"]),
    "\x00 = 1",
    "a = \ud800",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_refused_at_once(text: str) -> None:
    start = time.monotonic()
    with pytest.raises(StepError) as caught:
        judge(text)
    assert time.monotonic() - start < 2
    assert len(str(caught.value)) < 400


@given(st.text(alphabet="abwxy012+-*/^<>=|(), .'_γ²≤⟨⟩‖", max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    with contextlib.suppress(StepError):
        assert read([parse(text)]).sentences


@given(
    st.lists(
        st.tuples(st.fractions(-3, 3, max_denominator=4), st.lists(st.sampled_from("styz"), max_size=3)), max_size=4
    )
)
def test_a_printed_polynomial_reads_back_as_itself(terms: list[tuple[object, list[str]]]) -> None:
    names = {"s": "<a,b>", "t": "t", "y": "|a|^2", "z": "z"}
    text = "+".join(
        "*".join([f"({c})" if "-" not in str(c) else f"(0{c})", *(names[n] for n in ns)]) for c, ns in terms
    )
    p = polynomial(text or "0")
    assert polynomial(Notation().polynomial(p)) == p
