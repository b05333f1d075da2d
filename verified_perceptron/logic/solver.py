"""Z3, behind two functions with types. Untrusted: what it says is checked elsewhere, exactly, before it counts.

Problems go in as SMT-LIB text and answers come out as fractions, so nothing of Z3's own types gets further.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

MIN_MS: Final = 20
_NUMERAL: Final = re.compile(r"-?[0-9]+(/[0-9]+)?")


def rational_text(value: Fraction | int) -> str:
    """The number as SMT-LIB writes it."""
    fraction = Fraction(value)
    size = f"{abs(fraction.numerator)}.0"
    if fraction.denominator != 1:
        size = f"(/ {size} {fraction.denominator}.0)"
    return f"(- {size})" if fraction < 0 else size


def _sum(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


def nonnegative_solution(
    rows: Iterable[Sequence[tuple[int, int]]], nonnegative: int, free: int, positive: Sequence[int], seconds: float
) -> list[Fraction] | None:
    """Values c with Σ a·c = 0 in each row of (column, a), the first `nonnegative` of them ≥ 0, the `free` others
    of any sign, and the sum over the columns `positive` at least one; None if there are none or time is up.
    """
    import z3

    count = nonnegative + free
    lines = [f"(declare-const c{i} Real)" for i in range(count)]
    lines += [f"(assert (>= c{i} 0.0))" for i in range(nonnegative)]
    for row in rows:
        parts = [f"c{i}" if a == 1 else f"(* {rational_text(a)} c{i})" for i, a in row]
        lines.append(f"(assert (= 0.0 {_sum(parts)}))")
    lines.append(f"(assert (>= {_sum([f'c{i}' for i in positive])} 1.0))")
    solver: Any = z3.SolverFor("QF_LRA")  # Any: Z3 publishes no types
    solver.set("timeout", max(MIN_MS, int(seconds * 1000)))
    solver.from_string("\n".join(lines))
    if solver.check() != z3.sat:
        return None
    values = _values(solver.model())
    return [values.get(f"c{i}", Fraction(0)) for i in range(count)]


def _values(model: Any) -> dict[str, Fraction]:  # Any: Z3 publishes no types
    """The rational values of a model; irrational ones are left out."""
    found = {}
    for declaration in model.decls():
        text = str(model[declaration])
        if _NUMERAL.fullmatch(text):
            found[str(declaration)] = Fraction(text)
    return found


class RealProblem:
    """Polynomial constraints over the reals, to which rational choices can be added one by one."""

    def __init__(self, names: Iterable[str], constraints: Iterable[str]) -> None:
        import z3

        self._z3: Any = z3  # Any: Z3 publishes no types
        self._solver: Any = z3.SolverFor("QF_NRA")
        lines = [f"(declare-const {name} Real)" for name in names]
        self._solver.from_string("\n".join([*lines, *(f"(assert {c})" for c in constraints)]))

    def solve(self, chosen: Mapping[str, Fraction], seconds: float) -> dict[str, tuple[Fraction, bool]] | str:
        """With the chosen values: for each name a rational and whether it is the exact value; else why not
        (`unsat` or `unknown`).
        """
        z3, solver = self._z3, self._solver
        solver.set("timeout", max(MIN_MS, int(seconds * 1000)))
        solver.push()
        try:
            for name, value in chosen.items():
                solver.add(z3.Real(name) == z3.RealVal(str(value)))
            answer = str(solver.check())
            if answer != "sat":
                return answer
            model = solver.model()
            return {str(d): self._rational(model[d]) for d in model.decls()}
        finally:
            solver.pop()

    def _rational(self, value: Any) -> tuple[Fraction, bool]:
        if self._z3.is_rational_value(value):
            return Fraction(str(value)), True
        return Fraction(str(value.approx(20))), False
