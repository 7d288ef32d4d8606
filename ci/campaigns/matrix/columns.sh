# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# How ci/campaigns/campaign matrix makes one column, and what it prints. Sourced, with `root` set; with `area` (matrix) also by others that
# work in roots, in build/$area.

area=${area:-matrix}
table=${MATRIX_COLUMNS:-$root/ci/campaigns/$area/columns}
logs=$root/build/$area/logs
roots=$root/build/$area/roots
work=$root/build/$area/work
reports=$work/report

# The table's lines without comments, and one column's line.
lines() { sed -E 's/^#.*//; /^ *$/d' "$table"; }
line_of() { lines | awk -v name="$1" '$1 == name'; }

. "$root/ci/campaigns/shared/steps.sh"

# Columns that are not of the table (ci/campaigns/campaign matrix --prefix).
prefixes=()

# By step that several columns need: that it failed.
declare -A failed_at=()

# once SUBJECT STAGE COMMAND...: a step that several columns need; what failed is not tried again in this run.
once() {
  local key="$1 $2"
  [ -z "${failed_at[$key]:-}" ] || return
  failed_at[$key]=1
  step "$@" || return
  unset 'failed_at[$key]'
}

# have_root NAME RELEASE MPIS: makes it, unless it is there.
have_root() {
  local stamp=$roots/$1.ready
  is_newer_than "$stamp" "$root/ci/campaigns/shared/make-root" "$root/ci/install-deps" && return
  rm -f "$stamp"
  once "$1" root "$root/ci/campaigns/shared/make-root" "$roots/$1" "$work" "$2" "$3" && touch "$stamp"
}

# The root in which the runner is built and the reports are compared.
runner_root=bookworm

# Builds the runner, which looks by itself what is to be built again.
have_runner() {
  [ -z "${runner_is_new:-}" ] || return 0
  have_root "$runner_root" "$runner_root" - && once runner build in_root "$runner_root" ci/campaigns/matrix/make-runner && runner_is_new=1
}

# alone TREE COMMAND...: while no other column is at work on that tree.
alone() {
  exec 8>"$work/$1.lock"
  flock 8
  "${@:2}" 8>&-
}

# in_root ROOT COMMAND...
in_root() { "$root/ci/campaigns/shared/enter" "$roots/$1" "$work" "${@:2}"; }

