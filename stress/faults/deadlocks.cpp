// SPDX-License-Identifier: BSD-3-Clause
// Faults that hang: what the runner has to say of them is where each thread stands.
#include <atomic>
#include <mutex>
#include <thread>

#include "conformance/faults/conventions/altered.hpp"

namespace mpitcheck::faults {
namespace {

std::mutex sessions, handles, queues;
std::atomic<bool> progressing{false};

[[gnu::noinline]] int create_one_session(MPI_T_pvar_session* session) {
  sessions.lock();
  return real.MPI_T_pvar_session_create(session);
}

/// What a library's own thread does, in the wrong order.
[[gnu::noinline]] void make_progress() {
  const std::lock_guard first(queues);
  progressing = true;
  const std::lock_guard second(handles);
}

[[gnu::noinline]] int read_beside_progress(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                                           void* value) {
  const std::lock_guard first(handles);
  std::thread(make_progress).detach();
  while (!progressing) std::this_thread::yield();
  const std::lock_guard second(queues);
  return real.MPI_T_pvar_read(session, handle, value);
}

MPITCHECK_FAULT(deadlock_second_session,
                "MPI_T_pvar_session_create keeps a lock that only freeing the session gives back",
                clause::pvar_session_create) {
  mpi.MPI_T_pvar_session_create = create_one_session;
  mpi.MPI_T_pvar_session_free = [](MPI_T_pvar_session* session) {
    const int code = real.MPI_T_pvar_session_free(session);
    if (code == MPI_SUCCESS) sessions.unlock();
    return code;
  };
}

[[gnu::noinline]] int finalize_together() {
  if (mpi_is_up()) PMPI_Barrier(MPI_COMM_WORLD);
  return real.MPI_T_finalize();
}

MPITCHECK_FAULT(deadlock_finalize_collective, "MPI_T_finalize waits until all processes call it",
                clause::general_local_semantics) {
  took_effect();  // neither codes nor outputs tell
  mpi.MPI_T_finalize = finalize_together;
}

MPITCHECK_FAULT(deadlock_read_beside_progress,
                "MPI_T_pvar_read and a thread of the library take two locks in opposite order",
                clause::pvar_read_delivers_value) {
  mpi.MPI_T_pvar_read = read_beside_progress;
}

}  // namespace
}  // namespace mpitcheck::faults
