#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens sample pages in headless Chromium: browser_test.sh WRITE_SAMPLE
set -u
writer=$1
. "$(dirname "$0")/browser.sh"

shown() { sed -n 's/.* data-shown="\([0-9]*\)".*/\1/p' <<<"$1" | head -1; }
# The rows that are visible, in order; the page has each row on a line of its own.
rows() { grep -o '<tr class="row[a-z ]*" id="[^"]*">' <<<"$1" | sed 's/.*id="\(.*\)">/\1/' | paste -sd' '; }
count_of() { grep -oF -- "$2" <<<"$1" | wc -l; }

for sample in plausible small big; do "$writer" $sample html "$folder/$sample.html" || exit 1; done

page=$(dump plausible "")
check "the script ran" "$(holds "$page" 'data-ready=')" yes
check "without a filter every clause is shown" "$(shown "$page")" 12
check "the count is announced" "$(holds "$page" 'role="status" aria-live="polite">12 of 12 clauses shown')" yes
check "details are not built before they are asked for" "$(count_of "$page" '<tr id="_d-')" 0
check "every clause can be opened by keyboard" "$(count_of "$page" 'aria-expanded="false"')" 12

page=$(dump plausible "#area=cvar&verdict=fail")
check "area and verdict" "$(rows "$page")" "cvar-name-nonempty cvar-name-unique"
check "their count" "$(shown "$page")" 2
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

id=$(grep -o 'class="finding" id="[^"]*"' "$folder/plausible.html" | sed -n '2s/.*id="\(.*\)"/\1/p')
page=$(dump plausible "#$id")
check "a finding's anchor opens it" "$(grep -o '<details class="finding" id="[^"]*" open=""' <<<"$page" | cut -d'"' -f4)" "$id"
check "and no clause" "$(count_of "$page" '<tr id="_d-')" 0

# A reader's clicks and keys, made by a script that stands in the page under the page's own nonce.
nonce=$(sed -n 's/^<script nonce="\(.*\)">$/\1/p' "$folder/plausible.html")
sed '/<\/body>/d; /<\/html>/d' "$folder/plausible.html" >"$folder/probe.html"
cat >>"$folder/probe.html" <<HTML
<script nonce="$nonce">
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
location.hash = "#verdict=vacuous";
setTimeout(() => {
  note("hash", root.dataset.shown + document.querySelector("input[value=vacuous]").checked);
  document.querySelector("button[type=reset]").click();
  note("reset", root.dataset.shown + location.hash);
  root.dataset.seen = seen.join(" ");
}, 50);
</script></body></html>
HTML
check "clicks, keys and the hash" "$(dump probe "" --virtual-time-budget=2000 | sed -n 's/.* data-seen="\([^"]*\)".*/\1/p' | head -1)" \
  "opened=true/true hash=#cvar-num-nonnegative closed=false/true focus=_text chip=2#verdict=fail hash=3true reset=12"

for clause in "" cvar-name-nonempty cvar-name-unique pvar-session-isolated; do
  page=$(dump small "#$clause")
  check "hostile page runs ($clause)" "$(shown "$page")" 12
  check "hostile text does not run ($clause)" "$(holds "$page" '<title>HOSTILE')" no
  check "hostile text makes no element ($clause)" "$(count_of "$page" '<img')" 0
done

# How soon the big page is ready is told, not asserted: the machine may be busy.
page=$(dump big "#verdict=fail&text=deviate")
echo "10,000 tests on 8 targets, filtered by text: ready after $(sed -n 's/.* data-ready="\([0-9]*\)".*/\1/p' <<<"$page" | head -1) ms"
# Of 1,000 clauses 800 are broken by some target, a quarter of those on level should, hence a warning.
check "its rows" "$(shown "$page")" 600

echo "$failures failed"
exit $((failures > 0))
