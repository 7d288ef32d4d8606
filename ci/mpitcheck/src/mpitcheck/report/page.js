// SPDX-License-Identifier: BSD-3-Clause
// The matrix of a run's page, clauses as rows and targets as columns, and its filters. The address has them after #,
// as it has a clause that is open, or a finding: all are permanent links.

const FIELDS = ["text", "area", "target"];
const CHIPS = ["verdict", "level"];
const filters = {text: "", area: "", target: "", only: false, verdict: new Set(), level: new Set()};
let clauseInHash = "";

const links = rules.map(({id}) => element("a", {href: "#" + id}, id));
const rows = rules.map((rule, index) => element("tr", {className: "row", id: rule.id},
  rowHead(links[index], element("p", {}, rule.rule)), element("td", {className: "level"}, rule.level),
  rule.verdicts.map(verdictCell)));
const indexOf = new Map(rules.map(({id}, index) => [id, index]));

function buildMatrix() {
  const groups = GROUPS.map((title, group) => {
    const heading = element("span", {}, title + " ", element("small"));
    const head = element("th", {scope: "rowgroup", colSpan: targets.length + 2}, heading);
    const members = rows.filter((_, index) => rules[index].group === group);
    return members.length ? [element("tr", {className: "group"}, head), ...members] : [];
  });
  // With more targets the columns become narrower. The header stays in sight, so it has to stay low.
  const isMany = targets.length > 5;
  const matrix = table({id: "_matrix", className: isMany ? "many" : ""}, "Clauses as rows, targets as columns",
    [column("Clause", "clause"), column("Level", "level"), ...names.map((name) => column(short(name, 48), "target"))],
    ...groups.filter((group) => group.length));
  // Its width in page.css, and the sides of the page. In a narrower window, verdicts stand below their clause.
  stackWhenNarrow(matrix, 27 + targets.length * (isMany ? 7 : 8.75) + 7);
  // The browser lays it out when it is scrolled to; until then this is its height.
  const box = element("div", {className: "unseen"}, matrix);
  box.style.containIntrinsicBlockSize = `auto ${rules.length * 4}rem`;
  return box;
}

// Filters -----------------------------------------------------------------------------------------------------------

function chip(set, value, count) {
  if (count === 0) return;
  const input = element("input", {type: "checkbox", value});
  input.addEventListener("change", () => {
    filters[set][input.checked ? "add" : "delete"](value);
    changed();
  });
  const word = element("span", {className: set === "verdict" ? value + " plain" : ""}, value);
  byId("_" + set).append(element("label", {className: "chip"}, input,
    element("span", {}, word, element("small", {}, count))));
}

function buildFilters() {
  for (const verdict of VERDICTS) {
    chip("verdict", verdict, rules.filter(({verdicts}) => verdicts.includes(verdict)).length);
  }
  for (const level of LEVELS) chip("level", level, rules.filter((rule) => rule.level === level).length);
  for (const area of new Set(rules.map((rule) => rule.area))) byId("_area").append(element("option", {value: area}, area));
  for (const target of names) byId("_target").append(element("option", {value: target}, target));
  byId("_only_label").hidden = targets.length < 2;
  for (const key of FIELDS) {
    byId("_" + key).addEventListener("input", (event) => { filters[key] = event.target.value; changed(); });
  }
  byId("_only").addEventListener("change", (event) => { filters.only = event.target.checked; changed(); });
  byId("_filters").addEventListener("submit", (event) => event.preventDefault());
  byId("_filters").addEventListener("reset", () => { clauseInHash = ""; setFilters(new URLSearchParams()); writeHash(); });
}

function setFilters(given) {
  for (const key of FIELDS) byId("_" + key).value = filters[key] = given.get(key) ?? "";
  byId("_only").checked = filters.only = given.get("only") === "1";
  for (const key of CHIPS) {
    filters[key] = new Set((given.get(key) ?? "").split(",").filter((word) => word !== ""));
    for (const input of byId("_" + key).querySelectorAll("input")) input.checked = filters[key].has(input.value);
  }
  apply();
}

function writeHash() {
  const given = new URLSearchParams();
  for (const key of FIELDS) if (filters[key]) given.set(key, filters[key]);
  for (const key of CHIPS) if (filters[key].size) given.set(key, [...filters[key]].join(","));
  if (filters.only) given.set("only", "1");
  const filtered = given.size > 0;
  if (filtered && clauseInHash) given.set("clause", clauseInHash);
  const hash = filtered ? given.toString().replaceAll("%2C", ",") : encodeURIComponent(clauseInHash);
  history.replaceState(null, "", "#" + hash);
}

