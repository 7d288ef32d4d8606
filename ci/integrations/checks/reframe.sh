#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the tests for ReFrame with a stand-in for mpitcheck: reframe.sh CI-FOLDER SCRATCH
set -euo pipefail
ci=$1 scratch=$2
mkdir -p "$scratch/bin"
cp "$ci/integrations/checks/stand_in" "$scratch/bin/mpitcheck"
export PATH=$scratch/bin:$PATH CALLED=$scratch/called

tests() { # CODE OUTPUT [OPTION...]: a run whose exit code is that and whose output has that text
  local expected=$1 text=$2 code=0
  reframe --nocolor --prefix="$scratch/work" -c "$ci/integrations/reframe/mpit.py" -r --performance-report "${@:3}" >"$scratch/log" 2>&1 || code=$?
  if [ $((code != 0)) -ne "$expected" ] || ! grep -qF -- "$text" "$scratch/log"; then
    cat "$scratch/log"
    echo "reframe: exit code $code; expected: $text"
    exit 1
  fi
}
tests 0 'run_time: 1.5 s' -n MpitVerdicts -S MpitVerdicts.wrapper=mpicc.mpich -S MpitVerdicts.expect=/mpit.txt
grep -qx 'test mpicc.mpich --expect /mpit.txt --html report.html --json report.json --junit report.xml' "$CALLED"
tests 0 'run_time: 1.5 s' -n MpitVerdicts -S MpitVerdicts.tree=/tree -S MpitVerdicts.options=--np,2
grep -qx 'run /tree --html .* --np 2' "$CALLED"
CODE=1 tests 1 'exit code 1: a rule is broken' -n MpitVerdicts
CODE=9 tests 1 'mpitcheck wrote no report' -n MpitVerdicts
tests 0 'no tree with benchmarks' -n MpitCost
tests 0 'call/x: 12.5 ns' -n MpitCost -S MpitCost.tree=/tree
