#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs that were linked with a library of either soname of the ABI run on the reference.
# usage: sonames_test.sh HEADER_DIRECTORY LIBRARY_DIRECTORY C_COMPILER
set -euo pipefail
include=$1 library=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/program.c" <<'EOF'
#include <mpi.h>
int main(void) {
  int major = 0, minor = 0;
  return MPI_Abi_get_version(&major, &minor) != MPI_SUCCESS || major != MPI_ABI_VERSION;
}
EOF
echo 'int MPI_Abi_get_version(int* major, int* minor) { return *major = *minor = -1; }' >"$work/other.c"
for soname in libmpi_abi.so.0 libmpi_abi.so.1; do
  "$compiler" -shared -fPIC -Wl,-soname,$soname "$work/other.c" -o "$work/other.so"
  "$compiler" -I "$include" "$work/program.c" "$work/other.so" -o "$work/program"
  LD_LIBRARY_PATH=$library "$work/program" || { echo "a program that asks for $soname does not run"; exit 1; }
done
