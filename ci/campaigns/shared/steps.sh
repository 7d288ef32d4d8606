# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # shared with what sources this
# What the campaigns matrix, compilers, processors and package share: steps that take minutes and are done once. Sourced,
# with `root` and `logs` set.

# Each step has a process group of its own, so that an interruption ends all of it.
set -m
running=
declare -A at_work=() # by process group: what else runs
interrupted() {
  local group
  for group in $running "${!at_work[@]}"; do kill -KILL -- "-$group" 2>/dev/null || true; done
  local folder=${0%/*}
  echo "ci/campaigns/campaign ${folder##*/}: interrupted; the next call resumes" >&2
  exit 5
}
trap interrupted INT TERM HUP

# Leaves in `cpu` the seconds of processor time, user and system, of what this shell has waited for.
count_cpu() {
  local stat
  read -r -a stat <"/proc/$BASHPID/stat"
  cpu=$(((stat[15] + stat[16]) / 100))
}

# step SUBJECT STAGE COMMAND...: runs it with a log of its own and tells its time; shows the log's end where it fails.
# Exit code 1 of a run is a result too: something differs from the expectations.
step() {
  local subject=$1 stage=$2 log=$logs/$1-$2.log started=$SECONDS status=0 note='' cpu before
  shift 2
  count_cpu
  before=$cpu
  "$@" >"$log" 2>&1 9>&- &
  running=$!
  wait "$running" || status=$?
  running=
  if [ "$stage" = run ] && [ "$status" = 1 ]; then status=0; fi
  [ "$status" = 0 ] || note="  exit code $status"
  count_cpu
  printf '%-24s %-8s %5d s  %5d CPU s%s\n' "$subject" "$stage" $((SECONDS - started)) $((cpu - before)) "$note"
  [ "$status" != 0 ] || return 0
  tail -n 15 "$log"
  echo "The whole log: ${log#"$root"/}"
  return "$status"
}

# Whether FILE is there and newer than all that the others hold.
is_newer_than() {
  local file=$1 newer
  shift
  [ -e "$file" ] || return
  newer=$(find "$@" -newer "$file" -type f ! -name '*.md' -print -quit)
  [ -z "$newer" ]
}
