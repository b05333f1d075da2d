// The playground: place points, choose conventions or a planted fault, and see which invariant breaks first, and why.
"use strict";

const CHOICES = {
  tie: ["mistake", "correct", "plus", "minus"],
  offset: ["none", "unit", "radius"],
  order: ["cyclic", "shuffled", "first", "last", "worst", "random"],
  group: ["online", "mini-batch of 2", "batch", "mean-batch"],
  correction: ["label", "target-output", "target-sign", "residual"],
};
const IN_WORDS = {
  mistake: "y·f = 0 is a mistake", correct: "y·f = 0 is right", plus: "sign(0) = +1", minus: "sign(0) = −1",
  none: "none, through the origin", unit: "b += y", radius: "b += y·R²",
  cyclic: "in turn", shuffled: "shuffled each pass", first: "first mistake", last: "last mistake", worst: "worst mistake", random: "random mistake",
  online: "one at a time", "mini-batch of 2": "two at a time", batch: "all mistakes, summed", "mean-batch": "all mistakes, averaged",
  label: "y·x", "target-output": "(t−o)·x, o = ±1", "target-sign": "(t−o)·x, sign(0) = 0", residual: "(t−f)·x, always",
};
const WHY = {
  step: "The weights moved by something else than the correction that was agreed on.",
  mistake: "An example was corrected that was right. Growth needs y⟨w,x⟩ ≤ 0: without it the middle term of ‖w + y·x‖² may be positive.",
  skipped: "A mistake was passed over, so a quiet pass no longer means that every example is right.",
  progress: "The update did not carry the weights far enough along w*. Each should add at least ηγ, because y⟨w*,x⟩ ≥ γ.",
  growth: "The weights got longer than updates on mistakes can make them: ‖w‖² may grow by R² at most, each time.",
  combination: "More updates were made than fit between progress and growth.",
  folding: "The offset and the folded coordinate went apart, so theorems about the origin no longer speak of this run.",
  slack: "More updates were made than the shortfalls of w* can pay for.",
  machine: "A partial sum exceeds what the growth of the weights allows, so machine arithmetic might no longer be exact.",
};
const SAMPLES = {
  "four points": "4,0,1;1,1,-1;0,1,-1;-2,-2,1",
  "exclusive or": "1,1,1;1,-1,-1;-1,1,-1;-1,-1,1",
  "a tie on the way": "1,0,1;0,1,1;1,-1,1;-1,1,-1",
  "one class": "1,2,1;-1,1,1;2,-1,1",
  "one to four, on a line": "1,0,1;2,0,1;3,0,-1;4,0,-1",
  "a narrow margin": "1,-1,1;-1,-1,1;1/100,0,1;-1,0,-1",
  "lengths that differ": "1,0,1;-2,1,-1;5,3,1;-4,1,-1",
};
const MOST_EVENTS = 4000;
const REACH = 6;

const pointsOf = (text) => text.split(";").map((row) => {
  const [a, b, y] = row.split(",");
  return { x: [parseExact(a), parseExact(b)], y: Number(y) };
});

// A repeatable source of orders: the scans and draws that `pose` asks for.
function drawnOrders(count, seed) {
  let state = seed;
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const scans = [];
  const draws = [];
  return {
    scans: (pass) => {
      while (scans.length < pass) {
        const scan = Array.from({ length: count }, (_, i) => i);
        for (let n = count - 1; n > 0; n -= 1) {
          const other = below(n + 1);
          [scan[n], scan[other]] = [scan[other], scan[n]];
        }
        scans.push(scan);
      }
      return scans[pass - 1];
    },
    draws: (k, choices) => {
      while (draws.length <= k) draws.push(below(2 ** 30));
      return draws[k] % choices;
    },
  };
}

