# fmt: off
"""The trusted checker: `python checker.py CERTIFICATE DATA` accepts, or names the first thing that fails.

It imports the standard library only, parses the data itself and computes exactly.  Acceptance means, with z = y·x:
  separator      y(⟨w,x⟩+b) ≥ γ > 0 for every example, and γ, R² and the bound on updates are right
  non-separable  λ > 0 on its support, Σλz = 0 (with an offset also Σλy = 0): no separator exists
  max-margin     y(⟨w,x⟩+b) ≥ 1, w = Σλz, λ > 0, Σλ = ‖w‖² (with an offset Σλy = 0): no margin exceeds 1/‖w‖
  run, cycle     the updates, each on a mistake, lead from start to end; `converged`: the end makes no mistake;
                 `cycle`: the weights came back, no separator exists.  Not checked: that no mistake was passed over.
"""
import base64, csv, hashlib, itertools, json, re, sys, zlib  # noqa: E401, I001  (two hundred lines at most)
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import add, mul
from typing import Any, TypeAlias  # Any: what JSON holds, which `shaped` looks at before it is used

Examples: TypeAlias = Sequence[tuple[tuple[int, ...], int]]  # (D·x, y), one denominator D for all, y = ±1
MAX_DATA, MAX_CERTIFICATE, MAX_DIGITS, MAX_BITS, MAX_SCALE = 1 << 29, 1 << 24, 100_000, 1 << 33, 1 << 22
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?|[+-]?[0-9]+\s*[/%]\s*[+-]?[0-9]+")
ENCODING, COUNT, RATIO = "utf-8-sig", "[0-9]{1,15}", "-?[0-9]{1,99999}(/0*[1-9][0-9]{0,99998})?"
PLANE = {"offset": "none|unit", "weights": [RATIO], "b": RATIO, "radius_sq": RATIO, "bound": RATIO}
COMBINATION = {"offset": "none|unit", "support": [COUNT], "multipliers": [RATIO]}
RULES = {"tie": "mistake|correct|plus|minus", "offset": "none|unit|radius", "rate": RATIO}
REPLAY = {"conventions": RULES, "start": [RATIO], "updates": COUNT, "rounds": ".*", "passes": COUNT, "end": [RATIO]}
KINDS: dict[str, dict[str, Any]] = {
    "separator": {**PLANE, "gamma": RATIO}, "non-separable": COMBINATION,
    "max-margin": {**PLANE, **COMBINATION, "margin_sq": RATIO},
    "run": {**REPLAY, "outcome": "converged|stopped", "may_skip": "rounds"},
    "cycle": {**REPLAY, "first_pass": COUNT, "may_skip": "nothing"},
}
HEAD = {"format": "verified-perceptron certificate", "version": "1", "kind": "|".join(KINDS), "sha256": ".*"}
BAD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, csv.Error, zlib.error)

class Refused(Exception):
    """The certificate does not prove its claim about these data."""

def demand(holds: object, reason: str) -> None:
    if not holds:
        raise Refused(reason)

def load_json(text: str) -> Any:
    """The JSON with its numbers as text, so that none is rounded; an object that repeats a key is read as None."""
    return json.loads(text, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else None,
                      parse_float=str, parse_int=str, parse_constant=str)

def shaped(value: Any, shape: Any, what: str) -> Any:
    """The value, if it has this shape, with its numbers read: a shape ends in patterns for text."""
    if isinstance(shape, dict):
        demand(type(value) is dict and value.keys() == shape.keys(), f"{what} must have the fields {[*shape]}")
        return {key: shaped(value[key], shape[key], key) for key in shape}
    if isinstance(shape, list):
        demand(type(value) is list, f"{what} is not a list")
        return [shaped(item, shape[0], what) for item in value]
    demand(type(value) is str and re.fullmatch(shape, value), f"{what} is not of the form {shape}")
    return int(value) if shape == COUNT else Fraction(value) if shape == RATIO else value

def parse(text: str) -> dict[str, Any]:
    """The certificate in the shape of its kind."""
    sys.set_int_max_str_digits(MAX_DIGITS)  # the interpreter's own limit is shorter than an exact margin may be
    found = load_json(text)
    return dict(shaped(found, {**HEAD, **KINDS.get(str(found.get("kind")), {})}, "the certificate"))

