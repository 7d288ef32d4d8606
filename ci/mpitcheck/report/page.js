// SPDX-License-Identifier: BSD-3-Clause
// Filters and details of the report page. All text reaches the page as text nodes, never as markup.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const {targets, verdicts, clauses} = JSON.parse(byId("_rows").textContent);
  const LEVELS = ["must", "should", "quality", "advice"];
  const DEVIATIONS = "cteifwq";
  const wordOf = new Map(verdicts);
  const letterOf = new Map(verdicts.map(([letter, word]) => [word, letter]));
  const matrix = byId("_matrix");
  const rows = [...matrix.querySelectorAll("tr.row")];
  const links = rows.map((row) => row.querySelector("a"));
  const indexOf = new Map(clauses.map(([id], index) => [id, index]));
  const filters = {text: "", area: "", target: "", only: false, verdict: new Set(), level: new Set()};
  let clauseInHash = "";

  function element(tag, properties = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  }

  // Filters -----------------------------------------------------------------------------------------------------------

  function chip(set, value, count) {
    const input = element("input", {type: "checkbox", value});
    input.addEventListener("change", () => {
      filters[set][input.checked ? "add" : "delete"](value);
      changed();
    });
    const word = element("span", {className: set === "verdict" ? value + " plain" : ""}, value);
    const text = element("span", {}, word, element("small", {}, String(count)));
    byId("_" + set).append(element("label", {className: "chip"}, input, text));
  }

  function buildFilters() {
    for (const [letter, word] of verdicts) {
      const count = clauses.filter(([, , , letters]) => letters.includes(letter)).length;
      if (count > 0) chip("verdict", word, count);
    }
    for (const level of LEVELS) {
      const count = clauses.filter((clause) => clause[1] === level).length;
      if (count > 0) chip("level", level, count);
    }
    for (const area of new Set(clauses.map((clause) => clause[2]))) {
      byId("_area").append(element("option", {value: area}, area));
    }
    for (const target of targets) byId("_target").append(element("option", {value: target}, target));
    byId("_only_label").hidden = targets.length < 2;
    for (const key of ["text", "area", "target"]) {
      byId("_" + key).addEventListener("input", (event) => { filters[key] = event.target.value; changed(); });
    }
    byId("_only").addEventListener("change", (event) => { filters.only = event.target.checked; changed(); });
    byId("_filters").addEventListener("submit", (event) => event.preventDefault());
    byId("_filters").addEventListener("reset", () => { clauseInHash = ""; setFilters(new URLSearchParams()); writeHash(); });
    byId("_filters").hidden = false;
  }

  function setFilters(given) {
    const list = (key) => new Set((given.get(key) ?? "").split(",").filter((word) => word !== ""));
    for (const key of ["text", "area", "target"]) filters[key] = given.get(key) ?? "";
    filters.only = given.get("only") === "1";
    filters.verdict = list("verdict");
    filters.level = list("level");
    for (const key of ["text", "area", "target"]) byId("_" + key).value = filters[key];
    byId("_only").checked = filters.only;
    for (const key of ["verdict", "level"]) {
      for (const input of byId("_" + key).querySelectorAll("input")) input.checked = filters[key].has(input.value);
    }
    apply();
  }

  function writeHash() {
    const given = new URLSearchParams();
    for (const key of ["text", "area", "target"]) if (filters[key]) given.set(key, filters[key]);
    for (const key of ["verdict", "level"]) if (filters[key].size) given.set(key, [...filters[key]].join(","));
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

  // What the text filter looks through, per clause; gathered when it is first used.
  let haystacks = null;
  function haystack(index) {
    if (!haystacks) {
      haystacks = clauses.map(([id], i) => {
        const parts = [id, rows[i].querySelector("p").textContent];
        for (const [test] of details().clauses[i].tests) {
          parts.push(details().names[test]);
          for (const {message, failures = []} of Object.values(details().tests[test] ?? {})) {
            parts.push(message ?? "", ...failures.map((failure) => failure.subject));
          }
        }
        return parts.join("\n").toLowerCase();
      });
    }
    return haystacks[index];
  }

  function apply() {
    const target = targets.indexOf(filters.target);
    const wanted = [...filters.verdict].map((word) => letterOf.get(word));
    const text = filters.text.trim().toLowerCase();
    const matches = ([, level, area, letters], index) => {
      const considered = target < 0 ? letters : letters[target];
      if (filters.area && area !== filters.area) return false;
      if (filters.level.size && !filters.level.has(level)) return false;
      if (filters.target && (target < 0 || considered === "-")) return false;
      if (filters.verdict.size && !wanted.some((letter) => considered.includes(letter))) return false;
      if (filters.only) {
        if ([...letters].filter((letter) => DEVIATIONS.includes(letter)).length !== 1) return false;
        if (target >= 0 && !DEVIATIONS.includes(considered)) return false;
      }
      return !text || haystack(index).includes(text);
    };
    let shown = 0;
    const perGroup = new Map();
    clauses.forEach((clause, index) => {
      const row = rows[index];
      const visible = matches(clause, index);
      if (row.hidden === visible) row.hidden = !visible;
      const detail = byId("_d-" + index);
      if (detail) detail.hidden = !visible || !row.classList.contains("open");
      shown += visible;
      perGroup.set(row.parentNode, (perGroup.get(row.parentNode) ?? 0) + visible);
    });
    for (const [group, count] of perGroup) {
      group.hidden = count === 0;
      group.querySelector("small").textContent = count;
    }
    byId("_count").textContent = shown === 0
      ? `None of the ${clauses.length} clauses matches.`
      : `${shown} of ${clauses.length} clauses shown, findings first.`;
    document.documentElement.dataset.shown = shown;
  }

  // Details -----------------------------------------------------------------------------------------------------------

  let parsed = null;
  function details() {
    parsed ??= JSON.parse(byId("_details").textContent);
    return parsed;
  }

  const badge = (letter) => letter === "-"
    ? element("span", {className: "not-run"}, "not run")
    : element("span", {className: wordOf.get(letter) + " badge"}, wordOf.get(letter));
  const code = (text) => element("code", {}, text);

  const fold = (title, content) => element("details", {}, element("summary", {}, title), content);

  function facts(pairs) {
    const list = element("dl");
    for (const [key, value] of pairs) {
      if (value) list.append(element("dt", {}, key), element("dd", {className: "text"}, value));
    }
    return list;
  }

  function testTable(clause) {
    const head = element("tr", {}, element("th", {scope: "col"}, "Test"),
      ...targets.map((target) => element("th", {scope: "col"}, target)));
    const body = clause.tests.map(([test, letters]) => element("tr", {},
      element("th", {scope: "row"}, code(details().names[test])),
      ...[...letters].map((letter) => element("td", {}, badge(letter)))));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  }

  function offences(failures) {
    if (!failures.length) return "";
    const columns = ["subject", "expected", "actual"];
    const head = element("tr", {}, ...[...columns, "when", "calls"].map((name) => element("th", {scope: "col"}, name)));
    const body = failures.map((failure) => element("tr", {},
      ...columns.map((name) => element("td", {}, code(failure[name] ?? ""))),
      element("td", {}, failure.phase ?? "", failure.rank ? ` rank ${failure.rank}` : ""),
      element("td", {}, failure.calls ? fold(String(failure.calls.length), element("ol", {className: "calls"},
        ...failure.calls.map((call) => element("li", {}, code(call))))) : "")));
    return element("table", {className: "offences"}, element("thead", {}, head), element("tbody", {}, ...body));
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

  // Text with its web addresses as links.
  function linked(text) {
    return text.split(/(https:\/\/[\w\-.~\/#?=&%]*[\w\/])/).map((part, index) =>
      index % 2 ? element("a", {href: part, rel: "noreferrer"}, part) : part);
  }

  function account(id, target, test, letter, evidence) {
    const here = (evidence.failures ?? []).filter((failure) => failure.clause === id);
    const elsewhere = (evidence.failures ?? []).length - here.length;
    const other = evidence.verdict !== letter ? element("span", {className: "muted"}, ", the whole test: ",
      badge(evidence.verdict)) : "";
    return element("article", {},
      element("h4", {}, badge(letter), ` ${target} `, code(details().names[test]),
        here[0]?.section ? element("small", {}, ` section ${here[0].section}`) : "", other),
      evidence.message ? element("p", {className: "text"}, evidence.message) : "",
      evidence.known ? element("p", {className: "text"}, ...linked(evidence.known)) : "",
      evidence.missing ? element("p", {className: "text"}, "Missing: " + evidence.missing) : "",
      offences(here),
      elsewhere ? element("p", {className: "muted"}, `and ${elsewhere} against other clauses of this test`) : "",
      ...(evidence.notes ?? []).map((note) => element("p", {className: "text"}, "Note: " + note)),
      facts((evidence.behaviours ?? []).filter(([clause]) => clause === id).map(([, key, value]) => [key, value])),
      evidence.stacks ? fold("stacks", element("pre", {}, evidence.stacks)) : "",
      evidence.output ? fold("output", element("pre", {}, evidence.output)) : "",
      evidence.program ? fold("C program", replay(evidence.program)) : "",
      evidence.reason ? element("p", {className: "muted"}, "C program: " + evidence.reason) : "",
      evidence.needed ? fold("calls that matter", element("ol", {className: "calls"},
        ...evidence.needed.map((call) => element("li", {}, code(call))))) : "",
      evidence.replay ? replay(evidence.replay) : "",
      evidence.cut ? element("p", {className: "muted"}, "The page has grown too large: the rest is in report.json.") : "");
  }

  function accounts(clause, id) {
    const severity = verdicts.map(([letter]) => letter).join("");
    const all = [];
    for (const [test, letters] of clause.tests) {
      const evidence = details().tests[test] ?? {};
      targets.forEach((target, t) => {
        if (evidence[t]) all.push([letters[t], account(id, target, test, letters[t], evidence[t])]);
      });
    }
    all.sort(([a], [b]) => severity.indexOf(a) - severity.indexOf(b));
    return all.map(([, node]) => node);
  }

  function buildDetail(index) {
    const [id, , area] = clauses[index];
    const clause = details().clauses[index];
    const content = element("div", {},
      facts([["area", area], ["sections", clause.sections],
        ["MPI versions", `since ${clause.since}` + (clause.until ? `, until ${clause.until}` : "")],
        ["functions", clause.functions && code(clause.functions)], ["observed by", clause.observe],
        ["note", clause.note], ["untested", clause.untested]]),
      clause.tests.length ? testTable(clause) : "", ...accounts(clause, id));
    const cell = element("td", {colSpan: targets.length + 2}, content);
    return element("tr", {id: "_d-" + index, className: "detail"}, cell);
  }

  function open(index, wanted) {
    const row = rows[index];
    if (wanted && !byId("_d-" + index)) row.after(buildDetail(index));
    row.classList.toggle("open", wanted);
    byId("_d-" + index).hidden = !wanted;
    links[index].setAttribute("aria-expanded", wanted);
  }

  function toggle(row) {
    const index = indexOf.get(row.id);
    const wanted = !row.classList.contains("open");
    open(index, wanted);
    clauseInHash = wanted ? row.id : "";
    writeHash();
  }

  function onRowClick(event) {
    const row = event.target.closest("tr.row");
    if (!row || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("a")) event.preventDefault();
    else if (!getSelection().isCollapsed) return;
    toggle(row);
  }

  function readHash() {
    const hash = location.hash.slice(1);
    const given = new URLSearchParams(hash.includes("=") ? hash : "");
    let id = given.get("clause") ?? "";
    if (!hash.includes("=")) try { id = decodeURIComponent(hash); } catch { id = ""; }
    setFilters(given);
    const finding = byId(id)?.closest("details.finding");
    if (finding) finding.open = true;
    if (!indexOf.has(id)) return;
    clauseInHash = id;
    open(indexOf.get(id), true);
    rows[indexOf.get(id)].scrollIntoView();
  }

  document.documentElement.classList.add("js");
  for (const link of links) link.setAttribute("aria-expanded", "false");
  buildFilters();
  readHash();
  matrix.addEventListener("click", onRowClick);
  addEventListener("hashchange", readHash);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    byId("_text").focus();
  });
  document.documentElement.dataset.ready = Math.round(performance.now());
})();
