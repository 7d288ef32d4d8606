# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# How trees are configured in a root. Sourced there, in the folder of the checkout.

export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD

# configure NAME OPTION...: build/NAME.
configure() {
  local name=$1
  shift
  cmake -S . -B "build/$name" -G Ninja -DMPITCHECK_OWN_TESTS=OFF "$@"
}
