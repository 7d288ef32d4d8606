#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens sample pages with a grid in headless Chromium: grid_browser_test.sh WRITE_SAMPLE
set -u
writer=$1
. "$(dirname "$0")/browser.sh"

for sample in plausible gridded hostile_grid; do "$writer" $sample html "$folder/$sample.html" || exit 1; done

check "no grid is shown where no test of it ran" "$(count_of "$(dump plausible "")" 'id="_grid"')" 0

# scrolled PAGE: like probe, for a reader who has scrolled to each grid
scrolled() {
  {
    echo 'for (const box of document.querySelectorAll(".grids > .wide")) {'
    echo '  document.documentElement.dataset.unbuilt = box.childNodes.length;'
    echo '  box.scrollIntoView();'
    echo '  while (!box.firstChild) await new Promise((done) => setTimeout(done, 5));'
    echo '}'
    cat
  } | probe "$1"
}

scrolled gridded <<<'document.documentElement.dataset.seen = "";'
page=$(dump probe "" seen)
check "the script ran" "$(holds "$page" 'data-ready=')" yes
check "the grid comes after the findings" "$(grep -oE 'id="_(findings|grid|targets)"' <<<"$page" | cut -d'"' -f2 | paste -sd' ')" \
  "_findings _grid _targets"
check "a grid is not built before a reader scrolls to it" "$(attribute "$page" unbuilt)" 0
check "a table per target that has one" "$(count_of "$page" '<table class="grid" role="grid">')" 2
check "its account" "$(holds "$page" 'mpich</strong>: 30 states, 12 functions. Cells: 14 broken, 72 lost, 719 held, 84 no object, 161 undefined; 82.4 % examined.')" yes
check "and the account of pairs" "$(holds "$page" 'Pairs of function and state by their worst cell: 14 broken, 14 lost, 303 held, 14 no object, 15 undefined.')" yes
check "states stand beneath those of the interface" "$(count_of "$page" '<th scope="colgroup" colspan="5">once</th>')" 2
check "a broken field has a sign and words" \
  "$(count_of "$page" 'class="o-broken first" tabindex="-1" aria-expanded="false" aria-label="1 broken, 1 held, 2 undefined">✗</td>')" 3
check "no cell is listed before it is asked for" "$(count_of "$page" 'class="cells"')" 0
check "one field of each table is reached by Tab" "$(grep -oE '<td class="o-[^>]* tabindex="0"' <<<"$page" | wc -l)" 2

# A reader's clicks and keys.
scrolled gridded <<'JS'
const seen = [];
const note = (what, value) => seen.push(what + "=" + value);
const root = document.documentElement;
const grid = document.querySelectorAll(".grid")[1];
const functions = [...grid.querySelectorAll("tbody th")].map((head) => head.textContent);
const lines = [...grid.tBodies[0].rows];
const field = (name, state) => lines[functions.indexOf(name)].cells[2 + state];
const detail = () => grid.querySelector(".cells");
const listed = () => detail().querySelector("table").tBodies[0].rows;
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const facts = () => [...detail().querySelectorAll("article dl > *")].map((node) => node.textContent);
field("MPI_T_cvar_read", 5).click();
note("opened", field("MPI_T_cvar_read", 5).ariaExpanded + "/" + listed().length);
note("worst-first", listed()[0].textContent);
note("expected", facts()[facts().indexOf("expected") + 1]);
note("actual", facts()[facts().indexOf("actual") + 1]);
note("call", facts()[facts().indexOf("call") + 1]);
note("finding", document.querySelector(facts()[facts().indexOf("finding") + 1].replace(/^/, "#"))?.className);
const program = [...detail().querySelectorAll("summary")].find((node) => node.textContent === "C program");
program.click();
field("MPI_T_cvar_handle_alloc", 9).click();
note("lost", grid.querySelectorAll(".cells").length + "/" + detail().textContent.includes("left out: MPI_T_cvar_handle_alloc SIGSEGV"));
field("MPI_T_cvar_read", 6).click();
note("told-by", facts()[facts().indexOf("told by") + 1]);
field("MPI_T_cvar_read", 6).click();
note("closed", detail() === null);
field("MPI_T_finalize", 13).click();
note("timeout", detail().textContent.includes("grid.twice.finalized: timeout: no end within 30 s"));
const first = grid.querySelector("td[tabindex='0']");
first.focus();
press("ArrowRight");
press("ArrowDown");
const now = document.activeElement;
note("keys", (now.cellIndex - first.cellIndex) + "/" + (now.parentNode.rowIndex - first.parentNode.rowIndex) + "/" +
  grid.querySelectorAll("td[tabindex='0']").length);
press("Enter");
note("enter", now.ariaExpanded);
note("clauses", root.dataset.shown);
note("bare", document.querySelectorAll(".grid:not(:has(> caption)), .grid th:not([scope])").length);
const wide = root.scrollWidth;
document.querySelector(".grids").hidden = true;
note("wider", wide > root.scrollWidth);
root.dataset.seen = seen.join(" ");
JS
check "clicks and keys" "$(attribute "$(dump probe "" seen)" seen)" \
  "opened=true/4 worst-first=handle:stale✗ broken expected=MPI_T_ERR_INVALID_HANDLE actual=MPI_SUCCESS\
 call=MPI_T_cvar_read(0x5, buf) = MPI_SUCCESS finding=finding lost=1/true\
 told-by=grid.once.before, where the same call fails too closed=true timeout=true keys=1/1/1 enter=true clauses=13 bare=0 wider=false"

scrolled hostile_grid <<<'document.documentElement.dataset.seen = "";'
page=$(dump probe "" seen)
check "hostile names do not run" "$(holds "$page" '<title>HOSTILE')" no
check "hostile names make no element" "$(count_of "$page" '<img')" 0
check "nothing is hidden" "$(hidden "$page")$(holds "$page" '⟨U+202E⟩')" 0yes
check "the hostile page's script runs" "$(holds "$page" 'data-ready=')" yes

echo "$failures failed"
exit $((failures > 0))
