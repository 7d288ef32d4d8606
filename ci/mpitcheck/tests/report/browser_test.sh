#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens sample pages in headless Chromium: browser_test.sh WRITE_SAMPLE
set -u
writer=$1
. "$(dirname "$0")/browser.sh"

# The rows that are visible, in order.
rows() { grep -o '<tr class="row[a-z ]*" id="[^"]*">' <<<"$1" | sed 's/.*id="\(.*\)">/\1/' | paste -sd' '; }

for sample in plausible gated small big signals; do "$writer" $sample html "$folder/$sample.html" || exit 1; done

page=$(dump plausible "")
check "the script ran" "$(holds "$page" 'data-ready=')" yes
check "without a filter every clause is shown" "$(attribute "$page" shown)" 12
check "deviating clauses come first" "$(rows "$page")" \
  "cvar-name-nonempty cvar-name-unique init-finalize-after-mpi pvar-session-isolated cvar-desc-recommended\
 cvar-garbage-handle category-changed-stamp cvar-num-nonnegative cvar-info-null-out-ignored\
 pvar-class-counter-monotonic event-callback-safety errors-never-abort"
check "a clause is a row of its verdicts" "$(holds "$page" '</th><td class="level">must</td><td class="pass">pass</td><td class="fail">fail</td><td class="pass">pass</td></tr>')" yes
check "not run is shown" "$(count_of "$page" '<td class="not-run">not run</td>')" 3
check "the count is announced" "$(holds "$page" 'role="status" aria-live="polite">12 of 12 clauses shown')" yes
check "details are not built before they are asked for" "$(count_of "$page" '<tr id="_d-')" 0
check "every clause can be opened by keyboard" "$(count_of "$page" 'aria-expanded="false"')" 12
check "the title names the targets" "$(holds "$page" '<title>MPI_T conformance: reference, mpich, openmpi</title>')" yes
check "a library's first line is shown" "$(holds "$page" '<summary>MPICH Version: 4.0.2</summary>')" yes
check "a complete run has no notice" "$(count_of "${page/<noscript>*<\/noscript>/}" 'class="notice">')" 0
check "nothing of signals without an outcome" "$(holds "$page" 'signal handlers')" no
check "counts lead to their clauses" "$(holds "$page" '<a href="#target=openmpi&amp;verdict=crash">1</a> <small>1</small>')" yes
check "without scripts other files are named" "$(grep -c '<noscript>.*report.md.*report.json' "$folder/plausible.html")" 1

check "an outcome in signal handlers" "$(count_of "$(dump signals "")" '<td>MPI_T_pvar_read</td><td>MPI_SUCCESS</td>')" 3

page=$(dump plausible "#area=cvar&verdict=fail")
check "area and verdict" "$(rows "$page")" "cvar-name-nonempty cvar-name-unique"
check "their count" "$(attribute "$page" shown)" 2
check "one target's verdict" "$(rows "$(dump plausible '#target=mpich&verdict=fail,warn')")" \
  "cvar-name-nonempty cvar-desc-recommended"
check "level" "$(rows "$(dump plausible '#level=should,quality')")" "cvar-desc-recommended cvar-garbage-handle"
check "only one target fails" "$(rows "$(dump plausible '#only=1&area=cvar')")" \
  "cvar-name-nonempty cvar-name-unique cvar-garbage-handle"
check "only this target fails" "$(rows "$(dump plausible '#only=1&target=openmpi&verdict=crash')")" \
  init-finalize-after-mpi
check "text of a message" "$(rows "$(dump plausible '#text=within+30+s')")" pvar-session-isolated
check "nothing matches" "$(holds "$(dump plausible '#text=nosuchtext')" 'None of the 12 clauses matches.')" yes

page=$(dump plausible "#cvar-name-nonempty")
check "a clause's anchor opens its details" "$(count_of "$page" '<tr id="_d-')" 1
check "and says so" "$(count_of "$page" 'aria-expanded="true"')" 1
check "expected is shown" "$(holds "$page" '<td><code>a name of at least one character</code></td>')" yes
check "replay is shown" "$(holds "$page" 'mpitcheck run build/mpich --filter cvar.info.name-nonempty --seed 7</pre>')" yes
check "sections are shown" "$(holds "$page" '3.0–3.1: 14.3.6, 4.0–5.0: 15.3.6')" yes
page=$(dump plausible "#pvar-session-isolated")
check "stacks can be seen" "$(holds "$page" '<summary>stacks</summary>')" yes
check "what is missing is shown" "$(holds "$page" 'Missing: a performance variable of class COUNTER')" yes

