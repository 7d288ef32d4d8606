# SPDX-License-Identifier: BSD-3-Clause
# For scripts that test pages in headless Chromium: the pages go to $folder, $failures counts what failed.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "chromium is missing: ci/install-deps test installs it" >&2
  exit 1
}
folder=$(mktemp -d)
mkfifo "$folder/ask" "$folder/answer"
python3 "$(dirname "${BASH_SOURCE[0]}")/browser.py" "$browser" "$folder" &
reader=$!
trap 'kill $reader; until rm -rf "$folder" 2>/dev/null; do sleep 0.1; done' EXIT  # Chromium ends a little later
failures=0

# dump PAGE HASH [WIDTH] [seen]: the document after the script ran, see browser.py
dump() {
  timeout 200 bash -c 'echo "$1" >"$0/ask" && cat "$0/answer"' "$folder" "file://$folder/$1.html$2 ${*:3}"
}

# check WHAT ACTUAL EXPECTED
check() {
  if [ "$2" = "$3" ]; then
    echo "ok: $1"
  else
    echo "FAILED: $1: '$2' instead of '$3'"
    failures=$((failures + 1))
  fi
}

# probe PAGE: makes probe.html, the page and a script under the page's own nonce that acts as a reader, from standard input
probe() {
  local nonce
  nonce=$(sed -n 's/^<script nonce="\(.*\)">$/\1/p' "$folder/$1.html")
  {
    sed '/<\/body>/d; /<\/html>/d' "$folder/$1.html"
    echo "<script nonce=\"$nonce\">(async () => {"
    echo 'while (!document.documentElement.dataset.ready) await new Promise((done) => setTimeout(done, 5));'
    cat
    echo '})();</script></body></html>'
  } >"$folder/probe.html"
}

attribute() { sed -n "s/^<html.* data-$2=\"\([^\"]*\)\".*/\1/p" <<<"$1"; }
count_of() { grep -oF -- "$2" <<<"$1" | wc -l; }
# What no page may show as it is: control characters, and what reorders text.
hidden() { LC_ALL=C grep -acP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80[\xa8\xae]' <<<"$1"; }
holds() { grep -qF -- "$2" <<<"$1" && echo yes || echo no; }
