// SPDX-License-Identifier: BSD-3-Clause
// The page of `mpitcheck compare`: findings, clauses and behaviour side by side, and their filters. The part of the
// address behind # is a clause or a finding, or a filter such as show=one&area=cvar; all are permanent links.

const {columns, parties, findings, clauses, grid} = data;
const labels = columns.map(({label}) => label);
const differs = (clause) => clause.verdicts_differ || clause.behaviours.some((behaviour) => behaviour.differs);
const clauseLink = (id) => element("a", {href: "#" + id}, id);

const BESIDE = 30 + 7; // rem: the columns beside those of the targets in compare_page.css, and the sides of the page

// A table with a column per target. `width` in rem is that of such a column, if there are few.
function sideTable(id, caption, heads, lines, width = 8.75) {
  const isMany = columns.length > 5;
  const node = table({id, className: isMany ? "side many" : "side"}, caption,
    [...heads, ...labels.map((label) => column(label, "target"))], lines);
  return stackWhenNarrow(node, BESIDE + columns.length * (isMany ? 7 : width));
}

// Names such as MPI_T_ENUM_NULL may be broken behind an underscore.
function breakable(text) {
  return text.split("_").flatMap((part, i, {length}) => i + 1 < length ? [part + "_", element("wbr")] : [part]);
}

// Tables ------------------------------------------------------------------------------------------------------------

function columnsTable() {
  const used = VERDICTS.filter((verdict) => clauses.some(({verdicts}) => verdicts.includes(verdict)));
  const count = (c, verdict) => clauses.filter(({verdicts}) => verdicts[c] === verdict).length;
  const library = (...content) => element("td", {className: "library"}, ...content);
  return table({className: "overview"}, "What was compared, and its clauses by verdict",
    [...["Column", "Target", "MPI", "Library", "Report"].map((name) => column(name)),
      ...used.map((verdict) => column(plain(verdict), "number"))],
    columns.map((it, c) => row(rowHead(it.label), cell(it.target), cell(it.mpi_version),
      library(short(firstLine(it.library_version), 120)),
      library(code(it.path), element("small", {}, it.started,
        it.complete ? "" : " (incomplete: not every selected test has run)")),
      used.map((verdict) => number(count(c, verdict))))));
}

function findingsTable() {
  if (!findings.length) return element("p", {}, "None.");
  return sideTable("_found", "What the libraries do wrong, counted once per cause",
    [column("Finding", "clause"), column("Level", "level"), column("First seen in", "differs")],
    findings.map((it) => element("tr", {className: "row found", id: it.id},
      rowHead(code(it.id), " ", breakable(short(it.line, 300))), levelCell(it.level), differsCell(it.first_seen.join(", ")),
      it.verdicts.map((verdict) => verdict ? verdictCell(verdict) : cell()))));
}

// The differences in words, so that nothing depends on colour.
function difference(clause) {
  const words = [];
  if (clause.verdicts_differ) words.push("verdict");
  if (clause.behaviours.some((behaviour) => behaviour.differs)) {
    words.push(...words.length ? [", "] : [], element("a", {href: "#_b-" + clause.id}, "behaviour"));
  }
  return [...words, ...clause.odd.map((party) => element("small", {}, "only " + parties[party]))];
}

function deviations({deviations: all}) {
  if (!all.length) return "";
  const entries = some(all, 24, ({column: c, test, verdict, message}) =>
    [labels[c] + ": ", plain(verdict), " ", code(test), element("br"), short(message, 300)], "li");
  return element("details", {}, element("summary", {}, "what they do"), element("ul", {}, entries));
}

const levelCell = (level) => element("td", {className: "level"}, level);
const differsCell = (...content) => element("td", {className: "differs"}, ...content);

const clauseRows = clauses.map((it) => element("tr", {className: "row", id: it.id},
  rowHead(clauseLink(it.id), element("p", {}, it.rule), deviations(it)), levelCell(it.level), differsCell(difference(it)),
  it.verdicts.map(verdictCell)));

function clausesTable() {
  return sideTable("_matrix", "Clauses as rows, implementations and versions as columns",
    [column("Clause", "clause"), column("Level", "level"), column("Differs", "differs")], clauseRows);
}

const MOST_BEHAVIOURS = 8; // of a clause, those that differ first

// Rows with what the filters look at.
const behaviours = clauses.flatMap((clause) => {
  const order = [...clause.behaviours].sort((a, b) => b.differs - a.differs);
  const shown = order.slice(0, MOST_BEHAVIOURS);
  return shown.map((it, i) => {
    const rest = i + 1 === shown.length ? order.length - shown.length : 0;
    const tr = element("tr", {className: "row", id: i === 0 ? "_b-" + clause.id : ""},
      rowHead(clauseLink(clause.id), element("p", {}, short(it.key, 160)),
        rest ? element("p", {}, `and ${rest} more: see the reports`) : ""),
      differsCell(it.differs ? "differs" : ""),
      it.values.map((value) => value ? cell(breakable(short(value, 160))) : element("td", {className: "not-run"}, "not seen")));
    return {tr, area: clause.area, differs: it.differs, odd: it.odd};
  });
});