class Playground {
  constructor(own) {
    this.samples = own ? { "the data of this report": own, ...SAMPLES } : SAMPLES;
    this.points = pointsOf(Object.values(this.samples)[0]);
    this.words = { ...PLAIN, offset: "unit" };
    this.marginKind = "none";
    this.fault = "";
    this.mode = 1;
    this.cursor = [0, 0];
    this.buildControls();
    this.buildPlane();
    this.element = h("div", { class: "stack" },
      h("div", { class: "two" },
        h("div", { class: "stack" }, this.plane.element),
        h("div", { class: "stack" }, h("div", { class: "card stack" }, this.controls), h("div", { class: "card stack" }, this.buttons, this.say))),
      h("div", { class: "two" }, h("div", { class: "card" }, h("h3", {}, "Invariants, both sides exact"), (this.table = h("div", {}))), h("div", { class: "card stack" }, h("h3", {}, "What happened"), (this.log = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "events" })), (this.pointList = h("div", {})))));
    this.restart();
  }

  // --- controls -------------------------------------------------------------------------------------

  buildControls() {
    this.fields = {};
    const choose = (name, options, change, texts = IN_WORDS) => {
      const select = h("select", { id: `play-${name}`, onchange: () => change(select.value) }, options.map((o) => h("option", { value: o }, texts[o] ?? o)));
      this.fields[name] = select;
      return select;
    };
    const field = (label, control, wide = false) => h("label", { class: `field${wide ? " wide" : ""}` }, label, control);
    const word = (name) => choose(name, CHOICES[name], (value) => this.setWord(name, value));
    const text = (name, value, change) => {
      const input = h("input", { type: "text", id: `play-${name}`, value, spellcheck: "false", onchange: () => change(input.value.trim()) });
      this.fields[name] = input;
      return input;
    };
    const faultTexts = { "": "none: the right perceptron", ...Object.fromEntries(Object.entries(FAULTS).map(([name, { says }]) => [name, `${name}: ${says}`])) };
    this.controls = h("div", { class: "fields" },
      field("planted fault", choose("fault", ["", ...Object.keys(FAULTS)], (value) => this.setFault(value), faultTexts), true),
      field("points", choose("sample", ["", ...Object.keys(this.samples)], (value) => this.setSample(value), { "": "your own" })),
      field("tie rule", word("tie")), field("offset", word("offset")), field("order", word("order")),
      field("rate η (1, 1/2, 1/k)", text("rate", "1", (value) => this.setWord("rate", value))),
      field("start w₁,w₂;b", text("start", "zero", (value) => this.setWord("start", value))),
      field("margin", choose("margin", ["none", "relative", "fixed"], (value) => { this.marginKind = value; this.setMargin(); }, { none: "none", relative: "y·f ≤ β‖w‖", fixed: "y·f ≤ τ" })),
      field("β or τ", text("size", "1/10", () => this.setMargin())),
      field("examples per update", word("group")), field("a mistake adds", word("correction")));
    this.fields.sample.value = Object.keys(this.samples)[0];
    this.fields.offset.value = "unit";
    this.buttons = h("div", { class: "row" },
      h("button", { type: "button", class: "main", id: "play-step", onclick: () => this.step() }, "Step"),
      h("button", { type: "button", id: "play-run", onclick: () => this.runAll() }, "Run"),
      h("button", { type: "button", id: "play-reset", onclick: () => this.restart() }, "Back to the start"));
    this.say = h("div", { class: "say", id: "play-say", role: "status", "aria-live": "polite" });
  }
  setWord(name, value) {
    this.words[name] = value;
    this.restart();
  }
  setMargin() {
    const size = this.fields.size.value.trim();
    this.words.margin = { none: "none", relative: `${size}·‖w‖`, fixed: size }[this.marginKind];
    this.restart();
  }
  setSample(name) {
    if (name) this.points = pointsOf(this.samples[name]);
    this.restart();
  }
  // A fault claims conventions of its own; they are shown, and cannot be changed while it is chosen.
  setFault(name) {
    this.fault = name;
    if (name) {
      this.words = claimsOf(FAULTS[name]);
      this.marginKind = "none";
      for (const key of [...Object.keys(CHOICES), "rate", "start"]) this.fields[key].value = this.words[key];
      this.fields.margin.value = "none";
    }
    for (const key of [...Object.keys(CHOICES), "rate", "start", "margin", "size"]) this.fields[key].disabled = Boolean(name);
    this.restart();
  }

  // --- the plane --------------------------------------------------------------------------------------

  buildPlane() {
    this.plane = new Plane({
      title: "Your points", label: "Playground: points, separator and margin", interactive: true, highest: 520, ratio: 0.92,
      legend: [[pointSwatch(1), "label +1"], [pointSwatch(-1), "label −1"], [lineSwatch("separator"), "⟨w,x⟩ + b = 0"], [bandSwatch(), "margin of w*"]],
      describe: () => `${this.points.length} points: ${this.points.map((p) => `${vectorText(p.x)} ${p.y > 0 ? "plus" : "minus"}`).join(", ")}. Weights ${vectorText(this.run?.state.w ?? [])}, offset ${this.run?.state.b ?? 0}.`,
    });
    const { canvas } = this.plane;
    canvas.classList.add("play");
    canvas.setAttribute("aria-label", "Plane. Arrow keys move the cursor, space places or relabels a point, minus places a negative one, x deletes.");
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("focus", () => this.draw());
    canvas.addEventListener("blur", () => this.draw());
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", () => { this.pressed = null; });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    const modes = [[1, "place +"], [-1, "place −"], [0, "erase"]].map(([mode, text]) => {
      const button = h("button", { type: "button", "data-mode": mode, "aria-pressed": String(mode === 1), onclick: () => {
        this.mode = mode;
        for (const other of modes) other.setAttribute("aria-pressed", String(Number(other.dataset.mode) === mode));
      } }, text);
      return button;
    });
    const clear = h("button", { type: "button", onclick: () => this.edit(() => { this.points = []; }) }, "clear");
    this.plane.element.append(h("div", { class: "row" }, modes, clear),
      h("p", { class: "small soft" }, "Click or tap to place a point, drag to move it; the right button places − or deletes. With the keyboard: arrows, space, minus, x."));
  }
  placeOf(event) {
    const box = this.plane.svg.getBoundingClientRect();
    return this.plane.toPlane(event.clientX - box.left, event.clientY - box.top).map((v) => Math.round(v));
  }
  nearest(event) {
    const box = this.plane.svg.getBoundingClientRect();
    const distance = (p) => { const [x, y] = this.plane.toPixel(planarAt(p.x)); return Math.hypot(x - (event.clientX - box.left), y - (event.clientY - box.top)); };
    return this.points.findIndex((p) => distance(p) < 15);
  }
  press(event) {
    this.pressed = { index: this.nearest(event), moved: false, from: [event.clientX, event.clientY], erase: this.mode === 0 || event.button === 2, label: event.button === 2 ? -1 : this.mode || 1 };
    this.plane.canvas.setPointerCapture(event.pointerId);
  }
  drag(event) {
    if (!this.pressed || this.pressed.index < 0 || this.pressed.erase) return;
    const x = this.placeOf(event).map((v) => rational(v));
    const point = this.points[this.pressed.index];
    if (sameVector(point.x, x)) return;
    if (Math.hypot(event.clientX - this.pressed.from[0], event.clientY - this.pressed.from[1]) < 5) return;
    this.pressed.moved = true;
    this.edit(() => { this.points = this.points.map((p, i) => (i === this.pressed.index ? { ...p, x } : p)); });
  }
  release(event) {
    if (!this.pressed || this.pressed.moved) { this.pressed = null; return; }
    const { index, erase, label } = this.pressed;
    this.pressed = null;
    if (index >= 0 && erase) this.edit(() => { this.points = this.points.filter((_, i) => i !== index); });
    else if (index >= 0) this.edit(() => { this.points = this.points.map((p, i) => (i === index ? { ...p, y: label } : p)); });
    else if (this.mode !== 0) this.place(this.placeOf(event), label);
  }
  place(at, y) {
    const x = at.map((v) => rational(v));
    const there = this.points.findIndex((p) => sameVector(p.x, x));
    this.edit(() => {
      this.points = there < 0 ? [...this.points, { x, y }] : this.points.map((p, i) => (i === there ? { ...p, y } : p));
    });
  }
  key(event) {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (move) {
      this.cursor = this.cursor.map((v, j) => Math.max(-REACH, Math.min(REACH, v + move[j])));
      this.draw();
    } else if (event.key === " " || event.key === "+") this.place(this.cursor, event.key === "+" ? 1 : this.mode || 1);
    else if (event.key === "-") this.place(this.cursor, -1);
    else if (event.key === "x" || event.key === "Delete") {
      const x = this.cursor.map((v) => rational(v));
      this.edit(() => { this.points = this.points.filter((p) => !sameVector(p.x, x)); });
    } else return;
    event.preventDefault();
  }
  edit(change) {
    change();
    this.fields.sample.value = "";
    this.restart();
  }

  // --- running ----------------------------------------------------------------------------------------

  restart() {
    Object.assign(this, { run: null, contract: null, events: [], first: null, corrected: [] });
    this.seconds = 0;
    if (!this.points.length) return this.tell("open", "Place a point to begin.");
    try {
      const words = { ...this.words };
      if (words.margin !== "none" && words.offset !== "none") words.folding = "last";
      this.p = pose(this.points.map(({ x }) => x), this.points.map(({ y }) => y), words, drawnOrders(this.points.length, 7));
      this.best = bestSeparator(this.p);
      this.separator = this.best.separable ? measured(this.p, this.best.u) : null;
      this.contract = new Contract(this.p, this.separator);
      this.run = this.fault ? new Run(this.p, faultyUpdates(this.p, FAULTS[this.fault])) : new Run(this.p);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return this.tell("bad", error.message);
    }
    const known = this.best.separable
      ? `Separable: w* = ${vectorText(this.separator.u.w)}${this.p.words.offset === "none" ? "" : `, b* = ${this.separator.u.b}`} has margin γ = ${this.separator.gamma}.`
      : "Not separable: no line has every point on its own side.";
    return this.tell("open", `${known} ${this.fault ? `The fault ${this.fault} ${FAULTS[this.fault].says}; it claims to be the textbook perceptron.` : ""} Step or run.`);
  }
  // One update, or the end of the run.
  step(quietly = false) {
    if (!this.run || this.run.outcome) return;
    for (;;) {
      const event = this.run.next();
      const fresh = this.contract.observe(event);
      if (event.kind === "update") {
        this.corrected = event.terms.map(({ i }) => i);
        this.note(`Update ${event.k}, pass ${event.pass}: example ${listed(this.corrected)} corrected; w = ${vectorText(event.w)}${this.p.words.offset === "none" ? "" : `, b = ${event.b}`}`);
      } else this.corrected = [];
      if (fresh.length && !this.first) this.first = fresh;
      for (const violation of fresh) this.note(violationText(violation), true);
      if (event.kind === "update" || this.run.outcome || fresh.length) break;
    }
    if (this.run.outcome) this.note(`Pass ${this.run.passes} ends the run: ${this.run.outcome}`);
    if (!quietly) this.report();
  }
  runAll() {
    if (!this.run) return;
    const until = performance.now() + 1500;
    const alreadyBroken = this.first;
    for (let n = 0; n < MOST_EVENTS && !this.run.outcome && performance.now() < until; n += 1) {
      this.step(true);
      if (this.first && !alreadyBroken) break;
    }
    this.report(!this.run.outcome && (!this.first || alreadyBroken));
  }
  note(text, bad = false) { this.events.push({ text: minusSign(text), bad }); }

  report(unfinished = false) {
    const { run } = this;
    const count = `${plural(run.k, "update")} in ${plural(run.passes, "pass", "passes")}`;
    if (this.first) {
      const [lead, ...others] = this.first;
      const also = others.length ? ` At the same moment: ${others.map(({ name }) => name).join(", ")}.` : "";
      return this.tell("bad", h("strong", {}, lead.name), ` breaks first: ${minusSign(violationText(lead))}. ${WHY[lead.name]}${also}`);
    }
    if (run.outcome === "converged") {
      const allowed = this.contract.last.combination && theoremOf(this.p).match(/^T[13]$/) ? ` The bound allows ${this.p.radiusSq.times(this.separator.normSq).over(this.separator.gamma.squared())}.` : "";
      const missed = everyIndex(this.p).some((i) => signed(this.p, run.state, i).sign <= 0) ? " Not every point is strictly on its own side: ties count as right here." : "";
      return this.tell("good", h("strong", {}, "Converged"), ` after ${count}; every invariant held.${allowed}${missed}`);
    }
    if (run.outcome === "cycled") {
      return this.tell("good", h("strong", {}, "Cycled"), ` after ${count}: the weights came back, and λ = (${run.cycle.multipliers.join(", ")}) makes Σ λ·y·x = 0. Nothing separates these points; every invariant held.`);
    }
    if (run.outcome) return this.tell("open", `Stopped after ${count}; every invariant held.`);
    return this.tell("open", unfinished ? `Still running after ${count}; every invariant has held so far. Run again to go on.` : `After ${count} every invariant holds.`);
  }
  tell(tone, ...said) {
    this.say.className = `say ${tone}`;
    this.say.replaceChildren(...said.map((part) => (typeof part === "string" ? minusSign(part) : part)));
    const over = !this.run || Boolean(this.run.outcome);
    for (const button of this.buttons.querySelectorAll("#play-step, #play-run")) button.disabled = over;
    this.draw();
    this.drawTables();
  }

  // --- what is seen -----------------------------------------------------------------------------------

  draw() {
    const drawn = this.points.map((p, i) => ({ i, y: p.y, at: planarAt(p.x), title: `example ${i + 1}: ${minusSign(vectorText(p.x))}, label ${p.y > 0 ? "+1" : "−1"}` }));
    const reach = Math.max(REACH, ...drawn.flatMap(({ at }) => at.map((v) => Math.abs(v) * 1.12)));
    const focused = document.activeElement === this.plane.canvas;
    this.plane.show({
      points: drawn, view: { x0: -reach, x1: reach, y0: -reach, y1: reach }, state: this.run?.state,
      band: this.run && this.separator && bandOf(this.separator.u.w, this.separator.u.b, this.separator.gamma),
      ring: this.corrected.map((i) => drawn[i].at), cursor: focused ? this.cursor : null,
    });
  }
  drawTables() {
    this.table.replaceChildren(...INVARIANTS.map((name) => this.invariantRow(name)));
    const shown = this.events.slice(-60).reverse();
    this.log.replaceChildren(h("ul", { class: "events" }, shown.length ? shown.map(({ text, bad }) => h("li", {}, bad ? h("strong", { style: "color: var(--bad)" }, "✗ ", text) : text)) : h("li", { class: "soft" }, "Nothing yet.")));
    this.pointList.replaceChildren(this.pointTable());
  }
  invariantRow(name) {
    const found = this.contract?.last[name];
    const reason = this.contract?.unchecked[name];
    const broken = found && !found.holds;
    const statement = this.contract?.monitors.find((monitor) => monitor.name === name)?.statement ?? "";
    return h("details", { class: `invariant${reason || !found ? " off" : ""}${broken ? " broken" : ""}`, "data-invariant": name, open: broken },
      h("summary", {}, h("span", { class: "mark", "aria-hidden": "true" }, broken ? "✗" : found ? "✓" : "–"), h("span", { class: "name" }, name),
        h("span", { class: "statement exact" }, found ? minusSign(comparisonText(found)) : h("span", { class: "soft" }, reason ?? "no update yet")), h("span", { class: "count" }, broken ? "broken" : found ? "holds" : "")),
      h("div", { class: "body" }, statement && h("p", {}, statement), broken ? h("p", {}, WHY[name]) : h("p", { class: "soft" }, reason ? `Not checked: ${reason}.` : "Left and right side as exact numbers, after the last update.")));
  }
  pointTable() {
    const input = (i, j) => h("input", { type: "text", value: String(this.points[i].x[j]), "aria-label": `example ${i + 1}, coordinate ${j + 1}`, onchange: (event) => {
      try {
        const value = parseRational(event.target.value);
        this.edit(() => { this.points = this.points.map((p, n) => (n === i ? { ...p, x: p.x.map((v, m) => (m === j ? value : v)) } : p)); });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        this.tell("bad", error.message);
      }
    } });
    const rows = this.points.map((p, i) => h("tr", {}, h("td", {}, String(i + 1)), h("td", {}, input(i, 0)), h("td", {}, input(i, 1)),
      h("td", {}, h("button", { type: "button", "aria-label": `example ${i + 1}: change the label, now ${p.y > 0 ? "plus" : "minus"}`, onclick: () => this.edit(() => { this.points = this.points.map((q, n) => (n === i ? { ...q, y: -q.y } : q)); }) }, p.y > 0 ? "+1" : "−1")),
      h("td", {}, h("button", { type: "button", "aria-label": `delete example ${i + 1}`, onclick: () => this.edit(() => { this.points = this.points.filter((_, n) => n !== i); }) }, "×"))));
    return h("details", { open: this.pointsOpen ?? this.points.length <= 8, ontoggle: (event) => { this.pointsOpen = event.target.open; } }, h("summary", {}, `The ${plural(this.points.length, "point")}, to edit as exact numbers`),
      h("div", { class: "scroll" }, h("table", { class: "points" }, h("thead", {}, h("tr", {}, ["", "x₁", "x₂", "label", ""].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows))));
  }
}

function playgroundSection(runs) {
  const small = runs.map((run) => run.points).find((points) => points && points.count <= 40 && points.shown.every(({ x }) => x.every((v) => v.length < 20)));
  const own = small && small.shown.map(({ x, y }) => [...x, ...(x.length === 1 ? ["0"] : []), y].join(",")).join(";");
  window.PLAYGROUND = new Playground(runs.length === 1 ? own : null);
  return section("playground", "Playground",
    "Exact arithmetic in your browser, held to the project's own test vectors. Change a rule, or plant a fault, and see which step of the proof breaks first.", window.PLAYGROUND.element);
}
