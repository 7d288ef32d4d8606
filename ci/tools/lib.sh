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

# stage NAME COMMAND...: runs the command, shows what it does, tells its time; shows its log's end where it fails.
stage() {
  local name=$1 log seconds
  shift
  log=$logs/${name// /-}.log
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
