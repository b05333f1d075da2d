// Building the page: elements from plain values.  Text only ever becomes text nodes, never markup.
"use strict";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const plural = (count, one, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
const listed = (items) => items.map((i) => i + 1).join(", ");

const LONG = 44;

// An exact number or vector; a long one is cut in the middle and opens at a click.
function exactNumber(text) {
  if (text.length <= LONG) return h("span", { class: "exact" }, minusSign(text));
  const short = `${text.slice(0, 20)}…${text.slice(-8)}`;
  const shown = h("span", { class: "exact" }, minusSign(short));
  const more = h("button", { class: "digits", type: "button", title: "show every digit" }, `${grouped(text.length)} characters`);
  more.addEventListener("click", () => {
    shown.textContent = minusSign(text);
    more.remove();
  });
  return h("span", {}, shown, " ", more);
}

const minusSign = (text) => text.replace(/-(?=\d)/g, "−");

// A decimal reading of an exact number, cut (not rounded) by integer division; it is marked as such.
function approximately(value, digits = 4) {
  if (value.q === 1n && absolute(value.p) < 10n ** 9n) return "";
  const magnitude = String(absolute(value.p) / value.q).length;
  const sign = value.p < 0n ? "−" : "";
  if (magnitude > 9) return ` ≈ ${sign}${String(absolute(value.p) / value.q)[0]}.${String(absolute(value.p) / value.q).slice(1, 4)}·10${superscript(magnitude - 1)}`;
  let zeros = 0;
  const leading = absolute(value.p) * 1000n;
  while (leading !== 0n && zeros < 60 && (leading * 10n ** BigInt(zeros)) / value.q < 1000n && magnitude === 1 && absolute(value.p) < value.q) zeros += 1;
  const places = BigInt(digits + zeros);
  const scaled = String((absolute(value.p) * 10n ** places) / value.q).padStart(Number(places) + 1, "0");
  const cut = scaled.length - Number(places);
  if (zeros > 5) return ` ≈ ${sign}${scaled.replace(/^0+/, "").replace(/^(\d)(\d{0,3}).*/, "$1.$2")}·10${superscript(-zeros)}`;
  return ` ≈ ${sign}${scaled.slice(0, cut)}.${scaled.slice(cut)}`;
}

const superscript = (n) => [...String(n)].map((c) => ({ "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" })[c]).join("");

const exactWithDecimal = (text) => h("span", {}, exactNumber(text), h("span", { class: "soft small" }, approximately(parseExact(text))));

// "p" or "p/q" of any length.
function parseExact(text) {
  const [p, q = "1"] = text.split("/");
  return new Rational(BigInt(p), BigInt(q));
}

function vectorOf({ shown, count }) {
  const more = count > shown.length ? [`… ${count} in all`] : [];
  return exactNumber(`(${[...shown, ...more].join(", ")})`);
}

// A command line with a button that copies it.
const command = (text) => h("div", { class: "command" }, h("code", {}, text), copyButton(text));

function copyButton(text, label = "Copy") {
  const button = h("button", { type: "button", "aria-label": `${label}: ${text.slice(0, 40)}` }, label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = h("textarea", { class: "hidden" }, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 1500);
  });
  return button;
}

function downloadButton(name, text) {
  return h("button", { type: "button", onclick: () => {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } }, "Download");
}

// A table that is built when it is first opened.
function lazyTable(title, head, rows) {
  const details = h("details", {}, h("summary", {}, title));
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    details.append(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, table(head, rows())));
  });
  return details;
}

const table = (head, rows) => h("table", {},
  h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
  h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell) => h("td", { class: typeof cell === "string" ? "exact" : "" }, typeof cell === "string" ? minusSign(cell) : cell))))));

function section(id, title, lead, ...children) {
  return h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), lead && h("p", { class: "lead" }, lead), children);
}

const ICONS = {
  start: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", play: "M4 2.5v11L13 8z", pause: "M4 3h3v10H4zM9 3h3v10H9z", on: "M5 3v10l7-5z", end: "M11 3h2v10h-2zM3 3v10l7-5z",
  theme: "M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13v-1.4a5.1 5.1 0 0 0 0-10.2z",
};
const icon = (name) => s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

const movesLess = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// --- light and dark -----------------------------------------------------------------------------------

function followTheme(button) {
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  const name = () => button.setAttribute("aria-label", `Switch to ${isDark() ? "light" : "dark"} colours`);
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  button.replaceChildren(icon("theme"));
  name();
}
