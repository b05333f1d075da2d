// The invariants of the convergence proof, as monitors over a stream of updates: `verified_perceptron/invariants`
// in the browser, with the same names and both sides as exact numbers.
"use strict";

const INVARIANTS = ["step", "mistake", "skipped", "progress", "growth", "combination", "folding", "slack", "machine"];

const holdsIf = (left, relation, right, holds) => ({ left: String(left), relation, right: String(right), holds });
const atMost = (left, right) => holdsIf(left, "≤", right, left.atMost(right));
const same = (left, right) => holdsIf(left, "=", right, left.equals(right));

function comparisonText({ left, relation, right, holds }) {
  const said = `${left} ${relation} ${right}`;
  return !holds && ["≤", "="].includes(relation) ? `${said} does not hold` : said;
}

function mistakeRule(p) {
  if (p.margin) return `y·f ≤ ${p.words.margin}`;
  return { mistake: "y·f ≤ 0", correct: "y·f < 0", plus: "sign(f) ≠ y, sign(0) = +1", minus: "sign(f) ≠ y, sign(0) = −1" }[p.words.tie];
}

// The theorem whose invariant a run under these conventions is held to.
function theoremOf(p) {
  if (p.margin) return "T4";
  if (p.group !== "online" || !p.rates.constant) return "T5";
  if (!p.fromZero || !p.rates.isOne) return "T2";
  return p.words.offset === "none" ? "T1" : "T3";
}

// u scaled to integers, γ = min y·f(x) over the examples, U = ‖u‖².
function measured(p, u) {
  const factor = rational(commonDenominator([...u.w, u.b]));
  const whole = { w: u.w.map((v) => v.times(factor)), b: u.b.times(factor) };
  return { u: whole, gamma: least(everyIndex(p).map((i) => signed(p, whole, i))), normSq: align(p, whole, whole) };
}

// --- what every monitor does ------------------------------------------------------------------------

class Monitor {
  constructor(p, separator) {
    Object.assign(this, { p, separator, k: 0, amount: ZERO, amountSq: ZERO, before: p.start, after: p.start, update: null });
    this.theorem = theoremOf(p);
    this.startNormSq = align(p, p.start, p.start);
  }
  observe(event) {
    if (event.kind !== "update") return;
    const amount = sum(event.terms.map(({ c }) => c));
    this.k += 1;
    this.amount = this.amount.plus(amount);
    this.amountSq = this.amountSq.plus(amount.squared());
    [this.before, this.after, this.update] = [this.after, { w: event.w, b: event.b }, event];
  }
  get growthLimit() { return this.startNormSq.plus(this.amountSq.times(this.p.radiusSq)); }
  get examples() { return this.update.terms.map(({ i }) => i); }

  // Both sides after the last event, or null while there is nothing to compare.
  verdict() {
    if (!this.update) return null;
    return { ...this.comparison(), k: this.k, examples: this.examples };
  }
}

// --- the definition ---------------------------------------------------------------------------------

class StepMonitor extends Monitor {
  name = "step";
  statement = "w_k = w_{k−1} + Σ η·y·x";
  theorem = "definition";
  comparison() {
    const { p, update } = this;
    if (update.k !== this.k) return same(rational(update.k), rational(this.k));
    for (const { i, c } of update.terms) {
      const agreed = agreedCoefficient(p, this.before, update.k, i, update.terms.length);
      if (!c.equals(agreed)) return same(c, agreed);
    }
    const { w, b } = corrected(p, this.before, update.terms);
    const found = [...update.w, update.b];
    const wrong = [...w, b].findIndex((v, j) => !v.equals(found[j]));
    return wrong < 0 ? holdsIf("w", "=", "w + Σ coefficient·y·x", true) : same(found[wrong], [...w, b][wrong]);
  }
}

