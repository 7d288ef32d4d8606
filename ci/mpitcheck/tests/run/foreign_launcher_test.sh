#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# foreign_launcher_test.sh MPITCHECK TREE: the launcher of another MPI starts as many processes as asked, tells them so in
# variables that the harness knows, and the MPI puts each into a world of its own. Nothing between processes is examined
# then: that is an error that names the launcher, not a vacuous test that nobody looks at.
set -uo pipefail
mpitcheck=$1 tree=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/foreign" <<'EOF'
#!/bin/sh
np=$2
shift 2
rank=0
while [ "$rank" -lt "$np" ]; do
  PMI_RANK=$rank PMI_SIZE=$np "$@" &
  rank=$((rank + 1))
done
wait
EOF
chmod +x "$folder/foreign"

# expect CODE TEXT OPTION...: the run under the foreign launcher ends so and says so.
expect() {
  local code=$1 text=$2
  shift 2
  "$mpitcheck" run "$tree" --launcher "$folder/foreign -n {np}" "$@" >"$folder/log" 2>&1
  local got=$?
  if [ "$got" -ne "$code" ] || ! grep -qF "$text" "$folder/log"; then
    cat "$folder/log"
    echo "exit code $got, or not '$text': $*"
    exit 1
  fi
}

line='processes were started, MPI_COMM_WORLD has 1: is the launcher that of this MPI?'
expect 3 "2 $line" --filter multiprocess.cvar.identical
expect 3 "4 $line" --filter multiprocess.pvar.identical-in-four
# Tests of one process are no better off where several are asked for.
expect 3 "2 $line" --filter init.order.collectives-after-tool
expect 3 "3 $line" --filter pvar-handle.alloc.succeeds --np 3
expect 0 reference --filter pvar-handle.alloc.succeeds
