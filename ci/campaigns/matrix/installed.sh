# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # shared with what sources this
# Columns of ci/campaigns/campaign matrix for MPIs that are installed on this machine already (--prefix NAME=PATH): no root, no privileges; compiled by the
# machine's own compiler in build/matrix/installed. Sourced by ci/campaigns/campaign matrix, after columns.sh.

installed=$root/build/$area/installed
declare -A prefix_of=() # by column

# add_prefix NAME=PATH: checks both; notes the wrappers.
add_prefix() {
  local name=${1%%=*} path=${1#*=} found
  [[ $1 == *=* && $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ && -n $path ]] ||
    refuse "--prefix $1: write NAME=PATH, e.g. --prefix mine=/opt/mpi"
  if [ -n "$(line_of "$name")" ] || [ -n "${prefix_of[$name]:-}" ]; then refuse "--prefix $1: there is a column $name already"; fi
  found=$("$root/ci/campaigns/matrix/wrappers" "$path" 2>&1) || refuse "--prefix $1: $found"
  prefix_of[$name]=$found
  prefixes+=("$name")
}

# have_own_runner: builds the runner for this machine.
have_own_runner() {
  [ -z "${own_runner:-}" ] || return 0
  once here runner build_own_runner && own_runner=$installed/runner/bin/mpitcheck
}
build_own_runner() {
  cd "$root" || return
  . "$root/ci/campaigns/shared/build.sh"
  configure "$area/installed/runner" -DMPITCHECK_TARGET=reference -DMPITCHECK_BENCH=OFF &&
    cmake --build "$installed/runner" --target mpitcheck
}

# build_installed COLUMN: builds the suites for it. A tree of other wrappers would keep what CMake found out about those.
build_installed() {
  local wrappers stamp=$installed/$1.wrappers
  mapfile -t wrappers <<<"${prefix_of[$1]}"
  if [ "$(cat "$stamp" 2>/dev/null)" != "${prefix_of[$1]}" ]; then rm -rf "${installed:?}/$1"; fi
  mkdir -p "$installed" && echo "${prefix_of[$1]}" >"$stamp" && cd "$root" || return
  . "$root/ci/campaigns/shared/build.sh"
  configure "$area/installed/$1" -DMPI_C_COMPILER="${wrappers[0]}" -DMPI_CXX_COMPILER="${wrappers[1]}" -DMPITCHECK_TARGET_NAME="$1" \
    -DMPITCHECK_RUNNER=OFF -DMPITCHECK_BENCH=OFF && cmake --build "$installed/$1" --target manifest recorder
}

# make_installed COLUMN: from its suites to its report.
make_installed() {
  local column=$1 report=$reports/$1 started=$SECONDS stage=runner cpu options=()
  local known=$root/ci/expectations/$1.txt
  rm -rf "$report"
  mkdir -p "$report"
  [ ! -e "$known" ] || options+=(--expect "$known")
  if ! { have_own_runner && stage=suites && step "$column" suites build_installed "$column" && stage=run &&
    step "$column" run "$own_runner" run "$installed/$column" --name "$column" "${options[@]}" \
      --json "$report/report.json" --markdown "$report/report.md" --html "$report/index.html"; }; then
    echo "$stage" >"$report/failed"
    return 1
  fi
  count_cpu
  echo "$((SECONDS - started)) $cpu" >"$report/done"
  [ -e "$known" ] || print_findings "$column"
}

# make_all_installed: one after the other, since a machine may be too small for several MPIs at a time.
make_all_installed() {
  local column code=0
  for column in "${prefixes[@]}"; do make_installed "$column" || code=1; done
  return "$code"
}

# print_findings COLUMN: what no file of ci/expectations speaks of.
print_findings() {
  printf '%s: no ci/expectations/%s.txt; findings:\n' "$1" "$1"
  jq -r '.findings[] | "  \(.id) \(.level): \(.line)"' "$reports/$1/report.json"
}

# compare_installed: side by side, where there is no root to compare in.
compare_installed() {
  local column inputs=()
  for column in "${prefixes[@]}"; do
    [ ! -e "$reports/$column/done" ] || inputs+=("$reports/$column/report.json")
  done
  [ ${#inputs[@]} -gt 0 ] || return 0
  step all compare "$own_runner" compare "${inputs[@]}" --html "$reports/index.html" --markdown "$reports/report.md"
}
