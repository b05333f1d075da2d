"""Perceptrons to put before the oracle; the guide docs/guides/implementer.md runs them.

verified-perceptron identify examples.perceptrons:textbook
"""

from __future__ import annotations

import numpy as np


def textbook(features, labels):
    """The perceptron as lecture notes have it: y(⟨w,x⟩+b) ≤ 0 is a mistake, until a pass without one."""
    weights, offset, mistakes = np.zeros(features.shape[1]), 0.0, 1
    while mistakes:
        mistakes = 0
        for x, y in zip(features, labels, strict=True):
            if y * (weights @ x + offset) <= 0:
                weights, offset, mistakes = weights + y * x, offset + y, mistakes + 1
    return weights, offset


def rate_left_out(features, labels, rate=0.5, epochs=50):
    """The same with a learning rate, which was forgotten in the step of the offset."""
    weights, offset = np.zeros(features.shape[1]), 0.0
    for _ in range(epochs):
        for x, y in zip(features, labels, strict=True):
            if y * (weights @ x + offset) <= 0:
                weights = weights + rate * y * x
                offset = offset + y
    return weights, offset


def all_at_once(features, labels):
    """Vectorised for speed: all mistakes of a pass are found first and corrected together."""
    weights, offset = np.zeros(features.shape[1]), 0.0
    while True:
        wrong = labels * (features @ weights + offset) <= 0
        if not wrong.any():
            return weights, offset
        weights = weights + labels[wrong] @ features[wrong]
        offset = offset + labels[wrong].sum()
