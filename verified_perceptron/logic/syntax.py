"""How a proof step is written: the grammar, and a reader that points at the character where it stops.

    step     sum sign sum                      sign     = <= < >= >, also ≤ ≥
    sum      [-] product { + product | - product }
    product  power { * power | / number }      also · for *, − for -
    power    primary [ ^ natural ]             also ²
    primary  number | name | ( sum ) | < sum , sum > | | sum |      also ⟨ , ⟩ and ‖ ‖

**Guarantee.** Every text is read or refused in bounded time; what it means is said in `language.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NoReturn, TypeAlias

MAX_LENGTH: Final = 2000
MAX_DEPTH: Final = 30
MAX_DIGITS: Final = 40
MAX_EXPONENT: Final = 16
_SHOWN: Final = 76


class StepError(ValueError):
    """A step that cannot be read: one sentence, and a line with a mark under the character."""


# --- the syntax tree ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Num:
    at: int
    value: Fraction


@dataclass(frozen=True)
class Name:
    at: int
    name: str


@dataclass(frozen=True)
class Negative:
    at: int
    of: Tree


@dataclass(frozen=True)
class Sum:
    at: int
    terms: tuple[Tree, ...]


@dataclass(frozen=True)
class Times:
    at: int
    factors: tuple[Tree, ...]


@dataclass(frozen=True)
class Power:
    at: int
    base: Tree
    exponent: int


@dataclass(frozen=True)
class Inner:
    at: int
    left: Tree
    right: Tree


@dataclass(frozen=True)
class Length:
    at: int
    of: Tree


Tree: TypeAlias = Num | Name | Negative | Sum | Times | Power | Inner | Length


@dataclass(frozen=True)
class Parsed:
    """A step as it was written: two sides and the sign between them."""

    text: str
    left: Tree
    sign: str
    right: Tree
    sides: tuple[str, str]
    written: Mapping[str, str]
    """How each name was first written."""
    place: str = ""
    """Where it stands, as errors begin: `proof.txt:3: `."""

    def fail(self, at: int, sentence: str) -> NoReturn:
        _fail(self.text, self.place, at, sentence)


def _fail(text: str, place: str, at: int, sentence: str) -> NoReturn:
    """Raise the error with the text around the character and a mark below it."""
    start = max(0, min(at - _SHOWN // 2, len(text) - _SHOWN))
    shown = text[start : start + _SHOWN]
    before, after = "…" if start else "", "…" if start + _SHOWN < len(text) else ""
    column = len(before) + _width(shown[: at - start])
    raise StepError(f"{place}{sentence}\n  {before}{shown}{after}\n  {' ' * column}^")


def _width(text: str) -> int:
    return sum(not unicodedata.combining(c) for c in text)


# --- reading --------------------------------------------------------------------------------------


def _latin(letter: str) -> str:
    """gamma for γ, Gamma for Γ."""
    words = unicodedata.name(letter).split()
    name = words[-1].lower().replace("lamda", "lambda")
    return name.capitalize() if words[1] == "CAPITAL" else name


_GREEK: Final = {c: _latin(c) for c in "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψω"}
_SUBSCRIPTS: Final = {ord("₀") + digit: str(digit) for digit in range(10)}
_SUPERSCRIPTS: Final = {sign: str(digit) for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_LETTER: Final = "A-Za-z" + "".join(_GREEK)
_NAME: Final = re.compile(rf"[{_LETTER}][{_LETTER}0-9_₀-₉]*(?:(?<=_)\{{[A-Za-z0-9+\-]{{1,20}}\}})?['′]*")
_DIGITS: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_SIGNS: Final = {"<=": "<=", "≤": "<=", ">=": ">=", "≥": ">=", "=": "=", "<": "<", ">": ">"}
_MINUS: Final = ("-", "−")
_STAR: Final = ("*", "·", "⋅")
_CLOSING: Final = {"(": ")", "<": ">", "⟨": "⟩", "|": "|", "‖": "‖"}


def spelled(name: str) -> str:
    """One spelling for names that are one name: Greek letters in Latin, `w₀` as `w_0`, `w_{k}` as `w_k`."""
    name = re.sub(r"(?<![_₀-₉])(?=[₀-₉])", "_", name).translate(_SUBSCRIPTS).replace("′", "'")
    name = re.sub(r"\{([A-Za-z0-9]+)\}", r"\1", name)
    return "".join(_GREEK.get(c, c) for c in name)


class _Reader:
    """Recursive descent over one line."""

    def __init__(self, text: str, place: str) -> None:
        self.text, self.place, self.at, self.depth = text, place, 0, 0
        self.written: dict[str, str] = {}

    def fail(self, sentence: str, at: int | None = None) -> NoReturn:
        _fail(self.text, self.place, self.at if at is None else at, sentence)

    def next(self) -> str:
        """The next character that is not blank, or nothing at the end."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, *symbols: str) -> str | None:
        """The first of the symbols that comes next, taken; or None."""
        self.next()
        for symbol in symbols:
            if self.text.startswith(symbol, self.at):
                self.at += len(symbol)
                return symbol
        return None

    def step(self) -> Parsed:
        left = self.sum()
        sign = self.take(*_SIGNS)
        if sign is None:
            self.fail(self._unexpected("=, <=, <, >= or >"))
        middle = self.at
        right = self.sum()
        if self.next():
            at = self.at
            if self.take(*_SIGNS):
                self.fail("a step has one comparison: write a chain as several steps", at)
            self.fail(self._unexpected("the end of the step"), at)
        sides = self.text[: middle - len(sign)].strip(), self.text[middle:].strip()
        return Parsed(self.text, left, _SIGNS[sign], right, sides, self.written, self.place)

    def _unexpected(self, wanted: str) -> str:
        found = self.next()
        if found and (found in "|‖(⟨" or found.isalnum()):
            return f"expected {wanted} here; multiplication is written with *"
        return f"expected {wanted} here" + (f", not {found!r}" if found else ", but the step ends")

    def sum(self) -> Tree:
        self.next()
        at = self.at
        terms = [self._signed(self.take(*_MINUS, "+"), at)]
        while sign := self.take(*_MINUS, "+"):
            terms.append(self._signed(sign, self.at - 1))
        return terms[0] if len(terms) == 1 else Sum(at, tuple(terms))

    def _signed(self, sign: str | None, at: int) -> Tree:
        term = self.product()
        return Negative(at, term) if sign in _MINUS else term

    def product(self) -> Tree:
        self.next()
        at = self.at
        factors = [self.power()]
        while symbol := self.take(*_STAR, "/"):
            if symbol != "/":
                factors.append(self.power())
                continue
            self.next()
            where = self.at
            divisor = self.number()
            if divisor is None or not divisor.value:
                self.fail("only division by a number other than zero is understood", where)
            factors.append(Num(where, 1 / divisor.value))
        return factors[0] if len(factors) == 1 else Times(at, tuple(factors))

    def power(self) -> Tree:
        base = self.primary()
        self.next()
        at = self.at
        if self.take("^"):
            self.next()
            at = self.at
            found = re.compile(r"[0-9]+").match(self.text, at)
            if not found:
                self.fail("an exponent is a natural number such as 2")
            self.at, digits = found.end(), found[0]
        else:
            while self.text[self.at : self.at + 1] in _SUPERSCRIPTS and self.at < len(self.text):
                self.at += 1
            digits = "".join(_SUPERSCRIPTS[c] for c in self.text[at : self.at])
        if not digits:
            return base
        if len(digits) > 2 or int(digits) > MAX_EXPONENT:
            self.fail(f"an exponent above {MAX_EXPONENT} is more than is read", at)
        if self.next() == "^":
            self.fail("a power of a power needs brackets")
        return Power(at, base, int(digits))

    def number(self) -> Num | None:
        found = _DIGITS.match(self.text, self.at)
        if found is None:
            return None
        if len(found[0]) > MAX_DIGITS:
            self.fail(f"a number of more than {MAX_DIGITS} digits is more than is read")
        at, self.at = self.at, found.end()
        return Num(at, Fraction(found[0]))

    def primary(self) -> Tree:
        first = self.next()
        at = self.at
        if number := self.number():
            return number
        if found := _NAME.match(self.text, at):
            self.at = found.end()
            name = spelled(found[0])
            self.written.setdefault(name, found[0])
            return Name(at, name)
        if first not in _CLOSING or not first:
            self.fail(self._no_term(first))
        self.at += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"more than {MAX_DEPTH} brackets inside one another are more than is read", at)
        inside = self.sum()
        second = None
        if first in "<⟨":
            if not self.take(","):
                self.fail(f"expected a comma here: an inner product is {first}a,b{_CLOSING[first]}")
            second = self.sum()
        if not self.take(_CLOSING[first]):
            self.fail(self._unexpected(f"{_CLOSING[first]} to close the {first} of character {at + 1}"))
        self.depth -= 1
        if second is not None:
            return Inner(at, inside, second)
        if first == "(":
            return inside
        return inside if isinstance(inside, Length) else Length(at, inside)

    def _no_term(self, found: str) -> str:
        if not found:
            return "something is missing at the end"
        if found in "=≤≥>,)⟩+*·/^" or found in _MINUS:
            return f"something is missing before {found!r}"
        return f"{found!r} is not understood here"


def parse(text: str, place: str = "") -> Parsed:
    """The step that the text says; `place` begins every error."""
    if len(text) > MAX_LENGTH:
        raise StepError(f"{place}a step of {len(text)} characters is longer than the {MAX_LENGTH} that are read")
    # NFC, so that an accent is one character, and a tab is one column wide in the error.
    return _Reader(unicodedata.normalize("NFC", text).replace("\t", " ").strip(), place).step()


def is_sum(text: str) -> bool:
    """Whether the text of one side needs brackets before it can be multiplied or subtracted."""
    return isinstance(_Reader(text, "").sum(), Sum | Negative)