function changed() {
  writeHash();
  apply();
}

// The texts that the filter searches, per clause; collected when it is first used.
let haystacks = null;
function haystack(index) {
  haystacks ??= rules.map(({id, rule, tests: citing}) => {
    const texts = citing.flatMap(({label, results}) => [label, ...results.filter(hasAccount).flatMap((test) =>
      [test.message, ...test.failures.map((failure) => failure.subject)])]);
    return visible([id, rule, ...texts].join("\n"), true).toLowerCase();
  });
  return haystacks[index];
}

function matches({level, area, verdicts}, index) {
  const target = names.indexOf(filters.target);
  const considered = target < 0 ? verdicts : [verdicts[target]];
  const text = filters.text.trim().toLowerCase();
  if (filters.area && area !== filters.area) return false;
  if (filters.level.size && !filters.level.has(level)) return false;
  if (filters.target && (target < 0 || !considered[0])) return false;
  if (filters.verdict.size && !considered.some((verdict) => filters.verdict.has(verdict))) return false;
  if (filters.only) {
    if (verdicts.filter((verdict) => DEVIATIONS.includes(verdict)).length !== 1) return false;
    if (target >= 0 && !DEVIATIONS.includes(considered[0])) return false;
  }
  return !text || haystack(index).includes(text);
}

function apply() {
  let shown = 0;
  const perGroup = new Map();
  rules.forEach((rule, index) => {
    const tr = rows[index];
    const fits = matches(rule, index);
    tr.hidden = !fits;
    const detail = byId("_d-" + index);
    if (detail) detail.hidden = !fits || !tr.classList.contains("open");
    shown += fits;
    perGroup.set(tr.parentNode, (perGroup.get(tr.parentNode) ?? 0) + fits);
  });
  for (const [group, count] of perGroup) {
    group.hidden = count === 0;
    group.querySelector("small").textContent = count;
  }
  byId("_count").textContent = shown === 0
    ? `None of the ${rules.length} clauses matches.`
    : `${shown} of ${rules.length} clauses shown, findings first.`;
  document.documentElement.dataset.shown = shown;
}

// Details and links -------------------------------------------------------------------------------------------------

function setOpen(index, wanted) {
  const tr = rows[index];
  if (wanted && !byId("_d-" + index)) {
    const content = element("td", {colSpan: targets.length + 2}, ruleDetails(rules[index]));
    tr.after(element("tr", {id: "_d-" + index, className: "detail"}, content));
  }
  tr.classList.toggle("open", wanted);
  byId("_d-" + index).hidden = !wanted;
  links[index].setAttribute("aria-expanded", wanted);
}

function onRowClick(event) {
  const tr = event.target.closest("tr.row");
  if (!tr || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("a")) event.preventDefault();
  else if (!getSelection().isCollapsed) return;
  const wanted = !tr.classList.contains("open");
  setOpen(indexOf.get(tr.id), wanted);
  clauseInHash = wanted ? tr.id : "";
  writeHash();
}

function readHash() {
  const hash = location.hash.slice(1);
  const given = new URLSearchParams(hash.includes("=") ? hash : "");
  let id = given.get("clause") ?? "";
  if (!hash.includes("=")) try { id = decodeURIComponent(hash); } catch { id = ""; }
  setFilters(given);
  // A finding may be in a folded section.
  for (let node = byId(id)?.closest("details.finding"); node; node = node.parentNode.closest("details")) node.open = true;
  if (indexOf.has(id)) {
    clauseInHash = id;
    setOpen(indexOf.get(id), true);
  }
  byId(id)?.scrollIntoView();
}

// Paper cannot be clicked: details open for it. page.html says what it lacks.
let openedForPrint = [];
addEventListener("beforeprint", () => {
  for (const node of unbuilt.keys()) complete(node);
  openedForPrint = [...document.querySelectorAll("details:not([open])")];
  for (const node of openedForPrint) node.open = true;
});
addEventListener("afterprint", () => {
  for (const node of openedForPrint) node.open = false;
});

buildOverview();
byId("_count").after(buildMatrix());
buildFilters();
document.documentElement.classList.add("js");
for (const link of links) link.setAttribute("aria-expanded", "false");
byId("_page").hidden = false;
buildGrids();
readHash();
byId("_matrix").addEventListener("click", onRowClick);
addEventListener("hashchange", readHash);
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  byId("_text").focus();
});
pageIsReady();
