#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# more_code.sh NAME DISABLED BARE ENABLED: prints `NAME N`, N the number of lines in which the object
# file with the instruments compiled out differs from the one that never had any: instructions with
# their places, sizes of sections. Exit code 1 if there are any, or if the one with instruments does
# not differ (then the comparison compares nothing). Operands are left out: compilers number
# registers, and order the operands of a comparison, by what the front end saw.
set -eu
listing() {
  objdump -d --no-show-raw-insn "$1" | sed -nE 's/^([0-9a-f]+ <.*|[[:space:]]*[0-9a-f]+:[[:space:]]+[a-z0-9]+).*/\1/p'
  size -A "$1" | grep -E '^\.(text|data|bss|rodata|tdata|tbss)'
}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
listing "$2" >"$directory/disabled"
listing "$3" >"$directory/bare"
listing "$4" >"$directory/enabled"
grep -q traced_work "$directory/bare" || { echo "no code in $3" >&2; exit 1; }
cmp -s "$directory/bare" "$directory/enabled" && { echo "$4 has no instruments" >&2; exit 1; }
differences=$(diff "$directory/bare" "$directory/disabled" | grep -c '^[<>]' || true)
echo "$1 $differences"
[ "$differences" -eq 0 ]
