// SPDX-License-Identifier: BSD-3-Clause
// The clauses of a run's page with their verdicts and tests, and the details of one of them.

const LEVELS = ["must", "should", "quality", "advice"];
const BREAKS = ["crash", "timeout", "early-exit", "fail"];
const DEVIATIONS = [...BREAKS, "warn", "quality"];
const GROUPS = ["Broken: must", "Deviations: should, quality, advice", "Not judged: our own error",
  "Kept wherever examined", "Nothing to examine", "Not run"];

function groupOf(level, verdicts) {
  const any = (words) => verdicts.some((verdict) => words.includes(verdict));
  if (level === "must" && any(BREAKS)) return 0;
  if (any(DEVIATIONS)) return 1;
  if (any(["error"])) return 2;
  if (any(["pass"])) return 3;
  return any(VERDICTS) ? 4 : 5;
}

// Per clause the tests that cite it, each with its results by target.
function testsByClause() {
  const byClause = new Map(data.clauses.map(({id}) => [id, new Set()]));
  const byName = new Map();
  const placeOf = new Map(targets.map(({name}, t) => [name, t]));
  const severalSuites = new Set(tests.map(({suite}) => suite)).size > 1;
  for (const test of tests) {
    const key = JSON.stringify([test.suite, test.name]);
    test.label = severalSuites ? `${test.suite}: ${test.name}` : test.name;
    if (!byName.has(key)) byName.set(key, {label: test.label, results: targets.map(() => undefined)});
    byName.get(key).results[placeOf.get(test.target)] = test;
    for (const id of test.clauses) byClause.get(id)?.add(byName.get(key));
  }
  return byClause;
}

// By group, within a group in the catalogue's order.
const citing = testsByClause();
const rules = data.clauses.map((clause) => {
  const given = new Map(Object.entries(clause.verdicts));
  const verdicts = targets.map(({name}) => given.get(name));
  return {...clause, verdicts, group: groupOf(clause.level, verdicts), tests: [...citing.get(clause.id)]};
}).sort((a, b) => a.group - b.group);

const verdictOn = (id, test) => test && (new Map(Object.entries(test.verdicts)).get(id) ?? test.verdict);

// The section of the clause in each MPI version, equal neighbours joined: "3.0–3.1: 14.3.6, 4.0: 15.3.6".
function sectionsLine(sections) {
  const runs = [];
  for (const [version, section] of Object.entries(sections)) {
    if (runs.at(-1)?.section === section) runs.at(-1).last = "–" + version;
    else runs.push({first: version, last: "", section});
  }
  return runs.map(({first, last, section}) => `${first}${last}: ${section}`).join(", ");
}

function offences(failures) {
  if (!failures.length) return "";
  const columns = ["subject", "expected", "actual"];
  return table({className: "offences"}, "", [...columns, "when", "calls"].map((name) => column(name)),
    failures.map((failure) => row(columns.map((name) => cell(code(failure[name]))),
      cell(failure.phase, failure.rank ? ` rank ${failure.rank}` : ""),
      cell(failure.calls.length ? fold(String(failure.calls.length), () => callList(failure.calls)) : ""))));
}

const callList = (calls) => element("ol", {className: "calls"}, some(calls, 100, code, "li"));
const preFold = (title, text) => text ? fold(title, () => element("pre", {}, text)) : "";
const stacksText = (stacks) => stacks.map(({thread, frames}) => [thread + ":", ...frames.map((frame) => "  " + frame)]
  .map((line) => visible(line) + "\n").join("")).join("");

// A test that passed without anything to tell has no account: its verdict says it all.
const hasAccount = (test) => test && (test.verdict !== "pass" || test.notes.length || test.behaviours.length || test.known);

function account(id, test) {
  const text = (content) => content ? element("p", {className: "text"}, content) : "";
  const verdict = verdictOn(id, test);
  const deviates = test.verdict !== "pass";
  const repro = deviates && test.repro || {program: "", reason: "", calls: []};
  const here = test.failures.filter((failure) => failure.clause === id);
  const elsewhere = test.failures.length - here.length;
  return element("article", {},
    element("h4", {}, badge(verdict), ` ${test.target} `, code(test.label),
      here[0]?.section ? element("small", {}, ` section ${here[0].section}`) : "",
      test.verdict !== verdict ? element("span", {className: "muted"}, ", the whole test: ", badge(test.verdict)) : ""),
    text(test.message), text(knownLine(test)), text(test.missing && "Missing: " + test.missing), offences(here),
    elsewhere ? element("p", {className: "muted"}, `and ${elsewhere} against other clauses of this test`) : "",
    test.notes.map((note) => text("Note: " + note)),
    facts(test.behaviours.filter(({clause}) => clause === id).map(({key, value}) => [key, value])),
    deviates ? [preFold("stacks", stacksText(test.stacks)), preFold("output", test.output)] : "",
    repro.program ? fold("C program", () => replay(repro.program)) : "",
    repro.reason ? element("p", {className: "muted"}, "C program: " + repro.reason) : "",
    repro.calls.length ? fold("calls that matter", () => callList(repro.calls)) : "",
    deviates && test.replay ? replay(test.replay) : "");
}

function ruleDetails(rule) {
  const accounts = rule.tests.flatMap(({results}) => results.filter(hasAccount));
  accounts.sort((a, b) => VERDICTS.indexOf(verdictOn(rule.id, a)) - VERDICTS.indexOf(verdictOn(rule.id, b)));
  return element("div", {},
    facts([["area", rule.area], ["sections", sectionsLine(rule.section)],
      ["MPI versions", `since ${rule.since}` + (rule.until ? `, until ${rule.until}` : "")],
      ["functions", rule.functions.length && code(rule.functions.join(", "))], ["observed by", rule.observe],
      ["note", rule.note], ["untested", rule.untested]]),
    rule.tests.length ? table({}, "", [column("Test"), ...targets.map(({name}) => column(name))],
      rule.tests.map(({label, results}) => row(rowHead(code(label)),
        results.map((test) => cell(badge(verdictOn(rule.id, test))))))) : "",
    accounts.map((test) => account(rule.id, test)));
}
