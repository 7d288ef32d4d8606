# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154 # shared with what sources this
# What ci/check, ci/gate and ci/test share: stages with their times, and how a tree is built. Sourced, not run, with
# `root` and `logs` set. An interruption ends what runs and gives exit code 5; the next call goes on from there.

jobs=$(nproc)
# Trees share one compiler cache: what does not depend on the MPI is compiled once.
export CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR=$root
. "$root/ci/tools/progress.sh"

stage_times=()

# cpu_seconds: leaves in REPLY the CPU seconds that ended children of this shell have taken, user and system.
cpu_seconds() {
  # Not in a pipe or $(): such a shell has no children yet.
  times >"$logs/times"
  REPLY=$(awk -F'[ms ]+' 'NR == 2 { printf "%.1f", $1 * 60 + $2 + $3 * 60 + $4 }' "$logs/times")
}

# begin_stage, end_stage NAME: adds to the times that are printed at the end, and to build/logs/stages for ci/campaigns/campaign cost:
# name, wall seconds, CPU seconds.
begin_stage() {
  cpu_seconds
  stage_cpu=$REPLY stage_began=$EPOCHREALTIME
}
end_stage() {
  local now=$EPOCHREALTIME
  cpu_seconds
  awk -v OFS='\t' -v name="$1" -v from="$stage_began" -v to="$now" -v cpu0="$stage_cpu" -v cpu="$REPLY" \
    'BEGIN { printf "%s\t%.1f\t%.1f\n", name, to - from, cpu - cpu0 }' >>"$logs/stages"
  seconds=$(((${now/[.,]/} - ${stage_began/[.,]/} + 500000) / 1000000))
  stage_times+=("$1 $seconds s")
}

