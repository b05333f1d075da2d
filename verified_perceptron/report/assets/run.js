// One run: what came out, the separator turning, the curves of the proof, invariants, certificates.
"use strict";

const OUTCOMES = {
  converged: ["good", "converged"], cycled: ["bad", "cycled: not separable"], stopped: ["open", "stopped by a limit"],
};

function runSections(run) {
  return [headSection(run), courseSection(run), run.combination && combinationSection(run), proofSection(run), certificateSection(run)].filter(Boolean);
}

// --- what came out ------------------------------------------------------------------------------------

function headSection(run) {
  const { data, bound } = run;
  const [tone, word] = OUTCOMES[run.outcome];
  const facts = [
    ["examples", `${grouped(data.examples)} (${grouped(data.positives)} positive, ${grouped(data.negatives)} negative)`],
    ["features", grouped(data.features)],
    ["updates in passes", `${grouped(run.updates)} in ${grouped(run.passes)}`],
    ["final weights", vectorOf(run.weights)],
    ["final offset", run.conventions.offset === "none" ? "none" : exactWithDecimal(run.offset)],
    [run.conventions.offset === "none" ? "R²" : "R² (folded)", exactWithDecimal(run.radius_sq)],
    run.separator && ["separator with the least bound, w*", vectorOf(run.separator.weights)],
    run.separator && run.conventions.offset !== "none" && ["its offset b*", exactWithDecimal(run.separator.offset)],
    run.separator && ["its margin γ", exactWithDecimal(run.separator.gamma)],
    run.separator && [run.conventions.offset === "none" ? "‖w*‖²" : "‖w*‖² (folded)", exactWithDecimal(run.separator.norm_sq)],
  ].filter(Boolean);
  return h("section", { id: "run", "aria-labelledby": "run-title" },
    h("div", { class: "verdict" },
      h("div", { class: "row" }, h("h1", { id: "run-title" }, data.name), h("span", { class: `badge ${tone}` }, word)),
      h("p", { class: "said" }, verdictText(run)),
      bound && tightness(run),
      h("div", { class: "card" }, h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))))),
      h("ul", { class: "chips", "aria-label": "conventions" },
        run.system && h("li", {}, "system ", h("b", {}, run.system)),
        Object.entries(run.conventions).filter(([name]) => name !== "sign_zero").map(([name, value]) => h("li", {}, `${name} `, h("b", {}, value))))));
}

function verdictText(run) {
  const made = `${plural(run.updates, "update")} in ${plural(run.passes, "pass", "passes")}`;
  const oneClass = run.data.positives === 0 || run.data.negatives === 0 ? " All labels are equal." : "";
  if (run.outcome === "cycled") {
    return `After ${made} the weights came back to where they had been after pass ${run.cycle.first_pass}. That is a proof: nothing separates these data, and the corrections in between add up to zero.`;
  }
  if (run.outcome === "stopped") {
    const known = run.separable === false ? " The data are not separable: a combination of the examples cancels." : "";
    return `Stopped after ${made}, before a whole pass went by without an update.${known}${oneClass}`;
  }
  const allowed = run.bound ? ` The theorem (${run.bound.theorem}) allows at most ${grouped(run.bound.most)}.` : "";
  const end = run.separates ? "the final weights separate the data" : "but the final weights do not separate the data: ties count as right";
  return `Converged after ${made}; ${end}.${allowed}${oneClass}`;
}

function tightness(run) {
  const { bound } = run;
  if (!bound.used) return null;
  const used = parseExact(bound.used);
  const percent = (used.p * 1000n) / used.q;
  const text = percent === 0n ? "Less than 0.1 %" : `${percent / 10n}.${percent % 10n} %`;
  return h("div", { class: "tight" },
    h("div", { class: "bar", role: "img", "aria-label": `${text} of the bound was used` }, h("span", { style: `width: ${Math.min(100, Number(percent) / 10)}%` })),
    h("p", { class: "small soft" }, `${text} of the bound was used: `, exactNumber(bound.used), bound.exact ? [", the bound ", bound.formula, " being ", exactNumber(bound.exact)] : `, the bound ${bound.formula} being at least ${grouped(bound.most)} and less than ${grouped(BigInt(bound.most) + 1n)}`, "."));
}

