#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Other people's projects build against this tree, and against an installed one in another place: by mpicc and mpicxx, by
# CMake's find_package(MPI), by pkg-config.
# usage: wrappers_test.sh TREE CMAKE
set -euo pipefail
tree=$1 cmake=$2
project=$(cd "$(dirname "$0")/project" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1
unset MPI_CC MPI_CXX

fail() { echo "$*" && exit 1; }

# runs BIN PROGRAM: as two processes, by the launcher of that place.
runs() { [ "$("$1/mpiexec" -n 2 "$2")" = "ring of 2" ] || fail "$2 does not run"; }

# by_hand BIN: linked at once and in two steps.
by_hand() {
  "$1/mpicc" "$project/ring.c" -o "$work/at once" && runs "$1" "$work/at once"
  "$1/mpicxx" -x c++ -c "$project/ring.c" -o "$work/ring.o"
  "$1/mpicxx" "$work/ring.o" -o "$work/in-steps" && runs "$1" "$work/in-steps"
}

# by_cmake BIN LAUNCHER OPTION...: configures, builds and runs the project; FindMPI must find what is in BIN. It looks for
# a launcher in MPI_HOME and on the PATH only, so LAUNCHER is one or `any`.
by_cmake() {
  local bin=$1 launcher=$2
  shift 2
  rm -rf "$work/build"
  { "$cmake" -S "$project" -B "$work/build" -G Ninja "$@" && "$cmake" --build "$work/build"; } >"$work/log" ||
    { cat "$work/log" && fail "CMake does not build the project ($*)"; }
  [ "$launcher" = any ] || grep -q "launcher $launcher" "$work/log" || fail "CMake found another launcher: $(grep launcher "$work/log")"
  runs "$bin" "$work/build/ring_c"
  runs "$bin" "$work/build/ring_cxx"
}

# by_pkg_config DIRECTORY BIN
by_pkg_config() {
  # shellcheck disable=SC2046 # these are words
  "$2/mpicc" -show >/dev/null && cc "$project/ring.c" $(PKG_CONFIG_PATH=$1 pkg-config --cflags --libs mpi) -o "$work/by-pkg"
  runs "$2" "$work/by-pkg"
}

"$cmake" --install "$tree" --component mpi --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
for bin in "$tree/bin" "$work/moved/bin"; do
  by_hand "$bin"
  by_cmake "$bin" any -DMPI_C_COMPILER="$bin/mpicc" -DMPI_CXX_COMPILER="$bin/mpicxx"
done
PATH=$work/moved/bin:$PATH by_cmake "$work/moved/bin" "$work/moved/bin/mpiexec"
by_cmake "$work/moved/bin" "$work/moved/bin/mpiexec" -DMPI_HOME="$work/moved"
by_pkg_config "$tree/lib/pkgconfig" "$tree/bin"
by_pkg_config "$(dirname "$(find "$work/moved" -name mpi.pc)")" "$work/moved/bin"

wrapper=$tree/bin/mpicc
[ "$("$wrapper" -show -c a.c)" = "$("$wrapper" -showme:command) -c a.c $("$wrapper" -showme:compile)" ] || fail "-show -c"
[[ "$("$wrapper" -showme a.o)" == *" $("$wrapper" -showme:link)" ]] || fail "-showme of linking"
[[ "$(MPI_CC='other compiler' "$wrapper" -show a.c)" == "other compiler a.c "* ]] || fail "MPI_CC is not heeded"
"$wrapper" --version >/dev/null || fail "--version asks for linking"
