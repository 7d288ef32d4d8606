// SPDX-License-Identifier: BSD-3-Clause
// signal_storm: timer signals interrupt every MPI_T function and updates on several threads. They
// also interrupt finalizations that free the handles which signal handlers use.
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string_view>

#include "reference/support/run_concurrently.hpp"
#include "reference/support/signal_timers.hpp"
#include "reference/tests/storm/trap.hpp"
#include "reference/tests/storm/worker.hpp"

using namespace storm;

namespace {

int timer_signal() { return SIGRTMIN; }  // a real-time signal: one per timer can be pending

std::atomic<MPI_T_pvar_session> ending_session{MPI_T_PVAR_SESSION_NULL};
std::atomic<MPI_T_pvar_handle> ending_handle{MPI_T_PVAR_HANDLE_NULL};
std::atomic<std::uint64_t> came{0};
std::atomic<std::uint64_t> alive{0};  // signals that arrived while the handle was valid

bool succeeded(int code, const char* what) noexcept {
  if (code == MPI_SUCCESS) return true;
  if (code != MPI_T_ERR_NOT_INITIALIZED && code != MPI_T_ERR_INVALID_SESSION &&
      code != MPI_T_ERR_INVALID_HANDLE) {
    complain(what, code);
  }
  return false;
}

/// The signal handler during restart_under_signals. The handle may be invalid in all six calls.
void interrupt_restart() noexcept {
  const MPI_T_pvar_session in = ending_session;
  const MPI_T_pvar_handle with = ending_handle;
  unsigned long long value = 0;
  const bool good = succeeded(MPI_T_pvar_read(in, with, &value), "restart: MPI_T_pvar_read");
  const bool still =
      succeeded(MPI_T_pvar_write(in, with, &value), "restart: MPI_T_pvar_write") &&
      succeeded(MPI_T_pvar_start(in, with), "restart: MPI_T_pvar_start") &&
      succeeded(MPI_T_pvar_reset(in, with), "restart: MPI_T_pvar_reset") &&
      succeeded(MPI_T_pvar_stop(in, with), "restart: MPI_T_pvar_stop") &&
      succeeded(MPI_T_pvar_readreset(in, with, &value), "restart: MPI_T_pvar_readreset");
  // The handle cannot become invalid here, since the thread that frees it is interrupted.
  if (good != still) complain("restart: a handle ended within a handler", good);
  ++came;
  if (good) ++alive;
}

/// Initializes and finalizes the interface, with live sessions and handles, until `deliveries`
/// signals have arrived. No other code may have initialized the interface.
void restart_under_signals(std::uint64_t deliveries, int timers, long hertz) {
  const mpit::SignalTimers storm(timer_signal(), hertz, timers);
  while ((came < deliveries || alive == 0) && !complained()) {
    int provided = 0;
    MPI_T_pvar_session made = MPI_T_PVAR_SESSION_NULL;
    int code = MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    if (code == MPI_SUCCESS) code = MPI_T_pvar_session_create(&made);
    ending_session = made;
    ending_handle = new_handle(made, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
    for (int i = 0; i != 20; ++i) {
      new_handle(made, "mpi_message_sizes", MPI_T_PVAR_CLASS_COUNTER);
    }
    if (code == MPI_SUCCESS) code = MPI_T_finalize();
    if (code != MPI_SUCCESS) complain("restart", code);
  }
}

struct Options {
  std::uint64_t deliveries = 50'000;
  long hertz = 10'000;
  int timers = 1;
  int threads = 2;
};

/// How often each function must be interrupted for a valid run.
constexpr std::uint64_t least_interruptions = 3;

constinit thread_local Worker* interrupted_worker = nullptr;

void on_timer(int) {
  const int saved_errno = errno;
  {
    const InHandler trapped;
    if (interrupted_worker != nullptr) {
      interrupt(*interrupted_worker);
    } else {
      interrupt_restart();
    }
  }
  errno = saved_errno;
}

[[noreturn]] void explain_usage() {
  std::fputs("usage: signal_storm [--deliveries N] [--hertz N] [--timers N] [--threads N]\n",
             stderr);
  std::exit(2);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    char* end = nullptr;
    const long number = i + 1 < argc ? std::strtol(argv[i + 1], &end, 10) : 0;
    if (number < 1 || *end != '\0') explain_usage();
    const std::string_view name = argv[i];
    if (name == "--deliveries") {
      options.deliveries = static_cast<std::uint64_t>(number);
    } else if (name == "--hertz" && number <= 1'000'000) {
      options.hertz = number;
    } else if (name == "--timers" && number <= 64) {
      options.timers = static_cast<int>(number);
    } else if (name == "--threads" && number <= 64) {
      options.threads = static_cast<int>(number);
    } else {
      explain_usage();
    }
  }
  return options;
}

std::uint64_t deliveries_to(const std::deque<Worker>& workers) {
  std::uint64_t sum = 0;
  for (const Worker& worker : workers) sum += worker.account.deliveries;
  return sum;
}

std::uint64_t interruptions_of(const std::deque<Worker>& workers, std::size_t number) {
  std::uint64_t sum = 0;
  for (const Worker& worker : workers) sum += worker.account.interrupted[number];
  return sum;
}

// Whether there were enough signals in total and in each function. If a function is never
// interrupted, the storm ends after twenty times as many signals.
bool enough(const std::deque<Worker>& workers, std::uint64_t wanted) {
  const std::uint64_t deliveries = deliveries_to(workers);
  if (complained() || deliveries >= 20 * wanted) return true;
  if (deliveries < wanted) return false;
  for (std::size_t i = 0; i != elsewhere; ++i) {
    if (interruptions_of(workers, i) < least_interruptions) return false;
  }
  return true;
}

void run_workers(std::deque<Worker>& workers, const Options& options) {
  mpit::run_concurrently(options.threads, [&](int i) {
    Worker& worker = workers[static_cast<std::size_t>(i)];
    call_everything(worker);  // first uses happen without signals: dlsym and others may lock
    interrupted_worker = &worker;
    const mpit::SignalTimers timers(timer_signal(), options.hertz, options.timers);
    while (!enough(workers, options.deliveries)) call_everything(worker);
  });
}

// Checks that the handlers' reads and the rest add up to all sends since the handle was started.
void check_sum(MPI_T_pvar_session session, MPI_T_pvar_handle handle, std::uint64_t taken,
               std::uint64_t sends, const char* whose) {
  unsigned long long rest = 0;
  const int code = MPI_T_pvar_readreset(session, handle, &rest);
  if (code != MPI_SUCCESS) complain("MPI_T_pvar_readreset", code);
  const bool exact = taken + rest == sends;
  std::printf("%s: %llu taken + %llu left of %llu sends: %s\n", whose,
              static_cast<unsigned long long>(taken), rest, static_cast<unsigned long long>(sends),
              exact ? "exact" : "WRONG");
  if (!exact) complain("sends counted wrongly", static_cast<long long>(taken + rest - sends));
}

void report(const std::deque<Worker>& workers) {
  std::printf("%llu deliveries on %zu threads, by what they interrupted:\n",
              static_cast<unsigned long long>(deliveries_to(workers)), workers.size());
  for (std::size_t i = 0; i != elsewhere + 1; ++i) {
    const std::uint64_t number = interruptions_of(workers, i);
    const std::string_view name = i == elsewhere ? "the storm's own code" : functions[i];
    std::printf("  %-34.*s %9llu\n", static_cast<int>(name.size()), name.data(),
                static_cast<unsigned long long>(number));
    if (number < least_interruptions)
      complain("hardly a signal met function number", static_cast<long long>(i));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  mpit::handle_signal(timer_signal(), on_timer);
  Common common;
  MPI_T_pvar_session_create(&common.session);
  common.sent = new_handle(common.session, "mpi_messages_sent", MPI_T_PVAR_CLASS_COUNTER);
  MPI_T_pvar_start(common.session, common.sent);

  std::deque<Worker> workers(static_cast<std::size_t>(options.threads));
  for (int i = 0; i != options.threads; ++i) {
    Worker& worker = workers[static_cast<std::size_t>(i)];
    worker.common = &common;
    worker.number = i;
    set_up(worker);
  }
  run_workers(workers, options);
  report(workers);
  std::uint64_t sends = 0;
  for (const Worker& worker : workers) sends += worker.account.sends;
  check_sum(common.session, common.sent, common.taken, sends, "handle of all threads");
  for (const Worker& worker : workers) {
    check_sum(worker.session, worker.sent, worker.taken, sends, "handle of one thread");
  }

  MPI_T_finalize();
  const std::uint64_t restarts = options.deliveries / 10;
  restart_under_signals(restarts, options.timers, options.hertz);
  std::printf("%llu deliveries more while the interface went down and up\n",
              static_cast<unsigned long long>(restarts));
  MPI_Finalize();
  const bool violated = print_complaint();
  std::puts(violated ? "violated" : "no violation");
  return violated ? 1 : 0;
}
