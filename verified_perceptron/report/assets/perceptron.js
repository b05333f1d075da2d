// The perceptron under any of the project's conventions, in exact arithmetic and without a page around it.
//
// Conventions are the words that `verified-perceptron presets --json` prints.  Everything is in the data's own
// units; the offset is a number b beside the weights (a folded offset is the same run: T3).
"use strict";

const PICKS = ["first", "last", "worst", "random"];
const PLAIN = {
  tie: "mistake", offset: "none", folding: "explicit", rate: "1", start: "zero", order: "cyclic", group: "online",
  correction: "label", margin: "none", stop: "quiet pass or cycle", predictor: "last",
};
const PASSES_WITHOUT_GUARANTEE = 1000;

// --- the problem ------------------------------------------------------------------------------------

// points: lists of rationals; labels: 1 or −1.  `drawn` holds the scans or draws of a random order.
function pose(points, labels, conventions, drawn = {}) {
  const words = { ...PLAIN, ...conventions };
  const reason = conventionError(words);
  if (reason) throw new RangeError(reason);
  const flatRadiusSq = greatest(points.map((x) => dot(x, x)));
  const foldSq = words.offset === "none" ? ZERO : words.offset === "unit" ? ONE : flatRadiusSq;
  const start = startOf(words.start, points[0].length);
  const [group, , size] = words.group.split(" ");
  const order = words.order.split(" ")[0];
  return {
    points, labels, words, drawn, foldSq, start, order, group,
    radiusSq: flatRadiusSq.plus(foldSq),
    batchSize: group === "online" ? 1 : group === "mini-batch" ? Number(size) : points.length,
    rates: ratesOf(words.rate),
    margin: marginOf(words.margin),
    stop: stopOf(words.stop),
    fromZero: start.b.sign === 0 && start.w.every((v) => v.sign === 0),
  };
}

// Why these choices do not go together, or null.
function conventionError(words) {
  const picks = PICKS.includes(words.order.split(" ")[0]);
  const online = words.group === "online";
  if (picks && !online) return "an order that picks one mistake leaves no batch";
  if (picks && words.correction !== "label") return "an order that picks a mistake adds y·x";
  if (words.margin === "none") return null;
  if (picks || !online || words.correction !== "label") return "the margin perceptron takes the examples in turn and adds y·x";
  if (words.tie !== "mistake") return "the margin perceptron counts y·f equal to its margin as a mistake";
  if (words.offset !== "none" && words.folding === "explicit") return "with an explicit offset β‖w‖ is ambiguous: fold the offset";
  return null;
}

// "1/2" for ever, "1/k" for the k-th update, "1,1/2,1/4" as listed (the last goes on).
function ratesOf(text) {
  const harmonic = text.endsWith("/k");
  const values = (harmonic ? text.slice(0, -2) : text).split(",").map(parseRational);
  if (values.some((v) => v.sign <= 0)) throw new RangeError("a rate must be positive");
  const at = (k) => (harmonic ? values[0].over(rational(k)) : values[Math.min(k, values.length) - 1]);
  return { at, constant: !harmonic && values.length === 1, isOne: text === "1" };
}

function startOf(text, dimension) {
  if (text === "zero") return { w: Array(dimension).fill(ZERO), b: ZERO };
  const [weights, offset] = text.split(";");
  const w = weights.split(",").map(parseRational);
  if (w.length !== dimension) throw new RangeError(`the start needs ${dimension} weights`);
  return { w, b: offset === undefined ? ZERO : parseRational(offset) };
}

// "none", "τ" (correct when y·f ≤ τ) or "β·‖w‖".
function marginOf(text) {
  if (text === "none") return null;
  const relative = text.endsWith("·‖w‖");
  const value = parseRational(relative ? text.slice(0, -4) : text);
  if (value.sign < 0) throw new RangeError("a margin is not negative");
  return { relative, value };
}

function stopOf(text) {
  const limit = /(\d+) passes/.exec(text);
  return { quiet: text.includes("quiet pass"), cycle: text.includes("cycle"), passes: limit ? Number(limit[1]) : null };
}

// --- mistakes and corrections -----------------------------------------------------------------------

const score = (p, state, i) => dot(state.w, p.points[i]).plus(state.b);
const signed = (p, state, i) => score(p, state, i).times(rational(p.labels[i]));

// ⟨a, a'⟩ in the folded space, where the offset is the coordinate b/c.
function align(p, a, c) {
  const flat = dot(a.w, c.w);
  return p.foldSq.sign === 0 ? flat : flat.plus(a.b.times(c.b).over(p.foldSq));
}

