"""A proof in, a marked proof out: a file of steps, judged line by line.

    # the growth step
    vectors w x                          (only where use does not tell)
    given label:   y^2 = 1
    given mistake: y*<w,x> <= 0
    given radius:  |x|^2 <= R^2
    expand: |w + y*x|^2 = |w|^2 + 2*y*<w,x> + |x|^2 given label
    growth: |w + y*x|^2 <= |w|^2 + R^2

A line may use every `given` and every line before it, or just those that its own `given a, b` names. A line that is
not proved is used by no other: what follows is judged without it, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from verified_perceptron.judging import DEFAULT_TIMEOUT, Answer, Given, Verdict, judge_sentence
from verified_perceptron.logic.language import Sort, read
from verified_perceptron.logic.syntax import Parsed, StepError, parse, spelled

MAX_LINES: Final = 200
MAX_CHARACTERS: Final = 100_000

_DECLARATION: Final = re.compile(r"(vectors|scalars|numbers)\s+([^:=<>≤≥]+)")
_LABEL: Final = re.compile(r"(given\s+)?([^\W\d][\w .'-]*?)\s*:(.*)")
_USING: Final = re.compile(r"(.*\S)\s+given\s+([^<>=≤≥|]+)")


@dataclass(frozen=True)
class Line:
    """One line of the file that says something."""

    number: int
    name: str
    parsed: Parsed
    is_given: bool
    uses: tuple[str, ...] | None
    """The names after `given`; None means everything before."""


@dataclass(frozen=True)
class Marked:
    """A line with its verdict; a given has none."""

    line: Line
    verdict: Verdict | None
    without: tuple[str, ...]
    """Lines that it might have used, and may not: they were not proved."""


@dataclass(frozen=True)
class MarkedProof:
    """Every line of a proof, in order."""

    lines: tuple[Marked, ...]

    def first(self, *answers: Answer) -> Marked | None:
        """The first line with one of these answers."""
        return next((m for m in self.lines if m.verdict is not None and m.verdict.answer in answers), None)

    @property
    def answer(self) -> Answer:
        """Refuted if a line is, else unknown if a line is, else proved."""
        for answer in (Answer.REFUTED, Answer.UNKNOWN):
            if self.first(answer):
                return answer
        return Answer.PROVED


def read_lines(text: str, file: str) -> tuple[list[Line], dict[str, Sort]]:
    """The lines of the file and what it declares; errors name the file and the line."""
    rows = text.splitlines()
    if len(text) > MAX_CHARACTERS or len(rows) > MAX_LINES:
        raise StepError(f"{file}: a proof has at most {MAX_LINES} lines and {MAX_CHARACTERS} characters")
    lines: list[Line] = []
    declared: dict[str, Sort] = {}
    for number, row in enumerate(rows, 1):
        content, place = row.split("#")[0].strip(), f"{file}:{number}: "
        if not content:
            continue
        if declaration := _DECLARATION.fullmatch(content):
            sort = Sort.VECTOR if declaration[1] == "vectors" else Sort.NUMBER
            for name in re.split(r"[\s,]+", declaration[2].strip()):
                if declared.setdefault(spelled(name), sort) is not sort:
                    raise StepError(f"{place}{name} is declared a number and a vector")
            continue
        line = _line(content, number, place)
        if any(line.name == other.name for other in lines):
            raise StepError(f"{place}there is already a line called {line.name}")
        for name in line.uses or ():
            if not any(name == other.name for other in lines):
                raise StepError(f"{place}no line before this one is called {name}")
        lines.append(line)
    if not any(not line.is_given for line in lines):
        raise StepError(f"{file}: there is no step to judge")
    return lines, declared


def _line(content: str, number: int, place: str) -> Line:
    label = _LABEL.fullmatch(content)
    if label:
        is_given, name, statement = label[1] is not None, label[2].strip(), label[3].strip()
    else:
        is_given, name = bool(re.match(r"given\s", content)), f"line {number}"
        statement = content.removeprefix("given").strip() if is_given else content
    uses = None
    if not is_given and (using := _USING.fullmatch(statement)):
        statement = using[1]
        uses = tuple(part.strip() for part in using[2].split(",") if part.strip())
    return Line(number, name, parse(statement, place), is_given, uses)


def mark(text: str, file: str, timeout: float = DEFAULT_TIMEOUT) -> Iterator[Marked]:
    """The lines with their verdicts, one after the other; the time is for each line."""
    lines, declared = read_lines(text, file)
    givens = [i for i, line in enumerate(lines) if line.is_given]
    reading = read([line.parsed for line in lines], given=givens, declared=declared)
    usable = {lines[i].name: Given(lines[i].name, reading.sentences[i]) for i in givens}
    before: set[str] = set()
    unproved: list[str] = []
    for line, sentence in zip(lines, reading.sentences, strict=True):
        if line.is_given:
            before.add(line.name)
            yield Marked(line, None, ())
            continue
        wanted = before if line.uses is None else set(line.uses)
        allowed = [given for name, given in usable.items() if name in wanted]
        without = tuple(name for name in unproved if name in wanted)
        verdict = judge_sentence(reading, sentence, allowed, timeout)
        if verdict.answer is Answer.PROVED:
            usable[line.name] = Given(line.name, sentence)
        else:
            unproved.append(line.name)
        before.add(line.name)
        yield Marked(line, verdict, without)
