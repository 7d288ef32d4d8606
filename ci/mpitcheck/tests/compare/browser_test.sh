#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens the page of `mpitcheck compare` in headless Chromium: browser_test.sh MPITCHECK WRITE_SAMPLE
set -u
mpitcheck=$1 writer=$2
. "$(dirname "$0")/../report/browser.sh"

# The clauses that are visible.
rows() { grep -o '<tr class="row" id="[^_"][^"]*">' <<<"$1" | cut -d'"' -f4 | paste -sd' '; }

for sample in plausible small gridded; do
  "$writer" $sample json "$folder/$sample.json" || exit 1
  "$mpitcheck" compare "$folder/$sample.json" --html "$folder/$sample.html" || exit 1
done

"$mpitcheck" compare "$folder"/{gridded,plausible}.json --html "$folder/both.html" || exit 1

page=$(dump plausible "")
check "without a filter every clause is shown" "$(attribute "$page" shown)" 12
check "the count is announced" "$(holds "$page" 'role="status" aria-live="polite">12 of 12 clauses shown.')" yes
check "the page begins with a heat map, before the findings" \
  "$(grep -oE '<(table class="heat"|table class="differences"|table id="_found")' <<<"$page" | paste -sd' ')" \
  '<table class="heat" <table class="differences" <table id="_found"'