function isMistake(tie, y, f) {
  switch (tie) {
    case "mistake": return y * f.sign <= 0;
    case "correct": return y * f.sign < 0;
    case "plus": return (f.sign >= 0 ? 1 : -1) !== y;
    case "minus": return (f.sign > 0 ? 1 : -1) !== y;
    default: throw new RangeError(`there is no tie rule ${tie}`);
  }
}

// Do the conventions call example i a mistake of this state?
function isWrong(p, state, i) {
  if (p.margin) {
    const s = signed(p, state, i);
    if (!p.margin.relative) return s.atMost(p.margin.value);
    return s.sign <= 0 || s.squared().atMost(p.margin.value.squared().times(align(p, state, state)));
  }
  if (p.words.correction === "target-sign") return signed(p, state, i).sign <= 0;
  return isMistake(p.words.tie, p.labels[i], score(p, state, i));
}

// The coefficient of y·x that the conventions give example i, one of so many, in the k-th update.
function agreedCoefficient(p, state, k, i, count) {
  const rate = p.rates.at(k);
  switch (p.words.correction) {
    case "label": return p.group === "mean-batch" ? rate.over(rational(count)) : rate;
    case "target-output": return rate.times(rational(2));
    case "target-sign": return signed(p, state, i).sign === 0 ? rate : rate.times(rational(2));
    case "residual": return rate.times(ONE.minus(signed(p, state, i)));
    default: throw new RangeError(`there is no correction ${p.words.correction}`);
  }
}

// What one look at these examples adds: a list of {i, c}, empty if nothing is to be corrected.
function terms(p, state, k, chunk) {
  const residual = p.words.correction === "residual";
  const asked = residual ? chunk : chunk.filter((i) => isWrong(p, state, i));
  const found = asked.map((i) => ({ i, c: agreedCoefficient(p, state, k, i, asked.length) }));
  return found.some(({ c }) => c.sign !== 0) ? found : [];
}

// w + Σ c·y·x and b + Σ c·y·c².
function corrected(p, state, added) {
  let { w, b } = state;
  for (const { i, c } of added) {
    const step = c.times(rational(p.labels[i]));
    w = addScaled(w, step, p.points[i]);
    b = b.plus(step.times(p.foldSq));
  }
  return { w, b };
}

// --- the loop ---------------------------------------------------------------------------------------

const everyIndex = (p) => p.points.map((_, i) => i);

// The mistake that an order picks from all of them, or nothing.
function picked(p, state, k) {
  const mistakes = everyIndex(p).filter((i) => isWrong(p, state, i));
  if (!mistakes.length) return [];
  switch (p.order) {
    case "first": return [mistakes[0]];
    case "last": return [mistakes[mistakes.length - 1]];
    case "worst": return [mistakes.reduce((a, i) => (signed(p, state, i).compare(signed(p, state, a)) < 0 ? i : a))];
    default: return [mistakes[p.drawn.draws(k, mistakes.length)]];
  }
}

const scanOf = (p, pass) => (p.order === "shuffled" ? p.drawn.scans(pass) : everyIndex(p));

// The endless stream of updates and ends of passes.
function* updates(p) {
  let state = p.start, k = 0, round = 0;
  for (let pass = 1; ; pass += 1) {
    const picks = PICKS.includes(p.order);
    const scan = picks ? picked(p, state, k) : scanOf(p, pass);
    if (picks) round += p.points.length;
    for (let at = 0; at < scan.length; at += p.batchSize) {
      const chunk = scan.slice(at, at + p.batchSize);
      if (!picks) round += chunk.length;
      const added = terms(p, state, k + 1, chunk);
      if (!added.length) continue;
      k += 1;
      state = corrected(p, state, added);
      yield { kind: "update", k, pass, round, terms: added, ...state };
    }
    yield { kind: "pass", pass, round, ...state };
  }
}

// --- a run and how it ends --------------------------------------------------------------------------

// Reads a stream one event at a time until a stopping rule applies; `outcome` is null until then.
class Run {
  constructor(p, events = updates(p)) {
    this.p = p;
    this.events = events;
    this.state = p.start;
    this.k = this.passes = this.passUpdates = 0;
    this.outcome = this.cycle = null;
    this.survivors = [{ ...p.start, count: 1 }];
    this.madeInRound = 0;
    const endsByItself = p.rates.constant && !p.margin && p.words.correction !== "residual" && p.stop.quiet && p.stop.cycle;
    this.passLimit = p.stop.passes ?? (endsByItself ? Infinity : PASSES_WITHOUT_GUARANTEE);
    this.keep(0, 1);
  }

