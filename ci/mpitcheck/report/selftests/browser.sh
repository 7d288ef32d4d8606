# SPDX-License-Identifier: BSD-3-Clause
# For scripts that test pages in headless Chromium: the pages go to $folder, $failures counts what failed.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "chromium is missing: ci/install-deps test installs it" >&2
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# dump PAGE HASH [OPTION]: the document after the script ran, without scripts and data, which hold all texts anyhow
dump() {
  timeout 200 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$(mktemp -d -p "$folder")" ${3-} --dump-dom "file://$folder/$1.html$2" 2>/dev/null |
    sed '/^<script/,/^<\/script>/d'
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
    echo "<script nonce=\"$nonce\">"
    cat
    echo '</script></body></html>'
  } >"$folder/probe.html"
}

attribute() { sed -n "s/^<html.* data-$2=\"\([^\"]*\)\".*/\1/p" <<<"$1"; }
count_of() { grep -oF -- "$2" <<<"$1" | wc -l; }
# What no page may show as it is: control characters, and what reorders text.
hidden() { LC_ALL=C grep -acP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80[\xa8\xae]' <<<"$1"; }
holds() { grep -qF -- "$2" <<<"$1" && echo yes || echo no; }
