#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The GitLab example with the template included: against GitLab's schema, then its jobs are run, with stand-ins for
# apt-get, ci/install-deps and ci/gate: gitlab.sh CI-FOLDER SCRATCH TOOLS
set -euo pipefail
ci=$1 scratch=$2 tools=$3
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
repository() { # FOLDER
  git init -q -b main "$1"
  git -C "$1" add -A
  git -C "$1" -c user.name=x -c user.email=x@example.org commit -qm x
}

mkdir -p "$scratch"/{bin,mpitcheck/ci,mpi}
printf '#!/bin/sh\n' >"$scratch/bin/apt-get"
printf '#!/bin/sh\n[ "$1" = gate ]\n' >"$scratch/mpitcheck/ci/install-deps"
cat >"$scratch/mpitcheck/ci/gate" <<GATE
#!/bin/sh
echo "\$MPITCHECK_NAME \$*" >>"$scratch/called"
touch "\$MPITCHECK_REPORT/junit.xml"
python3 -m json.tool "\$MPITCHECK_REPORT/annotations.json" >/dev/null
GATE
chmod +x "$scratch"/{bin/apt-get,mpitcheck/ci/gate,mpitcheck/ci/install-deps}
repository "$scratch/mpitcheck"

sed "s|https://gitlab.example.org/GROUP/mpitcheck.git|file://$scratch/mpitcheck|" "$ci/material/gitlab.yml" >"$scratch/mpi/gitlab.yml"
# The include of another project becomes one of a file beside it.
sed 's|^  - project: .*|  - local: gitlab.yml|; /^    ref: /d; /^    file: /d' "$ci/material/gitlab-ci.yml" >"$scratch/mpi/.gitlab-ci.yml"
repository "$scratch/mpi"
git -C "$scratch/mpi" remote add origin git@gitlab.example.org:group/mpi.git

cd "$scratch/mpi"
gitlab() { PATH=$scratch/bin:$PATH node -r "$ci/material/check/set_union.cjs" "$tools/node_modules/.bin/gitlab-ci-local" "$@"; }
gitlab --preview >"$scratch/preview" 2>"$scratch/log" || {
  cat "$scratch/log"
  exit 1
}
grep -q 'json schema validated' "$scratch/log"
gitlab --force-shell-executor --shell-isolation >"$scratch/jobs" 2>&1 || {
  cat "$scratch/jobs"
  exit 1
}
diff <(sort "$scratch/called") - <<'CALLED'
mpich mpicxx.mpich --expect ci/mpit-mpich.txt
openmpi mpicxx.openmpi --expect ci/mpit-openmpi.txt
CALLED