// --- the course ---------------------------------------------------------------------------------------

function courseSection(run) {
  const moments = run.course.shown.map((m) => ({
    ...m,
    exact: {
      progress: m.progress && parseExact(m.progress), progressLimit: m.progress_limit && parseExact(m.progress_limit),
      growth: parseExact(m.growth), growthLimit: m.growth_limit.map(parseExact),
      state: m.w && { w: m.w.map(parseExact), b: parseExact(m.b) },
    },
  }));
  const view = new CourseView(run, moments);
  const all = run.course.count;
  const thinned = moments.length < all
    ? ` Of ${grouped(all)} moments ${grouped(moments.length)} are shown: the first, the last, an even sample, and those where an inequality is tightest.`
    : "";
  const limits = moments[0].exact.growthLimit.length ? "" : " No theorem of the project bounds it under these conventions.";
  const lead = moments[0].progress
    ? "Two inequalities make the proof: the weights go forward along w*, and they do not get long. Together they squeeze the cosine between the two up to 1."
    : run.separable === false
      ? "Without a separator there is nothing to go forward along. That updates on mistakes do not make the weights long holds on any data."
      : `${run.separator ? "The delta rule corrects every example, mistake or not" : "No separator is compared with here"}, so only the length of the weights is drawn.`;
  return section("course", "Update by update", `${lead}${thinned}${limits}`,
    h("div", { class: "stack" }, view.elements()));
}

class CourseView {
  constructor(run, moments) {
    Object.assign(this, { run, moments, at: moments.length - 1, timer: null, listeners: [] });
    this.ks = moments.map(({ k }) => k);
  }
  elements() {
    const planar = this.run.points !== null;
    const readout = this.readout();
    const charts = this.charts();
    const parts = [h("div", { class: "card" }, this.stepper())];
    parts.push(planar ? h("div", { class: "two" }, this.plane(), readout) : readout, h("div", { class: "grid" }, charts), this.dataTable());
    this.select(this.at);
    return parts;
  }
  select(index) {
    const next = Math.max(0, Math.min(this.moments.length - 1, index));
    const single = Math.abs(next - this.at) === 1;
    this.at = next;
    for (const listener of this.listeners) listener(this.moments[next], next, single);
  }
  key(event) {
    const move = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.select(this.at + move);
  }

