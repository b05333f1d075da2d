// Figures, drawn by hand in SVG.  Positions are floats; every number that is *said* comes from exact text.
"use strict";

// A figure that redraws itself to the width it gets: title, legend, canvas, description for those who do not see it.
class Figure {
  constructor({ title, legend = [], label, interactive = false, small = false }) {
    this.svg = s("svg", { role: "img" });
    this.canvas = h("div", { class: "canvas" }, this.svg);
    this.legend = h("ul", { class: "legend", "aria-hidden": "true" });
    this.label = label ?? title;
    this.element = h("figure", { class: small ? "" : "card" }, h("figcaption", {}, title && h("h3", {}, title), this.legend), this.canvas);
    this.setLegend(legend);
    if (interactive) {
      this.canvas.tabIndex = 0;
      this.canvas.setAttribute("role", "group");
    }
    this.width = 0;
    new ResizeObserver(([{ contentRect }]) => {
      if (Math.abs(contentRect.width - this.width) < 1) return;
      this.width = contentRect.width;
      // In the next frame: drawing changes the height, which the observer must not see in its own turn.
      requestAnimationFrame(() => this.draw());
    }).observe(this.canvas);
  }
  setLegend(items) {
    this.legend.replaceChildren(...items.map(([swatch, text]) => h("li", {}, swatch, text)));
  }
  // Replaces the drawing; `description` is its text alternative.
  put(height, description, ...parts) {
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("aria-label", this.label);
    this.svg.replaceChildren(s("title", {}, this.label), s("desc", {}, description), ...parts.flat(Infinity).filter(Boolean));
  }
}

// --- swatches for legends ---------------------------------------------------------------------------

const swatch = (...parts) => s("svg", { width: 26, height: 14, viewBox: "0 0 26 14" }, parts);
const lineSwatch = (kind) => swatch(s("line", { x1: 1, x2: 25, y1: 7, y2: 7, class: kind }));
const dotSwatch = (kind) => swatch(s("line", { x1: 1, x2: 25, y1: 7, y2: 7, class: kind }), s("circle", { cx: 13, cy: 7, r: 3.2, class: `dot ${kind}` }));
const bandSwatch = () => swatch(s("rect", { x: 1, y: 2, width: 24, height: 10, class: "shade" }), s("rect", { x: 1, y: 2, width: 24, height: 10, class: "limit", "stroke-width": 1 }));
const pointSwatch = (y) => swatch(marker(13, 7, y, 6));

// A point of either class: a disc with +, a diamond with −; never told by colour alone.
function marker(x, y, label, size = 8) {
  const reach = size * 0.45;
  const body = label > 0
    ? s("circle", { cx: x, cy: y, r: size, class: "plus" })
    : s("path", { d: `M${x} ${y - size * 1.25}L${x + size * 1.25} ${y}L${x} ${y + size * 1.25}L${x - size * 1.25} ${y}Z`, class: "minus" });
  const sign = [s("line", { x1: x - reach, x2: x + reach, y1: y, y2: y, class: "sign" })];
  if (label > 0) sign.push(s("line", { x1: x, x2: x, y1: y - reach, y2: y + reach, class: "sign" }));
  return s("g", {}, body, size >= 5 ? sign : []);
}

// An arrow of the given kind from one pixel to another; nothing where both are the same.
function arrow([x1, y1], [x2, y2], line, head, size = 9) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 0.5) return null;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = Math.min(size, length);
  const [bx, by] = [x2 - ux * tip, y2 - uy * tip];
  return [
    s("line", { x1, y1, x2: bx, y2: by, class: line }),
    s("path", { d: `M${x2} ${y2}L${bx - uy * tip * 0.45} ${by + ux * tip * 0.45}L${bx + uy * tip * 0.45} ${by - ux * tip * 0.45}Z`, class: head }),
  ];
}

// --- ticks --------------------------------------------------------------------------------------------

function ticks(low, high, about) {
  const rough = (high - low) / Math.max(1, about);
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((m) => m >= rough * 0.999);
  const found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n += 1) found.push(n * step);
  return found;
}

