"""The perceptron that picks from the set of all mistakes.

    w ← start
    while the set E of mistakes is not empty
        pick an element (x, y) of E
        w ← w + η·y·x,  b ← b + η·y·c²

Each look at all examples counts as a pass, the last one, which finds E empty, too.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from verified_perceptron.conventions import ConventionError, OrderKind, is_mistake
from verified_perceptron.exact import Number
from verified_perceptron.problem import Problem, State
from verified_perceptron.steps import corrected
from verified_perceptron.trace import Events, PassEnd, Term, Update


def picking(problem: Problem) -> Events:
    """The updates of the perceptron that corrects one mistake of its choice at a time."""
    order = problem.conventions.order
    draw = random.Random(order.seed)
    w, b = problem.start
    k = seen = 0
    for number in itertools.count(1):
        seen += len(problem.examples)
        mistakes = mistakes_of(problem, State(w, b))
        if mistakes:
            i = pick(order.kind, mistakes, draw)
            x, y = problem.examples[i]
            k += 1
            step = problem.step(k)
            w = corrected(w, step, y, x)
            b = b + step * y * problem.offset_step
            yield Update(k, number, seen, (Term(i, step),), w, b)
        yield PassEnd(number, seen, w, b)


def mistakes_of(problem: Problem, state: State) -> list[tuple[int, Number]]:
    """Every mistake of the state, in the order of the data, with its y·f."""
    scored = [(i, y, problem.score(state, i)) for i, (_, y) in enumerate(problem.examples)]
    return [(i, y * score) for i, y, score in scored if is_mistake(problem.conventions.tie, y, score)]


def pick(kind: OrderKind, mistakes: Sequence[tuple[int, Number]], draw: random.Random) -> int:
    """The element of the set of mistakes that the order picks."""
    match kind:
        case OrderKind.FIRST:
            return mistakes[0][0]
        case OrderKind.LAST:
            return mistakes[-1][0]
        case OrderKind.WORST:
            return min(mistakes, key=lambda mistake: mistake[1])[0]
        case OrderKind.RANDOM:
            return draw.choice(mistakes)[0]
        case OrderKind.CYCLIC | OrderKind.STREAM | OrderKind.SHUFFLED:
            raise ConventionError(f"the order {kind.value} does not pick")
