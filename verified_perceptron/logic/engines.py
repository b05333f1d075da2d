"""Second opinions on obligations: the second checker, Z3 and cvc5 judge each of them on their own.

Z3 and cvc5 do not see the certificate. They pass an obligation by answering `unsat` to its facts together
with the negated goal; a solver that gives up or runs out of time has not passed it. cvc5 works in a process
of its own, which is ended when it overruns its time: its own limit is not always kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Self

from .export_smt import script
from .obligations import Obligation
from .second import accepts
from .serialise import obligation_text

Z3_LIMIT_MS = 5_000
# cvc5 has several procedures for products of variables; the short round settles nearly everything
CVC5_STRATEGIES: tuple[dict[str, str], ...] = (
    {},
    {"nl-cov": "true"},
    {"nl-ext": "full", "nl-ext-tplanes": "true"},
)
CVC5_LIMITS_MS = (500, 10_000)
CVC5_GRACE_S = 2.0


@dataclass(frozen=True)
class Verdict:
    """What an engine said about one obligation."""

    engine: str
    obligation: str
    passed: bool
    answer: str
    seconds: float


def second_opinion(obligation: Obligation) -> str:
    """`accepted` or `refused`, by the checker that shares no code with the kernel."""
    return "accepted" if accepts(*obligation_text(obligation)) else "refused"


def z3_answer(text: str) -> str:
    """Z3's answer to a script: its core first, which is quick on sums, then its own choice of tactics."""
    import z3

    answer = ""
    for solver in (z3.SimpleSolver(), z3.Solver()):
        solver.set("timeout", Z3_LIMIT_MS)
        solver.from_string(text)
        answer = str(solver.check())
        if answer in {"sat", "unsat"}:
            break
    return answer


def _cvc5_answer(text: str, options: dict[str, str], limit_ms: int) -> str:
    import cvc5

    solver = cvc5.Solver()
    for option, value in {**options, "tlimit-per": str(limit_ms)}.items():
        solver.setOption(option, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    symbols = parser.getSymbolManager()
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer += command.invoke(solver, symbols)
    return answer.strip()


def _cvc5_work(connection: Connection) -> None:
    """Answer scripts until the other end closes."""
    try:
        while True:
            connection.send(_cvc5_answer(*connection.recv()))
    except EOFError:
        connection.close()


class Cvc5:
    """cvc5 in a worker process; a context manager."""

    def __init__(self) -> None:
        self._worker: tuple[BaseProcess, Connection] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def answer(self, text: str) -> str:
        """cvc5's answer to a script, by the first strategy that settles it."""
        found = ""
        for limit_ms in CVC5_LIMITS_MS:
            for options in CVC5_STRATEGIES:
                found = self._ask(text, options, limit_ms)
                if found in {"sat", "unsat"}:
                    return found
        return found

    def _ask(self, text: str, options: dict[str, str], limit_ms: int) -> str:
        _, connection = self._worker or self._start()
        connection.send((text, options, limit_ms))
        if not connection.poll(limit_ms / 1000 + CVC5_GRACE_S):
            self._stop()
            return "out of time"
        try:
            return str(connection.recv())
        except EOFError:
            self._stop()
            return "crashed"

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_cvc5_work, args=(there,), daemon=True)
        process.start()
        there.close()
        self._worker = process, here
        return self._worker

    def _stop(self) -> None:
        if self._worker:
            process, connection = self._worker
            connection.close()
            process.kill()
            process.join()
            self._worker = None


def judge(engine: str, obligations: Iterable[Obligation]) -> list[Verdict]:
    """Every obligation put to the engine `second`, `z3` or `cvc5`."""
    with Cvc5() as cvc5:
        ask: Callable[[Obligation], str] = {
            "second": second_opinion,
            "z3": lambda obligation: z3_answer(script(obligation)),
            "cvc5": lambda obligation: cvc5.answer(script(obligation)),
        }[engine]
        verdicts = []
        for obligation in obligations:
            started = time.perf_counter()
            answer = ask(obligation)
            seconds = time.perf_counter() - started
            passed = answer == ("accepted" if engine == "second" else "unsat")
            verdicts.append(Verdict(engine, obligation.name, passed, answer, seconds))
        return verdicts