  stepper() {
    const last = this.moments.length - 1;
    const slider = h("input", { type: "range", min: 0, max: last, value: last, "aria-label": "update" });
    const output = h("output", { "aria-live": "polite" });
    slider.addEventListener("input", () => { this.stop(); this.select(Number(slider.value)); });
    const button = (label, picture, act) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, icon(picture));
    this.playButton = button("play", "play", () => (this.timer ? this.stop() : this.play()));
    this.listeners.push((m, index) => {
      slider.value = index;
      const which = m.k === 0 ? "the start" : `update ${grouped(m.k)} of ${grouped(this.run.updates)}, pass ${grouped(m.pass)}`;
      slider.setAttribute("aria-valuetext", which);
      output.textContent = which;
    });
    return h("div", { class: "stepper" },
      h("div", { class: "row" },
        button("to the start", "start", () => { this.stop(); this.select(0); }),
        button("one update back", "back", () => { this.stop(); this.select(this.at - 1); }),
        this.playButton,
        button("one update on", "on", () => { this.stop(); this.select(this.at + 1); }),
        button("to the end", "end", () => { this.stop(); this.select(last); })),
      slider, output);
  }
  play() {
    if (this.at === this.moments.length - 1) this.select(0);
    const pace = Math.max(40, Math.min(700, 12000 / this.moments.length));
    this.playButton.replaceChildren(icon("pause"));
    this.playButton.setAttribute("aria-label", "pause");
    this.timer = setInterval(() => {
      this.select(this.at + 1);
      if (this.at === this.moments.length - 1) this.stop();
    }, pace);
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.replaceChildren(icon("play"));
    this.playButton.setAttribute("aria-label", "play");
  }

  plane() {
    const { points, separator } = this.run;
    const drawn = points.shown.map((p) => {
      const x = p.x.map(parseExact);
      return { i: p.i, y: p.y, x, at: planarAt(x), title: `example ${p.i + 1}: ${minusSign(vectorText(x))}, label ${p.y > 0 ? "+1" : "−1"}, corrected ${plural(p.corrected, "time")}` };
    });
    const byNumber = new Map(drawn.map((p) => [p.i, p]));
    const view = viewOf(drawn.map(({ at }) => at));
    const band = separator && bandOf(separator.weights.shown.map(parseExact), parseExact(separator.offset), parseExact(separator.gamma));
    let now = this.moments[this.at];
    const plane = new Plane({
      title: drawn[0]?.x.length === 1 ? "The points on a line, and where it is cut" : "The separator after this update",
      label: "The labelled points and the separator", highest: 400, ratio: drawn[0]?.x.length === 1 ? 0.45 : 0.86,
      legend: [
        [pointSwatch(1), "label +1"], [pointSwatch(-1), "label −1"], [lineSwatch("separator"), "⟨w,x⟩ + b = 0"],
        ...(band ? [[bandSwatch(), "margin of w*: |⟨w*,x⟩ + b*| ≤ γ"]] : []),
        ...(points.shown.length < points.count ? [["", `${grouped(points.shown.length)} of ${grouped(points.count)} points drawn`]] : []),
      ],
      describe: () => `${drawn.length} points. After ${now.k === 0 ? "the start" : `update ${now.k}`} the weights are (${now.w.join(", ")}) and the offset is ${now.b}. ${now.examples.length ? `Example ${listed(now.examples)} was corrected.` : ""}`,
    });
    this.listeners.push((moment, _, single) => {
      now = moment;
      const ring = moment.examples.map((i) => byNumber.get(i)?.at).filter(Boolean);
      plane.show({ points: drawn, view, state: moment.exact.state, band, ring, line: drawn[0]?.x.length === 1 }, single);
    });
    const rows = () => drawn.map((p) => [String(p.i + 1), ...p.x.map(String), p.y > 0 ? "+1" : "−1"]);
    plane.element.append(lazyTable("The points as a table", ["example", ...(drawn[0]?.x ?? []).map((_, j) => `x${"₁₂"[j]}`), "label"], rows));
    return plane.element;
  }

  readout() {
    const body = h("tbody", {});
    const title = h("h3", {});
    this.listeners.push((m) => {
      title.textContent = m.k === 0 ? "Exact numbers at the start" : `Exact numbers after update ${grouped(m.k)}`;
      body.replaceChildren(...this.facts(m).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "wrap" }, value))));
    });
    return h("div", { class: "card stack" }, title, h("table", { class: "readout" }, body));
  }
  facts(m) {
    const { progress, progressLimit, growth, growthLimit } = m.exact;
    const corrected = m.corrected > m.examples.length ? `${listed(m.examples)}, … ${grouped(m.corrected)} in all` : listed(m.examples);
    const rows = [["corrected", m.k === 0 ? "nothing yet" : `example ${corrected}`]];
    if (m.w) rows.push(["weights w", exactNumber(`(${m.w.join(", ")})`)]);
    if (m.w && this.run.conventions.offset !== "none") rows.push(["offset b", exactNumber(m.b)]);
    if (progress) {
      rows.push(["⟨w,w*⟩", exactWithDecimal(m.progress)], ["at least", exactWithDecimal(m.progress_limit)], ["to spare", exactWithDecimal(String(progress.minus(progressLimit)))]);
    }
    rows.push(["‖w‖²", exactWithDecimal(m.growth)]);
    if (growthLimit.length === 1) rows.push(["at most", exactWithDecimal(m.growth_limit[0])], ["to spare", exactWithDecimal(String(growthLimit[0].minus(growth)))]);
    if (growthLimit.length === 2) rows.push(["at most", this.growthLimitText(m)]);
    if (progress && growth.sign > 0) rows.push(["cos²(w,w*)", exactWithDecimal(String(this.cosineSq(m)))]);
    return rows;
  }
  growthLimitText({ exact: { growthLimit } }) {
    return exactNumber(growthLimit.length === 1 ? String(growthLimit[0]) : `(${rootText(growthLimit[0])} + ${rootText(growthLimit[1])})²`);
  }
  // The least cos² that the limits of progress and growth leave, where it is rational.
  forcedText({ exact: { progressLimit, growthLimit } }) {
    if (growthLimit.length !== 1 || growthLimit[0].sign === 0 || progressLimit.sign <= 0) return [];
    return [" ≥ ", exactNumber(String(progressLimit.squared().over(growthLimit[0].times(parseExact(this.run.separator.norm_sq)))))];
  }
  cosineSq({ exact: { progress, growth } }) { return progress.squared().over(growth.times(parseExact(this.run.separator.norm_sq))); }

  charts() {
    const options = { select: (index) => { this.stop(); this.select(index); }, key: (event) => this.key(event) };
    const charts = [];
    const { moments, ks, run } = this;
    const last = moments[moments.length - 1];
    if (last.progress) {
      const chart = new Chart({ ...options, title: "Progress: ⟨w,w*⟩ ≥ ⟨w₀,w*⟩ + kηγ", label: "Progress along the separator, above its limit",
        said: (m) => ["⟨w,w*⟩ = ", exactNumber(m.progress), " ≥ ", exactNumber(m.progress_limit)],
        legend: [[dotSwatch("course"), "⟨w,w*⟩"], [lineSwatch("limit"), "at least"]] });
      chart.show({ ks, xMax: last.k, area: true,
        curves: [{ kind: "course", dots: true, points: moments.map((m) => [m.k, m.exact.progress]) }, { kind: "limit", points: moments.map((m) => [m.k, m.exact.progressLimit]) }],
        describe: () => `The alignment with the separator rises from ${moments[0].progress} to ${last.progress} and is never below its limit, which rises to ${last.progress_limit}.` });
      charts.push(chart);
    }
    const limits = (m) => (m.exact.growthLimit.length === 1 ? m.exact.growthLimit[0] : (Math.sqrt(m.exact.growthLimit[0].toNumber()) + Math.sqrt(m.exact.growthLimit[1].toNumber())) ** 2);
    const limited = last.growth_limit.length > 0;
    const growth = new Chart({ ...options, title: limited ? "Growth: ‖w‖² below its limit" : "The squared length ‖w‖²", label: "The squared length of the weights, below its limit",
      said: (m) => ["‖w‖² = ", exactNumber(m.growth), ...(limited ? [" ≤ ", this.growthLimitText(m)] : [])],
      legend: [[dotSwatch("course"), "‖w‖²"], ...(limited ? [[lineSwatch("limit"), last.growth_limit.length === 1 ? "at most ‖w₀‖² + kη²R²" : "at most (kβ + √(k(R²−β²)))²"]] : [])] });
    growth.show({ ks, xMax: last.k, area: limited,
      curves: [{ kind: "course", dots: true, points: moments.map((m) => [m.k, m.exact.growth]) }, ...(limited ? [{ kind: "limit", points: moments.map((m) => [m.k, limits(m)]) }] : [])],
      describe: () => `The squared length of the weights ends at ${last.growth}${limited ? `, below its limit ${last.growth_limit.join(" and ")}` : ""}.` });
    charts.push(growth);
    if (last.progress && limited) charts.push(this.cosineChart(options, limits));
    this.listeners.push((moment, index) => charts.forEach((chart) => chart.mark(index, moment)));
    return charts.map(({ element }) => element);
  }
  // cos(w,w*) between what progress and growth force and 1; from zero it is forced up to √(k/bound).
  cosineChart(options, limits) {
    const { moments, ks, run } = this;
    const norm = Math.sqrt(parseExact(run.separator.norm_sq).toNumber());
    const later = moments.filter((m) => m.k > 0 && m.exact.growth.sign > 0);
    const cosine = later.map((m) => [m.k, (m.exact.progress.sign || 1) * Math.sqrt(this.cosineSq(m).toNumber())]);
    const last = ks[ks.length - 1];
    const straight = run.bound?.exact && run.bound.formula === "R²‖w*‖²/γ²" && Number(run.bound.most) < 1e15;
    const bound = straight ? parseExact(run.bound.exact).toNumber() : 0;
    const forcedAt = (m) => { const limit = limits(m); const size = Math.sqrt(typeof limit === "number" ? limit : limit.toNumber()); return size ? m.exact.progressLimit.toNumber() / (size * norm) : 0; };
    const chart = new Chart({ ...options, title: "Squeezed: the cosine of w and w*", label: "The cosine between weights and separator, squeezed between its lower limit and one",
      said: (m) => (m.exact.growth.sign ? ["cos² = ", exactNumber(String(this.cosineSq(m))), ...this.forcedText(m)] : ["w = 0 has no direction"]),
      legend: [[dotSwatch("cosine"), "cos(w,w*)"], [lineSwatch("limit"), straight ? "forced: √(k/bound)" : "forced by the two limits"], [lineSwatch("ceiling"), "never above 1"]] });
    const show = (whole) => {
      const xMax = whole ? bound : last;
      const steps = Array.from({ length: 121 }, (_, n) => (xMax * n * n) / 14400);
      const forced = straight ? steps.map((k) => [k, Math.sqrt(k / bound)]) : moments.filter((m) => m.k > 0).map((m) => [m.k, forcedAt(m)]);
      chart.show({ ks, xMax, yMax: 1.08, root: whole && bound > 4 * last, ceiling: { at: 1 },
        curves: [{ kind: "cosine", dots: true, points: cosine }, { kind: "limit", points: forced }],
        describe: () => `${later.length ? `The cosine ends at the square root of ${this.cosineSq(later[later.length - 1])}.` : "There is no cosine: the weights stay zero."} Its lower limit reaches one at ${straight ? `k = ${run.bound.exact}, the bound` : "the bound"}, so there can be no more updates than that.` });
    };
    const whole = straight && bound < 200 * Math.max(1, last);
    if (straight) {
      const button = h("button", { type: "button", class: "little", "aria-pressed": String(whole) }, "up to the bound");
      button.addEventListener("click", () => {
        const pressed = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(pressed));
        show(pressed);
        chart.mark(this.at, moments[this.at]);
      });
      chart.element.append(h("div", { class: "row" }, button));
    }
    show(whole);
    return chart;
  }

  dataTable() {
    const planar = this.run.points !== null;
    const head = ["k", "pass", "corrected", ...(planar ? ["w", "b"] : []), "⟨w,w*⟩", "at least", "‖w‖²", "at most"];
    const rows = () => this.moments.map((m) => [
      String(m.k), String(m.pass), listed(m.examples) || "–", ...(planar ? [`(${m.w.join(", ")})`, m.b] : []),
      ...[m.progress ?? "–", m.progress_limit ?? "–", m.growth, m.growth_limit.map(String).join(" | ") || "–"].map((text) => (text.length > LONG ? exactNumber(text) : text)),
    ]);
    return lazyTable("All numbers of these figures as a table", head, rows);
  }
}

