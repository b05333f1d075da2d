"""The steps that the judge must get right: those of the convergence proof, and slips of the documents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A step and its givens."""

    goal: str
    givens: tuple[str, ...] = ()


MISTAKE, RADIUS, LABEL = "y*<w,x> <= 0", "|x|^2 <= R^2", "y^2 = 1"
FOLDED = ("c*t = b", "|e|^2 = 1", "<e,w> = 0", "<e,x> = 0")

TRUE_STEPS = {
    "growth": Step("|w + y*x|^2 <= |w|^2 + R^2", (MISTAKE, RADIUS, LABEL)),
    "growth of a run": Step("|w + y*x|^2 <= (k+1)*R^2", ("|w|^2 <= k*R^2", MISTAKE, RADIUS, LABEL)),
    "progress": Step("<w + y*x, u> >= <w,u> + g", ("y*<u,x> >= g",)),
    "progress of a run": Step("<w + y*x, u> >= (k+1)*g", ("<w,u> >= k*g", "y*<u,x> >= g")),
    "Cauchy–Schwarz": Step("<a,b>^2 <= |a|^2*|b|^2"),
    "fold identity": Step("<w + t*e, x + c*e> = <w,x> + b", FOLDED),
    "combination": Step("k^2*g^2 <= k*R^2*|u|^2", ("<w,u> >= k*g", "|w|^2 <= k*R^2", "k >= 0", "g >= 0")),
}

MORE_TRUE_STEPS = {
    "combination without a factor k": Step(
        "k*g^2 <= R^2*|u|^2", ("<w,u> >= k*g", "|w|^2 <= k*R^2", "k >= 0", "g >= 0")
    ),
    "Cauchy–Schwarz of sums": Step("<r - w, z + x>^2 <= |r - w|^2*|z + x|^2"),
    "Cauchy–Schwarz with lengths": Step("|<a,b>| <= |a|*|b|"),
    "triangle inequality": Step("|a + b| <= |a| + |b|"),
    "inverse triangle inequality": Step("|a| - |b| <= |a - b|"),
    "parallelogram": Step("|a+b|^2 + |a-b|^2 = 2*|a|^2 + 2*|b|^2"),
    "Pythagoras": Step("|a+b|^2 = |a|^2 + |b|^2", ("<a,b> = 0",)),
    "definition": Step("|w'|^2 = |w|^2 + 2*y*<w,x> + |x|^2", ("w' = w + y*x", LABEL)),
    "unit separator": Step("k*γ <= |w|", ("<w,u> >= k*γ", "|u| = 1")),
    "division": Step("k <= R^2/4", ("4*k^2 <= k*R^2", "k > 0")),
    "antisymmetry": Step("a = b", ("a <= b", "b <= a")),
    "zero vector": Step("<a,b> = 0", ("|b| = 0",)),
    "strict": Step("x^2 + x + 1 > 0"),
    "three numbers": Step("x^3 + y^3 + z^3 >= 3*x*y*z", ("x >= 0", "y >= 0", "z >= 0")),
    "vector equation": Step("w + x = x + w"),
}

FALSE_STEPS = {
    "unfolded progress of document 000": Step(
        "<w + y*x, u> >= <w,u> + g",
        ("y*(<u,x> + b) >= g", "g > 0", "y*(<w,x> + v) <= 0", "|x|^2 <= R^2", "y^2 = 1"),
    ),
    "one update too few, document 003": Step(
        "|w + y*x|^2 <= k*R^2", ("|w|^2 <= k*R^2", "k >= 0", MISTAKE, RADIUS, LABEL)
    ),
    "strict Cauchy–Schwarz": Step("<a,b>^2 < |a|^2*|b|^2"),
    "strict Cauchy–Schwarz without zeros": Step("<a,b>^2 < |a|^2*|b|^2", ("|a| > 0", "|b| > 0")),
    "cross term with a norm, document 003": Step("|w + y*x|^2 = |w|^2 + |y*x|^2 + 2*|w|*x*y"),
    "cross term with two norms": Step("|w + y*x|^2 = |w|^2 + 2*y*|w|*|x| + |x|^2", (LABEL,)),
    "Pythagoras without a right angle": Step("|a+b|^2 = |a|^2 + |b|^2"),
    "equality in Cauchy–Schwarz": Step("<a,b>^2 = |a|^2*|b|^2"),
    "a fraction is needed": Step("x^2 >= x", ("x > 0",)),
    "a large number is needed": Step("x*x = 2*x", ("x > 10",)),
    "two dimensions are needed": Step("<a,b> = |a|*|b|", ("<a,b> > 0",)),
}
