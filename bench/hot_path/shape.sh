#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# shape.sh OBJECT: whether what GCC makes of counting for x86-64 (counted.cpp) is the least that there can be: the thread's block
# loaded once, one add to memory without a lock, one conditional branch, which is taken out of the way alone, and nothing called.
# Exit code 1 if not, with the code and what is wrong.
set -eu
code=$(objdump -dr --no-show-raw-insn "$1" | awk '/^$/ { inside = 0 } inside { print } /<[^.>]*count_one[^.>]*>:$/ { inside = 1 }')
status=0
has() { # COUNT WHAT PATTERN
  count=$(echo "$code" | grep -cE "$3" || true)
  [ "$count" -eq "$1" ] || { echo "$2: $count, wanted $1"; status=1; }
}
has 1 "loads from the thread's storage" '%fs:'
# shellcheck disable=SC2016 # a pattern
has 1 "adds to memory" '(add|inc)q +(\$0x1,)?[-0-9a-fx]*\(%r[^)]*\)$'
has 0 "locked instructions" '\block\b|\bxchg'
has 0 "calls and jumps" '\b(call|jmp)'
has 1 "conditional branches" '[[:space:]]j[a-z]+ '
has 1 "branches to code that is seldom run" 'R_X86_64_P.*\.text\.unlikely'
has 1 "returns" '\bret'
[ "$status" -eq 0 ] || echo "$code"
exit "$status"
