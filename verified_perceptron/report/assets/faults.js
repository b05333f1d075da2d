// Perceptrons that are wrong on purpose, each by one decision, named as in `verified_perceptron/faults.py`.
"use strict";

// The right decisions of a plain perceptron with an explicit offset; a fault replaces one of them.
const TEXTBOOK = {
  order: (p) => everyIndex(p),
  beginPass: () => {},
  score: (p, self, x) => dot(self.w, x).plus(self.b),
  isMistake: (y, f) => y * f.sign <= 0,
  correct: (p, self, x, y) => addTo(p, self, x, rational(y), rational(y)),
  firstCount: 1,
};

function addTo(p, self, x, weightStep, offsetStep, offsetSq = p.foldSq) {
  self.w = addScaled(self.w, weightStep, x);
  self.b = self.b.plus(offsetStep.times(offsetSq));
}

const TWO = rational(2);
const signsOf = (x) => x.map((v) => rational(v.sign));

const FAULTS = {
  TieCalledCorrect: { says: "y·f < 0 instead of y·f ≤ 0: from zero it never starts", isMistake: (y, f) => y * f.sign < 0 },
  TieByPrediction: {
    says: "compares labels with sign(0) = +1: ties of negative examples only are mistakes",
    isMistake: (y, f) => (f.sign >= 0 ? 1 : -1) !== y,
  },
  EveryExampleCorrected: { says: "never asks whether the example is a mistake", isMistake: () => true },
  MarginOfOne: { says: "corrects whenever y·f ≤ 1, as the hinge loss would", isMistake: (y, f) => f.times(rational(y)).atMost(ONE) },
  LabelDroppedFromTest: { says: "tests f ≤ 0 instead of y·f ≤ 0", isMistake: (_, f) => f.sign <= 0 },
  AbsoluteScore: { says: "tests |f| ≤ 0 instead of y·f ≤ 0", isMistake: (_, f) => f.sign === 0 },
  PositivesOnly: { says: "corrects false negatives and never false positives", isMistake: (y, f) => y > 0 && f.sign <= 0 },
  LabelDropped: { says: "w += x instead of w += y·x", correct: (p, self, x, y) => addTo(p, self, x, ONE, rational(y)) },
  WrongSign: { says: "w −= y·x", correct: (p, self, x, y) => addTo(p, self, x, rational(-y), rational(-y)) },
  ZeroOneLabels: {
    says: "uses labels 0 and 1 in the correction: negative examples add nothing",
    correct: (p, self, x, y) => y > 0 && addTo(p, self, x, ONE, ONE),
  },
  DoubleStep: { says: "adds 2y·x while claiming y·x", correct: (p, self, x, y) => addTo(p, self, x, rational(2 * y), rational(2 * y)) },
  LastFeatureForgotten: {
    says: "the loop over the features stops one too early",
    correct: (p, self, x, y) => addTo(p, self, [...x.slice(0, -1), ZERO], rational(y), rational(y)),
  },
  WeightDecay: {
    says: "halves the weights after each correction",
    correct: (p, self, x, y) => {
      addTo(p, self, x, rational(y), rational(y));
      self.w = self.w.map((v) => v.over(TWO));
    },
  },
  SquashedFeatures: {
    says: "adds y·sign(x), the direction without the length",
    correct: (p, self, x, y) => addTo(p, self, signsOf(x), rational(y), rational(y)),
  },
  OffsetForgotten: { says: "the offset is never corrected", correct: (p, self, x, y) => addTo(p, self, x, rational(y), ZERO) },
  OffsetWithoutLabel: { says: "b += 1 instead of b += y", correct: (p, self, x, y) => addTo(p, self, x, rational(y), ONE) },
  UnitStepInRadiusFold: {
    says: "b += y where the fold with R needs b += y·R²",
    claims: { offset: "radius" },
    correct: (p, self, x, y) => addTo(p, self, x, rational(y), rational(y), ONE),
  },
  RadiusOfFirstExample: {
    says: "R is taken from the first example instead of the longest",
    claims: { offset: "radius" },
    correct: (p, self, x, y) => addTo(p, self, x, rational(y), rational(y), dot(p.points[0], p.points[0])),
  },
  OffsetCountedTwice: {
    says: "scores with b in the weights and again beside them",
    score: (p, self, x) => dot(self.w, x).plus(self.b.times(TWO)),
  },
  StaleWeights: {
    says: "scores with the weights from the beginning of the pass: a batch called online",
    beginPass: (p, self) => { self.stale = { w: self.w, b: self.b }; },
    score: (p, self, x) => TEXTBOOK.score(p, self.stale, x),
  },
  OneUpdateBehind: {
    says: "scores with the weights from before the last update",
    score: (p, self, x) => TEXTBOOK.score(p, self.previous ?? p.start, x),
    correct: (p, self, x, y) => {
      self.previous = { w: self.w, b: self.b };
      TEXTBOOK.correct(p, self, x, y);
    },
  },
  LastExampleSkipped: { says: "the loop over the examples stops one too early", order: (p) => everyIndex(p).slice(0, -1) },
  StopsAfterOnePass: {
    says: "looks at nothing after the first pass and reports convergence",
    order: (p, pass) => (pass === 1 ? everyIndex(p) : []),
  },
  BackwardsEverySecondPass: {
    says: "claims the cyclic order and runs to and fro",
    order: (p, pass) => (pass % 2 ? everyIndex(p) : everyIndex(p).reverse()),
  },
  RestartsEveryPass: {
    says: "sets the weights back to zero before each pass",
    beginPass: (p, self) => Object.assign(self, p.start),
  },
  CountsFromZero: { says: "the first update is number 0", firstCount: 0 },
};

// What a fault claims to follow: the perceptron with an explicit offset, unit step unless it says otherwise.
const claimsOf = (fault) => ({ ...PLAIN, offset: "unit", ...fault.claims });

// The stream of a faulty perceptron, in the same records as the right one's.
function* faultyUpdates(p, fault) {
  const decide = { ...TEXTBOOK, ...fault };
  const self = { ...p.start };
  let k = decide.firstCount - 1, round = 0;
  for (let pass = 1; ; pass += 1) {
    decide.beginPass(p, self);
    for (const i of decide.order(p, pass)) {
      const [x, y] = [p.points[i], p.labels[i]];
      round += 1;
      if (!decide.isMistake(y, decide.score(p, self, x))) continue;
      decide.correct(p, self, x, y);
      k += 1;
      yield { kind: "update", k, pass, round, terms: [{ i, c: ONE }], w: self.w, b: self.b };
    }
    yield { kind: "pass", pass, round, w: self.w, b: self.b };
  }
}
