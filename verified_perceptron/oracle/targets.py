"""Any perceptron as something that can be asked: here is a data set, what are your weights?

The line protocol.  A target is a program that reads one JSON object per line and writes one JSON object per
line, in the same order, flushing after each:

    → {"x": [[4, 0], [1, 1]], "y": [1, -1], "args": {}, "queries": [[0, 0]], "seed": 0}
    ← {"weights": [3, -1], "offset": 0}

`x` are integers (tenths in the group on rounding), `y` the labels, ±1 or {0,1} as agreed by trial, `args` what
the user passed with --arg; `queries` are points that may be predicted in `"predictions": [1]`, with which an
answer need not have weights; `seed` may be ignored.  An answer without offset may have one more weight than
there are features: the offset is then the first or the last of them.  `{"error": "…"}` refuses a case.
JSON integers and text such as "1/3" are read exactly, other numbers as the float64 they denote.

Python targets (`module:attribute`) answer through `oracle.worker`, in a process of their own.  A target that
hangs, crashes or talks nonsense is a `TargetError` of one sentence, never our own failure.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import TracebackType
from typing import IO, Self, TypeAlias

from verified_perceptron.data import Dataset
from verified_perceptron.exact import ExactError, exact, number_text, parse_number, shorten

SEED_NAMES = ("random_state", "seed", "random_seed", "rng")
PASS_NAMES = (
    "max_iter", "n_iter", "epochs", "n_epochs", "passes", "num_epochs", "iterations", "max_epochs", "n_iters",
    "n_iterations", "max_iterations", "num_iterations", "epoch_number", "n_epoch", "nb_epoch", "T",
)  # fmt: skip
TIMEOUT = 10.0
"""Seconds that a target may take for one case."""
TRIAL = 2.0
"""Seconds for one case in a kind of labels that is only tried, by a target that answers in the other kind."""

Argument: TypeAlias = str | int | float | bool | None


class TargetError(ValueError):
    """The target gave no usable answer; the message says why in one sentence."""


class Refused(TargetError):
    """The target said that it cannot answer this case."""


class Labels(Enum):
    """How the two classes are written."""

    SIGNS = "−1, +1"
    BITS = "0, 1"


class Shape(Enum):
    """Where the offset was found in an answer."""

    NONE = "no offset"
    APART = "apart"
    FIRST = "first coordinate"
    LAST = "last coordinate"


@dataclass(frozen=True)
class Answer:
    """What a target said: weights and offset as the exact numbers they are, or predictions, or both."""

    weights: tuple[Fraction, ...] | None
    offset: Fraction | None
    predictions: tuple[int, ...] | None = None

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """All weights, then the offset if there is one."""
        extra = () if self.offset is None else (self.offset,)
        return (*(self.weights or ()), *extra)


def parse_argument(text: str) -> tuple[str, Argument]:
    """`key=value`; the value is a JSON scalar, None, True, False, or text."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise TargetError(f"--arg {shorten(text)} is not key=value")
    named: dict[str, Argument] = {"None": None, "True": True, "False": False}
    if value in named:
        return key, named[value]
    try:
        parsed = json.loads(value)
    except ValueError:
        return key, value
    return key, parsed if isinstance(parsed, str | int | float) else value


