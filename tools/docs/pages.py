"""Pages that run.

A page is Markdown.  Its fenced blocks are executed from top to bottom, in one directory and one namespace:

    ```python                   executed; what it prints is shown in a ```text block right below
    ```console                  a session in bash: `$ command`, then what it prints; `> ` continues a command
    ```csv title="mine.csv"     written to that file, as is every block with a title

A block without a language that begins with `$ ` is a session too.  Blocks of any other kind are left alone.

**Guarantee.**  `executed` returns the page with every output replaced by the real one, so a page is right exactly
when executing it changes nothing.  In an output the sign ⋯ stands for anything on its line, and alone on a line for
any lines: it hides what depends on the machine, such as times, and it is the only thing that may differ.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

from tools.docs import ROOT
from tools.docs.warm import warm_directory

SECONDS: Final = 120
"""No session of a page may take longer."""

ANYTHING: Final = "⋯"
_FENCE: Final = re.compile(r"(?P<indent> *)(?P<marks>`{3,})(?P<info>[^`]*)")
_TITLE: Final = re.compile(r'title="([^"]+)"')
_BETWEEN: Final = "\x1e"
"""What separates the outputs of a session's commands; no output contains it."""


class PageError(Exception):
    """A page cannot be run; the message names the page and the line."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its lines lie between the fences, which are lines `start − 1` and `end` of the page."""

    start: int
    end: int
    indent: str
    language: str
    title: str | None
    lines: tuple[str, ...]

    @property
    def is_session(self) -> bool:
        """A session with the shell."""
        return self.language == "console" or (not self.language and "".join(self.lines[:1]).startswith("$ "))

    @property
    def is_program(self) -> bool:
        """Python to be executed."""
        return self.language == "python" and self.title is None


@dataclass(frozen=True)
class Change:
    """Lines `start` up to `end` of a page become these."""

    start: int
    end: int
    lines: tuple[str, ...]


