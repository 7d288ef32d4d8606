#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What ci/action/annotate makes of reports: annotate.sh CI-FOLDER SCRATCH
set -euo pipefail
ci=$1 scratch=$2
mkdir -p "$scratch"
test='{"target": "m", "name": "cvar.x", "verdict": "VERDICT", "level": "LEVEL", "message": "a%\n::error::b", "replay": "again"}'
tests() { sed "s/VERDICT/$1/; s/LEVEL/$2/" <<<"$test"; }
report() { printf '{"summary": {"gate": %s}, "tests": [%s]}\n' "$1" "$2" >"$scratch/report.json"; }
expect() { # WHAT LINES...
  local what=$1
  shift
  diff <(printf '%s\n' "$@") <("$ci/action/annotate" "$scratch/report.json") || {
    echo "annotate: $what"
    exit 1
  }
}

report null "$(tests fail must), $(tests warn should), $(tests pass must), $(tests crash quality)"
expect "without expectations, escaped" '::error title=fail m cvar.x::a%25%0A::error::b%0Aagain' \
  '::warning title=warn m cvar.x::a%25%0A::error::b'

report '{"findings": [{"problem": "stale", "target": null, "test": null, "source": "k.txt:7", "message": "no such test",
  "advice": "remove", "line": "x fail bug"}]}' "$(tests fail must), $(tests error must)"
expect "of the gate, with our own errors" '::error file=k.txt,line=7,title=stale::no such test%0Aremove%0Ax fail bug' \
  '::error title=error m cvar.x::a%25%0A::error::b%0Aagain'

report null "$(for _ in {1..12}; do tests fail must && echo ,; done | sed '$d')"
[ "$("$ci/action/annotate" "$scratch/report.json" | wc -l)" -eq 10 ]
[ "$("$ci/action/annotate" "$scratch/report.json" | tail -1)" = '::error title=mpitcheck::3 more: see the report' ]
