"""The pages of the reference that are made from the code: commands, conventions, theorems and claims."""

from __future__ import annotations

import ast
import html
import inspect
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypedDict

from proofs.registry import FILES, all_statements
from proofs.statement import Statement
from tools.docs import ROOT
from verified_perceptron import conventions
from verified_perceptron.cli import app
from verified_perceptron.cli.run import differences
from verified_perceptron.conventions import PRESETS
from verified_perceptron.files import write_whole
from verified_perceptron.invariants import STATEMENTS
from verified_perceptron.logic import render


def text(words: str) -> str:
    """The words as Markdown shows them, without Markdown of their own."""
    return re.sub(r"([\\`*_{}\[\]#|])", r"\\\1", html.escape(words, quote=False))


def code(words: str) -> str:
    """The words as they are typed."""
    return f"`{words}`".replace("|", "\\|") if words else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; the cells are Markdown already."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace(chr(10), ' ') for cell in row)} |"
    yield ""


# --- commands ---------------------------------------------------------------------------------------


def commands() -> str:
    """What every command says of itself under `--help`."""
    lines = [
        "# Commands",
        "",
        "What the program says of itself. Every command that answers takes `--json`; the keys are on the page",
        "[formats](formats.md). Errors are one sentence on standard error; see [errors](errors.md).",
        "",
    ]
    for name in sorted(str(command.name) for command in app.registered_commands):
        lines += [f"## {name}", "", f"```text\n{_help_of(name)}\n```", ""]
    return "\n".join(lines)


def _help_of(command: str) -> str:
    """The output of `verified-perceptron COMMAND --help`, a hundred columns wide."""
    environment = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    words = [str(Path(sys.prefix) / "bin" / "verified-perceptron"), command, "--help"]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=ROOT, check=True)
    return "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())


def _with_code(words: str) -> str:
    """Help texts mark code with backquotes, and nothing else."""
    parts = words.split("`")
    return "".join(code(part) if i % 2 else text(part) for i, part in enumerate(parts))


# --- conventions ------------------------------------------------------------------------------------


