// SPDX-License-Identifier: BSD-3-Clause
// The grid of a run's page, a picture per target: functions as rows, states as columns. A field of it shows the worst of
// its cells; opened, it lists them. The arrow keys go from field to field.

const UNTRIED = "-";
const WORD_OF_LETTER = new Map(OUTCOME_WORDS.map((word) => [word[0], word]));

// Per function and state its classes of argument with what became of them, and their tally.
function fieldsOf({functions, states}) {
  const columns = states.map(({outcomes}) => outcomes.split(","));
  return functions.map(({classes}, f) => columns.map((letters) => {
    const cells = [...letters[f]].map((letter, c) => ({name: classes[c], outcome: WORD_OF_LETTER.get(letter), letter}))
      .filter(({letter}) => letter !== UNTRIED);
    const tally = {};
    for (const {outcome} of cells) tally[outcome] = countOf(tally, outcome) + 1;
    return {cells, tally};
  }));
}

// "never.before" is of the interface's state "never" and MPI's "before", "once.init.second-tool" of the place "second-tool".
const PLACED = /^(\w[\w-]*\.\w[\w-]*)\.([\w-]+?)(-\d+)?$/;
const headOf = (name) => PLACED.exec(name)?.[2] ?? (name.includes(".") ? name.slice(0, name.indexOf(".")) : "");
const inGroup = (name) => name.replace(PLACED, "$1$3").slice(PLACED.test(name) ? 0 : name.indexOf(".") + 1);

function stateHeads(states) {
  const groups = [];
  for (const {name} of states) {
    if (groups.at(-1)?.name !== headOf(name)) groups.push({name: headOf(name), size: 0});
    groups.at(-1).size += 1;
  }
  const first = (index) => index === 0 || headOf(states[index].name) !== headOf(states[index - 1].name);
  return element("thead", {},
    row(element("td", {colSpan: 2}), groups.map(({name, size}) => element("th", {scope: "colgroup", colSpan: size}, short(name, 40)))),
    row(column("Function"), column("examined", "number"), states.map(({name}, index) =>
      element("th", {scope: "col", className: first(index) ? "state first" : "state"}, element("span", {}, short(inGroup(name), 40))))));
}

function fieldCell({tally}, first) {
  const worst = worstOf(tally);
  if (!worst) return element("td", {className: first ? "first" : "", ariaLabel: "not tried"});
  const classes = [outcomeClass(worst), first ? "first" : "", worst === "held" && tally.none ? "partly" : ""];
  return element("td", {className: classes.filter(Boolean).join(" "), tabIndex: -1, ariaExpanded: "false", ariaLabel: tallyText(tally)},
    OUTCOMES[worst].sign);
}

// Details -----------------------------------------------------------------------------------------------------------

// The name of a cell in offences, alone or in "MPI_T_x after" it.
const subjectOf = (name, {name: argument}) => `${name}, ${argument.replaceAll(":", " ")}`;

// The offence of a cell, with its test: that of its own state, or of another one, to which the own leaves what fails there too.
function offenceOf(subject, target, own) {
  const candidates = [own, ...tests.filter((test) => test !== own && test.target === target.name && test.name.startsWith("grid."))];
  for (const test of candidates) {
    const failure = test?.failures.find((each) => each.subject === subject || each.subject.endsWith(" after " + subject));
    if (failure) return {test, failure};
  }
  return null;
}

function findingOf({test, failure}) {
  const isHere = (sighting) => sighting.target === test.target && sighting.tests.includes(test.name);
  const here = findings.filter(({clauses, sightings}) => clauses.includes(failure.clause) && sightings.some(isHere));
  return here.find(({sightings}) => sightings.some((it) => isHere(it) && it.objects.includes(failure.subject))) ?? here[0];
}

// The program of the offence's finding, where it shows that alone, else that of the test, which is about its first offence.
function programOf({test, failure}, finding) {
  const sighting = finding?.sightings.find(({target}) => target === test.target);
  const telling = sighting?.program && tests.find(({name, target}) => name === sighting.tests[0] && target === test.target);
  const {program, reason} = (telling || test).repro ?? {program: "", reason: ""};
  if (!program) return reason && element("p", {className: "muted"}, "C program: " + reason);
  return fold(telling || failure === test.failures[0] ? "C program" : "C program of the first offence of its test", () => replay(program));
}

function offenceArticle(subject, offence, target, own) {
  if (!offence) return "";
  const {test, failure} = offence;
  const finding = findingOf(offence);
  return element("article", {}, element("h4", {}, code(subject)),
    facts([["rule", ruleOf(failure, target)], ["call", failure.calls.length && code(shortened(failure.calls.at(-1)))],
      ["expected", shortened(failure.expected)], ["actual", shortened(failure.actual)], ["when", shortened(failure.phase)],
      ["told by", test !== own && [code(test.name), ", where the same call fails too"]],
      ["finding", finding && element("a", {href: "#" + finding.id}, finding.id)], ["replay", code(test.replay)]]),
    failure.calls.length > 1 ? fold("calls", () => callList(failure.calls)) : "", programOf(offence, finding));
}