// --- the zero combination -------------------------------------------------------------------------------

function combinationSection(run) {
  const { combination } = run;
  const drawn = run.points !== null && combination.count === combination.terms.length;
  const shown = combination.terms.length < combination.count ? ` ${grouped(combination.terms.length)} of ${grouped(combination.count)} multipliers are listed.` : "";
  const offset = combination.with_offset ? " With an offset the labels cancel as well: Σ λ·y = 0." : "";
  const top = greatest(combination.terms.map((t) => parseExact(t.multiplier)));
  const rows = combination.terms.map((t) => h("tr", {},
    h("td", { class: "exact" }, String(t.i + 1)),
    h("td", { class: "exact" }, t.y > 0 ? "+1" : "−1"),
    t.x && h("td", { class: "exact" }, minusSign(`(${t.x.join(", ")})`)),
    h("td", {}, exactNumber(t.multiplier)),
    h("td", { style: "width: 40%" }, multiplierBar(parseExact(t.multiplier).over(top).toNumber(), t.y))));
  const list = h("div", { class: "card stack" }, h("h3", {}, "The multipliers"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "multipliers" }, h("table", {},
      h("thead", {}, h("tr", {}, ["example", "y", ...(run.points ? ["x"] : []), "λ", ""].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows))));
  return section("combination", "Why nothing separates these data",
    `Each example x with label y would need y·f(x) > 0. But λ ≥ 0, not all zero, makes Σ λ·y·x = 0, so the positive numbers λ·y·f(x) would have to add up to zero.${offset}${shown}`,
    drawn ? h("div", { class: "grid" }, run.cycle && cycleFigure(run), closingFigure(combination), list) : list);
}

