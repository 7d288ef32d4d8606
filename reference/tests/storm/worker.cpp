// SPDX-License-Identifier: BSD-3-Clause
// The signal handler, which makes all signal-safe calls, with handles that the interrupted thread
// is using. Also the record of the first error.
#include "reference/tests/storm/worker.hpp"

#include <array>
#include <cstdio>

namespace storm {

namespace {

std::atomic<const char*> first{nullptr};
std::atomic<long long> first_detail{0};

void expect(bool fine, const char* what, long long detail = 0) noexcept {
  if (!fine) complain(what, detail);
}

void expect_success(int code, const char* what) noexcept {
  expect(code == MPI_SUCCESS, what, code);
}

void take(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
          std::atomic<std::uint64_t>& sum) noexcept {
  unsigned long long value = 0;
  expect_success(MPI_T_pvar_readreset(session, handle, &value), "handler: MPI_T_pvar_readreset");
  sum.fetch_add(value, std::memory_order_relaxed);
}

// Calls of the handler take effect, whichever call with this handle they interrupted.
void use_counter(MPI_T_pvar_session session, MPI_T_pvar_handle handle) noexcept {
  unsigned long long value = 0;
  unsigned long long again = 0;
  expect_success(MPI_T_pvar_stop(session, handle), "handler: MPI_T_pvar_stop");
  expect_success(MPI_T_pvar_read(session, handle, &value), "handler: MPI_T_pvar_read");
  expect_success(MPI_T_pvar_read(session, handle, &again), "handler: MPI_T_pvar_read");
  expect(value == again, "handler: a stopped counter moved to", static_cast<long long>(again));
  const unsigned long long written = 5;
  expect_success(MPI_T_pvar_write(session, handle, &written), "handler: MPI_T_pvar_write");
  expect_success(MPI_T_pvar_readreset(session, handle, &value), "handler: MPI_T_pvar_readreset");
  expect(value == written, "handler: a counter did not keep what was written but shows",
         static_cast<long long>(value));
  expect_success(MPI_T_pvar_write(session, handle, &written), "handler: MPI_T_pvar_write");
  expect_success(MPI_T_pvar_reset(session, handle), "handler: MPI_T_pvar_reset");
  expect_success(MPI_T_pvar_read(session, handle, &value), "handler: MPI_T_pvar_read");
  expect(value == 0, "handler: a stopped counter that was reset shows",
         static_cast<long long>(value));
  expect_success(MPI_T_pvar_start(session, handle), "handler: MPI_T_pvar_start");
}

void use_array(MPI_T_pvar_session session, MPI_T_pvar_handle handle) noexcept {
  std::array<unsigned long long, size_count> values{};
  std::array<unsigned long long, size_count> again{};
  expect_success(MPI_T_pvar_stop(session, handle), "handler: MPI_T_pvar_stop");
  expect_success(MPI_T_pvar_read(session, handle, values.data()), "handler: MPI_T_pvar_read");
  expect_success(MPI_T_pvar_readreset(session, handle, again.data()),
                 "handler: MPI_T_pvar_readreset");
  expect(values == again, "handler: an element of a stopped array moved");
  expect_success(MPI_T_pvar_start(session, handle), "handler: MPI_T_pvar_start");
}

void use_mark(MPI_T_pvar_session session, MPI_T_pvar_handle handle) noexcept {
  unsigned long value = 0;
  expect_success(MPI_T_pvar_reset(session, handle), "handler: MPI_T_pvar_reset");
  expect_success(MPI_T_pvar_read(session, handle, &value), "handler: MPI_T_pvar_read");
  // Each thread has at most one pending message.
  expect(value <= 64, "handler: the mark of a queue is", static_cast<long long>(value));
  expect_success(MPI_T_pvar_stop(session, handle), "handler: MPI_T_pvar_stop");
  expect_success(MPI_T_pvar_start(session, handle), "handler: MPI_T_pvar_start");
}

}  // namespace

void complain(const char* what, long long detail) noexcept {
  const char* nothing = nullptr;
  if (first.compare_exchange_strong(nothing, what)) first_detail = detail;
}

bool complained() noexcept { return first != nullptr; }

bool print_complaint() {
  if (!complained()) return false;
  std::printf("violation: %s: %lld\n", first.load(), first_detail.load());
  return true;
}

void interrupt(Worker& worker) noexcept {
  Account& account = worker.account;
  account.interrupted[account.doing.load(std::memory_order_relaxed)].fetch_add(
      1, std::memory_order_relaxed);
  take(worker.session, worker.sent, worker.taken);
  take(worker.common->session, worker.common->sent, worker.common->taken);
  use_counter(worker.session, worker.toggled);
  use_array(worker.session, worker.sizes);
  use_mark(worker.session, worker.mark);
  expect_success(MPI_T_pvar_start(worker.crowd, MPI_T_PVAR_ALL_HANDLES),
                 "handler: MPI_T_pvar_start of all");
  expect_success(MPI_T_pvar_reset(worker.crowd, MPI_T_PVAR_ALL_HANDLES),
                 "handler: MPI_T_pvar_reset of all");
  expect_success(MPI_T_pvar_stop(worker.crowd, MPI_T_PVAR_ALL_HANDLES),
                 "handler: MPI_T_pvar_stop of all");
  std::array<int, number_count> numbers{};
  expect_success(MPI_T_cvar_read(worker.numbers, numbers.data()), "handler: MPI_T_cvar_read");
  for (const int number : numbers) {
    expect(number == numbers[0], "handler: a cvar was seen half written", number);
  }
  MPI_Count now = 0;
  expect_success(MPI_T_source_get_timestamp(0, &now), "handler: MPI_T_source_get_timestamp");
  expect(now >= worker.last_time, "handler: the clock went back to", now);
  worker.last_time = now;
  account.deliveries.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace storm