function fieldDetails(target, {name}, state, {cells, tally}) {
  const own = tests.find((test) => test.name === state.test && test.target === target.name);
  const order = [...cells].sort((a, b) => OUTCOME_WORDS.indexOf(a.outcome) - OUTCOME_WORDS.indexOf(b.outcome));
  const offences = order.filter(({outcome}) => outcome === "broken" || outcome === "lost").map((each) => {
    const subject = subjectOf(name, each);
    return offenceArticle(subject, offenceOf(subject, target, own), target, own);
  });
  const text = (content) => content ? element("p", {className: "text"}, content) : "";
  return element("div", {className: "cells"},
    element("h4", {}, code(name), " in ", code(state.name), element("small", {}, ` ${target.name}: ${tallyText(tally)}`)),
    own ? element("p", {className: "muted"}, own.brief) : "",
    table({}, "", [column("Class of argument"), column("Outcome")], order.map((each) =>
      row(rowHead(code(each.name)), cell(outcomeBadge(each.outcome))))),
    offences,
    own && (tally.lost || offences.includes("")) ? [text(own.message && `${own.name}: ${own.verdict}: ${short(own.message, 600)}`),
      own.notes.map((note) => text("Note: " + short(note, 600)))] : "");
}

// Tables ------------------------------------------------------------------------------------------------------------

// One of the table's fields can be reached by Tab, the others from it by arrow keys.
function moveOnKeys(event, lines) {
  const td = event.target.closest("td[tabindex]");
  const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
  if (!td || event.target !== td) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    td.click();
  }
  if (!steps) return;
  event.preventDefault();
  let f = lines.findIndex((tds) => tds.includes(td));
  let s = lines[f].indexOf(td);
  do [f, s] = [f + steps[0], s + steps[1]]; while (lines[f]?.[s] && !lines[f][s].hasAttribute("tabindex"));
  const next = lines[f]?.[s];
  if (!next) return;
  td.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function gridTable(target) {
  const {functions, states} = target.grid;
  const fields = fieldsOf(target.grid);
  const starts = states.map(({name}, s) => s === 0 || headOf(name) !== headOf(states[s - 1].name));
  const lines = fields.map((line) => line.map((field, s) => fieldCell(field, starts[s])));
  const trs = functions.map(({name}, f) => {
    const sum = sumOf(fields[f].map(({tally}) => tally));
    return row(rowHead(code(short(name, 60))), element("td", {className: "number", title: tallyText(sum)}, shareOf(sum)), lines[f]);
  });
  const whole = sumOf(fields.flat().map(({tally}) => tally));
  const pairs = sumOf(fields.flat().map(({tally}) => worstOf(tally)).filter(Boolean).map((word) => ({[word]: 1})));
  const caption = element("caption", {}, element("strong", {}, target.name),
    `: ${states.length} states, ${functions.length} functions. Cells: ${tallyText(whole)}; ${shareOf(whole)} examined. ` +
    `Pairs of function and state by their worst cell: ${tallyText(pairs)}.`);
  const node = element("table", {className: "grid", role: "grid"}, caption, stateHeads(states), element("tbody", {}, trs));
  const all = lines.flat();
  const placeOf = new Map(all.map((td, index) => [td, [Math.floor(index / states.length), index % states.length]]));
  const first = all.find(({tabIndex, ariaExpanded}) => tabIndex === -1 && ariaExpanded);
  if (first) first.tabIndex = 0;

  let opened = null;
  function close() {
    opened?.td.setAttribute("aria-expanded", "false");
    opened?.detail.remove();
    opened = null;
  }
  node.addEventListener("click", ({target: clicked}) => {
    const td = clicked.closest("td[aria-expanded]");
    if (!td) return;
    const was = opened?.td;
    close();
    if (was === td) return;
    const [f, s] = placeOf.get(td);
    const detail = element("tr", {className: "detail"},
      element("td", {colSpan: states.length + 2}, fieldDetails(target, functions[f], states[s], fields[f][s])));
    trs[f].after(detail);
    td.setAttribute("aria-expanded", "true");
    opened = {td, detail};
  });
  node.addEventListener("keydown", (event) => moveOnKeys(event, lines));
  // The title of a field under the pointer names its place, too.
  node.addEventListener("pointerover", ({target: under}) => {
    const place = placeOf.get(under);
    if (place) under.title ||= `${visible(functions[place[0]].name)}\n${visible(states[place[1]].name)}\n${under.ariaLabel}`;
  });
  return node;
}

// A grid takes longer to build than the rest of the page, so it is built when it comes into the window.
function gridBox(target) {
  const box = element("div", {className: "wide", tabIndex: 0, role: "region", ariaLabel: "Grid of " + visible(target.name)});
  box.style.minHeight = 12 + 1.35 * target.grid.functions.length + "rem";  // about that of the table
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({isIntersecting}) => isIntersecting)) return;
    observer.disconnect();
    box.style.minHeight = "";
    box.append(gridTable(target));
  });
  observer.observe(box);
  return box;
}

// Nothing where no test of the grid was run.
function buildGrids() {
  const drawn = targets.filter(({grid}) => grid);
  if (!drawn.length) return;
  byId("_findings").parentNode.after(element("section", {className: "grids"},
    element("h2", {id: "_grid"}, "Grid"),
    element("p", {}, "Each function, in each state, with each class of argument. Open a field to see its cells."),
    outcomeLegend(), drawn.map(gridBox)));
}
