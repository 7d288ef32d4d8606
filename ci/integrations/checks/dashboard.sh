#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the dashboard script over a small project in place of this one, which it takes no compiler to build:
# dashboard.sh CI-FOLDER SCRATCH
set -euo pipefail
ci=$1 scratch=$2
mkdir -p "$scratch/source"
cat >"$scratch/source/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
include(CTest)
configure_file(mpitcheck bin/mpitcheck COPYONLY)
add_custom_target(part ALL COMMAND test ! -e ${PROJECT_SOURCE_DIR}/broken)
add_test(NAME one COMMAND test ! -e ${PROJECT_SOURCE_DIR}/failing)
PROJECT
cat >"$scratch/source/mpitcheck" <<'RUN'
#!/bin/sh
echo "$@" >"$2/called"
touch "$4" "$6"
exit 1
RUN
chmod +x "$scratch/source/mpitcheck"

dashboard() { # CODE [OPTION...]
  local expected=$1 code=0
  shift
  rm -rf "$scratch/tree"
  ctest -S "$ci/integrations/dashboard.cmake" -DSOURCE="$scratch/source" -DTREE="$scratch/tree" "$@" >"$scratch/log" 2>&1 || code=$?
  if [ $((code != 0)) -ne "$expected" ]; then
    cat "$scratch/log"
    echo "dashboard.cmake: exit code $code $*"
    exit 1
  fi
}

dashboard 0 -DWRAPPER=mpicxx.mpich
grep -q 'Not submitted, because SUBMIT_URL is not set' "$scratch/log"
for part in Configure Build Test Upload; do [ -n "$(find "$scratch/tree/Testing" -name "$part.xml")" ]; done
grep -q 'BuildName="mpicxx.mpich"' "$(find "$scratch/tree/Testing" -name Test.xml)"
for setting in MPI_CXX_COMPILER=mpicxx.mpich MPI_C_COMPILER=mpicc.mpich MPITCHECK_TARGET_NAME=mpicxx.mpich; do
  grep -q "^${setting%%=*}:[A-Z]*=${setting#*=}\$" "$scratch/tree/CMakeCache.txt"
done
grep -q "^run $scratch/tree --html" "$scratch/tree/called"
dashboard 0
grep -q '^MPITCHECK_TARGET:[A-Z]*=reference$' "$scratch/tree/CMakeCache.txt"
touch "$scratch/source/failing"
dashboard 1
grep -q 'reference: tests failed' "$scratch/log"
touch "$scratch/source/broken"
dashboard 1
grep -q 'reference: the build failed' "$scratch/log"
