// Puts the page together from the data it carries.
"use strict";

window.CONTENT = JSON.parse(document.getElementById("content").textContent);

(function build() {
  const { runs, claims, breaks, evidence, version } = window.CONTENT;
  const main = document.getElementById("main");
  const place = h("div", {});
  if (runs.length > 1) {
    const choice = h("select", { id: "run-choice", onchange: () => showRun(Number(choice.value)) },
      runs.map((run, n) => h("option", { value: n }, `${run.system} on ${run.data.name}: ${run.outcome}, ${plural(run.updates, "update")}`)));
    main.append(h("section", {}, h("div", { class: "card" }, h("label", { class: "field" }, `${runs.length} runs: the systems of the documents on the documents' own examples`, choice))));
  }
  main.append(place);
  const showRun = (index) => {
    place.replaceChildren(...runSections(runs[index]));
    contents();
  };
  const others = [
    playgroundSection(runs),
    claims && claimsSection(claims),
    breaks && breaksSection(breaks),
    evidence && evidenceSection(evidence),
  ].filter(Boolean);
  main.append(...others);
  function contents() {
    const titles = { run: "Run", course: "Updates", combination: "Why not", proof: "Invariants", certificate: "Certificates", playground: "Playground", claims: "Claims", breaks: "What breaks", evidence: "Evidence" };
    document.getElementById("contents").replaceChildren(...Object.entries(titles).filter(([id]) => document.getElementById(id)).map(([id, text]) => h("a", { href: `#${id}` }, text)));
  }
  showRun(0);
  document.getElementById("foot").append(`Written by verified-perceptron ${version}. All numbers are exact; a decimal reading is marked ≈ and cut, not rounded. This file needs no network.`);
  followTheme(document.getElementById("theme"));
})();