class MistakeMonitor extends Monitor {
  name = "mistake";
  statement = "every corrected example was a mistake";
  theorem = "definition";
  comparison() {
    const shown = this.examples.find((i) => !isWrong(this.p, this.before, i)) ?? this.examples[0];
    const wrong = isWrong(this.p, this.before, shown);
    const said = wrong ? "is a mistake by the rule" : "is no mistake by the rule";
    return holdsIf(`y·f = ${signed(this.p, this.before, shown)}`, said, mistakeRule(this.p), wrong);
  }
}

class SkippedMonitor extends Monitor {
  name = "skipped";
  statement = "no mistake was passed over";
  theorem = "definition";
  rest = null;
  pass = 0;
  pickedInPass = false;
  missed = null;

  observe(event) {
    const now = event.kind === "update" ? event.terms.map(({ i }) => i) : [];
    const due = PICKS.includes(this.p.order) ? this.dueOfPick(event) : this.dueOfScan(event, now);
    for (const i of due) {
      const wrong = isWrong(this.p, this.after, i);
      if (wrong === now.includes(i) || this.missed) continue;
      const said = wrong ? "was passed over, a mistake by the rule" : "was not due, no mistake by the rule";
      this.missed = { i, ...holdsIf(`y·f = ${signed(this.p, this.after, i)}`, said, mistakeRule(this.p), false) };
    }
    super.observe(event);
  }
  dueOfScan(event, now) {
    const n = this.p.points.length;
    if (!this.rest) this.rest = scanOf(this.p, (this.pass += 1));
    if (event.kind === "pass") {
      const due = this.rest;
      this.rest = null;
      return due;
    }
    const count = this.rest.length - (n - (event.round - (event.pass - 1) * n));
    const due = this.rest.slice(0, count);
    this.rest = this.rest.slice(count);
    const inTurn = due.slice(-this.p.batchSize);
    return [...due, ...now.filter((i) => !inTurn.includes(i))];
  }
  dueOfPick(event) {
    if (event.kind === "update") {
      this.pickedInPass = true;
      return picked(this.p, this.after, this.k);
    }
    const due = this.pickedInPass ? [] : everyIndex(this.p).filter((i) => isWrong(this.p, this.after, i));
    this.pickedInPass = false;
    return due;
  }
  verdict() {
    if (this.missed) return { ...this.missed, k: this.k, examples: [this.missed.i] };
    return this.update && { ...holdsIf("every mistake", "was", "corrected", true), k: this.k, examples: this.examples };
  }
}

// --- progress, growth, combination ------------------------------------------------------------------

class ProgressMonitor extends Monitor {
  name = "progress";
  statement = "⟨w_k,w*⟩ ≥ ⟨w₀,w*⟩ + kηγ";
  comparison() {
    const { u, gamma } = this.separator;
    const reached = align(this.p, this.after, u);
    return atMost(align(this.p, this.p.start, u).plus(this.amount.times(gamma)), reached);
  }
}

class GrowthMonitor extends Monitor {
  name = "growth";
  statement = "‖w_k‖² ≤ ‖w₀‖² + kη²R²";
  comparison() { return atMost(align(this.p, this.after, this.after), this.growthLimit); }
}

class CombinationMonitor extends Monitor {
  name = "combination";
  statement = "kγ² ≤ R²‖w*‖² + 2γ‖w*‖‖w₀‖/η";
  comparison() {
    const { gamma, normSq } = this.separator;
    const allowed = this.p.radiusSq.times(normSq);
    const used = gamma.squared().times(this.amount.squared()).over(this.amountSq);
    if (this.startNormSq.sign === 0) return atMost(used, allowed);
    const factor = rational(2).times(gamma).times(this.amount).over(this.amountSq);
    const limitSq = factor.squared().times(normSq).times(this.startNormSq);
    const excess = used.minus(allowed);
    return holdsIf(excess, "≤", rootText(limitSq), atMostRoot(excess, limitSq));
  }
}

