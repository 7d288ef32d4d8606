// SPDX-License-Identifier: BSD-3-Clause
// A thread that calls all functions, its signal handler, which calls the signal-safe ones, and an
// account of the calls and interruptions.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace storm {

/// The functions of the tool interface, and a name for traffic that updates variables.
inline constexpr std::string_view functions[] = {"MPI_T_init_thread",
                                                 "MPI_T_finalize",
                                                 "MPI_T_enum_get_info",
                                                 "MPI_T_enum_get_item",
                                                 "MPI_T_cvar_get_num",
                                                 "MPI_T_cvar_get_info",
                                                 "MPI_T_cvar_get_index",
                                                 "MPI_T_cvar_handle_alloc",
                                                 "MPI_T_cvar_handle_free",
                                                 "MPI_T_cvar_read",
                                                 "MPI_T_cvar_write",
                                                 "MPI_T_pvar_get_num",
                                                 "MPI_T_pvar_get_info",
                                                 "MPI_T_pvar_get_index",
                                                 "MPI_T_pvar_session_create",
                                                 "MPI_T_pvar_session_free",
                                                 "MPI_T_pvar_handle_alloc",
                                                 "MPI_T_pvar_handle_free",
                                                 "MPI_T_pvar_start",
                                                 "MPI_T_pvar_stop",
                                                 "MPI_T_pvar_read",
                                                 "MPI_T_pvar_write",
                                                 "MPI_T_pvar_reset",
                                                 "MPI_T_pvar_readreset",
                                                 "MPI_T_source_get_num",
                                                 "MPI_T_source_get_info",
                                                 "MPI_T_source_get_timestamp",
                                                 "MPI_T_event_get_num",
                                                 "MPI_T_event_get_info",
                                                 "MPI_T_event_get_index",
                                                 "MPI_T_event_handle_alloc",
                                                 "MPI_T_event_handle_set_info",
                                                 "MPI_T_event_handle_get_info",
                                                 "MPI_T_event_handle_free",
                                                 "MPI_T_event_register_callback",
                                                 "MPI_T_event_callback_set_info",
                                                 "MPI_T_event_callback_get_info",
                                                 "MPI_T_event_set_dropped_handler",
                                                 "MPI_T_event_read",
                                                 "MPI_T_event_copy",
                                                 "MPI_T_event_get_timestamp",
                                                 "MPI_T_event_get_source",
                                                 "MPI_T_category_get_num",
                                                 "MPI_T_category_get_info",
                                                 "MPI_T_category_get_num_events",
                                                 "MPI_T_category_get_index",
                                                 "MPI_T_category_get_cvars",
                                                 "MPI_T_category_get_pvars",
                                                 "MPI_T_category_get_events",
                                                 "MPI_T_category_get_categories",
                                                 "MPI_T_category_changed",
                                                 "MPI_Send",
                                                 "MPI_Recv"};

consteval std::size_t number_of(std::string_view name) {
  std::size_t number = 0;
  while (functions[number] != name) ++number;
  return number;
}

inline constexpr std::size_t elsewhere = std::size(functions);

/// The account of one thread. The thread and its handler write it, all threads read it.
struct Account {
  std::atomic<std::size_t> doing{elsewhere};  // index into functions
  std::array<std::atomic<std::uint64_t>, std::size(functions) + 1> interrupted{};  // by doing
  std::atomic<std::uint64_t> deliveries{0};
  std::atomic<std::uint64_t> sends{0};
};

/// Records an error, unless there is one already. `detail` is a code or a value. Signal-safe.
void complain(const char* what, long long detail) noexcept;
/// Prints the recorded error. Returns whether there is one.
bool print_complaint();
bool complained() noexcept;

/// Calls function number `number` and records that in the account meanwhile. Records an error
/// unless it succeeds.
template <class Call>
void account_for(Account& account, std::size_t number, const char* name, Call call) {
  const std::size_t before = account.doing.load(std::memory_order_relaxed);
  account.doing.store(number, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const int code = call();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  account.doing.store(before, std::memory_order_relaxed);
  if (code != MPI_SUCCESS) complain(name, code);
}

/// Handles that all threads and their signal handlers use concurrently.
struct Common {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_handle sent = MPI_T_PVAR_HANDLE_NULL;  // messages sent; only reset with a read
  std::atomic<std::uint64_t> taken{0};              // the sum of these reads
};

/// The handles of one thread and its signal handler.
struct Worker {
  Account account;
  Common* common = nullptr;
  int number = 0;
  std::atomic<std::uint64_t> taken{0};  // read and reset from `sent`
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_handle sent = MPI_T_PVAR_HANDLE_NULL;     // messages sent; only reset with a read
  MPI_T_pvar_handle toggled = MPI_T_PVAR_HANDLE_NULL;  // messages sent; for all calls
  MPI_T_pvar_handle sizes = MPI_T_PVAR_HANDLE_NULL;    // messages by size, an array
  MPI_T_pvar_handle mark = MPI_T_PVAR_HANDLE_NULL;     // highest length of a queue
  MPI_T_pvar_session crowd = MPI_T_PVAR_SESSION_NULL;  // handles are allocated and freed in it
  MPI_T_cvar_handle numbers = MPI_T_CVAR_HANDLE_NULL;  // an array of equal numbers
  MPI_Count last_time = 0;
};

/// Index of a performance variable.
int pvar_named(const char* name, int var_class);
/// A handle of a variable that is not bound.
MPI_T_pvar_handle new_handle(MPI_T_pvar_session session, const char* name, int var_class);

/// Allocates and starts the handles of the worker.
void set_up(Worker& worker);
/// Makes one round of calls of all functions of the tool interface, and sends messages.
void call_everything(Worker& worker);
/// The signal handler: makes all signal-safe calls and checks their results.
void interrupt(Worker& worker) noexcept;

/// The size of the array whose elements a reader must always see equal.
inline constexpr int number_count = 4;
/// Elements of mpi_message_sizes.
inline constexpr int size_count = 65;

}  // namespace storm

/// Calls an MPI function on behalf of the thread with that account.
#define MPIT_STORM_CALL(account, name, ...)                                                   \
  storm::account_for(account, std::integral_constant<std::size_t, storm::number_of(#name)>(), \
                     #name, [&] { return name(__VA_ARGS__); })