function behavioursTable() {
  return sideTable("_choices", "Behaviour, not faults: here the standard leaves a choice",
    [column("Clause and subject", "clause"), column("Differs", "differs")], behaviours.map(({tr}) => tr), 10);
}

function inventories() {
  const unnamed = columns.filter((it) => !it.named).map(({label}) => [" ", code(label)]);
  return [
    table({className: "overview"}, "Objects that each exposes", [column("Column"), ...KINDS.map((kind) => column(kind, "number"))],
      columns.map(({label, counts}) => row(rowHead(label), countCells(counts)))),
    ...data.only.map(({column: c, kind, names}) => fold(`Only ${labels[c]} has: ${names.length} × ${kind}`,
      () => element("ul", {className: "names"}, some(names, 3000, (name) => name, "li")))),
    unnamed.length ? element("p", {}, "Names could be compared only where the report holds them; it does not for:", unnamed) : ""];
}

// The share of each function's cells that was examined, with what is broken or lost; nothing where no test of the grid was run.
function gridCell(tally) {
  if (!tally) return element("td", {className: "not-run"}, "not run");
  const worst = worstOf(tally);
  if (!worst) return cell("–");
  const bad = tallyText({broken: tally.broken, lost: tally.lost});
  return element("td", {className: outcomeClass(worst), title: tallyText(tally)}, `${OUTCOMES[worst].sign} ${shareOf(tally)}`,
    bad ? element("small", {}, bad) : "");
}

function gridSection() {
  const sums = columns.map((_, c) => grid[0].tallies[c] && sumOf(grid.map(({tallies}) => tallies[c])));
  const lines = [{function: "all functions", tallies: sums}, ...grid];
  return element("section", {}, element("h2", {id: "_grid", tabIndex: -1}, "Grid"),
    sideTable("_shares", "Share of each function's cells that was examined", [column("Function", "clause")],
      lines.map((it) => row(rowHead(breakable(short(it.function, 60))), it.tallies.map(gridCell)))),
    outcomeLegend());
}

// Filters -----------------------------------------------------------------------------------------------------------

const fields = new Map(["show", "area", "text"].map((key) => [key, byId("_" + key)]));
const rows = [...clauses.map((it, i) => ({tr: clauseRows[i], area: it.area, differs: differs(it), odd: it.odd})), ...behaviours]
  .map((it) => ({...it, text: it.tr.textContent.toLowerCase()}));

function buildFilters() {
  const add = (key, value, text) => fields.get(key).append(element("option", {value}, text));
  add("show", "differing", "differing");
  if (clauses.some(({odd}) => odd.length)) {
    add("show", "one", "only one differs");
    parties.forEach((party, index) => add("show", index, `only ${party} differs`));
  }
  for (const area of [...new Set(clauses.map((it) => it.area))].sort()) add("area", area, area);
  for (const field of fields.values()) field.addEventListener("input", changed);
  byId("_filters").addEventListener("submit", (event) => event.preventDefault());
  byId("_filters").addEventListener("reset", () => setTimeout(changed));
}

function matches(it) {
  const show = fields.get("show").value;
  const area = fields.get("area").value;
  if (show === "differing" && !it.differs) return false;
  if (show === "one" && !it.odd.length) return false;
  if (/^\d+$/.test(show) && !it.odd.includes(Number(show))) return false;
  if (area && it.area !== area) return false;
  return it.text.includes(fields.get("text").value.trim().toLowerCase());
}

function apply() {
  for (const it of rows) it.tr.hidden = !matches(it);
  const shown = clauseRows.filter((tr) => !tr.hidden).length;
  byId("_count").textContent = `${shown} of ${clauses.length} clauses shown.`;
  document.documentElement.dataset.shown = shown;
}

function changed() {
  const given = new URLSearchParams();
  for (const [key, field] of fields) if (field.value) given.set(key, field.value);
  history.replaceState(null, "", "#" + given);
  apply();
}

function readHash() {
  const hash = location.hash.slice(1);
  const given = new URLSearchParams(hash.includes("=") ? hash : "");
  const target = hash.includes("=") ? null : byId(hash);
  // A link to a clause shows it, whatever was filtered before; one within the page keeps the filter if it can.
  if (target === null || target.hidden || target.closest("[hidden]")) {
    for (const [key, field] of fields) {
      field.value = given.get(key) ?? "";
      if (field.selectedIndex === -1) field.value = "";
    }
  }
  apply();
  target?.querySelector(":scope > th details")?.setAttribute("open", "");
  target?.scrollIntoView();
}

document.title += ": " + labels.map((label) => visible(label)).join(", ");
document.documentElement.style.setProperty("--targets", columns.length);
byId("_summary").append(`Findings: ${findings.length}. ${clauses.length} clauses, ${clauses.filter(differs).length} of them differ ` +
  "in verdict or behaviour.");
byId("_findings").after(findingsTable());
byId("_columns").after(columnsTable());
if (grid.length) {
  byId("_inventories").parentNode.before(gridSection());
  document.querySelector("nav a[href='#_inventories']").before(element("a", {href: "#_grid"}, "Grid"), " ");
}
byId("_clauses").after(clausesTable());
byId("_behaviours").after(behavioursTable());
byId("_inventories").after(...inventories());
buildFilters();
pageIsReady();
readHash();
addEventListener("hashchange", readHash);
