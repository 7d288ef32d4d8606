// SPDX-License-Identifier: BSD-3-Clause
// Compares any two columns by the verdicts of rules and findings; the choice is in the address: #older..newer.
"use strict";

const byId = (id) => document.getElementById(id);
const names = SITE.columns.map(([name]) => name);

function element(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function verdictCell(letter) {
  const word = SITE.words[letter];
  return element("td", {className: word ?? "not-run"}, word ?? "–");
}

// It scrolls, also by keyboard, if it is wider than the page.
function table(caption, heads, rows) {
  const cells = heads.map((head) => element("th", {scope: "col"}, head));
  return element("div", {className: "wide", tabIndex: 0, role: "region", ariaLabel: caption},
    element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...cells)), element("tbody", {}, ...rows)));
}

const anchorTo = (folder, id) => element("a", {href: `../${folder}/${id}.html`}, id);

function show() {
  const [one, other] = [byId("older").selectedIndex, byId("newer").selectedIndex];
  const heads = [SITE.columns[one][1], SITE.columns[other][1]];
  const differing = (list) => list.filter(([, letters]) => letters[one] !== letters[other]);
  const rowOf = (folder) => ([id, letters, text]) => element("tr", {},
    element("th", {scope: "row"}, anchorTo(folder, id), text ? element("p", {}, text) : ""), verdictCell(letters[one]), verdictCell(letters[other]));
  const parts = [["Findings", "findings"], ["Rules", "rules"]].map(([title, folder]) => {
    const rows = differing(SITE[folder]).map(rowOf(folder));
    return rows.length ? table(`${title}: ${rows.length} differ`, [title, ...heads], rows) : element("p", {}, `${title}: no difference.`);
  });
  byId("difference").replaceChildren(...parts);
  history.replaceState(null, "", `#${names[one]}..${names[other]}`);
}

for (const id of ["older", "newer"]) {
  byId(id).append(...SITE.columns.map(([name, label]) => element("option", {value: name}, label)));
  byId(id).addEventListener("change", show);
}
// Names hold no two dots in a row.
const asked = decodeURIComponent(location.hash.slice(1)).split("..").map((name) => names.indexOf(name));
byId("older").selectedIndex = asked[0] >= 0 ? asked[0] : 0;
byId("newer").selectedIndex = asked[1] >= 0 ? asked[1] : names.length - 1;
byId("choose").hidden = false;
byId("plain").hidden = true;
show();
document.documentElement.dataset.ready = "yes";
