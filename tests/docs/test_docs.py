"""What the README and the documentation show is what appears."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docs import ROOT
from tools.docs.__main__ import difference
from tools.docs.figures import FIGURES
from tools.docs.pages import PageError, blocks, executed, pages
from tools.docs.reference import INSERTED, code, commands, conventions_page, rooms, text, theorems
from tools.docs.site import broken
from verified_perceptron.cli import app
from verified_perceptron.conventions import PRESETS

PAGES = pages()


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_a_page_shows_what_its_blocks_really_print(page: Path) -> None:
    _, diff = difference(page)
    assert not diff, "\n".join(diff)


def test_there_are_pages_with_programs_and_sessions() -> None:
    found = [block for page in PAGES for block in blocks(page.read_text(encoding="utf-8").split("\n"))]
    assert sum(block.is_program for block in found) >= 25
    assert sum(block.is_session for block in found) >= 60


def test_every_chapter_ends_with_exercises_marked_right_and_wrong() -> None:
    chapters = sorted((ROOT / "docs" / "course").glob("0*.md"))
    assert len(chapters) == 8
    for chapter in chapters:
        exercises = chapter.read_text(encoding="utf-8").partition("## Exercises")[2].split("\n**")[1:]
        assert 2 <= len(exercises) <= 4, chapter
        for exercise in exercises:
            assert exercise.count("??? success") == exercise.count("??? failure") == 1, (chapter, exercise[:40])
            assert exercise.count("$ verified-perceptron") >= 2


def test_every_figure_is_shown_and_every_shown_figure_is_drawn() -> None:
    shown = {
        Path(target).stem
        for page in PAGES
        for target in page.read_text(encoding="utf-8").replace(")", "(").split("(")
        if target.startswith("figures/")
    }
    assert shown == set(FIGURES)


# --- the checker of pages is no formality -----------------------------------------------------------

PROGRAM = "```python\nprint(6 * 7)\n```\n\n```text\n{}\n```\n"
SESSION = "```console\n$ echo one\n{}\n$ false\n$ echo $?\n{}\n```\n"


def test_a_right_page_stays_as_it_is() -> None:
    assert executed(PROGRAM.format("42")) == PROGRAM.format("42")
    assert executed(SESSION.format("one", "1")) == SESSION.format("one", "1")


def test_a_planted_wrong_output_is_found_and_replaced() -> None:
    assert executed(PROGRAM.format("43")) == PROGRAM.format("42")
    assert executed(SESSION.format("two", "1")) == SESSION.format("one", "1")
    assert executed(SESSION.format("one", "0")) == SESSION.format("one", "1")


def test_a_planted_wrong_number_in_a_real_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "course" / "06-offset.md").read_text(encoding="utf-8")
    start, end = page.index("```python"), page.index("At the first update")
    planted = page[start:end].replace("converged after 5 updates", "converged after 4 updates")
    monkeypatch.setattr("tools.docs.__main__.ROOT", tmp_path)
    (tmp_path / "page.md").write_text(planted, encoding="utf-8")
    _, diff = difference(tmp_path / "page.md")
    assert "-converged after 4 updates" in diff
    assert "+converged after 5 updates" in diff


def test_missing_and_superfluous_outputs_are_found() -> None:
    assert executed("```python\nprint(1)\n```\n") == "```python\nprint(1)\n```\n\n```text\n1\n```\n"
    assert executed("```python\nx = 1\n```\n\n```text\n1\n```\n") == "```python\nx = 1\n```\n\n```text\n```\n"


def test_dots_stand_for_anything_and_for_nothing_else() -> None:
    session = "```console\n$ printf 'a 1 b\\nc\\nd\\n'\n{}\n```\n"
    for shown in ("a ⋯ b\nc\nd", "a ⋯\n⋯", "⋯\nd", "⋯\nc\n⋯", "⋯"):
        assert executed(session.format(shown)) == session.format(shown)
    for shown in ("a ⋯ c\nc\nd", "⋯\ne", "a ⋯ b\nd", ""):
        assert executed(session.format(shown)) == session.format("a 1 b\nc\nd")


SHARED = """
```csv title="a.csv"
1,2
```

```python
from pathlib import Path
```

    ```python
    print(Path("a.csv").read_text())
    ```

    ```text
    1,2
    ```
"""


def test_blocks_share_names_and_files_and_keep_their_indent() -> None:
    assert executed(SHARED) == SHARED


def test_an_error_names_the_page_and_the_line() -> None:
    with pytest.raises(PageError, match=r"p\.md:4: ZeroDivisionError"):
        executed("words\n```python\nx = 0\n1 / x\n```\n", "p.md")
    with pytest.raises(PageError, match=r"p\.md:1: the block is never closed"):
        executed("```python\nx = 0\n", "p.md")
    with pytest.raises(PageError, match=r"p\.md:2: a session begins with a command"):
        executed("```console\nls\n```\n", "p.md")


def test_other_blocks_are_left_alone() -> None:
    page = "```sh\nexit 1\n```\n\n```\nwords\n```\n"
    assert executed(page) == page


# --- what is generated ------------------------------------------------------------------------------


def test_the_reference_names_every_command_preset_and_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.docs.reference._help_of", str.upper)
    shown = commands()
    for command in app.registered_commands:
        assert f"## {command.name}\n\n```text\n{str(command.name).upper()}\n```" in shown
    for preset in PRESETS:
        assert f"| **{preset}** |" in conventions_page()
    assert "## T12 · " in theorems()


def test_every_mark_stands_in_a_page_and_is_known() -> None:
    marks = {
        line for page in PAGES for line in page.read_text(encoding="utf-8").split("\n") if "made by the" in line
    }
    assert {mark for mark in marks if mark.startswith("<!--")} == set(INSERTED)
    assert "| `checker.py` | 200 |" in rooms()


def test_signs_of_mathematics_do_not_become_markup() -> None:
    assert text("|b*| < R, w_k") == "\\|b\\*\\| &lt; R, w\\_k"
    assert code("a|b") == "`a\\|b`"


# --- what is built ----------------------------------------------------------------------------------

INDEX = (
    '<a href="a.html#here">a</a> <img src="f.svg"> <a href="http://example.org">away</a> <a href="#top" id="top">'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site in which nothing is broken."""
    for name, page in (("index.html", INDEX), ("a.html", '<p id="here">'), ("f.svg", "<svg/>")):
        (tmp_path / name).write_text(page, encoding="utf-8")
    return tmp_path


def test_a_whole_site_is_not_complained_about(site: Path) -> None:
    assert not list(broken(site))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('<a href="b.html">', "index.html: b.html leads nowhere"),
        ('<img src="g.svg">', "index.html: g.svg leads nowhere"),
        ('<a href="a.html#there">', "index.html: a.html#there names no place of that page"),
        (
            '<script src="https://example.org/x.js">',
            "index.html: https://example.org/x.js would be fetched from the network",
        ),
    ],
)
def test_what_leads_nowhere_is_named(site: Path, wrong: str, said: str) -> None:
    (site / "index.html").write_text(INDEX + wrong, encoding="utf-8")
    assert list(broken(site)) == [said]


def test_a_page_that_nothing_leads_to_is_named(site: Path) -> None:
    (site / "lonely.html").write_text("", encoding="utf-8")
    assert list(broken(site)) == ["lonely.html: nothing leads to this page"]
