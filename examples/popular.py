"""What two popular implementations called Perceptron do, written anew from their behaviour for the oracle.

The parameters have the names and defaults of the originals; `seed` is added, so that runs can be repeated.
"""

from __future__ import annotations

import math
import random

import numpy as np


class OilPerceptron:
    """TheAlgorithms/Python, neural_network/perceptron.py.

    The weights start at random in [0, 1), that of the constant input `bias` at `bias`.  A mistake moves them by
    learning_rate·(target − output)·input.  The number of epochs is taken and never looked at.
    """

    def __init__(self, learning_rate=0.01, epoch_number=1000, bias=-1, seed=None):
        self.learning_rate = learning_rate
        self.epoch_number = epoch_number
        self.bias = bias
        self.seed = seed

    def fit(self, features, labels):
        """Pass over the examples until none is wrong."""
        draw = random.Random(self.seed)
        inputs = [[self.bias, *x] for x in features.tolist()]
        weights = [float(self.bias)] + [draw.random() for _ in range(features.shape[1])]
        wrong = True
        while wrong:
            wrong = False
            for x, target in zip(inputs, labels.tolist(), strict=True):
                output = 1 if sum(w * v for w, v in zip(weights, x, strict=True)) >= 0 else -1
                if output != target:
                    weights = [
                        w + self.learning_rate * (target - output) * v for w, v in zip(weights, x, strict=True)
                    ]
                    wrong = True
        # The constant input times its weight is what others call the offset.
        self.w_, self.b_ = weights[1:], self.bias * weights[0]
        return self


class SigmoidPerceptron:
    """eriklindernoren/ML-From-Scratch, supervised_learning/perceptron.py.

    Gradient descent on the squared error of a sigmoid, over all examples at once, from random weights; there is
    no threshold and no mistake in it.
    """

    def __init__(self, n_iterations=20000, learning_rate=0.01, seed=None):
        self.n_iterations = n_iterations
        self.learning_rate = learning_rate
        self.seed = seed

    def fit(self, features, labels):
        """A fixed number of gradient steps."""
        if set(labels.tolist()) - {0, 1}:
            raise ValueError("labels are 0 and 1")
        limit = 1 / math.sqrt(features.shape[1])
        self.weights = np.random.default_rng(self.seed).uniform(-limit, limit, features.shape[1])
        self.offset = 0.0
        for _ in range(self.n_iterations):
            with np.errstate(over="ignore"):
                output = 1 / (1 + np.exp(-(features @ self.weights + self.offset)))
            slope = (output - labels) * output * (1 - output)
            self.weights = self.weights - self.learning_rate * slope @ features
            self.offset -= self.learning_rate * slope.sum()
        return self