# log_of NAME: leaves in REPLY the log of a stage.
log_of() { REPLY=$logs/${1// /-}.log; }

# stage NAME COMMAND...: runs the command, shows what it does, tells its time; shows its log's end where it fails.
stage() {
  local name=$1 log seconds
  shift
  log_of "$name"
  log=$REPLY
  begin_stage
  if watched "$name" "$log" "$@"; then
    end_stage "$name"
    printf '%-28s %4d s\n' "$name" "$seconds"
  else
    printf '%-28s failed\n' "$name"
    [ "$failure_shown" = yes ] || tail -n 60 "$log"
    echo "The whole log: ${log#"$root"/}"
    return 1
  fi
}

# timed NAME COMMAND: runs a function or program, and notes its times and its exit code beside its log.
timed() {
  local status=0 TIMEFORMAT='%1R %1U %1S'
  log_of "$1"
  { time "$2" 2>&1; } 2>"$REPLY.times" || status=$?
  echo "$status" >>"$REPLY.times"
}

# all_at_once NAME COMMAND...: the first prints, the others write their logs.
all_at_once() {
  local first=("$1" "$2") names=() pids=() i
  shift 2
  while [ $# -gt 0 ]; do
    log_of "$1"
    # A shell without job control lets background jobs ignore Ctrl-C.
    (trap - INT && timed "$1" "$2") >"$REPLY" &
    names+=("$1") pids+=($!)
    shift 2
  done
  timed "${first[@]}"
  for i in "${!pids[@]}"; do
    echo "Waiting for ${names[i]}"
    wait "${pids[i]}"
  done
}

# at_once NAME COMMAND [NAME COMMAND]...: stages that run at the same time; what the first does is shown. `tell` reports
# each of them.
at_once() {
  local i log
  for ((i = 1; i < $#; i += 2)); do
    log_of "${!i}"
    rm -f "$REPLY.times"
  done
  log_of "$1"
  log=$REPLY
  watched "$1" "$log" all_at_once "$@" || true
}

# outcome NAME: leaves wall seconds, CPU seconds and exit code of a stage of `at_once` in `wall`, `cpu` and `status`.
outcome() {
  local user sys
  wall=0 cpu=0 status=1
  log_of "$1"
  [ -e "$REPLY.times" ] || return 0
  { read -r wall user sys && read -r status; } <"$REPLY.times" || status=1
  cpu=$(awk -v user="$user" -v sys="$sys" 'BEGIN { printf "%.1f", user + sys }')
  printf '%s\t%s\t%s\n' "$1" "$wall" "$cpu" >>"$logs/stages"
}

# tell NAME: as `stage` does when its command has ended.
tell() {
  local wall cpu status
  outcome "$1"
  if [ "$status" = 0 ]; then
    printf '%-28s %4.0f s\n' "$1" "$wall"
    stage_times+=("$1 ${wall%.*} s")
  else
    printf '%-28s failed\n' "$1"
    log_of "$1"
    tail -n 60 "$REPLY"
    echo "The whole log: ${REPLY#"$root"/}"
    return 1
  fi
}

# configure BUILD OPTION...: unless it was configured with these options and nobody has configured it otherwise since.
# Changed CMake files are ninja's affair.
configure() {
  local build=$1 stamp=$1/configured words
  shift
  words=$(printf '%s\n' "$root" "$@" && cksum "$root/CMakePresets.json")
  if [ -e "$build/build.ninja" ] && [ -e "$stamp" ] && [ ! "$build/CMakeCache.txt" -nt "$stamp" ] &&
    [ "$(<"$stamp")" = "$words" ]; then
    return 0
  fi
  rm -f "$stamp"
  echo "Configuring ${build#"$root"/}"
  cmake -S "$root" -B "$build" -G Ninja "$@" && echo "$words" >"$stamp"
}

# tree NAME TARGETS OPTION...: configures build/NAME and builds the targets in it.
tree() {
  local targets=$2 build=$root/build/$1 ninja
  shift 2
  # Within a condition, as here, -e has no effect: a failed configuration must not build the tree of before.
  configure "$build" "$@" || return
  echo "Building $targets"
  # Not by cmake --build, which, when interrupted, kills ninja before that has tidied up.
  ninja=$(sed -n 's/^CMAKE_MAKE_PROGRAM:[^=]*=//p' "$build/CMakeCache.txt")
  # shellcheck disable=SC2086 # several targets
  NINJA_STATUS='[%f/%t] ' "${ninja:-ninja}" -C "$build" -j "$jobs" $targets
}

# What `mpitcheck run` needs of a tree, and `--repro`.
run_targets="manifest recorder"

# tree_of NAME TARGETS: configures and builds one of the trees of ci/check.
tree_of() {
  case $1 in
    reference)
      tree reference "$2 mpitcheck" -DMPITCHECK_TARGET=reference -DMPITCHECK_RUNNER=ON -DMPITCHECK_OWN_TESTS=OFF
      ;;
    *) tree "$1" "$2" -DMPI_CXX_COMPILER="mpicxx.$1" -DMPI_C_COMPILER="mpicc.$1" -DMPITCHECK_RUNNER=OFF ;;
  esac
}

# trees_again TARGETS: all of them at the same time. Where little has changed, each keeps one core.
trees_again() {
  local name pid pids=() failed=0
  for name in reference mpich openmpi; do
    tree_of "$name" "$1" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
  return "$failed"
}

# check_trees TARGETS: the trees of ci/check, one per MPI, and the program build/bin/mpitcheck.
check_trees() {
  if [ -e "$root/build/reference/target.json" ] && [ -e "$root/build/mpich/target.json" ] &&
    [ -e "$root/build/openmpi/target.json" ]; then
    stage "build" trees_again "$1"
  else
    stage "build reference" tree_of reference "$1" &&
      stage "build mpich" tree_of mpich "$1" &&
      stage "build openmpi" tree_of openmpi "$1"
  fi &&
    mkdir -p "$root/build/bin" &&
    ln -sfn ../reference/bin/mpitcheck "$root/build/bin/mpitcheck"
}
