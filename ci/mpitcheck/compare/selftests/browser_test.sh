#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens the page of `mpitcheck compare` in headless Chromium: browser_test.sh MPITCHECK WRITE_SAMPLE
set -u
mpitcheck=$1 writer=$2
. "$(dirname "$0")/../../report/tests/browser.sh"

attribute() { sed -n "s/.* data-$2=\"\([^\"]*\)\".*/\1/p" <<<"$1" | head -1; }
# The clauses that are visible; the page has each row on a line of its own.
rows() { grep '^<tr class="row" id="[^_]' <<<"$1" | grep -v 'hidden=""' | sed 's/.* id="\([^"]*\)".*/\1/' | paste -sd' '; }

for sample in plausible small big; do
  "$writer" $sample json "$folder/$sample.json" || exit 1
  "$mpitcheck" compare "$folder/$sample.json" --html "$folder/$sample.html" || exit 1
done

page=$(dump plausible "")
check "without a filter every clause is shown" "$(attribute "$page" shown)" 12
check "the count is announced" "$(holds "$page" 'role="status" aria-live="polite">12 of 12 clauses shown.')" yes
check "only one differs" "$(rows "$(dump plausible '#show=one&area=cvar')")" \
  "cvar-name-nonempty cvar-name-unique cvar-desc-recommended cvar-garbage-handle"
check "only that one differs" "$(rows "$(dump plausible '#show=1')")" "cvar-name-nonempty cvar-garbage-handle"
check "differing" "$(rows "$(dump plausible '#show=differing&area=pvar')")" "pvar-session-isolated"
check "text of a message" "$(rows "$(dump plausible '#text=within+30+s')")" pvar-session-isolated
check "an unknown filter shows all" "$(attribute "$(dump plausible '#show=nonsense')" shown)" 12

# A reader's clicks, made by a script that stands in the page under the page's own nonce.
nonce=$(sed -n 's/^<script nonce="\(.*\)">$/\1/p' "$folder/plausible.html")
sed '/<\/body>/d; /<\/html>/d' "$folder/plausible.html" >"$folder/probe.html"
cat >>"$folder/probe.html" <<HTML
<script nonce="$nonce">
const seen = [];
const root = document.documentElement;
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
  root.dataset.seen = seen.join(" ");
})();
</script></body></html>
HTML
check "filter, anchors, reset and focus" "$(attribute "$(dump probe "" --virtual-time-budget=3000)" seen)" \
  "5#show=one hidden-clause=12/false/true/ visible-clause=2/true reset=12 outline=solid"

for clause in "" '#cvar-name-nonempty' '#show=one'; do
  page=$(dump small "$clause")
  check "hostile text does not run ($clause)" "$(holds "$page" '<title>HOSTILE')" no
  check "hostile text makes no element ($clause)" "$(holds "$page" '<img')" no
  check "the hostile page's script runs ($clause)" "$(holds "$page" 'data-ready=')" yes
done

# How soon the big page is ready is told, not asserted: the machine may be busy.
page=$(dump big "#show=differing")
echo "8 columns, 1,000 clauses: $(wc -c <"$folder/big.html") bytes, ready after $(attribute "$page" ready) ms"
check "the big page's script runs" "$(attribute "$page" shown)" "$(grep -c '^<tr class="row" id="[^_"]*"[^>]* data-differs' "$folder/big.html")"

echo "$failures failed"
exit $((failures > 0))
