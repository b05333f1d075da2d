"""What `judge` prints: verdicts, derivations and counterexamples, for readers and for machines."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from verified_perceptron.cli.common import console, print_json
from verified_perceptron.data import DataError
from verified_perceptron.judging import DEFAULT_TIMEOUT, Answer, Counterexample, Proof, Verdict, judge
from verified_perceptron.logic.certificates import NEGATION, Certificate
from verified_perceptron.logic.explain import Derivation
from verified_perceptron.logic.language import Sort
from verified_perceptron.logic.search import comparison_of
from verified_perceptron.marking import MAX_CHARACTERS, Marked, MarkedProof, mark

EXIT_STATUS = {Answer.PROVED: 0, Answer.REFUTED: 1, Answer.UNKNOWN: 3}
STYLE = {Answer.PROVED: "bold green", Answer.REFUTED: "bold red", Answer.UNKNOWN: "bold yellow"}
MARK = {Answer.PROVED: "✓", Answer.REFUTED: "✗", Answer.UNKNOWN: "?"}


def report(step: str, given: list[str], vectors: list[str], timeout: float | None, json_: bool) -> int:
    """Judge the step, or the file of that name, print the verdict, and return the exit status."""
    declared = dict.fromkeys(vectors, Sort.VECTOR)
    seconds = DEFAULT_TIMEOUT if timeout is None else timeout
    if _is_file(step):
        if given or declared:
            raise DataError(
                f"{step}: a file says itself what is given; --given and --vectors are for a single step"
            )
        return EXIT_STATUS[_judge_file(Path(step), seconds, json_)]
    verdict = judge(step, given, timeout=seconds, declared=declared)
    if json_:
        print_json({**verdict_record(verdict), "givens": given})
    else:
        _show(console(), verdict, [f"given {i}: {text}" for i, text in enumerate(given, 1)])
    return EXIT_STATUS[verdict.answer]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or a character that no name has
        return False


def _judge_file(path: Path, timeout: float, json_: bool) -> Answer:
    with path.open(encoding="utf-8") as file:
        try:
            text = file.read(MAX_CHARACTERS + 1)
        except UnicodeDecodeError:
            raise DataError(f"{path}: this is not a text in UTF-8") from None
    marked = []
    for line in mark(text, str(path), timeout):
        marked.append(line)
        if not json_:
            _show_line(console(), line)
            sys.stdout.flush()
    proof = MarkedProof(tuple(marked))
    if json_:
        print_json(file_record(proof))
    else:
        console().print(f"\n{_summary(proof)}")
    return proof.answer


# --- for machines -------------------------------------------------------------------------------


def verdict_record(verdict: Verdict) -> dict[str, object]:
    """The stable keys of `judge --json` for one step; all exact numbers are strings."""
    return {
        "step": verdict.step,
        "verdict": verdict.answer.value,
        "certificate": _certificate_record(verdict.proof) if verdict.proof else None,
        "counterexample": _counterexample_record(verdict.counterexample) if verdict.counterexample else None,
        "reason": verdict.reason or None,
        "seconds": f"{verdict.seconds:.3f}",
    }


def _certificate_record(proof: Proof) -> dict[str, object]:
    return {
        "uses": list(proof.uses),
        "where": list(proof.where),
        "givens_contradict": proof.vacuous,
        "derivation": [line for derivation in proof.derivations for line in derivation.text()],
        "theorems": [
            {
                "conclusion": str(theorem.conclusion),
                "hypotheses": sorted(map(str, theorem.hypotheses)),
                "facts": [str(comparison_of(fact)) for fact in theorem.derivation.premises],
                **_sum_record(theorem.derivation.argument),
            }
            for theorem in proof.theorems
        ],
    }


def _sum_record(told: object) -> dict[str, object]:
    if not isinstance(told, Certificate):
        return {}
    return {
        "products": [
            {
                "coefficient": str(p.coefficient),
                "factors": ["negated goal" if f == NEGATION else str(f) for f in p.factors],
                "squares": [str(s) for s in p.squares],
            }
            for p in told.products
        ],
        "multiples": [{"multiplier": str(m.multiplier), "fact": str(m.equation)} for m in told.multiples],
    }


def _counterexample_record(found: Counterexample) -> dict[str, object]:
    return {
        "dimension": found.dimension,
        "vectors": {name: list(values) for name, values in found.vectors.items()},
        "numbers": dict(found.numbers),
        "lengths": dict(found.lengths),
        "left": found.left,
        "right": found.right,
    }


def file_record(proof: MarkedProof) -> dict[str, object]:
    """The stable keys of `judge FILE --json`."""
    wrong, open_ = proof.first(Answer.REFUTED), proof.first(Answer.REFUTED, Answer.UNKNOWN)
    return {
        "verdict": proof.answer.value,
        "first_wrong": wrong.line.name if wrong else None,
        "first_unproved": open_.line.name if open_ else None,
        "steps": [
            {"name": m.line.name, "line": m.line.number, "without": list(m.without), **verdict_record(m.verdict)}
            for m in proof.lines
            if m.verdict is not None
        ],
    }


# --- for readers --------------------------------------------------------------------------------


def _show(screen: Console, verdict: Verdict, givens: list[str]) -> None:
    screen.print(f"[{STYLE[verdict.answer]}]{verdict.answer.value}[/]  {escape(verdict.step)}")
    for given in givens:
        screen.print(f"         [dim]{escape(given)}[/]")
    if verdict.proof is not None:
        _show_proof(screen, verdict.proof)
    if verdict.counterexample is not None:
        screen.print()
        _show_counterexample(screen, verdict.counterexample)
    if verdict.reason:
        screen.print(f"\n{escape(verdict.reason)}")


def _show_proof(screen: Console, proof: Proof) -> None:
    if proof.where:
        screen.print(f"\nwhere {escape(', '.join(proof.where))}")
    for derivation in proof.derivations:
        screen.print()
        _show_derivation(screen, derivation)
    if proof.vacuous:
        screen.print("\n[bold]The givens contradict one another[/]: everything follows from them, this step too.")
    screen.print("\n[dim]The kernel has checked that both sides of each sum are the same polynomial.[/]")


def _show_derivation(screen: Console, derivation: Derivation) -> None:
    title = f"[bold]{escape(derivation.title)}[/]: " if derivation.title else ""
    screen.print(title + escape(derivation.opening))
    if derivation.lines:
        table = Table(show_header=False, box=None, pad_edge=False)
        for i, line in enumerate(derivation.lines):
            lead = "=" if i == 0 else "+"
            table.add_row(lead, escape(line.expression), line.sign, f"[dim]{escape(line.reason)}[/]")
        screen.print(Padding(table, (0, 0, 0, 2), expand=False))
    screen.print(escape(derivation.closing))


def _show_counterexample(screen: Console, found: Counterexample, indent: int = 0) -> None:
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, values in found.vectors.items():
        table.add_row(escape(name), "=", f"({', '.join(values)})")
    for name, value in (*found.numbers.items(), *found.lengths.items()):
        table.add_row(escape(name), "=", value)
    screen.print(Padding(table, (0, 0, 0, indent + 2), expand=False))
    where = f" (dimension {found.dimension})" if found.vectors else ""
    sentence = f"There{where} everything given holds, but {found.left} {found.sign} {found.right} does not."
    screen.print(Padding(escape(sentence), (0, 0, 0, indent), expand=False))


def _show_line(screen: Console, marked: Marked) -> None:
    line, verdict = marked.line, marked.verdict
    if verdict is None:
        screen.print(f"  [dim]given[/] {escape(line.name)}: {escape(line.parsed.text)}")
        return
    style = STYLE[verdict.answer]
    screen.print(f"[{style}]{MARK[verdict.answer]}[/] [bold]{escape(line.name)}[/]: {escape(verdict.step)}")
    notes = []
    if verdict.proof is not None:
        lemmas = [d.title for d in verdict.proof.derivations if d.title]
        used = ", ".join(dict.fromkeys([*verdict.proof.uses, *lemmas]))
        notes.append(f"proved from {used}" if used else "proved from nothing")
        if verdict.proof.vacuous:
            notes.append("what it uses is contradictory")
    if marked.without:
        notes.append(f"judged without {', '.join(marked.without)}, not being proved")
    if verdict.reason:
        notes.append(verdict.reason)
    if notes:
        screen.print(f"    [dim]{escape('; '.join(notes))}[/]")
    if verdict.counterexample is not None:
        _show_counterexample(screen, verdict.counterexample, 4)


def _summary(proof: MarkedProof) -> str:
    judged = sum(m.verdict is not None for m in proof.lines)
    wrong, open_ = proof.first(Answer.REFUTED), proof.first(Answer.UNKNOWN)
    if wrong is not None:
        found = f"[bold red]the first wrong line is {escape(wrong.line.name)}[/] (line {wrong.line.number})"
        return found + (f"; {escape(open_.line.name)} is not settled" if open_ is not None else "")
    if open_ is not None:
        return f"[bold yellow]no line is wrong, but {escape(open_.line.name)} is not settled[/]"
    return f"[bold green]{'the step is' if judged == 1 else f'all {judged} steps are'} proved[/]"
