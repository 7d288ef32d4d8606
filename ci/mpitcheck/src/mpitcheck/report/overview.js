// SPDX-License-Identifier: BSD-3-Clause
// The beginning of a run's page: how it was made, what is known of each finding (first_screen.py has their lines), and
// tables of targets.

const {header, targets, tests, findings, footer, summary: {gate, exit_code: exitCode}} = data;
const names = targets.map((target) => visible(target.name));

// Text with its web addresses as links.
function linked(text) {
  return text.split(/(https:\/\/[\w\-.~\/#?=&%]*[\w\/])/).map((part, index) =>
    index % 2 ? element("a", {href: part, rel: "noreferrer"}, part) : part);
}

// The expectation for a test.
function knownLine({known, expected}) {
  return known && linked(`${expected ? "known" : "not what is known as"} ${known.kind}: ${known.reason}`);
}

function replay(line) {
  const text = element("pre", {tabIndex: 0}, line);
  const button = element("button", {type: "button"}, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
    }
  });
  return element("div", {className: "replay"}, text, button);
}

function about() {
  return [
    element("p", {}, `${header.tool} ${header.version} on ${header.host.system}, ${header.host.cores} cores. Started ` +
      `${header.started}, took ${footer.seconds.toFixed(1)} s, exit code ${exitCode}.`),
    fold("Command line", () => code(header.command.join(" "))),
    footer.complete ? "" : element("p", {className: "notice"}, footer.interrupted
      ? "Interrupted: this report holds what was done until then." : "Incomplete: not every selected test has run."),
    footer.missing.length ? fold(`Selected tests that have not run: ${footer.missing.length}`, () => element("pre", {},
      footer.missing.map(({target, test}) => `${target} ${test}`).join("\n"))) : ""];
}

// Findings ----------------------------------------------------------------------------------------------------------

const LONGEST_LINE = 300;
const LONGEST_SHOWN = 1000;

const shortened = (text) => short(text, LONGEST_SHOWN);
const seenOn = ({target, standing, rests_on: root}) => {
  const said = [standing, root && `follows from ${root}`].filter(Boolean).join(", ");
  return said ? `${target} (${said})` : target;
};

function ruleOf({clause, level, section, rule}, target) {
  const where = section ? `, MPI ${target.mpi_version} section ${section}` : "";
  return clause && element("div", {}, element("a", {href: "#" + clause}, clause), ` (${level}${where}): ${shortened(rule)}`);
}

