// SPDX-License-Identifier: BSD-3-Clause
// Finds what the address's ?q= asks for: all of its words, wherever they stand; ids that begin so come first.
"use strict";

const MOST = 200;
const said = document.getElementById("said");
const found = document.getElementById("found");
const query = new URLSearchParams(location.search).get("q") ?? "";
const words = query.toLowerCase().split(/\s+/).filter(Boolean);

function* entries() {
  for (const [kind, before, after, its] of INDEX) {
    for (const entry of its) {
      const [id, text = "", name = id] = Array.isArray(entry) ? entry : [entry];
      yield {kind, name, text, address: before + encodeURIComponent(id) + after};
    }
  }
}

// 0: an id as asked for, 1: one that begins so, 2: it holds the words in its id, 3: in what is said of it; -1: it does not.
function rank({name, text}) {
  const id = name.toLowerCase();
  if (!words.every((word) => id.includes(word) || text.toLowerCase().includes(word))) return -1;
  if (words.length === 1 && id === words[0]) return 0;
  if (id.startsWith(words[0])) return 1;
  return words.every((word) => id.includes(word)) ? 2 : 3;
}

function item({kind, name, text, address}) {
  const node = document.createElement("li");
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.textContent = name;
  const small = document.createElement("small");
  small.textContent = " " + kind;
  node.append(anchor, small);
  if (text) node.append(Object.assign(document.createElement("div"), {textContent: text}));
  return node;
}

document.querySelector("input[name=q]").value = query;
if (words.length === 0) {
  said.textContent = "Ask for words of rules, findings, tests, library versions or variables, in the field above. All of them:";
} else {
  const hits = [...entries()].map((entry) => ({entry, place: rank(entry)})).filter(({place}) => place >= 0)
    .sort((one, other) => one.place - other.place);
  said.textContent = hits.length === 0 ? `Nothing holds “${query}”. The lists:` :
    `${hits.length} found for “${query}”` + (hits.length > MOST ? `, the first ${MOST}:` : ":");
  if (hits.length > 0) {
    const list = document.createElement("ul");
    list.className = "results";
    list.append(...hits.slice(0, MOST).map(({entry}) => item(entry)));
    found.replaceChildren(list);
  }
}
document.documentElement.dataset.ready = "yes";