def rows(text: str, ending: str) -> Iterable[tuple[list[str], str]]:
    """The features and the label of each example, as they are written."""
    lines = [line for line in text.splitlines(keepends=True) if line.partition("#")[0].strip()]
    if ending in ("csv", "tsv"):
        table = list(csv.reader(lines, delimiter=",\t"[ending == "tsv"], skipinitialspace=True, strict=True))
        has_header = not any(NUMBER.fullmatch(cell.strip()) for cell in table[0])
        return [(row[:-1], row[-1]) for row in table[has_header:]]
    if ending in ("libsvm", "svm"):
        tokens = [line.partition("#")[0].split() for line in lines]
        sparse = [({int(j): v for j, v in (pair.split(":") for pair in line[1:])}, line[0]) for line in tokens]
        width = max(max(features, default=0) for features, _ in sparse)
        demand(width * len(sparse) < MAX_DATA, "the data have too many features to unfold")
        return [([features.get(j + 1, "0") for j in range(width)], label) for features, label in sparse]
    if ending == "json":
        found = load_json(text)
        lists = [found["points"], found["labels"]] if type(found) is dict else [[e[k] for e in found] for k in "xy"]
        return zip(*lists, strict=True)
    demand(ending == "dat", "the data's ending is none of .csv .tsv .libsvm .svm .json .dat")
    count, step = int(lines[0]), int(lines[1]) + 1
    demand(len(lines) == 2 + count * step, "the data are not as many values as they say")
    return [(lines[i + 1 : i + step], lines[i]) for i in range(2, len(lines), step)]

def rational(text: str) -> Fraction:
    demand(NUMBER.fullmatch(text.strip()), f'"{text[:40]}" in the data is not a number')
    above, _, below = text.replace("%", "/").partition("/")
    return Fraction(above) / Fraction(below or "1")

def read_data(text: str, ending: str) -> tuple[Examples, int]:
    """The examples, made integers by their common denominator D, and D."""
    found, denominator, bits = [], 1, 0
    for cells, label in rows(text, ending):
        point = [rational(cell) for cell in cells]
        found.append((point, rational(label)))
        denominator = lcm(denominator, *(v.denominator for v in point))
        bits += sum(v.numerator.bit_length() for v in point)
        demand(bits + denominator.bit_length() * len(found) * len(point) < MAX_BITS, "the data are too large")
    labels, lengths = {label for _, label in found}, {len(point) for point, _ in found}
    demand(len(lengths) == 1 and 0 not in lengths, "the examples differ in length or are empty")
    demand(labels <= {1, -1} or labels <= {1, 0}, "the labels are not ±1, or 0 and 1")
    return [(tuple(int(v * denominator) for v in point), 1 if y == 1 else -1) for point, y in found], denominator