  next() {
    const event = this.events.next().value;
    this.state = { w: event.w, b: event.b };
    this.passes = event.pass;
    this.survivors[this.survivors.length - 1].count = event.round - (event.kind === "update" ? 1 : 0) - this.madeInRound + 1;
    if (event.kind === "update") {
      this.k += 1;
      this.passUpdates += 1;
      for (const { i, c } of event.terms) this.added[i] = (this.added[i] ?? ZERO).plus(c);
      this.survivors.push({ ...this.state, count: 1 });
      this.madeInRound = event.round;
    } else {
      this.endPass();
    }
    return event;
  }

  endPass() {
    if (this.passUpdates === 0 && (this.p.stop.quiet || this.passes === this.passLimit)) this.outcome = "converged";
    else if (this.p.stop.cycle && this.returned()) this.outcome = "cycled";
    else if (this.passes === this.passLimit) this.outcome = "stopped";
    this.passUpdates = 0;
  }

  // Brent's method: one earlier state is kept, renewed after 1, 2, 4, … passes.
  keep(pass, patience) {
    Object.assign(this, { keptPass: pass, kept: this.state, patience, added: {} });
  }

  returned() {
    const same = sameVector([...this.state.w, this.state.b], [...this.kept.w, this.kept.b]);
    if (same && Object.keys(this.added).length) {
      if (this.p.words.correction === "residual") return false;
      const multipliers = wholeMultiples(everyIndex(this.p).map((i) => this.added[i] ?? ZERO));
      this.cycle = { firstPass: this.keptPass, lastPass: this.passes, multipliers };
      return true;
    }
    if (this.passes - this.keptPass === this.patience) this.keep(this.passes, 2 * this.patience);
    return false;
  }

  toEnd() {
    while (!this.outcome) this.next();
    return this;
  }
}

// The least integers in proportion to these rationals.
function wholeMultiples(values) {
  const denominator = commonDenominator(values);
  const whole = values.map((v) => (v.p * denominator) / v.q);
  const divisor = whole.reduce(gcd, 0n);
  return whole.map((v) => v / divisor);
}

// --- the best separator -----------------------------------------------------------------------------

// Wolfe's method for the point of the convex hull of z_i = y_i·(x_i, c) nearest to the origin.  Returns the
// separator u with least y·f = 1 and least norm, or multipliers λ with Σλ·z = 0.
function bestSeparator(p) {
  const product = (i, j) =>
    dot(p.points[i], p.points[j]).plus(p.foldSq).times(rational(p.labels[i] * p.labels[j]));
  const indices = everyIndex(p);
  let support = [indices.reduce((a, i) => (product(i, i).compare(product(a, a)) < 0 ? i : a))];
  let shares = [ONE];
  for (;;) {
    const along = indices.map((j) => sum(support.map((i, n) => shares[n].times(product(i, j)))));
    const normSq = sum(support.map((i, n) => shares[n].times(along[i])));
    if (normSq.sign === 0) {
      const multipliers = indices.map((i) => (support.includes(i) ? shares[support.indexOf(i)] : ZERO));
      return { separable: false, multipliers: wholeMultiples(multipliers) };
    }
    const lowest = indices.reduce((a, j) => (along[j].compare(along[a]) < 0 ? j : a));
    if (normSq.atMost(along[lowest])) {
      const zero = { w: p.points[0].map(() => ZERO), b: ZERO };
      const point = corrected(p, zero, support.map((i, n) => ({ i, c: shares[n].over(normSq) })));
      return { separable: true, u: point };
    }
    support = [...support, lowest];
    shares = [...shares, ZERO];
    [support, shares] = towardsAffineMinimum(support, shares, product);
  }
}

function towardsAffineMinimum(support, shares, product) {
  for (;;) {
    const goal = affineMinimum(support, product);
    const blocked = goal.map((g, n) => (g.sign > 0 ? null : shares[n].over(shares[n].minus(g)))).filter(Boolean);
    if (!blocked.length) return [support, goal];
    const part = least(blocked);
    const moved = shares.map((s, n) => s.plus(part.times(goal[n].minus(s))));
    support = support.filter((_, n) => moved[n].sign > 0);
    shares = moved.filter((s) => s.sign > 0);
  }
}

// The shares, summing to one, of the point nearest to the origin on the flat through the support.
function affineMinimum(support, product) {
  const size = support.length;
  const rows = support.map((i) => [...support.map((j) => product(i, j)), rational(-1), ZERO]);
  rows.push([...support.map(() => ONE), ZERO, ONE]);
  for (let column = 0; column <= size; column += 1) {
    const pivot = rows.findIndex((row, n) => n >= column && row[column].sign !== 0);
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    const scale = rows[column][column];
    rows[column] = rows[column].map((v) => v.over(scale));
    rows.forEach((row, n) => {
      if (n !== column && row[column].sign !== 0) rows[n] = addScaled(row, row[column].negated(), rows[column]);
    });
  }
  return rows.slice(0, size).map((row) => row[size + 1]);
}
