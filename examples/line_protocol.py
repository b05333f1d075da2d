"""A perceptron as a program of its own: one JSON object per line in, one per line out.

verified-perceptron identify -- python3 examples/line_protocol.py
"""

import json
import sys

for line in sys.stdin:
    case = json.loads(line)
    weights, offset, mistakes = [0] * len(case["x"][0]), 0, True
    while mistakes:
        mistakes = False
        for x, y in zip(case["x"], case["y"], strict=True):
            output = 1 if sum(w * v for w, v in zip(weights, x, strict=True)) + offset > 0 else -1
            if output != y:
                weights = [w + y * v for w, v in zip(weights, x, strict=True)]
                offset += y
                mistakes = True
    print(json.dumps({"weights": weights, "offset": offset}), flush=True)