class MarginGrowthMonitor extends Monitor {
  name = "growth";
  statement = "‖w_k‖ ≤ kβ + √(k(R²−β²))";
  comparison() {
    const [rate, beta, k] = [this.p.rates.at(1), this.p.margin.value, rational(this.k)];
    const left = align(this.p, this.after, this.after);
    const first = rate.times(k).times(beta).squared();
    const second = rate.squared().times(k).times(this.p.radiusSq.minus(beta.squared()));
    return holdsIf(rootText(left), "≤", `${rootText(first)} + ${rootText(second)}`, atMostSumOfRoots(left, first, second));
  }
}

class MarginCombinationMonitor extends Monitor {
  name = "combination";
  statement = "k(γ−β)² ≤ R²−β², ‖w*‖ = 1";
  comparison() {
    const [betaSq, k] = [this.p.margin.value.squared(), rational(this.k)];
    const marginSq = this.separator.gamma.squared().over(this.separator.normSq);
    const excess = k.times(marginSq.plus(betaSq)).minus(this.p.radiusSq.minus(betaSq));
    const limitSq = rational(4).times(k.squared()).times(betaSq).times(marginSq);
    return holdsIf(excess, "≤", rootText(limitSq), atMostRoot(excess, limitSq));
  }
}

class FixedMarginGrowthMonitor extends Monitor {
  name = "growth";
  statement = "‖w_k‖² ≤ k(R²+2τ)";
  comparison() {
    const more = rational(2).times(this.amount).times(this.p.margin.value);
    return atMost(align(this.p, this.after, this.after), this.growthLimit.plus(more));
  }
}

class FixedMarginCombinationMonitor extends Monitor {
  name = "combination";
  statement = "kγ² ≤ (R²+2τ)‖w*‖²";
  comparison() {
    const more = rational(2).times(this.amount).times(this.p.margin.value);
    const right = this.separator.normSq.times(this.amountSq.times(this.p.radiusSq).plus(more));
    return atMost(this.amount.squared().times(this.separator.gamma.squared()), right);
  }
}

// --- the offset, slack, machine numbers -------------------------------------------------------------

class FoldingMonitor extends Monitor {
  name = "folding";
  statement = "⟨w,x⟩ + b = ⟨w',x'⟩";
  theorem = "T3";
  mismatch = null;
  constructor(p, separator) {
    super(p, separator);
    this.twin = p.start.w;
    this.coordinate = p.foldSq.sign === 0 ? ZERO : p.start.b.over(p.foldSq);
  }
  get twinOffset() { return this.coordinate.times(this.p.foldSq); }
  observe(event) {
    const { after: before, p } = this;
    super.observe(event);
    if (event.kind !== "update") return;
    for (const { i } of event.terms) {
      const [explicit, folded] = [score(p, before, i), dot(this.twin, p.points[i]).plus(this.twinOffset)];
      if (!explicit.equals(folded)) this.mismatch = same(explicit, folded);
    }
    for (const { i, c } of event.terms) {
      const step = c.times(rational(p.labels[i]));
      this.twin = addScaled(this.twin, step, p.points[i]);
      this.coordinate = this.coordinate.plus(step);
    }
  }
  comparison() {
    if (this.mismatch) return this.mismatch;
    const wrong = this.after.w.findIndex((v, j) => !v.equals(this.twin[j]));
    return wrong < 0 ? same(this.after.b, this.twinOffset) : same(this.after.w[wrong], this.twin[wrong]);
  }
}

class SlackMonitor extends Monitor {
  name = "slack";
  statement = "kγ² ≤ R²‖w*‖² + 2γΣξ";
  theorem = "T11";
  slack = ZERO;
  constructor(p, separator) {
    super(p, separator);
    this.gamma = least(everyIndex(p).map((i) => signed(p, separator.u, i)).filter((m) => m.sign > 0));
  }
  observe(event) {
    super.observe(event);
    for (const { i } of event.terms ?? []) {
      this.slack = this.slack.plus(greatest([ZERO, this.gamma.minus(signed(this.p, this.separator.u, i))]));
    }
  }
  comparison() {
    const limit = this.p.radiusSq.times(this.separator.normSq).plus(rational(2).times(this.gamma).times(this.slack));
    return atMost(rational(this.k).times(this.gamma.squared()), limit);
  }
}