// The weights from the pass where the cycle begins to the pass where they are back.
function cycleFigure({ course, cycle }) {
  const before = course.shown.filter((m) => m.pass <= cycle.first_pass);
  const round = course.shown.filter((m) => m.pass > cycle.first_pass && m.pass <= cycle.last_pass);
  const path = [before[before.length - 1], ...round].map((m) => ({ ...m, at: planarAt(m.w.map(parseExact)) }));
  const arrows = path.slice(1).map((m, n) => ({ from: path[n].at, to: m.at, y: 0 }));
  const whole = course.shown.length === course.count ? "" : " (some updates left out)";
  const plane = new Plane({ title: `The cycle: the weights come back${whole}`, label: "The weights, update by update, round the cycle", ratio: 0.8, highest: 360,
    legend: [[swatch(s("line", { x1: 1, x2: 25, y1: 7, y2: 7, class: "normal" })), `one update; after pass ${cycle.first_pass} and pass ${cycle.last_pass} the weights are equal`]],
    describe: () => `The weights go through ${path.map((m) => `(${m.w.join(", ")})`).join(", ")}.` });
  plane.show({ points: [], view: viewOf(path.map(({ at }) => at)), state: null, arrows, places: [path[0].at] });
  return plane.element;
}

function multiplierBar(part, y) {
  return s("svg", { width: "100%", height: 12, role: "presentation", preserveAspectRatio: "none", viewBox: "0 0 100 12" },
    s("rect", { x: 0, y: 2, width: Math.max(1, 100 * part), height: 8, fill: y > 0 ? "var(--plus)" : "var(--minus)" }));
}

