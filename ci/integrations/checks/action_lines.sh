#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the shell lines of the composite action, in a job's environment, with stand-ins for ci/gate and ci/install-deps:
# action_lines.sh CI-FOLDER SCRATCH
set -euo pipefail
ci=$1 scratch=$2
mkdir -p "$scratch"/{steps,ci/integrations/action,work}
cp "$ci/integrations/action/annotate" "$scratch/ci/integrations/action"
printf '#!/bin/sh\necho "$1" >installed\n' >"$scratch/ci/install-deps"
printf '#!/bin/sh\nexec "$@"\n' >"$scratch/sudo"
cat >"$scratch/ci/gate" <<'GATE'
#!/bin/sh
printf '%s\n' "$MPITCHECK_NAME" "$@" >called
mkdir -p "$MPITCHECK_REPORT"
echo '# summary' >"$MPITCHECK_REPORT/report.md"
exit 1
GATE
chmod +x "$scratch"/{sudo,ci/gate,ci/install-deps}
count=$("$ci/integrations/checks/steps" "$ci/integrations/action/action.yml" "$scratch/steps")
[ "$count" -eq 3 ]
shellcheck "$scratch"/steps/*.sh

cd "$scratch/work"
export PATH=$scratch:$PATH GITHUB_ACTION_PATH=$scratch/ci/integrations/action GITHUB_WORKSPACE=$scratch/work
export GITHUB_OUTPUT=$scratch/output GITHUB_STEP_SUMMARY=$scratch/summary
export WRAPPER=/opt/mpi/bin/mpicxx MPITCHECK_NAME=mine EXPECT=$'a b.txt\nc.txt\n' OPTIONS="--filter cvar.* --launcher 'mpiexec -n {np}'"
bash "$scratch/steps/1.sh"
[ "$(cat installed)" = gate ]
code=0
bash "$scratch/steps/2.sh" || code=$?
[ "$code" -eq 1 ] # the gate's own
diff called - <<'CALLED'
mine
/opt/mpi/bin/mpicxx
--expect
a b.txt
--expect
c.txt
--filter
cvar.*
--launcher
mpiexec -n {np}
CALLED
report=$(sed -n 's/^report=//p' "$GITHUB_OUTPUT")
[ "$report" = "$GITHUB_WORKSPACE/mpitcheck-report/mine" ]
REPORT=$report bash "$scratch/steps/3.sh" >annotations
grep -q '^::error title=mpitcheck::no report of a run that ended' annotations
[ "$(cat "$GITHUB_STEP_SUMMARY")" = '# summary' ]

EXPECT='' OPTIONS='' bash "$scratch/steps/2.sh" || true
[ "$(wc -l <called)" -eq 2 ] # no empty words
