// SPDX-License-Identifier: BSD-3-Clause
// A thread that calls everything, and its handler that calls what signal handlers may.
#pragma once

#include <atomic>
#include <cstdint>

#include "account.hpp"

namespace storm {

/// What all threads share: handles that all of them, and their handlers, use at once.
struct Common {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_handle sent = MPI_T_PVAR_HANDLE_NULL;  // messages sent; only reset with a read
  std::atomic<std::uint64_t> taken{0};              // by those
};

/// Handles of one thread and its handler.
struct Worker {
  Account account;
  Common* common = nullptr;
  int number = 0;
  std::atomic<std::uint64_t> taken{0};  // read and reset from `sent`
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_handle sent = MPI_T_PVAR_HANDLE_NULL;     // messages sent; only reset with a read
  MPI_T_pvar_handle toggled = MPI_T_PVAR_HANDLE_NULL;  // messages sent; anything is done to it
  MPI_T_pvar_handle sizes = MPI_T_PVAR_HANDLE_NULL;    // messages by size, an array
  MPI_T_pvar_handle mark = MPI_T_PVAR_HANDLE_NULL;     // highest length of a queue
  MPI_T_pvar_session crowd = MPI_T_PVAR_SESSION_NULL;  // where handles come and go
  MPI_T_cvar_handle numbers = MPI_T_CVAR_HANDLE_NULL;  // four, always alike
  MPI_Count last_time = 0;
};

/// Index of a performance variable.
int pvar_named(const char* name, int var_class);
/// A handle of a variable that is not bound.
MPI_T_pvar_handle new_handle(MPI_T_pvar_session session, const char* name, int var_class);

/// Makes the handles of the worker; its counts begin.
void set_up(Worker& worker);
/// Calls every function of the tool interface and sends messages, once through.
void call_everything(Worker& worker);
/// What is done in a signal handler: everything that a handler may do, its results checked.
void interrupt(Worker& worker) noexcept;

/// Numbers in the array that readers must see whole.
inline constexpr int number_count = 4;
/// Elements of mpi_message_sizes.
inline constexpr int size_count = 65;

}  // namespace storm
