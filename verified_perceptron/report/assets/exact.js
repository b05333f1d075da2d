// Exact numbers: rationals over BigInt, and roots that are never taken.  Nothing here rounds but `toNumber`,
// which is for pixel positions only.
"use strict";

const absolute = (n) => (n < 0n ? -n : n);

function gcd(a, b) {
  [a, b] = [absolute(a), absolute(b)];
  while (b) [a, b] = [b, a % b];
  return a;
}

const lcm = (a, b) => absolute(a * b) / gcd(a, b);

class Rational {
  // p/q in lowest terms, q > 0.
  constructor(p, q = 1n) {
    if (q === 0n) throw new RangeError("a denominator is zero");
    const divisor = q === 1n ? 1n : gcd(p, q) * (q < 0n ? -1n : 1n);
    this.p = p / divisor;
    this.q = q / divisor;
  }

  plus(other) {
    return this.q === other.q
      ? new Rational(this.p + other.p, this.q)
      : new Rational(this.p * other.q + other.p * this.q, this.q * other.q);
  }
  minus(other) { return this.plus(other.negated()); }
  times(other) { return new Rational(this.p * other.p, this.q * other.q); }
  over(other) { return new Rational(this.p * other.q, this.q * other.p); }
  negated() { return new Rational(-this.p, this.q); }
  squared() { return this.times(this); }

  compare(other) {
    const difference = this.p * other.q - other.p * this.q;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  equals(other) { return this.p === other.p && this.q === other.q; }
  atMost(other) { return this.compare(other) <= 0; }
  get sign() { return this.p < 0n ? -1 : this.p > 0n ? 1 : 0; }

  toString() { return this.q === 1n ? String(this.p) : `${this.p}/${this.q}`; }

  // A nearby float, for drawing only: the numerator is cut to what a float can hold before it is divided.
  toNumber() {
    const shift = Math.max(0, bits(this.p) - bits(this.q) - 64);
    const lift = Math.max(0, 64 + bits(this.q) - bits(this.p));
    const quotient = (this.p << BigInt(lift)) / (this.q << BigInt(shift));
    return Number(quotient) * 2 ** (shift - lift);
  }
}

const bits = (n) => absolute(n).toString(16).length * 4;

const rational = (value) => (value instanceof Rational ? value : new Rational(BigInt(value)));
const ZERO = rational(0);
const ONE = rational(1);

// The rational that the text denotes: "-3", "7/3", "-0.25".  Throws a sentence for anything else.
function parseRational(text) {
  const said = text.trim().replace("−", "-");
  const found = /^([+-]?\d{1,60})(?:\/(\d{1,60})|\.(\d{1,60}))?$/.exec(said);
  if (!found || (found[2] !== undefined && BigInt(found[2]) === 0n)) {
    throw new RangeError(`“${text}” is no number like 3, -1/2 or 0.25`);
  }
  const [, whole, below, decimals] = found;
  if (below !== undefined) return new Rational(BigInt(whole), BigInt(below));
  if (decimals === undefined) return new Rational(BigInt(whole));
  return new Rational(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

const least = (values) => values.reduce((a, b) => (b.compare(a) < 0 ? b : a));
const greatest = (values) => values.reduce((a, b) => (b.compare(a) > 0 ? b : a));
const sum = (values) => values.reduce((a, b) => a.plus(b), ZERO);
const commonDenominator = (values) => values.reduce((d, v) => lcm(d, v.q), 1n);

// --- vectors ----------------------------------------------------------------------------------------

const dot = (a, b) => sum(a.map((v, j) => v.times(b[j])));
const addScaled = (a, c, b) => a.map((v, j) => v.plus(c.times(b[j])));
const sameVector = (a, b) => a.every((v, j) => v.equals(b[j]));
const vectorText = (a) => `(${a.join(", ")})`;

// --- roots ------------------------------------------------------------------------------------------

// √square as text: the square factors that small primes show are taken out.
function rootText(square) {
  let [outside, inside] = [1n, square.p * square.q];
  const whole = integerRoot(inside);
  if (whole * whole === inside) [outside, inside] = [whole, 1n];
  for (let p = 2n; p < 1000n && p * p <= inside; p += 1n) {
    while (inside % (p * p) === 0n) {
      inside /= p * p;
      outside *= p;
    }
  }
  const factor = new Rational(outside, square.q);
  if (inside === 1n || factor.sign === 0) return String(factor);
  return `${factor.p === 1n ? "" : factor.p}√${inside}${factor.q === 1n ? "" : `/${factor.q}`}`;
}

function integerRoot(n) {
  if (n < 2n) return n;
  let root = 1n << BigInt(bits(n) / 2 + 1);
  for (;;) {
    const next = (root + n / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

// √left ≤ √first + √second, decided by signs and squares.
function atMostSumOfRoots(left, first, second) {
  const excess = left.minus(first).minus(second);
  return excess.sign <= 0 || excess.squared().atMost(rational(4).times(first).times(second));
}

// left ≤ √square.
const atMostRoot = (left, square) => left.sign <= 0 || left.squared().atMost(square);
