// A perceptron in JavaScript, held to the test vectors:  node check_vectors.js vectors.json
//
// Integers are BigInt throughout.  PLANTED_BUG=1 in the environment plants one bug (a tie counts as correct),
// which the vectors must catch.
"use strict";
const fs = require("fs");

const BUG = process.env.PLANTED_BUG === "1";
const big = (list) => list.map(BigInt);
const same = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);

function score(p, w, b, x) {
  return w.reduce((sum, v, j) => sum + v * x[j] * (j === p.axis ? p.axisWeight : 1n), b);
}

// By how much (in signed units of the label, times the unit where a residual is meant) an example asks for correction.
function demand(p, w, b, i) {
  const y = BigInt(p.y[i]), f = score(p, w, b, p.x[i]), s = y * f;
  if (p.correction === "residual") return p.unit - s;
  if (p.correction === "target-sign") return s < 0n ? 2n : s === 0n ? 1n : 0n;
  let wrong;
  if (p.margin === "fixed") wrong = s <= p.tau;
  else if (p.margin === "relative") {
    const square = score(p, w, 0n, w);
    wrong = s <= 0n || (p.beta[1] * s) ** 2n <= p.beta[0] ** 2n * square;
  } else if (p.tie === "mistake") wrong = BUG ? s < 0n : s <= 0n;
  else if (p.tie === "correct") wrong = s < 0n;
  else if (p.tie === "plus") wrong = (f >= 0n ? 1n : -1n) !== y;
  else wrong = (f > 0n ? 1n : -1n) !== y;
  return !wrong ? 0n : p.correction === "target-output" ? 2n : 1n;
}

function run(p, passes) {
  let w = [...p.start], b = p.startOffset, k = 0, round = 0, made = 0, quiet = true;
  const n = p.x.length, updates = [], after = [[...w, b]], counts = [1], sums = [...w, b];
  const count = (times) => { counts[counts.length - 1] += times; [...w, b].forEach((v, j) => { sums[j] += BigInt(times) * v; }); };
  const correct = (chunk) => {
    const demands = chunk.map((i) => [i, demand(p, w, b, i)]).filter(([, d]) => d !== 0n);
    if (p.correction === "residual" && demands.length) demands.splice(0, demands.length, ...chunk.map((i) => [i, demand(p, w, b, i)]));
    if (!demands.length) return false;
    count(round - 1 - made);
    let step = p.steps[Math.min(k, p.steps.length - 1)];
    k += 1;
    if (p.group === "mean-batch") step /= BigInt(demands.length);
    for (const [i, d] of demands) {
      const c = (p.correction === "residual" ? step * d / p.unit : step * d) * BigInt(p.y[i]);
      w = w.map((v, j) => v + c * p.x[i][j]);
      b += c * p.offsetStep;
    }
    updates.push(demands.map(([i]) => i));
    counts.push(1);
    [...w, b].forEach((v, j) => { sums[j] += v; });
    made = round;
    return true;
  };
  const size = p.group === "online" ? 1 : p.group === "mini-batch" ? p.batchSize : n;
  for (let pass = 0; pass < passes; pass += 1) {
    quiet = true;
    if (["first", "last", "worst", "random"].includes(p.order)) {
      round += n;
      const wrong = [...Array(n).keys()].filter((i) => demand(p, w, b, i) !== 0n);
      if (wrong.length) {
        const signed = (i) => BigInt(p.y[i]) * score(p, w, b, p.x[i]);
        const picked = p.order === "first" ? wrong[0] : p.order === "last" ? wrong[wrong.length - 1]
          : p.order === "random" ? wrong[p.draws[k]] : wrong.reduce((best, i) => (signed(i) < signed(best) ? i : best));
        quiet = !correct([picked]);
      }
    } else {
      const scan = p.scans.length ? p.scans[pass] : [...Array(n).keys()];
      for (let at = 0; at < n; at += size) {
        const chunk = scan.slice(at, at + size);
        round += chunk.length;
        if (correct(chunk)) quiet = false;
      }
    }
    after.push([...w, b]);
  }
  count(round - made);
  return { w, b, updates, after, counts, sums, quiet };
}

function check(vector) {
  const q = vector.integers, e = vector.expected;
  const p = {
    ...q, x: q.x.map(big), start: big(q.start), startOffset: BigInt(q.start_offset), steps: big(q.steps),
    offsetStep: BigInt(q.offset_step), axisWeight: BigInt(q.axis_weight), unit: BigInt(q.unit), tau: BigInt(q.tau),
    beta: big(q.beta), batchSize: q.batch_size,
  };
  const r = run(p, e.passes);
  if (JSON.stringify(r.updates) !== JSON.stringify(e.updates)) return "other updates";
  if (!same(r.w, big(e.weights)) || r.b !== BigInt(e.offset)) return "other weights";
  if (e.outcome === "converged" && !r.quiet) return "the last pass is not quiet";
  if (e.cycle && !same(r.after[e.cycle.first_pass], r.after[e.cycle.last_pass])) return "no cycle";
  if (e.counts.length && JSON.stringify(r.counts) !== JSON.stringify(e.counts)) return "other survival counts";
  const unfolded = q.offset_step !== "0" || vector.conventions.offset === "none";
  if (e.sum.length && unfolded && !same(r.sums, big(e.sum))) return "another sum";
  return null;
}

const file = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
let failed = 0;
for (const vector of file.cases) {
  const reason = check(vector);
  if (reason !== null) {
    failed += 1;
    if (failed <= 5) console.log(`case ${vector.number} (${vector.comment}) [${vector.flags.join(", ")}]: ${reason}`);
  }
}
console.log(`${file.cases.length - failed} of ${file.cases.length} cases pass`);
process.exit(failed ? 1 : 0);