class MachineMonitor extends Monitor {
  name = "machine";
  statement = "|partial sums of ⟨w_k,x⟩| ≤ √k·R²";
  theorem = "T12";
  comparison() {
    const x = this.p.points[this.examples[0]];
    const products = [...this.after.w.map((v, j) => v.times(x[j])), this.after.b];
    const part = (sign) => sum(products.filter((v) => v.sign === sign));
    const largest = greatest([part(1), part(-1).negated()]);
    const limitSq = this.growthLimit.times(this.p.radiusSq);
    return holdsIf(largest, "≤", rootText(limitSq), atMostRoot(largest, limitSq));
  }
}

// --- which of them apply ----------------------------------------------------------------------------

// The monitors of a run, and why each of the other invariants is not checked.
function watch(p, separator) {
  const unchecked = {};
  const chosen = {};
  const take = (name, monitor, reason = null) => {
    if (reason) unchecked[name] = reason;
    else chosen[name] = new monitor(p, separator);
  };
  take("step", StepMonitor);
  take("folding", FoldingMonitor, p.foldSq.sign === 0 ? "there is no offset" : null);
  if (p.words.correction === "residual") {
    for (const name of INVARIANTS) {
      if (!chosen[name] && !unchecked[name]) unchecked[name] = "the delta rule corrects every example, mistake or not";
    }
    return { monitors: Object.values(chosen), unchecked };
  }
  const none = separator ? null : "no separator is known";
  const plain = p.fromZero && p.rates.constant;
  const relative = p.margin?.relative;
  const t4 = relative && !plain ? "T4 starts from zero, at a constant rate" : null;
  take("mistake", MistakeMonitor);
  take("skipped", SkippedMonitor);
  take("progress", ProgressMonitor, none);
  if (!p.margin) {
    take("growth", GrowthMonitor);
    take("combination", CombinationMonitor, none);
  } else if (relative) {
    const betaSq = p.margin.value.squared();
    take("growth", MarginGrowthMonitor, t4 ?? (betaSq.atMost(p.radiusSq) ? null : "β exceeds R, so no data have this margin"));
    const above = separator && separator.gamma.squared().atMost(betaSq.times(separator.normSq));
    take("combination", MarginCombinationMonitor, none ?? t4 ?? (above ? "β is not below the separator's margin, so T4 bounds nothing" : null));
  } else {
    take("growth", FixedMarginGrowthMonitor);
    take("combination", FixedMarginCombinationMonitor, none ?? (p.fromZero ? null : "T4 starts from zero"));
  }
  take("machine", MachineMonitor, p.margin ? "the growth of the margin perceptron is another" : null);
  const online = p.group === "online" && !p.margin && plain;
  take("slack", SlackMonitor, online ? none && "no weights are known to compare with" : "T11 speaks of online updates at a constant rate from zero");
  return { monitors: INVARIANTS.filter((name) => chosen[name]).map((name) => chosen[name]), unchecked };
}

// The first place where each monitor's invariant breaks, kept as events go by.
class Contract {
  constructor(p, separator) {
    Object.assign(this, watch(p, separator), { broken: {}, last: {} });
  }
  // Reads an event; returns the invariants that break here for the first time.
  observe(event) {
    const fresh = [];
    for (const monitor of this.monitors) {
      if (this.broken[monitor.name]) continue;
      monitor.observe(event);
      const verdict = monitor.verdict();
      if (!verdict) continue;
      const found = { name: monitor.name, theorem: monitor.theorem, statement: monitor.statement, ...verdict };
      this.last[monitor.name] = found;
      if (!verdict.holds) fresh.push((this.broken[monitor.name] = found));
    }
    return fresh;
  }
}

function violationText({ name, theorem, k, examples, ...comparison }) {
  const shown = examples.slice(0, 5).map((i) => i + 1).join(", ") + (examples.length > 5 ? " …" : "");
  return `${name} (${theorem}) fails at update ${k}, on example ${shown}: ${comparisonText(comparison)}`;
}
