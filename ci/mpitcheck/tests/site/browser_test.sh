#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens a site in headless Chromium, from files: browser_test.sh WRITE_SITE
set -u
writer=$1
. "$(dirname "$0")/../report/browser.sh"
"$writer" "$folder/site" || exit 1

plain() { cat "$folder/site/$1.html"; }  # what a browser without scripts gets

# What is there without JavaScript
page=$(plain index)
check "the front tells the libraries without scripts" "$(holds "$page" 'href="libraries/mpich-4.2.1.html"')" yes
check "and the findings" "$(holds "$page" 'href="findings/F-')" yes
check "and what changed" "$(holds "$page" 'Since the run before')" yes
check "a trend is a picture with words" "$(holds "$page" 'role="img" aria-label="Rules broken per run: ')" yes
check "the search says where to look" "$(holds "$(plain search)" 'The search needs JavaScript')" yes
check "the differences list their pages" "$(holds "$(plain diff/index)" 'mpich-3.4.1..mpich-4.0.2.html')" yes
check "a rule tells who keeps it" "$(holds "$(plain rules/cvar-name-nonempty)" '<td class="fail">fail</td>')" yes

# The search
found() { dump site/search "?q=$1"; }
page=$(found cvar-name-nonempty)
check "an id is found first" "$(grep -o '<li><a href="[^"]*">' <<<"$page" | head -1)" '<li><a href="rules/cvar-name-nonempty.html">'
check "what is found is counted" "$(holds "$page" '<p id="said" role="status">')" yes
check "words of a rule" "$(holds "$(found 'at+least+one+character')" 'rules/cvar-name-nonempty.html')" yes
check "a variable has an address" "$(holds "$(found mpir_cvar_a)" 'variables/mpich.html#cvar.MPIR_CVAR_A')" yes
check "a test leads to its rule" "$(holds "$(found cvar.info.name-nonempty)" '<a href="rules/cvar-name-nonempty.html">cvar.info.name-nonempty</a>')" yes
page=$(found '%3Cimg+src%3Dx+onerror%3Ddocument.title%3D%22HOSTILE%22%3E')
check "what is asked for is no markup" "$(count_of "$page" '<img')" 0
check "nothing is found of it" "$(holds "$page" 'Nothing holds')" yes

# Any two versions
page=$(dump site/diff/index "#mpich-4.0.2..open-mpi-4.1.4")
check "two versions are compared" "$(holds "$page" '<th scope="col">Open MPI 4.1.4</th>')" yes
check "by rules" "$(holds "$page" '<a href="../rules/cvar-name-unique.html">cvar-name-unique</a>')" yes
check "an unknown version is none" "$(holds "$(dump site/diff/index '#x..y')" 'data-ready="yes"')" yes

# Hostile names, with the scripts that show them
for page in index search diff/index variables/index nights/index; do
  text=$(dump "site/$page" "?q=hostile")
  check "$page: hostile names are text" "$(count_of "$text" '<img')/$(holds "$text" '<title>HOSTILE')/$(hidden "$text")" 0/no/0
done

# A reader with a keyboard and one with a narrow screen: the policy lets scripts of the site's own folder act.
cat >"$folder/site/probe.js" <<'JS'
const root = document.documentElement;
const focusable = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")].filter((it) => it.tabIndex >= 0);
const unseen = focusable.filter((it) => {
  it.focus();
  return document.activeElement !== it && it.checkVisibility();
});
root.dataset.first = focusable[0].getAttribute("href");
root.dataset.unseen = unseen.length;
root.dataset.jumps = focusable.filter((it) => it.tabIndex > 0).length;
root.dataset.styled = getComputedStyle(document.querySelector(".bar")).display;
root.dataset.wide = root.scrollWidth > root.clientWidth ? root.scrollWidth : "no";
JS
for page in index rules/index rules/cvar-name-nonempty findings/index libraries/mpich-4.0.2 variables/mpich diff/index \
  diff/mpich-3.4.1..mpich-4.0.2 nights/index search about; do
  up=$(sed 's|[^/]*$||; s|[^/]*/|../|g' <<<"$page")
  sed "s|</body>|<script src=\"${up}probe.js\"></script></body>|" "$folder/site/$page.html" >"$folder/site/$page-probe.html"
  text=$(dump "site/$page-probe" "" 390)
  check "$page: skip link first, all can be reached, no wider than a narrow window" \
    "$(attribute "$text" first)/$(attribute "$text" unseen)/$(attribute "$text" jumps)/$(attribute "$text" styled)/$(attribute "$text" wide)" \
    "#main/0/0/flex/no"
done

# Print
"$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --user-data-dir="$folder/print" \
  --print-to-pdf="$folder/print.pdf" "file://$folder/site/libraries/mpich-4.0.2.html" 2>/dev/null
check "a page is printed" "$(head -c 5 "$folder/print.pdf")" "%PDF-"

echo "$failures failed"
exit $((failures > 0))
