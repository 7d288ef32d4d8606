#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# shape.sh OBJECT: whether what GCC makes of updates for x86-64 (updated.cpp) is the least that there can be. Counting: the thread's
# block loaded once, one add to memory without a lock, one conditional branch, which is taken out of the way alone, and nothing
# called. A watermark that stays: 18 instructions in a row, 19 in a library (beside 5 of a plain level and mark), none of
# them locked.
# Exit code 1 if not, with the code and what is wrong.
set -eu
status=0
# code_of FUNCTION: sets `code`, what it compiles to as far as it is often run.
code_of() {
  code=$(objdump -dr --no-show-raw-insn "$object" |
    awk -v name="$1" '/^$/ { inside = 0 } inside { print } $0 ~ "<[^.>]*" name "[^.>]*>:$" { inside = 1 }')
}
has() { # COUNT WHAT PATTERN
  count=$(echo "$code" | grep -cE "$3" || true)
  [ "$count" -eq "$1" ] || { printf '%s: %s, wanted %s, in\n%s\n' "$2" "$count" "$1" "$code"; status=1; }
}
object=$1

code_of count_one
has 1 "loads from the thread's storage" '%fs:'
# shellcheck disable=SC2016 # a pattern
has 1 "adds to memory" '(add|inc)q +(\$0x1,)?[-0-9a-fx]*\(%r[^)]*\)$'
has 0 "locked instructions" '\block\b|\bxchg'
has 0 "calls and jumps" '\b(call|jmp)'
has 1 "conditional branches" '[[:space:]]j[a-z]+ '
has 1 "branches to code that is seldom run" 'R_X86_64_P.*\.text\.unlikely'
has 1 "returns" '\bret'

code_of mark_one
code=$(echo "$code" | sed '/\bret/q' | grep -v R_X86_64)
count=$(echo "$code" | grep -c '^ ')
[ "$count" -le 19 ] || { printf '%s instructions, at most 19 wanted, in\n%s\n' "$count" "$code"; status=1; }
has 0 "locked instructions" '\block\b|\bxchg'
has 0 "calls and jumps" '\b(call|jmp)'
exit "$status"
