#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Starts NP copies of a program, as mpiexec would: fake_launcher.sh -n NP PROGRAM ARGUMENTS...
shift
np=$1
shift
pids=
rank=0
while [ "$rank" -lt "$np" ]; do
  FAKE_RANK=$rank FAKE_NP=$np "$@" &
  pids="$pids $!"
  rank=$((rank + 1))
done
code=0
for pid in $pids; do
  wait "$pid" || code=$?
done
exit "$code"
