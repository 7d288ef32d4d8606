// SPDX-License-Identifier: BSD-3-Clause
// Faults of thread levels below MPI_THREAD_MULTIPLE: the library grants one and keeps a lower one.
#include <filesystem>
#include <iterator>
#include <thread>

#include "conformance/faults/interposer/fault.hpp"

namespace mpitcheck::faults {
namespace {

int level = MPI_THREAD_SINGLE;
std::thread::id first_thread;

/// Remembers what was asked for, and by whom.
int note_level(int required, int* provided) {
  level = required;
  first_thread = std::this_thread::get_id();
  return real.MPI_T_init_thread(required, provided);
}

MPITCHECK_FAULT(stress_serialized_kept_as_funneled,
                "With MPI_THREAD_SERIALIZED a start by another thread says success, does nothing",
                clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_init_thread = note_level;
  mpi.MPI_T_pvar_start = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const bool ignored =
        level == MPI_THREAD_SERIALIZED && std::this_thread::get_id() != first_thread;
    if (ignored) took_effect();
    return ignored ? MPI_SUCCESS : real.MPI_T_pvar_start(session, handle);
  };
}

MPITCHECK_FAULT(stress_funneled_kept_as_single,
                "With MPI_THREAD_FUNNELED a reset says success and does nothing beside threads",
                clause::init_provided_governs_mpit_calls) {
  mpi.MPI_T_init_thread = note_level;
  mpi.MPI_T_pvar_reset = [](MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    const bool ignored =
        level == MPI_THREAD_FUNNELED && std::distance(begin(threads), end(threads)) > 1;
    if (ignored) took_effect();
    return ignored ? MPI_SUCCESS : real.MPI_T_pvar_reset(session, handle);
  };
}

}  // namespace
}  // namespace mpitcheck::faults
