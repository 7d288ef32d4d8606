#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Starts NP copies of a program, as mpiexec would: fake_launcher.sh [MANNER...] -n NP PROGRAM ARGUMENTS...
#   --reversed     the last rank first, each one over before the next begins
#   --late RANK    this one starts when the others are over
#   --lost RANK    this one is never started
#   --twice RANK   this one is started twice
#   --mute         what the ranks print is lost
#   --forged       claims of its own between the ranks' output, as if they were records
#   --no-wait      returns at once, before the ranks do anything
reversed='' late='' lost='' twice='' mute='' forged='' nowait='' np=''
while [ -z "$np" ]; do
  case $1 in
    --reversed | --mute | --forged) eval "${1#--}=yes" ;;
    --no-wait) nowait=yes ;;
    --late | --lost | --twice) eval "${1#--}=$2" && shift ;;
    -n) np=$2 && shift ;;
    --ntasks=*) np=${1#--ntasks=} ;;
    *) echo "fake_launcher.sh: what is $1?" >&2 && exit 2 ;;
  esac
  shift
done
if [ "$nowait" ]; then
  # The ranks would come to their work long after the launcher has said that all is well.
  (sleep 600 && exec "$@") &
  exit 0
fi

claim() { [ -z "$forged" ] || echo "{\"record\":\"end\",\"verdict\":\"$1\",\"message\":\"\",\"clauses\":[]}"; }

rank_of() { if [ "$mute" ]; then exec >/dev/null 2>&1; fi; FAKE_RANK=$1 FAKE_NP=$np; export FAKE_RANK FAKE_NP; shift; exec "$@"; }

pids=
code=0
collect() {
  for pid in $pids; do wait "$pid" || code=$?; done
  pids=
}

start() {
  claim fail
  rank_of "$@" &
  pids="$pids $!"
  if [ "$1" = "$twice" ]; then rank_of "$@" & pids="$pids $!"; fi
  if [ "$reversed" ]; then collect; fi
}

order=$(seq 0 $((np - 1)))
if [ "$reversed" ]; then order=$(seq $((np - 1)) -1 0); fi
for rank in $order; do
  case $rank in "$lost" | "$late") ;; *) start "$rank" "$@" ;; esac
done
if [ "$late" ] && [ "$late" != "$lost" ]; then
  collect
  start "$late" "$@"
fi
collect
claim pass
exit "$code"
