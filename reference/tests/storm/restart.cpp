// SPDX-License-Identifier: BSD-3-Clause
// Handlers use handles that the interrupted finalize is about to end.
#include "restart.hpp"

#include <atomic>

#include "timers.hpp"
#include "worker.hpp"

namespace storm {
namespace {

std::atomic<MPI_T_pvar_session> session{MPI_T_PVAR_SESSION_NULL};
std::atomic<MPI_T_pvar_handle> handle{MPI_T_PVAR_HANDLE_NULL};
std::atomic<std::uint64_t> came{0};
std::atomic<std::uint64_t> alive{0};  // of those, when the handle was still good

bool succeeded(int code, const char* what) noexcept {
  if (code == MPI_SUCCESS) return true;
  if (code != MPI_T_ERR_NOT_INITIALIZED && code != MPI_T_ERR_INVALID_SESSION &&
      code != MPI_T_ERR_INVALID_HANDLE) {
    complain(what, code);
  }
  return false;
}

}  // namespace

void interrupt_restart() noexcept {
  const MPI_T_pvar_session in = session;
  const MPI_T_pvar_handle with = handle;
  unsigned long long value = 0;
  const bool good = succeeded(MPI_T_pvar_read(in, with, &value), "restart: MPI_T_pvar_read");
  const bool still =
      succeeded(MPI_T_pvar_write(in, with, &value), "restart: MPI_T_pvar_write") &&
      succeeded(MPI_T_pvar_start(in, with), "restart: MPI_T_pvar_start") &&
      succeeded(MPI_T_pvar_reset(in, with), "restart: MPI_T_pvar_reset") &&
      succeeded(MPI_T_pvar_stop(in, with), "restart: MPI_T_pvar_stop") &&
      succeeded(MPI_T_pvar_readreset(in, with, &value), "restart: MPI_T_pvar_readreset");
  // The thread that could end it is interrupted.
  if (good != still) complain("restart: a handle ended within a handler", good);
  ++came;
  if (good) ++alive;
}

void restart_under_signals(std::uint64_t deliveries, int timers, long hertz) {
  const Timers storm(timers, hertz);
  while ((came < deliveries || alive == 0) && !complained()) {
    int provided = 0;
    MPI_T_pvar_session made = MPI_T_PVAR_SESSION_NULL;
    int code = MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    if (code == MPI_SUCCESS) code = MPI_T_pvar_session_create(&made);
    session = made;
    handle = new_handle(made, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
    for (int i = 0; i != 20; ++i) {
      new_handle(made, "mpi_message_sizes", MPI_T_PVAR_CLASS_COUNTER);
    }
    if (code == MPI_SUCCESS) code = MPI_T_finalize();
    if (code != MPI_SUCCESS) complain("restart", code);
  }
}

}  // namespace storm