// The calls that matter, without the commands of random tests; as in shown_calls.py.
function callsOf(sighting, offence, test) {
  const ofProgram = sighting.program ? test.repro.calls : [];
  return ofProgram.length ? ofProgram : offence.calls.filter((call) => /^P?MPIX?_\w+\(/.test(call));
}

function sightingArticle(sighting) {
  const target = targets.find(({name}) => name === sighting.target);
  const test = tests.find(({name, target: on}) => name === sighting.tests[0] && on === sighting.target);
  const [offence] = sighting.examples;
  const more = sighting.more_objects;
  return element("article", {},
    element("h4", {}, badge(sighting.verdict), ` ${seenOn(sighting)} `,
      element("small", {}, short(firstLine(target.library_version), LONGEST_LINE))),
    facts([["rule", sighting.examples.map((example) => ruleOf(example, target))],
      ["expected", shortened(offence.expected)], ["actual", shortened(offence.actual)], ["when", shortened(offence.phase)],
      ["in", shortened((offence.fact?.frames ?? []).join(" < "))],
      ["calls", callsOf(sighting, offence, test).map((call) => element("div", {}, code(shortened(call))))],
      ["objects", [...sighting.objects.map(shortened), ...more ? [`and ${more} more`] : []].map((line) => element("div", {}, line))],
      ["tests", some(sighting.tests, 12, code)], ["expectations", knownLine(test)], ["replay", code(test.replay)]]),
    sighting.program ? fold("C program", () => replay(test.repro.program)) : "");
}

// Replaces the short account in a finding when a reader opens it.
function completeFinding(finding) {
  const node = byId(finding.id);
  whenOpened(node, () => node.querySelector(".plain").replaceWith(...finding.sightings.map(sightingArticle)));
  if (node.open) complete(node);
}

function gateNotice() {
  const known = `Known deviations: ${gate.known}.`;
  if (!gate.findings.length) return element("p", {}, "As expected. " + known);
  return element("div", {className: "notice", id: "_gate"},
    element("p", {}, `Differences from the expectations: ${gate.findings.length}. ${known}`),
    element("ul", {}, gate.findings.map((it) => element("li", {}, `${it.problem}: ${it.target ?? ""} `, code(it.test ?? ""),
      ` ${it.message}`, element("br"), it.advice, element("br"), code(it.line)))));
}

// Targets -----------------------------------------------------------------------------------------------------------

// Library versions may be many lines long: MPICH's holds its configure line.
function library(version) {
  const line = short(firstLine(version), 120);
  return line === version ? line : fold(line, () => element("pre", {}, version));
}

function inventoryTable() {
  const heads = [column("Target"), column("MPI"), column("Library"),
    ...[...KINDS, "seconds"].map((kind) => column(kind, "number"))];
  return table({className: "overview"}, "What was tested, and what it exposes", heads, targets.map((target) => row(
    rowHead(target.name), cell(target.mpi_version),
    element("td", {className: "library"}, library(target.library_version),
      [...target.preflight ? target.preflight.lines : [], ...target.notes].map((note) => element("small", {}, note))),
    countCells(target.counts), element("td", {className: "number"}, target.seconds.toFixed(1)))));
}

const SHOWN_ORDER = ["pass", ...VERDICTS.filter((verdict) => verdict !== "pass")];

function verdictTable() {
  const testsWith = (target, verdict) => data.summary.targets[target.name][verdict];
  const clausesWith = (t, verdict) => rules.filter(({verdicts}) => verdicts[t] === verdict).length;
  const used = SHOWN_ORDER.filter((verdict) =>
    targets.some((target, t) => testsWith(target, verdict) || clausesWith(t, verdict)));
  const counts = (target, t) => used.map((verdict) => {
    const [count, ofTests] = [clausesWith(t, verdict), testsWith(target, verdict)];
    if (!count && !ofTests) return number(0);
    const href = "#" + new URLSearchParams({target: names[t], verdict});
    return element("td", {className: "number"}, count ? element("a", {href}, count) : "0", " ", element("small", {}, ofTests));
  });
  return table({className: "overview"}, "Clauses by verdict; small: tests",
    [column("Target"), ...used.map((verdict) => column(plain(verdict), "number")), column("not run", "number")],
    targets.map((target, t) => row(rowHead(target.name), counts(target, t), number(clausesWith(t, undefined)))));
}

// Functions that do not survive in signal handlers.
function capabilityTable() {
  const mark = " in a signal handler";
  const rows = tests.flatMap(({target, behaviours}) => behaviours
    .filter(({key, value}) => key.endsWith(mark) && !/^(survived|not tried)/.test(value))
    .map(({key, value}) => row(rowHead(target), cell(key.slice(0, -mark.length)), cell(short(value, 600)))));
  return rows.length === 0 ? "" : table({className: "overview"}, "Not survived in signal handlers. The standard advises " +
    "libraries to allow these, no more: nothing here fails a run.",
  [column("Target"), column("Function"), column("Outcome")], rows);
}

function legend() {
  return fold("What the verdicts mean", () => [facts(Object.entries(MEANINGS).map(([word, text]) => [badge(word), text])),
    element("p", {}, "Only a broken ", element("em", {}, "must"),
      " fails a run, or, with expectations, whatever differs from them.")]);
}

function buildOverview() {
  document.title += ": " + names.join(", ");
  document.documentElement.style.setProperty("--targets", targets.length);
  byId("_about").append(...about());
  findings.forEach(completeFinding);
  byId("_targets").after(gate ? gateNotice() : "", inventoryTable(), verdictTable(), capabilityTable(), legend());
}
