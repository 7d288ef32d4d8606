# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# How trees are configured in a root. Sourced there, in the folder of the checkout.

# By content: a root that was made anew has the same compiler with another date.
export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD CCACHE_COMPILERCHECK=content

# configure NAME OPTION...: build/NAME. Suites are compiled once and run every night: -O1 costs a tenth more there, and
# saves as much of a run.
configure() {
  local name=$1
  shift
  cmake -S . -B "build/$name" -G Ninja -DMPITCHECK_OWN_TESTS=OFF -DCMAKE_CXX_FLAGS=-O1 "$@"
}
