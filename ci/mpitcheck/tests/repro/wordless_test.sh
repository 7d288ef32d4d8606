#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# wordless_test.sh MPITCHECK TREE: with its clause's id for each word of a message, a run has the same findings with the
# same programs: nothing reads prose.
set -uo pipefail
mpitcheck=$1 tree=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Each fault with the tests that find it.
declare -A tests=([category_count_cvars_high]='category.members.*' [enum_name_empty]='enum.name.*')
for fault in "${!tests[@]}"; do
  for words in said unsaid; do
    [ $words = said ] || export MPITCHECK_WORDLESS=1
    "$mpitcheck" run "$tree" --seed 1 --suite conformance --filter "${tests[$fault]}" \
      --preload "$tree/lib/libmpitcheck_faults.so" --env MPITCHECK_FAULT="$fault" \
      --repro "$folder/$words/$fault" --json "$folder/$words.json" >"$folder/log" 2>&1
    [ $? -eq 1 ] || { echo "$fault is not found"; cat "$folder/log"; exit 1; }
    unset MPITCHECK_WORDLESS
    grep -o '"id": *"F-[0-9a-f]*"' "$folder/$words.json" | sort >"$folder/$words.ids"
  done
  grep -q 'F-' "$folder/said.ids" || { echo "$fault: no findings"; exit 1; }
  grep -q '"expected": *"[a-z]*-[a-z-]*"' "$folder/unsaid.json" || { echo "$fault: words are still said"; exit 1; }
  diff "$folder/said.ids" "$folder/unsaid.ids" || { echo "$fault: other findings without words"; exit 1; }
done
diff -r "$folder/said" "$folder/unsaid" || { echo "other programs without words"; exit 1; }
ls "$folder"/said/*/*/*.c >/dev/null || { echo "no programs"; exit 1; }
