// SPDX-License-Identifier: BSD-3-Clause
// Functions that both pages use. All text reaches them as text nodes, never as markup.

const byId = (id) => document.getElementById(id);

// Reverts pack() of packing.py.
async function unpack(packed) {
  const text = atob(packed.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

byId("_old").hidden = "DecompressionStream" in window;
const data = await unpack(byId("_data").textContent);

// The meanings of verdicts, the most severe first.
const MEANINGS = {
  "crash": "a signal ended the process",
  "timeout": "the process made no progress before its time limit",
  "early-exit": "the process ended without a verdict",
  "fail": "a must rule is broken",
  "error": "a fault of mpitcheck: no statement about the library",
  "warn": "a should rule is broken",
  "quality": "deviates where the standard lets a library skip a check",
  "pass": "the rule was examined, and it is kept",
  "inconclusive": "cut off, or still in progress at its time limit: no statement about the library",
  "vacuous": "nothing to examine was found: not a pass",
  "not-applicable": "ruled out by the target's MPI version or an optional feature: not a pass",
};
const VERDICTS = Object.keys(MEANINGS);

// Characters that are invisible or change how their neighbours are shown.
const HIDDEN = new RegExp("[\\0-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f" +
  "\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Noncharacter_Code_Point}]", "gu");

// Text in which nothing is invisible: such characters become their number, e.g. "⟨U+202E⟩".
function visible(text, keepsLines = false) {
  return text.replace(HIDDEN, (it) => {
    if (it === "\n" || it === "\t") return keepsLines ? it : it === "\n" ? "↵" : " ";
    return `⟨U+${it.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

const short = (text, limit) => text.length > limit ? text.slice(0, limit - 1) + "…" : text;
const firstLine = (text) => text.split("\n", 1)[0];

// Children are nodes, texts, numbers and lists of them; what is empty is left out.
function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) if (value !== "") node[key] = value;
  const keepsLines = tag === "pre" || properties.className === "text";
  for (const child of children.flat(Infinity)) {
    if (child instanceof Node) node.append(child);
    else if (child || child === 0) node.append(visible(String(child), keepsLines));
  }
  return node;
}

const code = (text) => element("code", {}, text);
const cell = (...content) => element("td", {}, ...content);
const number = (value) => element("td", {className: value === 0 ? "number zero" : "number"}, value);
const badge = (verdict) => element("span", {className: verdict ? verdict + " badge" : "not-run"}, verdict ?? "not run");
const plain = (verdict) => element("span", {className: verdict + " plain"}, verdict);
const verdictCell = (verdict) => element("td", {className: verdict ?? "not-run"}, verdict ?? "not run");
const column = (content, className = "") => element("th", {scope: "col", className}, content);
const rowHead = (...content) => element("th", {scope: "row"}, ...content);
const row = (...cells) => element("tr", {}, ...cells);

// `groups`: lists of rows, a tbody each.
function table(properties, caption, heads, ...groups) {
  return element("table", properties, caption && element("caption", {}, caption), element("thead", {}, row(...heads)),
    groups.map((rows) => element("tbody", {}, rows)));
}

// In a window narrower than `width`, in rem, the cells of a row are below its head. The heads of many columns would
// fill such a window, so each cell names its own. Few columns fit on paper.
function stackWhenNarrow(node, width) {
  const isMany = node.classList.contains("many");
  if (isMany) {
    const heads = [...node.tHead.rows[0].cells];
    for (const {cells} of [...node.tBodies].flatMap(({rows}) => [...rows])) {
      heads.forEach((head, i) => { if (head.className === "target" && cells[i]) cells[i].dataset.head = head.textContent; });
    }
  }
  const narrow = matchMedia(`${isMany ? "all" : "screen"} and (max-width: ${width}rem)`);
  const stack = () => node.classList.toggle("stacked", narrow.matches);
  narrow.addEventListener("change", stack);
  stack();
  return node;
}

const KINDS = ["cvars", "pvars", "categories", "enums", "events", "sources"];
const countCells = (counts) => counts ? KINDS.map((kind) => number(counts[kind]))
  : element("td", {colSpan: KINDS.length}, "no inventory");

// The first `most` of the items, and how many more there are.
function some(items, most, show, tag = "div") {
  const rest = items.length - most;
  return [...items.slice(0, most).map((item) => element(tag, {}, show(item))),
    rest > 0 ? element(tag, {}, `and ${rest} more: see the JSON report`) : ""];
}

// Details that are built when a reader opens them, each with the function that completes it.
const unbuilt = new Map();

function complete(details) {
  const build = unbuilt.get(details);
  unbuilt.delete(details);
  build?.();
}

function whenOpened(details, build) {
  unbuilt.set(details, build);
  details.addEventListener("toggle", () => complete(details), {once: true});
}

function fold(summary, build, properties = {}) {
  const node = element("details", properties, element("summary", {}, summary));
  whenOpened(node, () => node.append(...[build()].flat()));
  return node;
}

function facts(pairs) {
  return element("dl", {}, pairs.filter(([, value]) => value && value.length !== 0).map(([key, value]) =>
    [element("dt", {}, key), element("dd", {className: "text"}, value)]));
}

function pageIsReady() {
  byId("_page").hidden = false;
  document.documentElement.dataset.ready = Math.round(performance.now());
}
