#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# no_write_test.sh MPITCHECK TREE LIBRARY: with --no-write no suite calls MPI_T_cvar_write, says so where it would, and finds
# nothing; the preloaded LIBRARY counts.
set -uo pipefail
mpitcheck=$1 tree=$2 library=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# run NAME OPTION...: what a run of a small library prints and reports, and how often it wrote.
run() {
  local name=$1
  shift
  "$mpitcheck" run "$tree" --seed 1 --stress-duration 0.1 --cases 20 --env MPIT_VARIANT=restless_cvars --preload "$library" \
    --env COUNTED_WRITES="$folder/$name" --json "$folder/$name.json" "$@" >"$folder/$name.log" 2>&1
  local code=$?
  [ $code -eq 0 ] || { cat "$folder/$name.log"; echo "exit code $code: $*"; exit 1; }
}

run usual --suite conformance --filter 'cvar.*'
[ -s "$folder/usual" ] || { echo "no write is counted"; exit 1; }
# The areas whose tests write. The harness withholds the function in one place, for all suites.
run none --no-write --filter 'cvar.*' --filter 'errors.rows.*' --filter 'general.failures.*' \
  --filter grid.once.init --filter 'property.*'
[ ! -e "$folder/none" ] || { echo "$(stat -c %s "$folder/none") writes"; exit 1; }
for part in 'missing: MPI_T_cvar_write (--no-write)' ' --no-write --env '; do
  grep -qF -- "$part" "$folder/none.json" || { echo "no '$part' in the report"; exit 1; }
done
