// SPDX-License-Identifier: BSD-3-Clause
// Filters of the page of `mpitcheck compare`. The part of the address behind # is a clause, or a filter such as
// show=one&area=cvar; both are permanent links.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const KEYS = ["show", "area", "text"];
  const fields = new Map(KEYS.map((key) => [key, byId("_" + key)]));
  const clauses = [...byId("_matrix").querySelectorAll("tr.row")];
  const choices = [...byId("_choices").querySelectorAll("tr.row")];
  const texts = new Map([...clauses, ...choices].map((row) => [row, row.textContent.toLowerCase()]));

  function matches(row) {
    const show = fields.get("show").value;
    const area = fields.get("area").value;
    const odd = row.dataset.odd ?? "";
    if (show === "differing" && row.dataset.differs === undefined) return false;
    if (show === "one" && odd === "") return false;
    if (/^\d+$/.test(show) && !odd.includes(` ${show} `)) return false;
    if (area && row.dataset.area !== area) return false;
    return texts.get(row).includes(fields.get("text").value.trim().toLowerCase());
  }

  function apply() {
    for (const row of texts.keys()) row.hidden = !matches(row);
    const shown = clauses.filter((row) => !row.hidden).length;
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
    target?.querySelector?.(":scope > th details")?.setAttribute("open", "");
    target?.scrollIntoView();
  }

  for (const field of fields.values()) field.addEventListener("input", changed);
  byId("_filters").addEventListener("submit", (event) => event.preventDefault());
  byId("_filters").addEventListener("reset", () => setTimeout(changed));
  byId("_filters").hidden = false;
  addEventListener("hashchange", readHash);
  readHash();
  document.documentElement.dataset.ready = Math.round(performance.now());
})();