def conventions_page() -> str:
    """The closed sets of choices with their meanings, and the presets."""
    lines = [
        "# Conventions",
        "",
        "Made from `conventions.py`. *The perceptron* names many programs; a record of these choices names one.",
        "Two programs with equal records make the same updates in the same order on the same data.",
        "",
        "## Choices",
        "",
    ]
    for node in ast.parse(inspect.getsource(conventions)).body:
        if isinstance(node, ast.ClassDef) and node.name not in ("Conventions", "ConventionError"):
            is_enum = any(isinstance(base, ast.Name) and base.id == "Enum" for base in node.bases)
            rows = [(name, said) for name, said in _members(node) if said or is_enum]
            lines += [f"### {node.name}", "", _with_code(ast.get_docstring(node) or ""), ""]
            lines += table(["choice", "meaning"], rows) if rows else []
    lines += [
        "## Presets",
        "",
        "The systems of the five lecture notes. Each is the cyclic perceptron through the origin, from zero,",
        "until a quiet pass, a tie being a mistake, except for what is listed.",
        "",
    ]
    presets = ((f"**{name}**", text(differences(chosen)) or "nothing") for name, chosen in PRESETS.items())
    return "\n".join([*lines, *table(["preset", "differs by"], presets)])


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The members of an enumeration or the fields of a record, each with the text that stands below it."""
    for entry, after in zip(node.body, [*node.body[1:], None], strict=True):
        said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
        match entry:
            case ast.Assign(targets=[ast.Name()], value=ast.Constant(value=value)):
                yield code(str(value)), _with_code(str(said))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield code(name), _with_code(str(said))


# --- theorems ---------------------------------------------------------------------------------------


def theorems() -> str:
    """Every statement with its named hypotheses, and what breaks without each of them."""
    statements = all_statements()
    lines = [
        "# Theorems",
        "",
        f"Made from the proofs: {len(statements)} statements in {len(FILES)} files. Building this page proved each",
        "of them in the kernel and checked its witness and countermodels. `make proofs` puts them to the second",
        "checker, Z3 and cvc5, `make coq` to Coq; `verified-perceptron matrix` shows who has checked what.",
        "",
        "For each hypothesis there are numbers that violate it alone, and with which the conclusion is false, or",
        "the reason why it is kept. The updates of such a countermodel stand in brackets.",
        "",
        "The invariants that a run is held to carry the names of these steps:",
        "",
        *table(["invariant", "statement"], ((f"**{name}**", text(said)) for name, said in STATEMENTS.items())),
    ]
    for statement in statements:
        lines += _statement(statement)
    return "\n".join(lines)


def _statement(statement: Statement) -> Iterator[str]:
    main = "." not in statement.id
    yield f"{'##' if main else '###'} {statement.id} · {text(statement.title)}"
    yield ""
    yield text(statement.words)
    yield ""
    yield f"> {text(render.proposition(statement.conclusion))}"
    yield ""
    named = statement.named()
    if not named:
        return
    rows = []
    for name, hypothesis in named.items():
        if name in statement.kept:
            rows.append((name, hypothesis, text(statement.kept[name]), ""))
        else:
            model = statement.countermodels[name]
            wrong = render.values(statement.conclusion, statement.judge(model).final)
            rows.append((name, hypothesis, text(render.model(model)), text(wrong)))
    yield from table(
        ["hypothesis", "says", "without it, take", "and the claim would be"],
        ((f"**{text(n)}**", text(render.proposition(h)), take, wrong) for n, h, take, wrong in rows),
    )


# --- claims -----------------------------------------------------------------------------------------

EVIDENCE: Final = ROOT / "build" / "evidence" / "claims.json"


class EvidenceRecord(TypedDict):
    """One thing that was checked."""

    kind: str
    shows: str


class ClaimRecord(TypedDict):
    """A claim as `claims --json` prints it."""

    id: str
    document: str
    lines: str
    title: str
    statement: str
    verdict: str
    evidence: list[EvidenceRecord]
    counterexample: str | None
    smallest: bool | None
    correction: str | None
    reason: str | None


def claim_records() -> list[ClaimRecord]:
    """What every judge computes: as `make verify` left it, if nothing has changed since, else judged anew."""
    sources = [path for folder in ("proofs", "verified_perceptron") for path in (ROOT / folder).rglob("*.py")]
    if not EVIDENCE.exists() or EVIDENCE.stat().st_mtime < max(path.stat().st_mtime for path in sources):
        from proofs.claims.report import chosen, judge

        report = judge(chosen())
        if report.failures:
            raise AssertionError("; ".join(report.failures))
        EVIDENCE.parent.mkdir(parents=True, exist_ok=True)
        records = [one.record() for one in report.judged]
        write_whole(EVIDENCE, json.dumps(records, ensure_ascii=False, indent=1) + "\n")
    found: list[ClaimRecord] = json.loads(EVIDENCE.read_text(encoding="utf-8"))
    return found


def claims() -> str:
    """Every claim of the five notes with its verdict."""
    records = claim_records()
    verdicts = ("true", "true with a correction", "false", "imprecise", "out of scope")
    documents = sorted({record["document"] for record in records})
    counts = Counter((record["document"], record["verdict"]) for record in records)
    totals = Counter(record["verdict"] for record in records)
    stated = sum(record["document"] != "X" for record in records)
    lines = [
        "# Claims",
        "",
        f"Made from the judges: {len(records)} statements, {stated} of them from five lecture notes, the others",
        "(X) derived from all of them. The statements are in our words. Each verdict was computed, by a program",
        "that would have failed the build if a check had come out otherwise. A counterexample marked *smallest*",
        "was found first in an exhaustive search in order of size.",
        "",
        "`verified-perceptron claims S0-29` judges one of them again.",
        "",
    ]
    rows = [[_section(d), *(str(counts[d, v]) for v in verdicts)] for d in documents]
    lines += table(["", *verdicts], [*rows, ["**all**", *(f"**{totals[v]}**" for v in verdicts)]])
    for document in documents:
        lines += [f"## {_section(document)}", ""]
        chosen_records = (record for record in records if record["document"] == document)
        lines += table(["claim", "says", "verdict", "why"], map(_claim_row, chosen_records))
    return "\n".join(lines)


def _section(document: str) -> str:
    return "Derived results (X)" if document == "X" else f"Note {document}"


def _claim_row(record: ClaimRecord) -> tuple[str, str, str, str]:
    why = []
    if record["counterexample"]:
        smallest = " (smallest)" if record["smallest"] else ""
        why.append(f"*fails on{smallest}:* {text(record['counterexample'])}")
    if record["correction"]:
        why.append(f"*instead:* {text(record['correction'])}")
    why += [f"*{text(evidence['kind'])}:* {text(evidence['shows'])}" for evidence in record["evidence"]]
    if record["reason"]:
        why.append(text(record["reason"]))
    name = f'<span id="{record["id"].lower()}">**{record["id"]}**</span> {text(record["title"])}'
    return name, text(record["statement"]), f"**{record['verdict']}**", "<br>".join(why)


# --- parts of written pages -------------------------------------------------------------------------


def rooms() -> str:
    """The files and folders of the package: how long they are, and what they say of themselves first."""
    rows = []
    for room in sorted((ROOT / "verified_perceptron").iterdir()):
        files = [room] if room.suffix == ".py" else sorted(room.glob("*.py"))
        sources = [file.read_text(encoding="utf-8") for file in files]
        spoken = next((said for source in sources if (said := ast.get_docstring(ast.parse(source)))), None)
        if spoken is not None and not room.name.startswith("__"):
            lines = sum(len(source.splitlines()) for source in sources)
            name = f"`{room.name}{'/' if room.is_dir() else ''}`"
            rows.append((name, f"{lines:,}", _with_code(spoken.split("\n\n")[0].replace("\n", " "))))
    return "\n".join(table(["room", "lines", "its first words"], rows))


INSERTED: Final[dict[str, Callable[[], str]]] = {"<!-- made by the build: rooms -->": rooms}
"""What stands in the built site in the place of these marks."""

GENERATED: Final[dict[str, Callable[[], str]]] = {
    "reference/commands.md": commands,
    "reference/conventions.md": conventions_page,
    "reference/theorems.md": theorems,
    "reference/claims.md": claims,
}
"""The pages that exist only in the built site."""
