# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# How trees are configured in a root. Sourced there, in the folder of the checkout.

export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD

# configure NAME OPTION...: build/NAME. Not optimised: it is the MPI that is judged, and this takes half the time.
configure() {
  local name=$1
  shift
  cmake -S . -B "build/$name" -G Ninja -DCMAKE_BUILD_TYPE="${MATRIX_BUILD_TYPE:-None}" -DMPITCHECK_OWN_TESTS=OFF "$@"
}