def pages() -> list[Path]:
    """Every page of the project: the README and all of docs/."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(lines: Sequence[str], name: str = "page") -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    number = 0
    while number < len(lines):
        opening = _FENCE.fullmatch(lines[number])
        number += 1
        if opening is None:
            continue
        indent, start = opening["indent"], number
        while number < len(lines) and lines[number].strip() != opening["marks"]:
            number += 1
        if number == len(lines):
            raise PageError(f"{name}:{start}: the block is never closed")
        info = opening["info"].strip()
        title = _TITLE.search(info)
        content = tuple(line.removeprefix(indent) for line in lines[start:number])
        words = info.split()
        yield Block(start, number, indent, words[0] if words else "", title[1] if title else None, content)
        number += 1


def executed(text: str, name: str = "page") -> str:
    """The page with the outputs that its blocks really have."""
    lines = text.split("\n")
    found = list(blocks(lines, name))
    changes: list[Change] = []
    namespace: dict[str, object] = {"__name__": "__main__"}
    with _workshop():
        for block, after in zip_longest(found, found[1:]):
            if block.title is not None:
                Path(block.title).write_text("".join(f"{line}\n" for line in block.lines), encoding="utf-8")
            elif block.is_session:
                changes.append(_indented(block, _session(block, name)))
            elif block.is_program:
                changes += _output(block, after, lines, _run(block, namespace, name))
    for change in reversed(changes):
        lines[change.start : change.end] = change.lines
    return "\n".join(lines)


# --- programs ---------------------------------------------------------------------------------------


def _run(block: Block, namespace: dict[str, object], name: str) -> list[str]:
    """What the program prints."""
    printed = io.StringIO()
    source = "\n" * block.start + "\n".join(block.lines)
    try:
        with redirect_stdout(printed):
            exec(compile(source, name, "exec"), namespace)
    except Exception as error:
        trace = [entry.lineno for entry in traceback.extract_tb(error.__traceback__) if entry.filename == name]
        line = trace[-1] if trace else block.start + 1
        raise PageError(f"{name}:{line}: {type(error).__name__}: {error}") from error
    return _lines(printed.getvalue())


def _output(block: Block, after: Block | None, lines: Sequence[str], printed: list[str]) -> Iterator[Change]:
    """The change that puts what was printed into the block below, which is made if there is none."""
    follows = (
        after is not None
        and after.language == "text"
        and after.title is None
        and not "".join(lines[block.end + 1 : after.start - 1]).strip()
    )
    if after is not None and follows:
        yield _indented(after, _kept(after.lines, printed))
    elif printed:
        shown = ["", "```text", *printed, "```"]
        yield Change(block.end + 1, block.end + 1, tuple(f"{block.indent}{line}".rstrip() for line in shown))


# --- sessions ---------------------------------------------------------------------------------------


def _session(block: Block, name: str) -> list[str]:
    """The session, command by command, with what each of them really printed."""
    commands: list[list[str]] = []
    shown: list[list[str]] = []
    for line in block.lines:
        if line.startswith("$ "):
            commands.append([line])
            shown.append([])
        elif not commands:
            raise PageError(f"{name}:{block.start + 1}: a session begins with a command")
        elif line.startswith("> ") and not shown[-1] and commands[-1][-1].endswith("\\"):
            commands[-1].append(line)
        else:
            shown[-1].append(line)
    script = "exec 2>&1\n" + "".join(f"{_SEPARATE}\n{_typed(command)}\n" for command in commands)
    try:
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, timeout=SECONDS, env=_environment(), check=False
        )
    except subprocess.TimeoutExpired:
        raise PageError(f"{name}:{block.start + 1}: the session takes more than {SECONDS} seconds") from None
    outputs = done.stdout.split(_BETWEEN)[1:]
    if len(outputs) != len(commands):
        raise PageError(f"{name}:{block.start + 1}: the session ended early: {done.stdout[-200:]}{done.stderr}")
    result: list[str] = []
    for command, before, output in zip(commands, shown, outputs, strict=True):
        result += [*command, *_kept(before, _lines(output))]
    return result


_SEPARATE: Final = f"__status=$?; printf '{_BETWEEN}'; (exit $__status)"
"""Before each command, and such that the command still sees the status of the one before in $?."""


def _typed(command: Sequence[str]) -> str:
    """The command without its prompts."""
    return "\n".join(line[2:] for line in command)


def _environment() -> dict[str, str]:
    """The environment of a session: the project's own programs first, no colours, no terminal."""
    here = f"{warm_directory()}{os.pathsep}{Path.cwd() / '.venv' / 'bin'}"
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "FORCE_COLOR")}
    return kept | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}", "TERM": "dumb", "NO_COLOR": "1"}


@contextmanager
def _workshop() -> Iterator[None]:
    """A directory of the page's own that looks like a checkout; what a page writes there is gone afterwards."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="page-") as directory:
        workshop = Path(directory)
        for name in ("verified_perceptron", "proofs", "benchmarks"):
            (workshop / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "examples", workshop / "examples")
        (workshop / ".venv").symlink_to(sys.prefix)
        os.chdir(workshop)
        try:
            yield
        finally:
            os.chdir(before)


# --- outputs ----------------------------------------------------------------------------------------


def _lines(output: str) -> list[str]:
    """The output as a page shows it: no blanks at the ends of lines, no empty lines at its end."""
    return [line.rstrip() for line in output.rstrip().split("\n")] if output.strip() else []


def _kept(shown: Sequence[str], real: list[str]) -> list[str]:
    """What is shown, if the real output is that up to ⋯; else the real output."""
    expected = list(shown)
    while expected and not expected[-1]:
        expected.pop()
    return list(shown) if _matches(expected, real) else real


def _matches(shown: Sequence[str], real: Sequence[str]) -> bool:
    """Is the real output what is shown, up to ⋯?"""
    if not shown:
        return not real
    if shown[0] == ANYTHING:
        return any(_matches(shown[1:], real[skipped:]) for skipped in range(len(real) + 1))
    pattern = ".*".join(map(re.escape, shown[0].split(ANYTHING)))
    return bool(real) and re.fullmatch(pattern, real[0]) is not None and _matches(shown[1:], real[1:])


def _indented(block: Block, lines: Sequence[str]) -> Change:
    return Change(block.start, block.end, tuple(f"{block.indent}{line}".rstrip() for line in lines))
