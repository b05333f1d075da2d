// The project's own test vectors, put to the perceptron of this page (`verified-perceptron vectors`).
"use strict";

// Why the perceptron of this page fails the vector, or null if it passes.
function failureOf(vector) {
  const points = vector.x.map((x) => x.map(parseRational));
  const { expected, result } = vector;
  const { scans, draws, unit } = vector.integers;
  const drawn = { scans: (pass) => scans[pass - 1], draws: (k, choices) => (draws[k] ?? 0) % choices };
  const p = pose(points, vector.y, vector.conventions, drawn);
  const made = [];
  const run = new Run(p);
  while (!run.outcome) {
    const event = run.next();
    if (event.kind === "update") made.push(event.terms.map(({ i }) => i));
    else if (event.pass === expected.passes && !run.outcome) return "it does not end in time";
  }
  const differs = (found, wanted) => JSON.stringify(found) !== JSON.stringify(wanted);
  if (differs(made, expected.updates)) return "other updates";
  if (differs(run.state.w.map(String), result.weights)) return "other weights";
  if (String(run.state.b) !== result.offset) return "another offset";
  if (run.outcome !== expected.outcome) return `${run.outcome}, not ${expected.outcome}`;
  if (run.passes !== expected.passes) return "another number of passes";
  const cycle = run.cycle && {
    first_pass: run.cycle.firstPass, last_pass: run.cycle.lastPass, multipliers: run.cycle.multipliers.map(String),
  };
  if (differs(cycle, expected.cycle)) return "another cycle";
  if (!expected.counts.length) return null;
  if (differs(run.survivors.map(({ count }) => count), expected.counts)) return "other survival counts";
  // The vector's integers are the data's units times `unit` for offsets, times `unit` over D for weights.
  const [offsetUnit, denominator] = [rational(unit), rational(commonDenominator(points.flat()))];
  const total = (part) => sum(run.survivors.map((voter) => part(voter).times(rational(voter.count))));
  const sums = [
    ...p.start.w.map((_, j) => total(({ w }) => w[j]).times(offsetUnit).over(denominator)),
    total(({ b }) => b).times(offsetUnit),
  ];
  return differs(sums.map(String), expected.sum) ? "another sum" : null;
}

// The vectors that fail, with the reason.
const failing = (vectors) => vectors.map((v) => [v.number, failureOf(v)]).filter(([, reason]) => reason !== null);
