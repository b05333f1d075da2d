"""The batch perceptron: all mistakes of a batch are corrected at once, against the same weights.

w ← start
repeat
    for each batch of the scan (all examples, or so many at a time)
        E ← the mistakes in the batch
        w ← w + η_k Σ_E y·x         or the mean over E instead of the sum
        b ← b + η_k Σ_E y·c²
"""

from __future__ import annotations

from fractions import Fraction

from verified_perceptron.algorithms.orders import chunks, scans
from verified_perceptron.conventions import GroupKind, is_mistake
from verified_perceptron.problem import Problem, State
from verified_perceptron.steps import corrected
from verified_perceptron.trace import Events, PassEnd, Term, Update


def batch_size(problem: Problem) -> int:
    """How many examples are looked at before the weights may change."""
    group, count = problem.conventions.group, len(problem.examples)
    match group.kind:
        case GroupKind.ONLINE:
            return 1
        case GroupKind.MINI_BATCH:
            return min(group.size, count)
        case GroupKind.BATCH | GroupKind.MEAN_BATCH:
            return count


def in_batches(problem: Problem) -> Events:
    """The updates of the batch, mini-batch and mean-batch perceptron."""
    tie = problem.conventions.tie
    size = batch_size(problem)
    w, b = problem.start
    k = seen = 0
    for number, scan in enumerate(scans(problem.conventions.order, len(problem.examples)), start=1):
        for chunk in chunks(scan, size):
            state = State(w, b)
            mistakes = [i for i in chunk if is_mistake(tie, problem.examples[i].y, problem.score(state, i))]
            seen += len(chunk)
            if mistakes:
                k += 1
                step = problem.step(k)
                if problem.conventions.group.kind is GroupKind.MEAN_BATCH:
                    step = Fraction(step, len(mistakes))
                for i in mistakes:
                    x, y = problem.examples[i]
                    w = corrected(w, step, y, x)
                    b = b + step * y * problem.offset_step
                yield Update(k, number, seen, tuple(Term(i, step) for i in mistakes), w, b)
        yield PassEnd(number, seen, w, b)
