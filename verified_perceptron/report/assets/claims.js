// What the proofs beside the package say: judged claims, what breaks without an assumption, and the evidence.
"use strict";

const VERDICTS = { true: "good", "true with a correction": "open", false: "bad", imprecise: "open", "out of scope": "open" };
const VERDICT_SIGNS = { true: "✓", "true with a correction": "✓*", false: "✗", imprecise: "~", "out of scope": "·" };

const AT_FIRST = 40;

function claimsSection({ claims, documents }) {
  const list = h("div", { class: "card" });
  const count = h("p", { class: "soft small", role: "status", "aria-live": "polite" });
  const search = h("input", { type: "search", id: "claim-search", placeholder: "search in titles, statements, corrections …", "aria-label": "search the claims" });
  const documentChoice = h("select", { id: "claim-document", "aria-label": "document" }, h("option", { value: "" }, "all documents"), Object.entries(documents).map(([id, title]) => h("option", { value: id }, title)));
  const verdictChoice = h("select", { id: "claim-verdict", "aria-label": "verdict" }, h("option", { value: "" }, "all verdicts"), Object.keys(VERDICTS).map((v) => h("option", { value: v }, v)));
  const texts = claims.map((c) => [c.id, c.title, c.statement, c.correction, c.counterexample, c.reason].filter(Boolean).join(" ").toLowerCase());
  const tally = h("div", { class: "tally" }, Object.keys(VERDICTS).map((v) => h("button", { type: "button", "data-verdict": v, onclick: () => {
    verdictChoice.value = verdictChoice.value === v ? "" : v;
    show();
  } }, `${VERDICT_SIGNS[v]} ${v}`, h("b", {}, String(claims.filter((c) => c.verdict === v).length)))));
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = claims.filter((c, n) => (!documentChoice.value || c.document === documentChoice.value) && (!verdictChoice.value || c.verdict === verdictChoice.value) && words.every((w) => texts[n].includes(w)));
    for (const button of tally.children) button.setAttribute("aria-pressed", String(button.dataset.verdict === verdictChoice.value));
    count.textContent = `${plural(found.length, "claim")} of ${claims.length}`;
    const more = h("button", { type: "button", onclick: () => list.replaceChildren(...found.map(claimDetails)) }, `show all ${found.length}`);
    list.replaceChildren(...found.slice(0, AT_FIRST).map(claimDetails), ...(found.length > AT_FIRST ? [h("p", { class: "row" }, more)] : []));
  };
  search.addEventListener("input", show);
  for (const control of [search, documentChoice, verdictChoice]) control.addEventListener("change", show);
  show();
  return section("claims", "The claims of five lecture notes, judged",
    "Every statement was put to a program: proved, computed or enumerated. A wrong one comes with a counterexample and the statement that holds instead.",
    tally, h("div", { class: "filters" }, search, documentChoice, verdictChoice), count, list);
}

function claimDetails(claim) {
  const details = h("details", { class: "claim", "data-claim": claim.id },
    h("summary", {}, h("span", { class: "exact soft" }, claim.id), h("span", {}, claim.title), h("span", { class: `badge ${VERDICTS[claim.verdict]}` }, `${VERDICT_SIGNS[claim.verdict]} ${claim.verdict}`)));
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    const rows = [
      ["says", claim.statement], ["lines", claim.lines],
      ["counterexample", claim.counterexample && `${claim.counterexample}${claim.smallest ? " (the smallest there is)" : ""}`],
      ["holds instead", claim.correction], ["why not judged", claim.reason], ["other reading", claim.dissent],
    ].filter(([, text]) => text);
    details.append(h("div", { class: "body" },
      h("dl", {}, rows.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]),
        claim.evidence.map((e) => [h("dt", {}, e.kind), h("dd", {}, e.shows, e.formula && h("div", {}, h("code", { class: "soft" }, e.formula)))])),
      claim.drawing && counterexampleFigure(claim)));
  });
  return details;
}

// The labelled points and the named vectors of a counterexample.
function counterexampleFigure({ drawing, counterexample }) {
  const points = drawing.points.map(({ x, y }, i) => ({ i, y, at: planarAt(x.map(parseExact)), title: `${minusSign(`(${x.join(", ")})`)}, label ${y > 0 ? "+1" : "−1"}` }));
  const places = drawing.places.map((x) => planarAt(x.map(parseExact)));
  const arrows = drawing.vectors.map(({ x }) => ({ from: [0, 0], to: planarAt(x.map(parseExact)), y: 1 }));
  const labels = drawing.vectors.map(({ name, x }) => ({ at: planarAt(x.map(parseExact)), text: name, dy: -8 }));
  const line = drawing.dimension === 1;
  const plane = new Plane({ label: `The counterexample drawn: ${counterexample}`, small: true, ratio: line ? 0.3 : 0.8, highest: 260, describe: () => counterexample });
  plane.show({ points, arrows, labels, places, line, state: null, view: viewOf([...points.map(({ at }) => at), ...arrows.map(({ to }) => to), ...places]) });
  return h("div", { class: "drawing" }, plane.element);
}

function breaksSection(breaks) {
  return section("breaks", "What breaks when an assumption goes",
    "For each hypothesis of each theorem: exact numbers that satisfy all the others, and the conclusion in those numbers, which is false.",
    h("div", { class: "card" }, breaks.map((statement, n) => breakDetails(statement, n === 0))));
}

function breakDetails({ id, title, words, conclusion, hypotheses, steps }, open) {
  const row = ({ name, says, kept, take, wrong }) => h("tr", {},
    h("th", { scope: "row" }, name), h("td", { class: "exact wrap" }, says),
    kept
      ? h("td", { class: "soft", colspan: 2 }, `kept: ${kept}`)
      : [h("td", { class: "exact wrap" }, take), h("td", { class: "exact wrap", style: "color: var(--bad)" }, `✗ ${wrong}`)]);
  const head = ["without", "that is", "take", "the claim would say"];
  return h("details", { class: "invariant", open },
    h("summary", {}, h("span", { class: "mark", "aria-hidden": "true" }, "⊢"), h("span", { class: "name" }, id),
      h("span", { class: "statement" }, `${title}: ${conclusion}`), h("span", { class: "count" }, plural(hypotheses.length, "assumption"))),
    h("div", { class: "body", style: "max-width: none" },
      h("p", {}, words),
      h("div", { class: "scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, hypotheses.map(row)))),
      h("details", {}, h("summary", {}, `The derivation, as the kernel accepted it: ${plural(steps.length, "step")}`), h("pre", { tabindex: 0 }, steps.join("\n")))));
}

function evidenceSection({ columns, rows, missing }) {
  const cell = (c) => (c.passed === null ? h("td", { class: "soft", title: c.reason ?? "" }, c.reason ? "·" : "") : h("td", { class: "exact", style: c.passed === c.total ? "" : "color: var(--bad)" }, c.passed === c.total ? `✓ ${grouped(c.total)}` : `✗ ${c.passed}/${c.total}`));
  return section("evidence", "Which engine has checked what",
    `Number of checks that passed, by kind. A dot marks a cell that is empty by nature.${missing.length ? ` Not run before this page was written: ${missing.join(", ")}.` : ""}`,
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "evidence matrix" }, h("table", {},
      h("thead", {}, h("tr", {}, ["", ...columns].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row", title: row.statement }, row.name), row.cells.map(cell)))))));
}