// The vectors λ·y·x head to tail, in the order of their directions: they close.
function closingFigure({ terms }) {
  const vectors = terms.map((t) => {
    const factor = parseExact(t.multiplier).times(rational(t.y));
    const x = t.x.map((v) => parseExact(v).times(factor));
    return { ...t, vector: x, at: planarAt(x) };
  }).filter(({ at }) => Math.hypot(...at) > 0).sort((a, b) => Math.atan2(a.at[1], a.at[0]) - Math.atan2(b.at[1], b.at[0]));
  const arrows = [];
  const labels = [];
  let place = [0, 0];
  for (const { at, y, i, multiplier } of vectors) {
    const next = [place[0] + at[0], place[1] + at[1]];
    arrows.push({ from: place, to: next, y });
    const length = Math.hypot(...at);
    labels.push({ at: [(place[0] + next[0]) / 2, (place[1] + next[1]) / 2], text: `${multiplier === "1" ? "" : `${multiplier}·`}z${subscript(i + 1)}`, dx: (18 * at[1]) / length, dy: (18 * at[0]) / length + 4 });
    place = next;
  }
  const plane = new Plane({ title: "Head to tail, they close", label: "The vectors λ·y·x laid head to tail", ratio: 0.8, highest: 360,
    legend: [[swatch(s("line", { x1: 1, x2: 25, y1: 7, y2: 7, class: "arrow-plus" })), "λ·y·x of a + example"], [swatch(s("line", { x1: 1, x2: 25, y1: 7, y2: 7, class: "arrow-minus" })), "of a − example"], ["", "z = y·x"]],
    describe: () => `Starting from the origin: ${vectors.map((v) => `plus ${v.multiplier} times ${v.y > 0 ? "" : "minus "}(${v.x.join(", ")})`).join(", ")}. The sum is zero.` });
  plane.show({ points: [], view: viewOf(arrows.map(({ to }) => to)), state: null, arrows, labels: vectors.length <= 14 ? labels : [] });
  return plane.element;
}

