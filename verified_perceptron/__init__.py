"""A perceptron you can trust: exact arithmetic, checked invariants, certified runs."""

__version__ = "0.1.0"
