# SPDX-License-Identifier: BSD-3-Clause
# What ci/check and ci/test share: stages with their times, and how a tree is built. Sourced, not run.

jobs=$(nproc)
# Trees share one compiler cache: what does not depend on the MPI is compiled once.
export CCACHE_NOHASHDIR=1
export CCACHE_BASEDIR=$root

stage_times=()

# stage NAME COMMAND...: runs the command, tells its time; on failure shows its log and gives up.
stage() {
  local name=$1 log started seconds
  shift
  log=$logs/${name// /-}.log
  started=$SECONDS
  if "$@" >"$log" 2>&1; then
    seconds=$((SECONDS - started))
    stage_times+=("$name ${seconds} s")
    printf '%-28s %4d s\n' "$name" "$seconds"
  else
    printf '%-28s failed\n' "$name"
    tail -n 60 "$log"
    echo "The whole log: ${log#"$root"/}"
    return 1
  fi
}

# tree NAME TARGETS OPTION...: configures build/NAME and builds the targets in it.
tree() {
  local name=$1 targets=$2
  shift 2
  # Within a condition, as here, -e has no effect: a failed configuration must not build the tree of before.
  cmake -S "$root" -B "$root/build/$name" -G Ninja "$@" || return
  # shellcheck disable=SC2086 # several targets
  cmake --build "$root/build/$name" -j "$jobs" --target $targets
}

# check_trees: the trees of ci/check, one per MPI, and the program build/bin/mpitcheck.
check_trees() {
  stage "build reference" tree reference all -DMPITCHECK_TARGET=reference -DMPITCHECK_OWN_TESTS=OFF &&
    stage "build mpich" tree mpich all -DMPI_CXX_COMPILER=mpicxx.mpich -DMPI_C_COMPILER=mpicc.mpich -DMPITCHECK_RUNNER=OFF &&
    stage "build openmpi" tree openmpi all -DMPI_CXX_COMPILER=mpicxx.openmpi -DMPI_C_COMPILER=mpicc.openmpi -DMPITCHECK_RUNNER=OFF &&
    mkdir -p "$root/build/bin" &&
    ln -sfn ../reference/bin/mpitcheck "$root/build/bin/mpitcheck"
}