const tickText = (value) => minusSign(String(Number(value.toPrecision(10))));

// --- charts over k ------------------------------------------------------------------------------------

// Curves over the number of updates.  `curves(list)` gives {kind, points: [[k, exact number or float]], dots}.
class Chart extends Figure {
  constructor(options) {
    super({ ...options, interactive: true });
    Object.assign(this, { select: options.select, said: options.said, at: 0, curves: [], describe: () => "" });
    this.element.append((this.output = h("p", { class: "small said" })));
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
    this.canvas.addEventListener("keydown", (event) => options.key(event));
    this.canvas.setAttribute("aria-label", `${this.label}. Use the left and right arrow keys to go through the updates.`);
  }
  // ks: the updates that are shown; xMax: how far the axis goes; root: the axis is in √k.
  show({ ks, curves, xMax, root = false, yMax = null, describe, ceiling = null, area = null, note = "" }) {
    Object.assign(this, { ks, curves, xMax, root, yMax, describe, ceiling, area, note });
    if (this.width) this.draw();
  }
  point(event) {
    if (!this.px) return;
    const box = this.svg.getBoundingClientRect();
    const x = event.clientX - box.left;
    let best = 0;
    for (let n = 1; n < this.ks.length; n += 1) if (Math.abs(this.px(this.ks[n]) - x) < Math.abs(this.px(this.ks[best]) - x)) best = n;
    this.select(best);
  }
  // Go to this moment: the line under the figure says its exact numbers.
  mark(index, moment) {
    this.at = index;
    this.output.replaceChildren(`k = ${grouped(moment.k)}: `, ...this.said(moment));
    if (this.width && this.ks) this.drawCursor();
  }
  draw() {
    if (!this.ks) return;
    const [width, height, left, right, top, bottom] = [this.width, Math.max(190, Math.min(280, this.width * 0.62)), 46, 14, 14, 34];
    const power = this.power();
    const value = (v) => (typeof v === "number" ? v : v.times(power.factor).toNumber());
    const drawn = this.curves.map((curve) => ({ ...curve, points: curve.points.map(([k, v]) => [k, value(v)]) }));
    const every = drawn.flatMap(({ points }) => points.map(([, v]) => v));
    const yLow = Math.min(0, ...every);
    const yHigh = this.yMax ?? (Math.max(...every, yLow + 1e-9) || 1) * 1.06;
    const stretch = this.root ? Math.sqrt : (k) => k;
    const xHigh = stretch(Math.max(this.xMax, 1));
    this.px = (k) => left + ((width - left - right) * stretch(k)) / xHigh;
    this.py = (v) => height - bottom - ((height - top - bottom) * (v - yLow)) / (yHigh - yLow);
    this.bounds = { top, bottom: height - bottom };
    const path = (points) => points.map(([k, v], n) => `${n ? "L" : "M"}${this.px(k).toFixed(2)} ${this.py(v).toFixed(2)}`).join("");
    const yTicks = ticks(yLow, yHigh, height / 55);
    const xTicks = this.root
      ? ticks(0, xHigh, width / 90).map((t) => Math.round(t * t)).filter((k, n, all) => all.indexOf(k) === n)
      : ticks(0, Math.max(this.xMax, 1), width / 70).filter((t) => Number.isInteger(t));
    const shade = this.area && drawn.length > 1
      ? s("path", { d: `${path(drawn[0].points)}${path([...drawn[1].points].reverse()).replace("M", "L")}Z`, class: "shade" })
      : null;
    this.put(
      height,
      this.describe(),
      yTicks.map((t) => [
        s("line", { x1: left, x2: width - right, y1: this.py(t), y2: this.py(t), class: "grid" }),
        s("text", { x: left - 7, y: this.py(t) + 4, "text-anchor": "end" }, tickText(t)),
      ]),
      xTicks.map((t) => [
        s("line", { x1: this.px(t), x2: this.px(t), y1: height - bottom, y2: height - bottom + 4, class: "axis" }),
        s("text", { x: this.px(t), y: height - bottom + 17, "text-anchor": "middle" }, grouped(t)),
      ]),
      s("line", { x1: left, x2: width - right, y1: this.py(0), y2: this.py(0), class: "axis" }),
      s("text", { x: width - right, y: height - 3, "text-anchor": "end" }, this.root ? "k, on a scale of √k" : "k"),
      power.text && s("text", { x: left - 40, y: 10 }, power.text),
      this.ceiling && [
        s("line", { x1: left, x2: width - right, y1: this.py(this.ceiling.at), y2: this.py(this.ceiling.at), class: "ceiling" }),
      ],
      shade,
      drawn.map(({ kind, points, dots }) => [
        s("path", { d: path(points), class: kind }),
        dots && points.length <= 60 ? points.map(([k, v]) => s("circle", { cx: this.px(k), cy: this.py(v), r: 3, class: `dot ${kind}` })) : null,
      ]),
      (this.cursor = s("g", {})),
    );
    this.values = drawn;
    this.drawCursor();
  }
  // Very large or small numbers are drawn in units of a power of ten.
  power() {
    const exact = this.curves.flatMap(({ points }) => points.map(([, v]) => v)).filter((v) => typeof v !== "number");
    if (!exact.length) return { factor: ONE, text: "" };
    const top = greatest(exact.map((v) => (v.sign < 0 ? v.negated() : v)));
    if (top.sign === 0) return { factor: ONE, text: "" };
    const exponent = String(top.p / top.q).length - 1 || 1 - String(top.q / top.p).length;
    if (exponent < 5 && exponent > -3) return { factor: ONE, text: "" };
    const factor = exponent > 0 ? new Rational(1n, 10n ** BigInt(exponent)) : new Rational(10n ** BigInt(-exponent));
    return { factor, text: `× 10${superscript(exponent)}` };
  }
  drawCursor() {
    const k = this.ks[this.at];
    const x = this.px(k);
    const dots = this.values.map(({ points }) => points.find(([at]) => at === k)).filter(Boolean);
    this.cursor.replaceChildren(
      s("line", { x1: x, x2: x, y1: this.bounds.top, y2: this.bounds.bottom, class: "cursor" }),
      ...dots.map(([, v]) => s("circle", { cx: x, cy: this.py(v), r: 4.5, class: "selected" })),
    );
  }
}