const subscript = (n) => [...String(n)].map((c) => "₀₁₂₃₄₅₆₇₈₉"[c]).join("");

// --- invariants and certificates --------------------------------------------------------------------------

function proofSection(run) {
  const checked = run.invariants.filter(({ checks }) => checks !== null).length;
  return section("proof", "The invariants of the proof",
    `${checked} of ${run.invariants.length} were checked in this run, in exact arithmetic, and held every time. Open one for its proof.`,
    h("div", { class: "card" }, run.invariants.map(invariantDetails)));
}

function invariantDetails(v) {
  const off = v.checks === null;
  const count = off ? "not checked" : v.checks === 1 ? "checked once" : `checked ${grouped(v.checks)} times`;
  return h("details", { class: `invariant${off ? " off" : ""}` },
    h("summary", {}, h("span", { class: "mark", "aria-hidden": "true" }, off ? "–" : "✓"), h("span", { class: "name" }, v.name), h("span", { class: "statement" }, v.statement),
      h("span", { class: "count" }, v.theorem && v.theorem !== "definition" ? `${v.theorem} · ` : "", count)),
    h("div", { class: "body" },
      h("p", {}, v.words),
      off && h("p", { class: "soft" }, `Not checked in this run: ${v.unchecked}.`),
      v.about && h("p", { class: "soft" }, `${v.theorem === "definition" ? "By" : `${v.theorem},`} ${v.about}.`),
      h("ol", {}, v.steps.map((step) => h("li", {}, step))),
      v.last && h("p", {}, "At the last update, in the run's integer units: ", exactNumber(v.last)),
      evidenceOf(v)));
}

// What the proofs of the project said about this invariant, where the page was made beside them.
function evidenceOf({ name, theorem }) {
  const rows = window.CONTENT?.evidence?.rows?.filter((row) => row.name === name || row.name === theorem) ?? [];
  if (!rows.length) return theorem.startsWith("T") ? h("p", { class: "soft" }, `Its proof is checked by machine in the project: python -m proofs ${theorem} --steps`) : null;
  return h("p", { class: "soft" }, "Evidence: ", rows.map((row) => `${row.name}: ${row.cells.filter((c) => c.passed !== null).map((c) => `${c.column} ${grouped(c.passed)}/${grouped(c.total)}`).join(", ")}`).join("; "), ".");
}

function certificateSection(run) {
  return section("certificate", "Certificates",
    "A certificate is what a distrustful reader needs: a checker of two hundred lines that imports nothing but the standard library accepts it, or says why not.",
    h("div", { class: "stack" },
      run.certificates.map((c) => h("div", { class: "card stack" },
        h("h3", {}, `${c.kind}: ${c.what}`),
        c.text === undefined ? h("p", { class: "soft" }, `Not embedded: ${c.reason}.`) : h("div", { class: "row" }, downloadButton(c.file, c.text), copyButton(c.text, "Copy certificate"), h("span", { class: "soft small" }, c.file)),
        c.check && h("div", {}, h("p", { class: "small soft" }, "Check it:"), command(c.check)),
        c.make && h("div", {}, h("p", { class: "small soft" }, "Make it again:"), command(c.make)),
        c.text && h("details", {}, h("summary", {}, "Show the certificate"), h("pre", { tabindex: 0 }, c.text)))),
      h("div", { class: "card stack" }, h("h3", {}, "Repeat the run"), command(run.command),
        run.file && h("div", { class: "row" }, downloadButton(run.file.name, run.file.text), h("span", { class: "soft small" }, `the data, ${run.file.name}`)))));
}
