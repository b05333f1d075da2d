"""The playground: its perceptron passes the vectors in a browser, and its accusations are the package's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from proofs.faults import PASSES, data_sets, first_passes
from tests.report.conftest import FOUR_POINTS, click, console_of, open_page, record_of, separator_of
from verified_perceptron.faults import Textbook, all_faults
from verified_perceptron.invariants import Separator, violations
from verified_perceptron.oracle.vectors import vectors
from verified_perceptron.problem import pose
from verified_perceptron.report import page
from verified_perceptron.report.page import CORE, asset

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

NOT_IN_THE_PLANE = {"ByteOverflow", "FloatRounding"}
"""Faults of machine numbers, which a page that computes exactly does not have."""
SCALE_MATTERS = {"SquashedFeatures"}
"""y·sign(x) is another fault in other units; the package runs it in integer units, the page in the data's."""


@pytest.fixture(scope="module")
def planar_vectors() -> list[dict[str, Any]]:
    cases: Any = vectors()["cases"]
    return [case for case in cases if len(case["x"][0]) <= 2]


@pytest.fixture
def playground(browser: Chrome, tmp_path: Path) -> Chrome:
    path = tmp_path / "report.html"
    path.write_text(page("playground", {"runs": [record_of(FOUR_POINTS)]}))
    open_page(browser, path)
    return browser


def core(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """A page with the core alone, after these changes of its text."""
    scripts = "".join(f"<script>{asset(name)}</script>" for name in CORE)
    for old, new in changes:
        assert scripts.count(old) == 1
        scripts = scripts.replace(old, new)
    path = tmp_path / "core.html"
    path.write_text(f"<!doctype html><meta charset='utf-8'><title>core</title>{scripts}")
    return path


# --- the core -----------------------------------------------------------------------------------


def test_it_passes_every_planar_vector(playground: Chrome, planar_vectors: list[dict[str, Any]]) -> None:
    failing = playground.execute_script("return failing(arguments[0])", planar_vectors)
    assert failing == []
    assert len(planar_vectors) == 1268
    assert console_of(playground) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('case "mistake": return y * f.sign <= 0;', 'case "mistake": return y * f.sign < 0;'),
        ('case "plus": return (f.sign >= 0', 'case "plus": return (f.sign > 0'),
        ("b = b.plus(step.times(p.foldSq));", "b = b.plus(step);"),
        ("compare(signed(p, state, a)) < 0 ? i : a))];", "compare(signed(p, state, a)) <= 0 ? i : a))];"),
        ("values[0].over(rational(k))", "values[0].over(rational(k + 1))"),
        ("this.keep(this.passes, 2 * this.patience)", "this.keep(this.passes, this.patience)"),
        ("- this.madeInRound + 1;", "- this.madeInRound;"),
    ],
)
def test_a_planted_bug_in_the_core_fails_some_vector(
    browser: Chrome, tmp_path: Path, planar_vectors: list[dict[str, Any]], old: str, new: str
) -> None:
    open_page(browser, core(tmp_path, (old, new)))
    assert browser.execute_script("return failing(arguments[0]).length", planar_vectors) > 0


ACCUSE = """
const [points, labels, name, passes] = arguments;
const fault = FAULTS[name] ?? {};
const p = pose(points.map((x) => x.map(parseRational)), labels, claimsOf(fault));
const best = bestSeparator(p);
const contract = new Contract(p, best.separable ? measured(p, best.u) : null);
const events = faultyUpdates(p, fault);
for (let event = events.next().value; event.pass <= passes; event = events.next().value) contract.observe(event);
const said = Object.entries(contract.broken).map(([name, found]) => [name, violationText(found)]);
return [Object.fromEntries(said), best.separable ? [...best.u.w, best.u.b].map(String) : null];
"""