page=$(dump gated "")
check "the gate's findings" "$(holds "$page" 'Differences from the expectations: 2. Known deviations: 1.')" yes
check "each with its test" "$(holds "$page" '<li>unexpected-failure: mpich <code>cvar.info.name-nonempty</code>')" yes
ids=$(grep -o 'class="finding" id="[^"]*"' <<<"$page" | cut -d'"' -f4)
check "findings come before the targets" "$(holds "$(sed '/id="_targets"/,$d' <<<"$page")" "id=\"$(tail -1 <<<"$ids")\"")" yes
check "a line tells where" "$(holds "$page" '<span class="where">mpich (new)</span>')" yes
id=$(sed -n 2p <<<"$ids")
page=$(dump gated "#$id")
check "a finding's anchor opens it" "$(grep -o '<details class="finding" id="[^"]*" open=""' <<<"$page" | cut -d'"' -f4)" "$id"
folded=$(sed -n '/class="folded"/,$p' <<<"$page" | grep -o 'class="finding" id="[^"]*"' | head -1 | cut -d'"' -f4)
page=$(dump gated "#$folded")
check "the anchor of a folded finding opens its section, too" "$(holds "$page" '<details class="folded" open="">')" yes
page=$(dump gated "#$id")
check "and no clause" "$(count_of "$page" '<tr id="_d-')" 0
check "and the calls of its program, not the last ones" \
  "$(holds "$page" '<code>MPI_T_finalize() = MPI_SUCCESS</code>')$(holds "$page" 'MPI_T_cvar_get_info(17)')" yesno
check "its offence is shown" "$(holds "$page" '<dt>expected</dt><dd class="text">a name of at least one character</dd>')" yes
check "known deviations lead to their addresses" "$(count_of "$(dump gated '#init-finalize-after-mpi')" \
  'known bug: the event base is gone: <a href="https://example.org/issues/1" rel="noreferrer">')" 1

# A browser that cannot unpack the data.
nonce=$(sed -n 's/^<script nonce="\(.*\)">$/\1/p' "$folder/plausible.html")
sed "s|^<body>|&<script nonce=\"$nonce\">delete window.DecompressionStream; addEventListener('unhandledrejection', () => { document.documentElement.dataset.seen = 'yes'; })</script>|" \
  "$folder/plausible.html" >"$folder/old.html"
check "an old browser is told" "$(holds "$(dump old "" seen)" '<p class="notice" id="_old">This browser is too old')" yes

# A reader's clicks and keys.
probe plausible <<'JS'
const seen = [];
const note = (what, value) => seen.push(what + "=" + value);
const root = document.documentElement;
const link = document.querySelector("#cvar-num-nonnegative a");
link.click();
note("opened", link.getAttribute("aria-expanded") + "/" + !document.querySelector(".detail").hidden);
note("hash", location.hash);
link.click();
note("closed", link.getAttribute("aria-expanded") + "/" + document.querySelector(".detail").hidden);
document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}));
note("focus", document.activeElement.id);
document.querySelector("input[value=fail]").click();
note("chip", root.dataset.shown + location.hash);
document.querySelector(".finding summary").click();
location.hash = "#verdict=vacuous";
setTimeout(() => {
  note("hash", root.dataset.shown + document.querySelector("input[value=vacuous]").checked);
  note("finding", document.querySelectorAll(".finding article").length);
  document.querySelector("button[type=reset]").click();
  note("reset", root.dataset.shown + location.hash);
  root.dataset.seen = seen.join(" ");
}, 50);
JS
check "clicks, keys and the hash" "$(attribute "$(dump probe "" seen)" seen)" \
  "opened=true/true hash=#cvar-num-nonnegative closed=false/true focus=_text chip=2#verdict=fail hash=3true finding=1 reset=12"

# A narrow window, then paper.
probe gated <<'JS'
const root = document.documentElement;
const all = (selector) => [...document.querySelectorAll(selector)];
document.querySelector("#cvar-name-nonempty a").click();
for (const details of all("details")) details.open = true;
await new Promise((done) => setTimeout(done, 50));
const wider = all("body *").filter((node) => node.getBoundingClientRect().right > root.clientWidth + 1 &&
  !node.closest("table.overview, .detail table, .wide"));
const matrix = document.getElementById("_matrix");
root.dataset.narrow = [root.scrollWidth <= root.clientWidth, wider.length, matrix.className, innerWidth].join("/");
for (const details of all("details")) details.open = false;
dispatchEvent(new Event("beforeprint"));
const isWhole = all(".finding").every((finding) => finding.open && finding.querySelector("article dl"));
root.dataset.paper = [isWhole, all("details:not([open])").length].join("/");
dispatchEvent(new Event("afterprint"));
root.dataset.seen = all("details[open]").length;
JS
page=$(dump probe "" 400 seen)
check "nothing is wider than a narrow window" "$(attribute "$page" narrow)" true/0/stacked/400
check "all is open on paper, and not afterwards" "$(attribute "$page" paper)/$(attribute "$page" seen)" true/0/0

for clause in "" cvar-name-nonempty cvar-name-unique pvar-session-isolated; do
  page=$(dump small "#$clause")
  check "hostile page runs ($clause)" "$(attribute "$page" shown)" 12
  check "hostile text does not run ($clause)" "$(holds "$page" '<title>HOSTILE')" no
  check "hostile text makes no element ($clause)" "$(count_of "$page" '<img')" 0
  check "nothing is hidden ($clause)" "$(hidden "$page")$(holds "$page" '⟨U+202E⟩')" 0yes
done
check "an interrupted run says so" "$(holds "$page" 'Interrupted: this report holds what was done until then.')" yes

# How soon the big page is ready is reported, not asserted: the machine may be busy.
page=$(dump big "#verdict=fail&text=deviate")
echo "4,000 tests on 10 targets, filtered by text: ready after $(attribute "$page" ready) ms"
# Each of 400 clauses is broken by one target, a quarter of them on level should, hence a warning.
check "its rows" "$(attribute "$page" shown)" 300

echo "$failures failed"
exit $((failures > 0))
