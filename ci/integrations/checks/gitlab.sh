#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The GitLab job against GitLab's schema, then run, with stand-ins for apt-get, wget and what the package brings, but for
# the annotations, which are made of a report with one finding: gitlab.sh CI-FOLDER SCRATCH TOOLS
set -euo pipefail
ci=$1 scratch=$2 tools=$3
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
mkdir -p "$scratch"/{bin,mpi}
cat >"$scratch/bin/apt-get" <<'APT'
#!/bin/sh
for word in "$@"; do case $word in ./*) [ -e "$word" ] || exit 1 ;; esac; done
APT
printf '#!/bin/sh\ntouch "${2##*/}"\n' >"$scratch/bin/wget"
cat >"$scratch/bin/mpitcheck" <<TEST
#!/bin/sh
echo "\$1 \$2 \$3 \$4" >>"$scratch/called"
touch mpi_t.xml mpi_t.html
cp "$scratch/report.json" mpi_t.json
TEST
chmod +x "$scratch"/bin/*
"$ci/integrations/checks/report_with" new >"$scratch/report.json"

sed "s|/usr/lib/mpitcheck/source/ci/integrations/action|$ci/integrations/action|" "$ci/integrations/gitlab-ci.yml" >"$scratch/mpi/.gitlab-ci.yml"
printf 'variables:\n  MPITCHECK_DEB: https://example.org/mpitcheck_1_amd64.deb\n' >>"$scratch/mpi/.gitlab-ci.yml"
cd "$scratch/mpi"
git init -q -b main
git add -A
git -c user.name=x -c user.email=x@example.org commit -qm x
git remote add origin git@gitlab.example.org:group/mpi.git

gitlab() { PATH=$scratch/bin:$PATH node -r "$ci/integrations/checks/set_union.cjs" "$tools/node_modules/.bin/gitlab-ci-local" "$@"; }
gitlab --preview >"$scratch/preview" 2>"$scratch/log" || {
  cat "$scratch/log"
  exit 1
}
grep -q 'json schema validated' "$scratch/log"
gitlab --force-shell-executor --concurrency 1 >"$scratch/jobs" 2>&1 || {
  cat "$scratch/jobs"
  exit 1
}
diff <(sort "$scratch/called") - <<'CALLED'
test mpicc.mpich --expect ci/mpit-mpich.txt
test mpicc.openmpi --expect ci/mpit-openmpi.txt
CALLED
[ "$(find "$scratch"/mpi/.gitlab-ci-local/artifacts -name mpi_t.html | wc -l)" = 2 ]
grep -q '"path": "ci/mpit.txt"' "$scratch/mpi/mpi_t.quality"
