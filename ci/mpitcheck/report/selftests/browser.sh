# SPDX-License-Identifier: BSD-3-Clause
# For scripts that test pages in headless Chromium: the pages go to $folder, $failures counts what failed.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "chromium is missing: ci/install-deps test installs it" >&2
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# dump PAGE HASH [OPTION]: the document after the script ran
dump() {
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$(mktemp -d -p "$folder")" ${3-} --dump-dom "file://$folder/$1.html$2" 2>/dev/null
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

holds() { grep -qF -- "$2" <<<"$1" && echo yes || echo no; }
