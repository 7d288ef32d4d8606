// SPDX-License-Identifier: BSD-3-Clause
// Faults that hang. The runner must report where each thread hangs.
#include <atomic>
#include <mutex>
#include <thread>

#include "conformance/faults/conventions/replies.hpp"

namespace mpitcheck::faults {
namespace {

std::mutex sessions_lock, handles_lock, queues_lock;
std::atomic<bool> progressing{false};

[[gnu::noinline]] int create_one_session MPITCHECK_PARAMETERS_MPI_T_pvar_session_create {
  sessions_lock.lock();
  return MPITCHECK_REAL(MPI_T_pvar_session_create);
}

/// The work of a library's own thread, which takes the locks in the wrong order.
[[gnu::noinline]] void make_progress() {
  const std::lock_guard first(queues_lock);
  progressing = true;
  const std::lock_guard second(handles_lock);
}

[[gnu::noinline]] int read_beside_progress MPITCHECK_PARAMETERS_MPI_T_pvar_read {
  const std::lock_guard first(handles_lock);
  std::thread(make_progress).detach();
  while (!progressing) std::this_thread::yield();
  const std::lock_guard second(queues_lock);
  return MPITCHECK_REAL(MPI_T_pvar_read);
}

MPITCHECK_FAULT(deadlock_second_session,
                "MPI_T_pvar_session_create keeps a lock until the session is freed",
                clause::pvar_session_create) {
  mpi.MPI_T_pvar_session_create = create_one_session;
  MPITCHECK_OUTPUT_OF(MPI_T_pvar_session_free, sessions_lock.unlock());
}

[[gnu::noinline]] int finalize_together() {
  if (mpi_is_up()) PMPI_Barrier(MPI_COMM_WORLD);
  return real.MPI_T_finalize();
}

MPITCHECK_FAULT(deadlock_finalize_collective, "MPI_T_finalize waits until all processes call it",
                clause::general_local_semantics) {
  took_effect();  // visible in neither codes nor outputs
  mpi.MPI_T_finalize = finalize_together;
}

MPITCHECK_FAULT(deadlock_read_beside_progress,
                "MPI_T_pvar_read and a thread of the library take two locks in opposite order",
                clause::pvar_read_delivers_value) {
  mpi.MPI_T_pvar_read = read_beside_progress;
}

}  // namespace
}  // namespace mpitcheck::faults