@pytest.mark.parametrize(
    "fault",
    [Textbook, *(fault for fault in all_faults() if fault.__name__ not in NOT_IN_THE_PLANE)],
    ids=lambda fault: fault.__name__,
)
def test_its_accusations_are_those_of_the_package(browser: Chrome, tmp_path: Path, fault: type[Textbook]) -> None:
    """The same invariants break, at the same update, with the same sentence where the units are the same."""
    open_page(browser, core(tmp_path))
    for data in data_sets():
        if data.dimension > 2 or (data.denominator > 1 and fault.__name__ in SCALE_MATTERS):
            continue
        problem = pose(data, fault.claims)
        separator, _ = separator_of(data, fault.claims)
        known = Separator.of(separator, problem) if separator is not None else None
        expected = violations(problem, first_passes(fault(problem).events()), known)
        points = [[str(v) for v in x] for x in data.points]
        said, best = browser.execute_script(ACCUSE, points, data.labels, fault.__name__, PASSES)
        assert best == (None if separator is None else [str(v) for v in (*separator.weights, separator.offset)])
        assert set(said) == set(expected)
        if data.denominator == 1:
            assert said == {name: str(violation) for name, violation in expected.items()}


# --- the page -----------------------------------------------------------------------------------


def say(browser: Chrome) -> str:
    return browser.find_element("id", "play-say").text


def choose(browser: Chrome, name: str, value: str) -> None:
    from selenium.webdriver.support.ui import Select

    Select(browser.find_element("id", f"play-{name}")).select_by_value(value)


def press(browser: Chrome, button: str) -> None:
    click(browser, browser.find_element("id", f"play-{button}"))


def click_at(browser: Chrome, x: int, y: int) -> None:
    """Click on this place of the plane."""
    from selenium.webdriver.common.action_chains import ActionChains

    canvas = browser.find_element("css selector", "#playground .canvas.play")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", canvas)
    px, py = browser.execute_script("return PLAYGROUND.plane.toPixel(arguments[0])", [x, y])
    width, height = canvas.size["width"], canvas.size["height"]
    ActionChains(browser).move_to_element_with_offset(
        canvas, round(px - width / 2), round(py - height / 2)
    ).click().perform()


def button(browser: Chrome, text: str) -> None:
    xpath = f"//section[@id='playground']//button[normalize-space()='{text}']"
    click(browser, browser.find_element("xpath", xpath))


def test_points_are_placed_and_erased_by_clicks(playground: Chrome) -> None:
    button(playground, "clear")
    assert say(playground) == "Place a point to begin."
    click_at(playground, 2, 3)
    button(playground, "place −")
    click_at(playground, -1, -2)
    placed = "return PLAYGROUND.points.map((p) => `${vectorText(p.x)} ${p.y}`)"
    assert playground.execute_script(placed) == ["(2, 3) 1", "(-1, -2) -1"]
    assert say(playground).startswith("Separable: w* = ")
    button(playground, "erase")
    click_at(playground, 2, 3)
    assert playground.execute_script(placed) == ["(-1, -2) -1"]
    assert console_of(playground) == []


def test_points_are_placed_and_dragged_by_touch(playground: Chrome) -> None:
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
    from selenium.webdriver.common.actions.pointer_input import PointerInput

    button(playground, "clear")
    canvas = playground.find_element("css selector", "#playground .canvas.play")
    playground.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", canvas)
    box = playground.execute_script("const b = arguments[0].getBoundingClientRect(); return [b.x, b.y]", canvas)
    finger_input = PointerInput(POINTER_TOUCH, "finger")  # type: ignore[no-untyped-call]
    touch: Any = ActionBuilder(playground, mouse=finger_input)

    def at(x: int, y: int) -> tuple[int, int]:
        px, py = playground.execute_script("return PLAYGROUND.plane.toPixel(arguments[0])", [x, y])
        return round(box[0] + px), round(box[1] + py)

    finger = touch.pointer_action
    finger.move_to_location(*at(1, 1)).pointer_down().pointer_up()
    finger.move_to_location(*at(1, 1)).pointer_down().move_to_location(*at(2, -3)).pointer_up()
    touch.perform()
    placed = "return PLAYGROUND.points.map((p) => `${vectorText(p.x)} ${p.y}`)"
    assert playground.execute_script(placed) == ["(2, -3) 1"]


