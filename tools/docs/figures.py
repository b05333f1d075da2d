"""The figures of the course, each drawn from a real run.

`FIGURES` names them as the pages do.  The data are those of the pages; every line and every point comes out of an
exact run and is rounded only when it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from verified_perceptron.conventions import PRESETS, Conventions, Tie
from verified_perceptron.data import Dataset
from verified_perceptron.engine.bounds import filter_threshold, norm_bound
from verified_perceptron.exact import dot, norm_sq
from verified_perceptron.run import Run, run
from verified_perceptron.trace import Event, PassEnd, Update

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREEN, PURPLE, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#777777"
"""Colours that colour-blind people can tell apart (Okabe and Ito); shapes and dashes tell the same."""

Drawing: TypeAlias = Callable[["Axes"], None]

FOUR: Final = Dataset.of([(4, 0), (1, 1), (0, 1), (-2, -2)], [1, -1, -1, 1])
NARROW: Final = Dataset.of([(1, 0), (2, -1)], [1, -1])
LINE: Final = Dataset.of([(0,), (1,)], [1, -1])
AROUND: Final = Dataset.of([(1, 2), (2, 1), (-1, -1)], [1, 1, 1])


def updates_of(data: Dataset, conventions: Conventions) -> list[Update]:
    """Every update of the run."""
    return [event for event in _events(data, conventions)[1] if isinstance(event, Update)]


def _events(data: Dataset, conventions: Conventions) -> tuple[Run, list[Event]]:
    events: list[Event] = []
    return run(data, conventions, on_event=events.append), events


# --- the drawings -----------------------------------------------------------------------------------


def ties(axes: Axes) -> None:
    """The boundary that each tie rule ends with."""
    styles = {Tie.MISTAKE: (BLUE, "-"), Tie.PLUS: (ORANGE, "--"), Tie.MINUS: (GREEN, ":")}
    for tie, (colour, style) in styles.items():
        (a, b), c = run(FOUR, replace(PRESETS["P1"], tie=tie)).hypothesis
        xs = (-4.0, 5.0)
        axes.plot(
            xs,
            [float(-(a * Fraction(x) + c) / b) for x in xs],
            style,
            color=colour,
            lw=2.4,
            label=f"tie: {tie.value}",
        )
    axes.plot([], [], " ", label="tie: correct (none)")
    for sign, marker, colour in ((1, "P", "black"), (-1, "o", "white")):
        points = [x for x, y in FOUR.examples if y == sign]
        axes.scatter(
            [x for x, _ in points], [y for _, y in points], 110, colour, marker=marker, edgecolors="black",
            zorder=3, label=f"label {'+1' if sign > 0 else '−1'}",
        )  # fmt: skip
    axes.set(xlim=(-4, 5), ylim=(-3, 3), xlabel="first feature", ylabel="second feature")
    axes.set_aspect("equal")
    axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)


def progress(axes: Axes) -> None:
    """⟨w_k,u⟩ above kγ."""
    u = (2, 5)
    gamma = min(y * dot(u, x) for x, y in NARROW.examples)
    found = updates_of(NARROW, PRESETS["P2"])
    ks = [0, *(e.k for e in found)]
    axes.plot(ks, [0, *(float(dot(e.weights, u)) for e in found)], "o-", color=BLUE, label="⟨w_k,u⟩")
    axes.plot(ks, [float(k * gamma) for k in ks], "--", color=ORANGE, lw=2, label="kγ, the floor")
    axes.set(xlabel="update k", ylabel="along the separator")
    axes.legend(frameon=False)


def growth(axes: Axes) -> None:
    """‖w_k‖² below kR²."""
    radius_sq = max(norm_sq(x) for x, _ in NARROW.examples)
    found = updates_of(NARROW, PRESETS["P2"])
    ks = [0, *(e.k for e in found)]
    axes.plot(ks, [float(k * radius_sq) for k in ks], "--", color=ORANGE, lw=2, label="kR², the ceiling")
    axes.plot(ks, [0, *(float(norm_sq(e.weights)) for e in found)], "o-", color=BLUE, label="‖w_k‖²")
    axes.set(xlabel="update k", ylabel="squared length")
    axes.legend(frameon=False)


def squeeze(axes: Axes) -> None:
    """The squared cosine between its floor and 1, up to the bound."""
    u = (1, 3)
    gamma = min(y * dot(u, x) for x, y in NARROW.examples)
    radius_sq = max(norm_sq(x) for x, _ in NARROW.examples)
    bound = Fraction(radius_sq * norm_sq(u)) / (gamma * gamma)
    found = updates_of(NARROW, PRESETS["P2"])
    cosines = [Fraction(dot(e.weights, u) ** 2, norm_sq(e.weights) * norm_sq(u)) for e in found]
    axes.fill_between([0, float(bound)], [0, 1], [1, 1], color=BLUE, alpha=0.12, lw=0, label="room that is left")
    axes.plot([e.k for e in found], [float(c) for c in cosines], "o-", color=BLUE, label="cos² of w_k and u")
    axes.plot([0, float(bound)], [0, 1], "--", color=ORANGE, lw=2, label="kγ²/(R²‖u‖²), the floor")
    axes.axhline(1, color=GREY, lw=1)
    axes.annotate(
        f"the run ends: k = {found[-1].k}", (found[-1].k, 1), (found[-1].k + 4, 1.08), va="center", color=BLUE
    )
    axes.text(float(bound), 1.08, f"no run goes beyond k = {bound}", ha="right", va="center", color=ORANGE)
    axes.set(xlabel="update k", ylim=(0, 1.17), xlim=(0, float(bound) * 1.04))
    axes.legend(frameon=False, loc="lower right")


def unfolded(axes: Axes) -> None:
    """The unfolded inner product falls below tγ, the folded one does not."""
    w_opt, b_opt = Fraction(-1), Fraction(1, 2)
    gamma = min(y * (w_opt * x[0] + b_opt) for x, y in LINE.examples)
    found = updates_of(LINE, PRESETS["P0"])
    ts = [0, *(e.k for e in found)]
    plain = [Fraction(0), *(e.weights[0] * w_opt for e in found)]
    folded = [Fraction(0), *(e.weights[0] * w_opt + e.offset * b_opt for e in found)]
    axes.plot(ts, [float(t * gamma) for t in ts], "--", color=GREY, lw=2, label="tγ")
    axes.plot(ts, [float(v) for v in folded], "s-", color=BLUE, label="folded: ⟨w'_t,w'_opt⟩")
    axes.plot(ts, [float(v) for v in plain], "o-", color=ORANGE, label="unfolded: ⟨w_t,w_opt⟩, as claimed")
    below = [(t, v) for t, v in zip(ts, plain, strict=True) if v < t * gamma]
    axes.scatter(
        [t for t, _ in below], [float(v) for _, v in below], s=200, facecolors="none", edgecolors=ORANGE, lw=2,
        label="below tγ",
    )  # fmt: skip
    axes.set(xlabel="update t", ylabel="along the separator", xticks=ts)
    axes.legend(frameon=False)


def cycle(axes: Axes) -> None:
    """The path of the weights, update by update, with the part that repeats."""
    done, events = _events(AROUND, PRESETS["P2"])
    if done.cycle is None:
        raise ValueError("the run does not cycle")
    before: list[tuple[float, float]] = [(0.0, 0.0)]
    after: list[tuple[float, float]] = []
    passes = 0
    for event in events:
        point = (float(event.weights[0]), float(event.weights[1]))
        if isinstance(event, PassEnd):
            passes = event.pass_number
            if passes == done.cycle.first_pass:
                after.append(point)
        elif passes < done.cycle.first_pass:
            before.append(point)
        else:
            after.append(point)
    for path, colour, style, bend, label in (
        (before, GREY, "--", -0.18, f"passes 1 to {done.cycle.first_pass}"),
        (after, BLUE, "-", 0.12, f"passes {done.cycle.first_pass + 1} to {done.cycle.last_pass}: a cycle"),
    ):
        for i, (start, end) in enumerate(pairwise(path)):
            arrow = {"arrowstyle": "-|>", "color": colour, "lw": 2, "ls": style, "shrinkA": 6, "shrinkB": 6}
            axes.annotate("", end, start, arrowprops=arrow | {"connectionstyle": f"arc3,rad={bend}"})
            axes.plot([], [], style, color=colour, lw=2, label=label if i == 0 else None)
    points = [*before, *after]
    axes.annotate("start", (0, 0), (0.12, -0.22))
    axes.annotate("comes back", after[-1], (after[-1][0] - 0.1, after[-1][1]), ha="right", va="center", color=BLUE)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    axes.scatter(xs, ys, 26, "black", zorder=3)
    axes.set(xlim=(min(xs) - 1.5, max(xs) + 0.7), ylim=(min(ys) - 0.6, max(ys) + 0.6), xlabel="w₁", ylabel="w₂")
    axes.set_aspect("equal")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.02, 0.5))


def filtered(axes: Axes) -> None:
    """How far float scores are from zero, and the threshold under which integers decide."""
    import random

    draw = random.Random(8)
    points = [[draw.randint(-9, 9) for _ in range(4)] for _ in range(300)]
    points = [x for x in points if x[0] + 2 * x[1] - x[3] != 1]
    data = Dataset.of(points, [1 if x[0] + 2 * x[1] - x[3] > 1 else -1 for x in points])
    found = updates_of(data, PRESETS["P1"])
    last = found[-1]
    reach_sq = float(data.radius_sq + 1)
    threshold = filter_threshold(reach_sq**0.5, norm_bound(reach_sq, 0.0, len(found), len(found), False), 4, last.k)
    sizes = sorted(abs(float(dot(last.weights, x) + last.offset)) for x, _ in data.examples)
    axes.semilogy(range(1, len(sizes) + 1), sizes, ".", color=BLUE, label="|score| of each example at the end")
    axes.axhline(threshold, color=ORANGE, ls="--", lw=2, label="T: below it, integers decide")
    axes.set(xlabel="examples, the nearest to the boundary first", ylim=(threshold / 30, sizes[-1] * 30))
    axes.legend(frameon=False, loc="center right")


FIGURES: Final[dict[str, Drawing]] = {
    "ties": ties,
    "progress": progress,
    "growth": growth,
    "squeeze": squeeze,
    "unfolded": unfolded,
    "cycle": cycle,
    "filter": filtered,
}


def draw_all(directory: Path) -> None:
    """Every figure as an SVG file, the same byte for byte every time."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    directory.mkdir(parents=True, exist_ok=True)
    settings = {
        "svg.hashsalt": "figures", "svg.fonttype": "path", "font.size": 11, "axes.spines.top": False,
        "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25, "axes.axisbelow": True,
    }  # fmt: skip
    with plt.style.context(settings):
        for name, drawing in FIGURES.items():
            figure, axes = plt.subplots(figsize=(7.2, 3.4), layout="constrained")
            drawing(axes)
            figure.savefig(directory / f"{name}.svg", metadata={"Date": None, "Creator": None})
            plt.close(figure)