check "the header counts what differs" "$(holds "$page" '12 clauses, 6 of them differ in verdict or behaviour.')" yes
check "differences stand in words" "$(holds "$page" '</details></th><td class="level">must</td><td class="differs">verdict<small>only MPICH 4.0.2</small></td><td class="pass">')" yes
check "and what they do" "$(holds "$page" '<li>MPICH 4.0.2: <span class="fail plain">fail</span> <code>cvar.info.name-nonempty</code><br>')" yes
check "behaviour stands in a table of its own" "$(grep -o '<tr class="row" id="_b-[^"]*">' <<<"$page")" \
  '<tr class="row" id="_b-cvar-info-null-out-ignored">'
check "and is no fault" "$(holds "$page" '</th><td class="differs"></td><td>MPI_<wbr>SUCCESS</td><td>MPI_<wbr>SUCCESS</td><td>MPI_<wbr>SUCCESS</td></tr>')" yes
check "names that one column has" "$(holds "$page" '<summary>Only MPICH 4.0.2 has: 1 × category</summary>')" yes
check "only one differs" "$(rows "$(dump plausible '#show=one&area=cvar')")" \
  "cvar-name-nonempty cvar-name-unique cvar-desc-recommended cvar-garbage-handle"
check "only that one differs" "$(rows "$(dump plausible '#show=1')")" "cvar-name-nonempty cvar-garbage-handle"
check "differing" "$(rows "$(dump plausible '#show=differing&area=pvar')")" "pvar-session-isolated"
check "text of a message" "$(rows "$(dump plausible '#text=within+30+s')")" pvar-session-isolated
check "an unknown filter shows all" "$(attribute "$(dump plausible '#show=nonsense')" shown)" 12

check "no grid where no test of it ran" "$(count_of "$page" 'id="_grid"')" 0
page=$(dump gridded "")
check "a grid has a link" "$(count_of "$page" '<a href="#_grid">Grid</a>')" 1
check "and the share of all functions" "$(holds "$page" '<tr><th scope="row">all functions</th><td class="o-held" title="885 held, 165 undefined">✓ 100.0 %</td><td class="o-broken" title="14 broken, 72 lost, 719 held, 84 no object, 161 undefined">✗ 82.4 %<small>14 broken, 72 lost</small></td><td class="not-run">not run</td></tr>')" yes
check "and of each" "$(holds "$page" 'MPI_<wbr>T_<wbr>cvar_<wbr>read</th><td class="o-held" title="45 held, 30 undefined">✓ 100.0 %</td>')" yes

# A reader's clicks; then whether the tables are sound.
probe plausible <<'JS'
const seen = [];
const root = document.documentElement;
const all = (selector) => [...document.querySelectorAll(selector)];
const show = document.getElementById("_show");
const choose = (value) => { show.value = value; show.dispatchEvent(new Event("input", {bubbles: true})); };
const later = () => new Promise((done) => setTimeout(done, 50));
(async () => {
  choose("one");
  seen.push(root.dataset.shown + location.hash);
  location.hash = "#cvar-num-nonnegative";
  await later();
  const row = document.getElementById("cvar-num-nonnegative");
  seen.push("hidden-clause=" + root.dataset.shown + "/" + row.hidden + "/" + row.matches(":target") + "/" + show.value);
  choose("1");
  location.hash = "#cvar-name-nonempty";
  await later();
  seen.push("visible-clause=" + root.dataset.shown + "/" + document.querySelector("#cvar-name-nonempty details").open);
  document.querySelector("button[type=reset]").click();
  await later();
  seen.push("reset=" + root.dataset.shown + location.hash);
  const focusable = document.querySelector("#cvar-name-nonempty a");
  focusable.focus();
  seen.push("outline=" + getComputedStyle(focusable, null).outlineStyle);
  const field = document.querySelector(".heat .broken a");
  field.focus();
  seen.push("field=" + getComputedStyle(field).outlineStyle);
  field.click();
  await later();
  seen.push(document.querySelector("tr:target").id);
  const ids = all("[id]").map((node) => node.id);
  seen.push("twice=" + ids.filter((id, i) => ids.indexOf(id) !== i));
  seen.push("nowhere=" + all("a").filter((link) => !ids.includes(link.hash.slice(1))));
  seen.push("bare=" + all("table:not(:has(> caption)), th:not([scope]), tbody > tr:not(:has(> th[scope=row]))").length);
  root.dataset.seen = seen.join(" ");
})();
JS
check "filter, anchors, reset, focus and tables" "$(attribute "$(dump probe "" seen)" seen)" \
  "5#show=one hidden-clause=12/false/true/ visible-clause=2/true reset=12 outline=solid field=solid _a-cvars twice= nowhere= bare=0"

probe_width() {
  probe "$1" <<'JS'
const root = document.documentElement;
const all = (selector) => [...document.querySelectorAll(selector)];
for (const details of all("details")) details.open = true;
await new Promise((done) => setTimeout(done, 50));
const wider = all("body *").filter((node) => node.getBoundingClientRect().right > root.clientWidth + 1 &&
  !node.closest("table.overview, .wide"));
const word = getComputedStyle(document.querySelector(".heat td span")).display;
const head = document.querySelector("#_matrix thead").getClientRects().length;
const named = getComputedStyle(document.querySelector("#_matrix .pass"), "::after").content;
root.dataset.seen = [root.scrollWidth <= root.clientWidth, wider.length, word, all("table.side.stacked").length,
  all("table.side").length, head, named.replaceAll('"', "")].join("/");
JS
}
probe_width gridded
check "nothing is wider than a small screen, and the heat map has no words" "$(attribute "$(dump probe "" 400 seen)" seen)" \
  "true/0/none/4/4/1/none"
check "nothing is below its row in a wide window" "$(attribute "$(dump probe "" 1400 seen)" seen)" "true/0/inline/0/4/1/none"
probe_width both
check "each cell of many columns names its own" "$(attribute "$(dump probe "" 400 seen)" seen)" \
  "true/0/none/4/4/0/mpitcheck reference 0.1.0"
check "and seven columns fit a wide window" "$(attribute "$(dump probe "" 1400 seen)" seen)" "true/0/inline/0/4/1/none"

for clause in "" '#cvar-name-nonempty' '#show=one'; do
  page=$(dump small "$clause")
  check "hostile text does not run ($clause)" "$(holds "$page" '<title>HOSTILE')" no
  check "hostile text makes no element ($clause)" "$(holds "$page" '<img')" no
  check "nothing is hidden ($clause)" "$(hidden "$page")$(holds "$page" '⟨U+202E⟩')" 0yes
  check "the hostile page's script runs ($clause)" "$(holds "$page" 'data-ready=')" yes
done

echo "$failures failed"
exit $((failures > 0))