def test_points_are_placed_and_deleted_by_keys(playground: Chrome) -> None:
    from selenium.webdriver.common.keys import Keys

    button(playground, "clear")
    canvas = playground.find_element("css selector", "#playground .canvas.play")
    canvas.send_keys(
        Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.SPACE, Keys.ARROW_DOWN, "-", Keys.ARROW_LEFT, "+"
    )
    placed = "return PLAYGROUND.points.map((p) => `${vectorText(p.x)} ${p.y}`)"
    assert playground.execute_script(placed) == ["(2, 1) 1", "(2, 0) -1", "(1, 0) 1"]
    canvas.send_keys("x")
    assert playground.execute_script(placed) == ["(2, 1) 1", "(2, 0) -1"]


def test_stepping_says_what_happens_and_the_tie_rule_matters(playground: Chrome) -> None:
    choose(playground, "sample", "four points")
    choose(playground, "offset", "none")
    press(playground, "step")
    assert say(playground) == "After 1 update in 1 pass every invariant holds."
    assert "example 1 corrected; w = (4, 0)" in playground.find_element("css selector", ".events").text
    press(playground, "run")
    assert say(playground) == "Converged after 3 updates in 2 passes; every invariant held. The bound allows 26."
    choose(playground, "tie", "correct")
    press(playground, "run")
    assert say(playground) == (
        "Converged after 0 updates in 1 pass; every invariant held. "
        "Not every point is strictly on its own side: ties count as right here."
    )
    choose(playground, "tie", "minus")
    press(playground, "step")
    assert "w = (4, 0)" in playground.find_element("css selector", ".events").text


def test_data_that_cannot_be_separated_cycle(playground: Chrome) -> None:
    choose(playground, "sample", "exclusive or")
    press(playground, "run")
    assert say(playground).startswith(
        "Cycled after 4 updates in 1 pass: the weights came back, and λ = (1, 1, 1, 1)"
    )


def test_a_choice_that_does_not_go_together_is_one_sentence(playground: Chrome) -> None:
    choose(playground, "order", "worst")
    choose(playground, "group", "batch")
    assert say(playground) == "an order that picks one mistake leaves no batch"
    rate = playground.find_element("id", "play-rate")
    choose(playground, "group", "online")
    rate.clear()
    rate.send_keys("quick\t")
    assert say(playground) == "“quick” is no number like 3, −1/2 or 0.25"
    assert console_of(playground) == []


def test_each_planted_fault_is_caught_and_the_first_broken_invariant_is_named(playground: Chrome) -> None:
    faults = [fault for fault in all_faults() if fault.__name__ not in NOT_IN_THE_PLANE]
    known = playground.execute_script("return Object.keys(FAULTS)")
    assert sorted(known) == sorted(fault.__name__ for fault in faults)
    assert len(faults) >= 6
    for fault in faults:
        choose(playground, "fault", fault.__name__)
        caught = []
        for sample in playground.execute_script("return Object.keys(PLAYGROUND.samples)"):
            choose(playground, "sample", sample)
            press(playground, "run")
            said = say(playground)
            if " breaks first: " in said:
                name = said.split(" breaks first: ")[0]
                assert f"{name} (" in said
                assert " fails at update " in said
                row = playground.find_element("css selector", f"[data-invariant={name}]")
                assert "broken" in str(row.get_attribute("class"))
                caught.append(name)
                if name in fault.caught_by:
                    break
        assert set(caught) & set(fault.caught_by), (fault.__name__, caught)
    choose(playground, "fault", "")
    press(playground, "run")
    assert "breaks first" not in say(playground)
    assert console_of(playground) == []


def test_a_double_step_is_explained_with_both_sides(playground: Chrome) -> None:
    choose(playground, "sample", "four points")
    choose(playground, "fault", "DoubleStep")
    press(playground, "step")
    assert say(playground) == (
        "step breaks first: step (definition) fails at update 1, on example 1: 8 = 4 does not hold. "
        "The weights moved by something else than the correction that was agreed on. "
        "At the same moment: growth, folding, machine."
    )
    assert "68 ≤ 17 does not hold" in playground.find_element("css selector", "[data-invariant=growth]").text