def digest(examples: Examples, denominator: int) -> str:
    """SHA-256 of the lines "y x_1 … x_d" (p or p/q in lowest terms, hexadecimal) of the examples, and "n d"."""
    total = hashlib.sha256()
    for x, y in examples:
        ratios = ((v // g, denominator // g) for v in x for g in (gcd(v, denominator),))
        total.update(f"{y:+d} {' '.join(f'{p:x}/{q:x}' if q > 1 else f'{p:x}' for p, q in ratios)}\n".encode())
    total.update(f"{len(examples)} {len(examples[0][0])}\n".encode())
    return total.hexdigest()

def integers(values: list[Fraction], size: int, what: str) -> tuple[list[int], int]:  # (V, S) with values = V/S
    demand(len(values) == size, f"{what}: there are {len(values)} numbers where {size} belong")
    for scale in itertools.accumulate((v.denominator for v in values), lcm):
        demand(scale.bit_length() < MAX_SCALE, f"{what}: the common denominator is too long")
    return [int(v * scale) for v in values], scale

def combination(c: dict[str, Any], vectors: list[list[int]]) -> list[Fraction]:
    """Σλz, in data units times D; its last coordinate, DΣλy, only if there is an offset."""
    support, size = c["support"], len(vectors[0]) - (c["offset"] == "none")
    demand(support and support == sorted(set(support)) and support[-1] < len(vectors), "the support is in disorder")
    factors, scale = integers(c["multipliers"], len(support), "the multipliers")
    demand(min(factors) > 0, "a multiplier is not positive")
    return [Fraction(sum(map(mul, factors, [vectors[i][j] for i in support])), scale) for j in range(size)]

def verify(c: dict[str, Any], examples: Examples, denominator: int) -> str:
    """What the certificate, as `parse` gives it, establishes about these examples; its hash is not looked at."""
    vectors = [[y * v for v in (*x, denominator)] for x, y in examples]
    radius_sq = Fraction(max(sum(map(mul, x, x)) for x, _ in examples), denominator**2)
    if "rounds" in c:
        return replay(c, vectors, denominator, radius_sq)
    if "weights" not in c:
        demand(not any(combination(c, vectors)), "the multipliers do not cancel the examples")
        return "no separator exists"
    unit, (w, scale) = c["offset"] == "unit", integers([*c["weights"], c["b"]], len(vectors[0]), "w and b")
    demand(unit or c["b"] == 0, "b is not 0 although there is no offset")
    norm_sq = Fraction(sum(map(mul, w[:-1], w[:-1])), scale**2)
    low = Fraction(min(sum(map(mul, w, z)) for z in vectors), scale * denominator)
    demand(low > 0 if c["kind"] == "separator" else low >= 1, "an example has too small a functional margin")
    claims = {"radius_sq": radius_sq, "gamma": low, "bound": (radius_sq + unit) * (norm_sq + c["b"] ** 2) / low**2}
    if c["kind"] == "max-margin":
        demand(combination(c, vectors) == [v * denominator for v in c["weights"]] + [0] * unit, "w is not Σλz")
        demand(sum(c["multipliers"]) == norm_sq, "the multipliers do not add up to the square of the weights")
        claims = {"radius_sq": radius_sq, "margin_sq": 1 / norm_sq, "bound": radius_sq * norm_sq}
    for name, value in claims.items():
        demand(c[name] == value, f"{name} is wrong")
    return "the weights separate the examples" + ", and no margin is larger" * bool(c["kind"] == "max-margin")

def replay(c: dict[str, Any], vectors: list[list[int]], denominator: int, radius_sq: Fraction) -> str:
    """Follow the updates in integers W = S(w, b): each adds S·rate·y(x, c²), where c is 0, 1 or R."""
    rules, start, n, kept = c["conventions"], c["start"], len(vectors), None
    fold_sq = {"none": Fraction(0), "unit": Fraction(1), "radius": radius_sq}[rules["offset"]]
    demand(rules["rate"] > 0 and (fold_sq or [rules["offset"], *start[-1:]] == ["none", 0]), "rate or b is wrong")
    grid = [rules["rate"] / denominator, rules["rate"] * fold_sq]  # what an update adds for X_j = 1, and to b
    (*w, step, turn), scale = integers([*start, *grid], len(vectors[0]) + 2, "the start")
    steps = [[*(step * v for v in z[:-1]), turn if z[-1] == denominator else -turn] for z in vectors]
    def mistake(i: int) -> bool:
        score, one_sided = sum(map(mul, w, vectors[i])), ("plus", "minus")[vectors[i][-1] == denominator]
        return score < 0 or (score == 0 and rules["tie"] in ("mistake", one_sided))
    for k, time in enumerate(times := rounds(c["rounds"]), start=1):
        kept = w if c["kind"] == "cycle" and kept is None and time > c["first_pass"] * n else kept
        demand(mistake((time - 1) % n), f"update {k} is not on a mistake")
        w = list(map(add, w, steps[(time - 1) % n]))
    demand(len(times) == c["updates"], "the number of updates is wrong")
    demand([Fraction(v, scale) for v in w] == c["end"], "the updates lead to other weights")
    quiet, last = c.get("outcome") == "converged", times[-1] if times else 0
    demand((c["passes"] - 1) * n < last + quiet * n <= c["passes"] * n, "passes is wrong")
    demand(not quiet or not any(map(mistake, range(n))), "an example is a mistake of the last weights")
    demand(c["kind"] == "run" or kept == w, "the weights did not come back")
    return f"{len(times)} updates lead to the end" + " and back: no separator exists" * bool(c["kind"] == "cycle")

def rounds(text: str) -> list[int]:
    """The rounds of the updates: base64 of zlib of their differences in decimal, blanks between them."""
    unpack = zlib.decompressobj()
    differences = list(map(int, unpack.decompress(base64.b64decode(text, validate=True), MAX_CERTIFICATE).split()))
    demand(unpack.eof and not unpack.unused_data and all(v > 0 for v in differences), "the rounds are not in order")
    return list(itertools.accumulate(differences))

def check(certificate: str, data: str) -> str:
    """What the certificate file establishes about the data file, or `Refused`, or an OSError."""
    try:
        with open(certificate, encoding=ENCODING) as file:
            c = parse(file.read(MAX_CERTIFICATE))
        with open(data, encoding=ENCODING) as file:
            examples, denominator = read_data(file.read(MAX_DATA), data.rpartition(".")[2].lower())
        demand(c["sha256"] == digest(examples, denominator), "the certificate is about other data")
        return verify(c, examples, denominator)
    except BAD as e:
        raise Refused(f"malformed certificate or data ({type(e).__name__}: {str(e)[:200]})") from None

if __name__ == "__main__":  # exit status: 0 accepted, 1 refused, 2 a file cannot be read
    try:
        print("accepted:", check(*sys.argv[1:]))
    except Refused as reason:
        sys.exit(f"refused: {reason}")
    except (OSError, TypeError) as error:
        print(f"usage: python checker.py CERTIFICATE DATA ({error})", file=sys.stderr)
        sys.exit(2)
