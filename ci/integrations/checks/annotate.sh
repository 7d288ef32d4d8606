#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What ci/integrations/action/annotate makes of reports: annotate.sh CI-FOLDER SCRATCH
set -euo pipefail
ci=$1 scratch=$2
mkdir -p "$scratch"
annotate() { # KIND [OPTION]
  "$ci/integrations/checks/report_with" "$1" >"$scratch/report.json"
  "$ci/integrations/action/annotate" "${@:2}" "$scratch/report.json"
}
expect() { # KIND LINES...
  diff <(printf '%s' "${2:+$2$'\n'}" "${@:3}") <(annotate "$1") || {
    echo "annotate: $1"
    exit 1
  }
}

rule='A%25%0A::error::rule. (cvar-rule, section 15.3)%0Ashown by cvar.x and 1 more: again cvar.x'
expect must "::error title=F-000001 must crash m::MPI_T_x does not return%0A$rule"
expect should "::warning title=F-000001 should warn m::MPI_T_x does not return%0A$rule"
expect quality
expect new "::error file=ci/mpit.txt,line=1,title=new F-000001 must crash m::MPI_T_x does not return%0A$rule%0Aadd to ci/mpit.txt:%0Acvar.x  crash"
expect stale '::error file=k.txt,line=7,title=stale::no such test%0Aremove%0Ax fail bug
::error title=error m cvar.z::ours%0Aagain cvar.z'
[ "$(annotate many | wc -l)" -eq 10 ]
[ "$(annotate many | tail -1)" = '::error title=mpitcheck::3 more: see the report' ]

annotate new --gitlab >"$scratch/quality"
/usr/bin/python3 - "$scratch/quality" <<'CHECK'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    [found] = json.load(file)
assert found["location"] == {"path": "ci/mpit.txt", "lines": {"begin": 1}}, found
assert found["severity"] == "major" and len(found["fingerprint"]) == 64, found
assert found["description"].startswith("new F-000001 must crash m: MPI_T_x does not return\n"), found
CHECK
[ "$(annotate quality --gitlab)" = "[]" ]
