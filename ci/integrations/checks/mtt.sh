#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs MTT's Python client, which is in MTT_HOME, with a stand-in for mpitcheck: mtt.sh CI-FOLDER SCRATCH
set -euo pipefail
ci=$1 scratch=$2
mkdir -p "$scratch/bin"
cp "$ci/integrations/checks/stand_in" "$scratch/bin/mpitcheck"
export PATH=$scratch/bin:$PATH CALLED=$scratch/called

run() { # TEXT...: each is in the report of a run
  local text
  rm -rf "$scratch/mtt"
  (cd "$scratch" && python3 "$MTT_HOME/pyclient/pymtt.py" --scratch-dir "$scratch/mtt" --plugin-dir "$ci/integrations/mtt" \
    "$ci/integrations/mtt/mpit.ini") >"$scratch/log" 2>&1 || true
  for text in "$@"; do
    if ! grep -qF -- "$text" "$scratch/mtt/mpit.txt"; then
      cat "$scratch/log" "$scratch/mtt/mpit.txt"
      echo "mtt: no '$text'"
      exit 1
    fi
  done
}
run 'Section: TestRun:MPI_T Status: 0' 'Tests: 3 Pass: 2 Skip: 1 Fail: 0' 'Name: One' 'a.three   Status: 0 Category: SKIPPED'
grep -q "^test mpicc --junit $scratch/mtt/TestRun_MPI_T/mpit.xml --html " "$CALLED"
CODE=1 run 'Section: TestRun:MPI_T Status: 1' 'Tests: 3 Pass: 1 Skip: 1 Fail: 1' 'a.two   Status: 1 Category: FAILED' 'it died'
CODE=9 run 'Section: TestRun:MPI_T Status: 9'
