#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# repro_test.sh MPITCHECK TREE COMPILER...: under some faults, mpitcheck's C programs are compiled and run here as a user
# would: each fails with its fault and not without. COMPILER is a command with {source} and {program} in it.
set -uo pipefail
mpitcheck=$1 tree=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

faults=(pvar_stop_in_wrong_session enum_bad_item_code init_missing_has_wrong_code event_info_wrong_code)
# Without the grid, which finds them too, by thousands of calls.
tests=("pvar-handle.session.*" "enum.items.*" "init.*" "event-query.errors.*" "category.changed.*")
"$mpitcheck" prove repro "$tree" --seed 7 "${faults[@]/#/--filter=}" "${tests[@]/#/--test=}" --at-least 100 --repro "$folder" --json "$folder/table.json" || exit 1
grep -q "\"shown\": ${#faults[@]}" "$folder/table.json" || { echo "not every fault was tried"; exit 1; }

count=0
for source in "$folder"/*/*.c; do
  fault=$(basename "$(dirname "$source")")
  words=("${@/\{source\}/$source}")
  "${words[@]/\{program\}/$folder/program}" -Wall -Wextra -Werror -std=c11 || { echo "$fault: does not compile"; exit 1; }
  [ "$(wc -l <"$source")" -le 60 ] || { echo "$fault: more than 60 lines"; exit 1; }
  grep '#include' "$source" | grep -vqE '<(mpi|stdio|string|unistd).h>' && { echo "$fault: includes more than mpi.h and libc"; exit 1; }
  "$folder/program" || { echo "$fault: fails without the fault"; exit 1; }
  if MPITCHECK_FAULT=$fault LD_PRELOAD=$tree/lib/libmpitcheck_faults.so "$folder/program"; then
    echo "$fault: does not fail with the fault"
    exit 1
  fi
  count=$((count + 1))
done
# The short program of this fault says the same of a legal variant, whose members come late: it is none.
"$mpitcheck" prove repro "$tree" --filter category_member_exchanged "${tests[@]/#/--test=}" --at-least 0 --json "$folder/table.json" >"$folder/log" || exit 1
grep -q '"shown": 0' "$folder/table.json" || { cat "$folder/log"; exit 1; }

# Without a compiler there is no program, one line says so, and the verdict stays.
mkdir "$folder/shadow"
ln -s "$tree/bin" "$tree/lib" "$folder/shadow"
sed 's|"{source}"|"{source}.missing"|' "$tree/target.json" >"$folder/shadow/target.json"
"$mpitcheck" run "$folder/shadow" --filter pvar-handle.session.mismatch --preload "$tree/lib/libmpitcheck_faults.so" \
  --env MPITCHECK_FAULT="${faults[0]}" --repro "$folder/none" >"$folder/log" 2>/dev/null
code=$?
[ "$code" -eq 1 ] || { echo "exit code $code instead of 1 without a compiler"; exit 1; }
grep -q 'program *none: .*C compiler does not work' "$folder/log" || { cat "$folder/log"; exit 1; }

# Of each fault one at least: more than one test may find it.
[ "$count" -ge ${#faults[@]} ] || { echo "$count programs instead of ${#faults[@]}"; exit 1; }
