#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# srun, as far as the runner knows it, in the manner that FAKE_SRUN says:
#   (nothing)   starts the processes, on nodes that see every folder
#   apart       nodes see only what is below $FAKE_SHARED
#   refuses     no step can be created any more
#   over        the allocation's time has come to its end
#   busy        no step can be created the first time, when $FAKE_MARK is made
#   silent      a node dies the first time, when $FAKE_MARK is made, and nobody tells
#   breaks      a node dies once its rank, the last one, should run
manner=${FAKE_SRUN:-}
np=1
while :; do
  case $1 in
    --mpi=list)
      printf 'MPI plugin types are...\n\tpmi2\n\tnone\n' >&2
      exit 0
      ;;
    -n)
      np=$2
      shift
      ;;
    -*) ;;
    *) break ;;
  esac
  shift
done

if [ "$manner" = refuses ]; then
  echo "srun: error: Unable to create step for job 7: Required node not available (down, drained or reserved)" >&2
  exit 1
fi
if [ "$1" = /bin/sh ]; then # what is asked of each node: whether it sees a folder
  case $manner:$5 in
    apart:"$FAKE_SHARED"/*) exec "$@" ;;
    apart:*) exec "$1" "$2" "$3" "$4" /none ;;
    *) exec "$@" ;;
  esac
fi
if [ "$manner" = over ]; then
  echo "srun: error: Unable to create step for job 7: Job/step already completing or completed" >&2
  exit 1
fi
if [ "$manner" = busy ] && [ ! -e "$FAKE_MARK" ]; then
  touch "$FAKE_MARK"
  echo "srun: error: Unable to create step for job 7: Job/step already completing or completed" >&2
  exit 1
fi
if [ "$manner" = silent ] && [ ! -e "$FAKE_MARK" ]; then
  touch "$FAKE_MARK"
  exec sleep 60
fi
if [ "$manner" = breaks ]; then
  "$FAKE_LAUNCHER" --lost $((np - 1)) -n "$np" "$@"
  echo "srun: error: Node failure on node2" >&2
  exit 1
fi
exec "$FAKE_LAUNCHER" -n "$np" "$@"
