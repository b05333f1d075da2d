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

from verified_perceptron.conventions import ConventionError, OrderKind, is_mistake
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
        scores = [problem.score(State(w, b), i) for i in range(len(problem.examples))]
        seen += len(scores)
        mistakes = [
            i for i, (_, y) in enumerate(problem.examples) if is_mistake(problem.conventions.tie, y, scores[i])
        ]
        if mistakes:
            match order.kind:
                case OrderKind.FIRST:
                    i = mistakes[0]
                case OrderKind.LAST:
                    i = mistakes[-1]
                case OrderKind.WORST:
                    i = min(mistakes, key=lambda i: problem.examples[i].y * scores[i])
                case OrderKind.RANDOM:
                    i = draw.choice(mistakes)
                case _:
                    raise ConventionError(f"the order {order.kind.value} does not pick")
            x, y = problem.examples[i]
            k += 1
            step = problem.step(k)
            w = corrected(w, step, y, x)
            b = b + step * y * problem.offset_step
            yield Update(k, number, seen, (Term(i, step),), w, b)
        yield PassEnd(number, seen, w, b)
