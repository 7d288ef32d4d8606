#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# through_wrapper.sh [--programs-only] WRAPPER COMPILER WORD...: runs the MPI's wrapper where CMake would run the compiler. With
# --programs-only, for an MPI of archives, libraries are linked without it: they take the MPI of the program that loads them.
programs_only=no
if [ "$1" = --programs-only ]; then
  programs_only=yes
  shift
fi
wrapper=$1
shift
if [ $programs_only = yes ]; then
  for word in "$@"; do
    [ "$word" != -shared ] || exec "$@"
  done
fi
shift
exec "$wrapper" "$@"