# stages COLUMN ROOT SUITES BUILD [K=V...]: from the root to the report; leaves in `stage` what came last.
stages() {
  local column=$1 name=$2 suites=$3 build=$4 tree=build/$1 file setting options=()
  stage=build
  [ "$build" = - ] || step "$column" build in_root "$name" "ci/campaigns/matrix/$build" || return
  stage=suites
  case $suites in
    processors)
      stage=run
      on_processor "$column"
      return
      ;;
    abi:*)
      tree=build/runner
      options+=(--name "$column" --abi-library "/usr/lib/$(gcc -print-multiarch)/${suites#abi:}")
      ;;
    as:*)
      tree=build/${suites#as:}
      options+=(--name "$column")
      read -r _ _ _ suites _ < <(line_of "${suites#as:}")
      ;;&
    *) step "$column" suites alone "${tree#build/}" in_root "$name" ci/campaigns/matrix/make-suites "${tree#build/}" "$suites" || return ;;
  esac
  stage=run
  for setting in "${@:5}"; do options+=(--env "$setting"); done
  for file in "$root"/ci/expectations/*.txt; do options+=(--expect "${file#"$root"/}"); done
  step "$column" run in_root "$name" build/runner/bin/mpitcheck run "$tree" "${options[@]}" \
    --repro "build/report/$column/repro" --json "build/report/$column/report.json" \
    --markdown "build/report/$column/report.md" --html "build/report/$column/index.html"
}

# on_processor COLUMN: the line of that name of ci/campaigns/campaign processors. Its exit code 1 may be a run that differs, or no report.
on_processor() {
  local their_work=$root/build/processors/work
  local made=$their_work/report/$1
  rm -rf "$made"
  step "$1" run "$root/ci/campaigns/campaign" processors "$1" || return
  cp "$made"/{report.json,report.md,index.html} "$reports/$1" && return
  tail -n 15 "$logs/$1-run.log"
  return 1
}

# prepare_column NAME RELEASE MPIS SUITES [BUILD [K=V...]]: a line of the table: its root, and what all columns need. Leaves in
# `column_root` the root's name. Exit code 1: failed; 2: the column has its report.
prepare_column() {
  local column=$1 build=${5:--} ready=()
  local sources=({CMakeLists.txt,cmake,reference,conformance,properties,stress,ci/mpitcheck,ci/expectations}
    ci/campaigns/{matrix/make-suites,shared/build.sh})
  [ "$build" = - ] || sources+=("ci/campaigns/matrix/$build")
  [ "$4" != processors ] || sources+=(ci/campaigns/processors)
  column_root=$2
  [ "$3" = - ] || column_root=$2-with-$3
  [ "$2" = - ] || ready=("$roots/$column_root.ready")
  if is_newer_than "$reports/$column/done" "${ready[@]}" "${sources[@]/#/$root/}"; then
    printf '%-24s has its report\n' "$column"
    return 2
  fi
  rm -rf "${reports:?}/$column"
  mkdir -p "$reports/$column"
  [ "$2" != - ] || return 0
  local stage=root
  have_root "$column_root" "$2" "$3" && stage=runner && have_runner && return
  echo "$stage" >"$reports/$column/failed"
  return 1
}

# make_column ROOT NAME RELEASE MPIS SUITES [BUILD [K=V...]]: the column that was prepared, from there to its report.
make_column() {
  local column=$2 report=$reports/$2 started=$SECONDS stage='' cpu
  if ! stages "$column" "$1" "$5" "${6:--}" "${@:7}"; then
    echo "$stage" >"$report/failed"
    return 1
  fi
  count_cpu
  echo "$((SECONDS - started)) $cpu" >"$report/done"
  cp "$report/done" "$work/$column.last"
  rm -f "$report/failed"
}

# by_length COLUMN...: new ones, then those that took long last time first, so that at the end none is at work alone for long.
by_length() {
  local column
  for column in "$@"; do
    printf '%s %s\n' "$column" "$(cat "$work/$column.last" 2>/dev/null || echo 99999)"
  done | sort -s -k 2,2nr | awk '{ print $1 }'
}

# make_columns COLUMN...: so many at once, since a test waits for processes for much of its time.
lanes=3
make_columns() {
  local column status code=0
  for column in $(by_length "$@"); do
    status=0
    # shellcheck disable=SC2046 # its words
    prepare_column $(line_of "$column") || status=$?
    [ "$status" != 1 ] || code=1
    [ "$status" = 0 ] || continue
    [ ${#at_work[@]} -lt $lanes ] || end_one || code=1
    # shellcheck disable=SC2046
    (set +m && make_column "$column_root" $(line_of "$column")) &
    at_work[$!]=$column
  done
  while [ ${#at_work[@]} -gt 0 ]; do end_one || code=1; done
  return "$code"
}

# Waits for one of the columns at work.
end_one() {
  local ended status=0
  wait -n -p ended "${!at_work[@]}" || status=$?
  unset "at_work[$ended]"
  return "$status"
}

# The columns that have a report, this run's or, of those in the table, an older one's.
done_columns() {
  local name
  while read -r name _; do
    [ ! -e "$reports/$name/done" ] || echo "$name"
  done < <(lines && printf '%s\n' "${prefixes[@]}")
}

# Compares all columns that have a report.
compare_all() {
  local names name inputs=()
  mapfile -t names < <(done_columns)
  [ ${#names[@]} -gt 0 ] || return 0
  for name in "${names[@]}"; do inputs+=("build/report/$name/report.json"); done
  have_runner && step all compare in_root "$runner_root" build/runner/bin/mpitcheck compare "${inputs[@]}" \
    --html build/report/index.html --markdown build/report/report.md
}

# The verdicts of a report: library, counts, and whether the gate holds, if it has one.
verdicts() {
  jq -r '(.targets[0].library_version | split("\n")[0] | gsub("[\t ]+"; " ") | sub(",.*"; "")) + "\t"
    + (.summary.targets | to_entries[0].value | to_entries | map(select(.value > 0) | "\(.value) \(.key)") | join(", ")) + "\t"
    + (if .summary.gate == null then "no expectations" elif .summary.exit_code == 0 then "as expected" else "differs" end)' "$1"
}

# print_table COLUMN...
print_table() {
  local column result library counts gate time cpu failed
  echo
  {
    printf 'column\tlibrary\tverdicts\tgate\tseconds\tCPU s\tfailed stage\n'
    for column in "$@"; do
      library=- counts=- gate=- time=- cpu=- failed=-
      [ ! -e "$reports/$column/failed" ] || failed=$(<"$reports/$column/failed")
      if [ -e "$reports/$column/done" ]; then
        result=$(verdicts "$reports/$column/report.json")
        IFS=$'\t' read -r library counts gate <<<"$result"
        read -r time cpu <"$reports/$column/done"
      fi
      printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$column" "$library" "$counts" "$gate" "$time" "$cpu" "$failed"
    done
  } | column -t -s "$(printf '\t')" -o '  '
  printf '\nComparison of all columns that have a report: %s/index.html\n' "${reports#"$root"/}"
}