// --- the plane ----------------------------------------------------------------------------------------

const ARROWS = { 1: ["arrow-plus", "head-plus"], "-1": ["arrow-minus", "head-minus"], 0: ["normal", "head"] };
let planes = 0;

// Points, the line w·x + b = 0 with its positive side, and the margin band of the best separator.
class Plane extends Figure {
  constructor(options) {
    super(options);
    this.hatch = `hatch-${(planes += 1)}`;
    Object.assign(this, { scene: null, describe: options.describe ?? (() => ""), shownLine: null, ratio: options.ratio ?? 0.86, highest: options.highest ?? 460 });
  }
  // scene: {points: [{i, at, y, title}], view, state, band, ring, cursor, arrows, labels, places, line}
  show(scene, animated = false) {
    this.scene = scene;
    if (!this.width) return;
    const goal = lineOf(scene.state);
    if (!animated || movesLess() || !goal || !this.shownLine) {
      this.shownLine = goal;
      this.draw();
      return;
    }
    const [from, started] = [this.shownLine, performance.now()];
    cancelAnimationFrame(this.frame);
    const turn = (now) => {
      const part = Math.min(1, (now - started) / 220);
      const ease = part * (2 - part);
      this.shownLine = goal.map((v, j) => from[j] + (v - from[j]) * ease);
      this.draw();
      if (part < 1) this.frame = requestAnimationFrame(turn);
    };
    this.frame = requestAnimationFrame(turn);
  }
  toPixel([x, y]) { return [this.left + (x - this.view.x0) * this.unit, this.top + (this.view.y1 - y) * this.unit]; }
  toPlane(px, py) { return [this.view.x0 + (px - this.left) / this.unit, this.view.y1 - (py - this.top) / this.unit]; }
  draw() {
    if (!this.scene || !this.width) return;
    const { points, view, ring = [], cursor = null, band = null, arrows = [] } = this.scene;
    if (!this.shownLine) this.shownLine = lineOf(this.scene.state);
    const [width, height] = [this.width, Math.min(this.highest, Math.max(90, this.width * this.ratio))];
    this.unit = Math.min((width - 8) / (view.x1 - view.x0), (height - 8) / (view.y1 - view.y0));
    // Widen the view so that it fills the canvas.
    const [midX, midY] = [(view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2];
    const [halfX, halfY] = [width / 2 / this.unit, height / 2 / this.unit];
    this.view = { x0: midX - halfX, x1: midX + halfX, y0: midY - halfY, y1: midY + halfY };
    [this.left, this.top] = [0, 0];
    const corners = [[this.view.x0, this.view.y0], [this.view.x1, this.view.y0], [this.view.x1, this.view.y1], [this.view.x0, this.view.y1]];
    const polygon = (shape, kind, fill = null) => shape.length > 2 && s("path", { fill, d: `M${shape.map((c) => this.toPixel(c).map((v) => v.toFixed(2)).join(" ")).join("L")}Z`, class: kind });
    const line = this.shownLine;
    const size = points.length > 400 ? 3 : points.length > 120 ? 4.5 : points.length > 40 ? 6.5 : 8.5;
    this.put(
      height,
      this.describe(),
      s("defs", {}, s("pattern", { id: this.hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("line", { x1: 0, x2: 0, y1: 0, y2: 7, class: "hatch" }))),
      this.axes(width, height),
      line && [polygon(clip(corners, line), "plus-side"), polygon(clip(corners, line.map((v) => -v)), "minus-side")],
      band && polygon(clip(clip(corners, [band[0], band[1], band[2] + band[3]]), [-band[0], -band[1], -band[2] + band[3]]), "band", `url(#${this.hatch})`),
      line && this.separator(corners, line),
      arrows.map(({ from, to, y }) => arrow(this.toPixel(from), this.toPixel(to), ...ARROWS[y], 11)),
      this.scene.state && !line && s("text", { x: 10, y: 20, class: "label" }, "w = 0: no line"),
      points.map((p) => {
        const [x, y] = this.toPixel(p.at);
        return s("g", { "data-point": p.i }, marker(x, y, p.y, size), s("title", {}, p.title));
      }),
      (this.scene.places ?? []).map((at) => { const [x, y] = this.toPixel(at); return s("circle", { cx: x, cy: y, r: 5, class: "selected" }); }),
      ring.map((at) => { const [x, y] = this.toPixel(at); return s("circle", { cx: x, cy: y, r: size * 1.9, class: "ring" }); }),
      cursor && (() => { const [x, y] = this.toPixel(cursor); return s("rect", { x: x - 13, y: y - 13, width: 26, height: 26, rx: 5, class: "target" }); })(),
      (this.scene.labels ?? []).map(({ at, text, dx = 0, dy = 0 }) => { const [x, y] = this.toPixel(at); return s("text", { x: x + dx, y: y + dy, class: "label", "text-anchor": "middle" }, text); }),
    );
  }
  axes(width, height) {
    const { x0, x1, y0, y1 } = this.view;
    const [xs, ys] = [ticks(x0, x1, width / 60), ticks(y0, y1, width / 60)];
    const [ox, oy] = this.toPixel([0, 0]);
    const [ax, ay] = [Math.min(Math.max(ox, 0), width), Math.min(Math.max(oy, 0), height)];
    const flat = this.scene.line;
    const px = (t) => this.toPixel([t, 0])[0];
    const py = (t) => this.toPixel([0, t])[1];
    return [
      xs.map((t) => s("line", { x1: px(t), x2: px(t), y1: 0, y2: height, class: "grid" })),
      !flat && ys.map((t) => s("line", { x1: 0, x2: width, y1: py(t), y2: py(t), class: "grid" })),
      s("line", { x1: 0, x2: width, y1: ay, y2: ay, class: "axis" }),
      !flat && s("line", { x1: ax, x2: ax, y1: 0, y2: height, class: "axis" }),
      xs.filter((t) => (flat || Math.abs(t) > 1e-12) && px(t) > 16 && px(t) < width - 16).map((t) => s("text", { x: px(t), y: Math.min(ay + (flat ? 24 : 15), height - 4), "text-anchor": "middle" }, tickText(t))),
      !flat && ys.filter((t) => Math.abs(t) > 1e-12 && py(t) > 12 && py(t) < height - 10).map((t) => s("text", { x: Math.max(ax - 6, 24), y: py(t) + 4, "text-anchor": "end" }, tickText(t))),
    ];
  }
  separator(corners, line) {
    const edge = boundary(corners, line);
    if (!edge) return null;
    const [a, b] = edge.map((c) => this.toPixel(c));
    // On a line the points lie in the middle of the picture: keep the arrow away from them.
    const part = this.scene.line ? 0.15 : 0.5;
    const middle = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    const length = Math.hypot(line[0], line[1]);
    const tip = [middle[0] + (34 * line[0]) / length, middle[1] - (34 * line[1]) / length];
    return [
      s("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: "separator" }),
      arrow(middle, tip, "normal", "head"),
      s("text", { x: tip[0] + (12 * line[0]) / length, y: tip[1] - (12 * line[1]) / length + 4, "text-anchor": "middle", class: "label" }, "w"),
    ];
  }
}

// (w₁, w₂, b) as floats of moderate size, or null where there is no line.
function lineOf(state) {
  if (!state) return null;
  const w = [...state.w, ZERO].slice(0, 2);
  const size = greatest([...w, state.b].map((v) => (v.sign < 0 ? v.negated() : v)));
  if (w.every((v) => v.sign === 0)) return null;
  const [a, b, c] = [...w, state.b].map((v) => v.over(size).toNumber());
  const length = Math.hypot(a, b);
  return [a / length, b / length, c / length];
}

// The part of a convex polygon where a·x + b·y + c ≥ 0.
function clip(polygon, [a, b, c]) {
  const value = ([x, y]) => a * x + b * y + c;
  return polygon.flatMap((from, n) => {
    const to = polygon[(n + 1) % polygon.length];
    const [f, t] = [value(from), value(to)];
    const cut = () => [from[0] + ((to[0] - from[0]) * f) / (f - t), from[1] + ((to[1] - from[1]) * f) / (f - t)];
    return [...(f >= 0 ? [from] : []), ...(f * t < 0 ? [cut()] : [])];
  });
}

// Where the line a·x + b·y + c = 0 crosses the border of a convex polygon.
function boundary(corners, line) {
  const inside = clip(corners, line);
  const on = inside.filter(([x, y]) => Math.abs(line[0] * x + line[1] * y + line[2]) < 1e-7 * (1 + Math.abs(x) + Math.abs(y)));
  return on.length >= 2 ? [on[0], on[1]] : null;
}

// A view that shows these places and the origin with room around them.
function viewOf(places, least = 1) {
  const all = [[0, 0], ...places];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const pad = Math.max(x1 - x0, y1 - y0, least) * 0.14;
  return { x0: x0 - pad, x1: x1 + pad, y0: y0 - pad, y1: y1 + pad };
}

// The band |w*·x + b*| ≤ γ as floats (a, b, c, half width) for `Plane`.
function bandOf(weights, offset, gamma) {
  const w = [...weights, ZERO].slice(0, 2);
  if (w.every((v) => v.sign === 0)) return null;
  const size = greatest([...w, offset, gamma].map((v) => (v.sign < 0 ? v.negated() : v)));
  return [...w, offset, gamma].map((v) => v.over(size).toNumber());
}

const planarAt = (x) => [x[0].toNumber(), x.length > 1 ? x[1].toNumber() : 0];
