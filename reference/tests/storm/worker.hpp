// SPDX-License-Identifier: BSD-3-Clause
// A thread that calls everything, and its handler that calls what signal handlers may; what it is
// doing and what happened to it.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace storm {

/// All functions of the tool interface, and the traffic that updates variables.
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

/// One per thread. Written by the thread and its handler, read by all.
struct Account {
  std::atomic<std::size_t> doing{elsewhere};  // index into functions
  std::array<std::atomic<std::uint64_t>, std::size(functions) + 1> interrupted{};  // by doing
  std::atomic<std::uint64_t> deliveries{0};
  std::atomic<std::uint64_t> sends{0};
};

/// Notes that something is wrong; signal-safe, keeps the first. `detail` is a code or a value.
void complain(const char* what, long long detail) noexcept;
/// Whether anything was wrong; if so, prints the first.
bool print_complaint();
bool complained() noexcept;

/// Calls function number `number` while the account says so. Complains unless it succeeds.
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

/// Calls an MPI function on behalf of the thread with that account.
#define STORM_CALL(account, name, ...)                                                        \
  storm::account_for(account, std::integral_constant<std::size_t, storm::number_of(#name)>(), \
                     #name, [&] { return name(__VA_ARGS__); })