@dataclass
class Target:
    """A running target; a context manager, because a process stands behind it."""

    name: str
    command: Sequence[str]
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    timeout: float = TIMEOUT
    is_python: bool = False

    def __post_init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._errors: IO[bytes] | None = None
        self.asked = 0
        """How many cases the target was asked so far."""
        self.accepted = 0
        """How many of them it did not refuse."""

    @staticmethod
    def of(
        name: str | None,
        command: Sequence[str] = (),
        arguments: Mapping[str, Argument] | None = None,
        timeout: float = TIMEOUT,
    ) -> Target:
        """The target that `module:attribute` or a command names."""
        given = dict(arguments or {})
        if name is None or name == "--":
            if not command:
                raise TargetError("there is no target: give module:attribute, or -- and a command")
            return Target(" ".join(command), list(command), given, timeout)
        if command:
            raise TargetError(f"there are two targets, {shorten(name)} and {shorten(command[0])}")
        if ":" not in name.strip(":"):
            raise TargetError(f"{shorten(name)} is not module:attribute; for a program write -- before its name")
        worker = [sys.executable, "-m", "verified_perceptron.oracle.worker", name, json.dumps(given)]
        return Target(name, worker, given, timeout, is_python=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the target's process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    # The pipe of a dead process may refuse what was still to be flushed.
                    with contextlib.suppress(OSError):
                        pipe.close()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    @contextlib.contextmanager
    def impatient(self, seconds: float = TRIAL) -> Iterator[None]:
        """While this lasts, an answer that takes longer than so many seconds is none."""
        usual, self.timeout = self.timeout, min(seconds, self.timeout)
        try:
            yield
        finally:
            self.timeout = usual

    def parameters(self) -> list[str]:
        """The names of the arguments that a Python target takes; none are known of a program."""
        if not self.is_python:
            return []
        said = self._exchange({"describe": True}).get("parameters", [])
        return [str(name) for name in said] if isinstance(said, list) else []

    def ask(
        self,
        data: Dataset,
        labels: Labels = Labels.SIGNS,
        queries: Sequence[Sequence[int]] = (),
        extra: Mapping[str, Argument] | None = None,
        seed: int = 0,
    ) -> Answer:
        """The target's answer to this data set."""
        case = {
            "x": [[_json_number(v) for v in x] for x in data.points],
            "y": [y if labels is Labels.SIGNS else (y + 1) // 2 for y in data.labels],
            # A Python target has its arguments already; a program gets all of them with the case.
            "args": {**({} if self.is_python else self.arguments), **(extra or {})},
            "queries": [list(point) for point in queries],
            "seed": seed,
        }
        self.asked += 1
        found = self._read(self._exchange(case), data, labels, len(queries))
        self.accepted += 1
        return found

    # --- one exchange -----------------------------------------------------------------------------

    def _start(self) -> subprocess.Popen[str]:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process; see close)
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise TargetError(f"{self.name} cannot be started: {error.strerror}") from None
        self._process, self._lines = process, queue.Queue()
        threading.Thread(target=_pump, args=(process.stdout, self._lines), daemon=True).start()
        return process

    def _exchange(self, case: Mapping[str, object]) -> dict[str, object]:
        process = self._process or self._start()
        lines = self._lines
        if process.stdin is None:
            raise TargetError(f"{self.name} has no standard input")
        with contextlib.suppress(OSError):  # a dead process shows at the read
            process.stdin.write(json.dumps(case) + "\n")
            process.stdin.flush()
        # The first answer of a fresh process includes its imports.
        try:
            line = lines.get(timeout=self.timeout)
        except queue.Empty:
            self.close()
            raise TargetError(f"{self.name} did not answer within {self.timeout:g} s{_case_text(case)}") from None
        if line is None:
            status, last = process.wait(), self._last_words()
            self.close()
            how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
            raise TargetError(f"{self.name} ended without an answer ({how}{last}){_case_text(case)}")
        try:
            record = json.loads(line, parse_constant=str)
        except (ValueError, RecursionError):
            self.close()
            raise TargetError(f"{self.name} wrote {shorten(line)} where one JSON object was expected") from None
        if not isinstance(record, dict):
            self.close()
            raise TargetError(f"{self.name} wrote {shorten(line)} where one JSON object was expected")
        if "error" in record:
            raise Refused(f"{self.name}: {' '.join(str(record['error']).split())}{_case_text(case)}")
        return record

    def _last_words(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0)
        words = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return f", last words {shorten(words[-1], 80)}" if words else ""

    # --- what an answer says ----------------------------------------------------------------------

    def _read(self, record: Mapping[str, object], data: Dataset, labels: Labels, queries: int) -> Answer:
        weights = record.get("weights")
        offset = record.get("offset")
        predictions = record.get("predictions")
        if weights is None and predictions is None:
            raise TargetError(f'{self.name} answered {shorten(json.dumps(record))}, without "weights"')
        numbers = None if weights is None else self._numbers(weights, "weights")
        if numbers is not None:
            allowed = (data.dimension,) if offset is not None else (data.dimension, data.dimension + 1)
            if len(numbers) not in allowed:
                raise TargetError(
                    f"{self.name} has {len(numbers)} weights{' and an offset' if offset is not None else ''} "
                    f"for {data.dimension} {'feature' if data.dimension == 1 else 'features'}"
                )
        votes = None if predictions is None else self._predictions(predictions, labels, queries)
        return Answer(numbers, None if offset is None else self._numbers([offset], "offset")[0], votes)

    def _numbers(self, values: object, what: str) -> tuple[Fraction, ...]:
        if not isinstance(values, list):
            raise TargetError(f"{self.name} gave {shorten(json.dumps(values))} as {what}, not a list of numbers")
        try:
            return tuple(parse_number(v) if isinstance(v, str) else exact(v) for v in values)
        except ExactError as error:
            raise TargetError(f"the {what} of {self.name} are no numbers: {error}") from None

    def _predictions(self, values: object, labels: Labels, queries: int) -> tuple[int, ...]:
        found = self._numbers(values, "predictions")
        if len(found) != queries:
            raise TargetError(f"{self.name} made {len(found)} predictions for {queries} points")
        meaning = {Fraction(1): 1, Fraction(-1): -1, Fraction(0): 0 if labels is Labels.SIGNS else -1}
        if any(value not in meaning for value in found):
            odd = next(value for value in found if value not in meaning)
            raise TargetError(f"{self.name} predicted {number_text(odd)}, which is no label")
        return tuple(meaning[value] for value in found)


def _pump(pipe: IO[str] | None, lines: queue.Queue[str | None]) -> None:
    """Move lines from the process to the queue; None at the end."""
    if pipe is not None:
        with contextlib.suppress(ValueError, OSError):  # closed under our feet: the same as its end
            for line in pipe:
                lines.put(line)
    lines.put(None)


def _json_number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


def _case_text(case: Mapping[str, object]) -> str:
    points = case.get("x")
    return f", on x = {points}, y = {case['y']}" if isinstance(points, list) and len(points) <= 4 else ""
