// SPDX-License-Identifier: BSD-3-Clause
// Readreset is atomic: nothing is lost or counted twice while another thread drives a sum.
#include <atomic>
#include <vector>

#include "conformance/harness/calls/api.hpp"
#include "conformance/harness/calls/return_codes.hpp"
#include "conformance/harness/facts/names.hpp"
#include "conformance/harness/objects/pvars.hpp"
#include "conformance/harness/objects/view.hpp"
#include "conformance/harness/objects/watched_pvar.hpp"
#include "conformance/harness/process/thread.hpp"
#include "conformance/harness/test/sequence.hpp"
#include "conformance/harness/test/test.hpp"

namespace mpitcheck {
namespace {

/// A thread that reads and resets a running sum repeatedly and adds up the results. Unrecorded,
/// since the recorder is for one thread.
class Collector {
 public:
  Collector(const PvarSession& session, const PvarHandle& handle)
      : sum_(static_cast<std::size_t>(handle.buffer().count())),
        thread_([this, &session, &handle] { collect(session.get(), handle); }) {}

  /// Whether it had enough turns for one to coincide with an update.
  [[nodiscard]] bool is_done() const { return code_ != MPI_SUCCESS || turns_ >= 20; }

  /// Ends the thread and returns the sum. Throws CannotGoOn if a readreset failed.
  Numbers finish() {
    stop_ = true;
    thread_.join();
    ReturnCodes::instance().add("MPI_T_pvar_readreset", code_);
    if (code_ != MPI_SUCCESS) throw CannotGoOn("a readreset that succeeds");
    return sum_;
  }

 private:
  void collect(MPI_T_pvar_session session, const PvarHandle& handle) {
    ValueBuffer value = handle.buffer();
    while (!stop_ && code_ == MPI_SUCCESS) {
      code_ = call::MPI_T_pvar_readreset.unrecorded()(session, handle.get(), value.data());
      if (code_ == MPI_SUCCESS) add(numbers_of(value), sum_);
      ++turns_;
      yield_processor();
    }
  }

  Numbers sum_;
  std::atomic<int> turns_ = 0;
  std::atomic<bool> stop_ = false;
  std::atomic<int> code_ = MPI_SUCCESS;
  Thread thread_;
};

void set_up_with_threads(Test& t) {
  int provided = MPI_THREAD_SINGLE;
  const int tool = call::MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
  if (tool != MPI_SUCCESS || provided != MPI_THREAD_MULTIPLE) {
    throw CannotGoOn("MPI_THREAD_MULTIPLE of the tool interface");
  }
  require_same_view_in_threads();
  if (t.lifecycle().mpi_init_thread(MPI_THREAD_MULTIPLE) != MPI_THREAD_MULTIPLE) {
    throw CannotGoOn("MPI_THREAD_MULTIPLE of MPI");
  }
}

}  // namespace

MPITCHECK_TEST("pvar-access.readreset.atomic",
               "The results of readresets in one thread add up to the traffic of another thread.",
               cites(clause::pvar_readreset_combines), needs::nothing) {
  constexpr Clause rule = clause::pvar_readreset_combines;
  call::MPI_T_pvar_readreset.need();
  isolated_sequence(t, rule, "readreset in one thread, traffic in another", [&] {
    set_up_with_threads(t);
    const auto sums = only(without_quarantined(surviving_pvars(), call::MPI_T_pvar_readreset),
                           [](const PvarInfo& pvar) {
                             return counts_events(pvar) && can_be_stopped(pvar) &&
                                    pvar.atomic == 1 && pvar.readonly == 0;
                           });
    each_pvar(t, sums, "an atomic COUNTER or AGGREGATE that can be stopped",
              [&](const PvarInfo& pvar) {
                WatchedPvar watched(pvar);
                Numbers sum;
                watched.run_over([&] {
                  Collector collector(watched.session, watched.handle);
                  for (int round = 0; round < 10 || !collector.is_done(); ++round) drive_pvars();
                  sum = collector.finish();
                });
                watched.require_moved();
                add(watched.handle.numbers(), sum);
                watched.check(t, rule, sum);
              });
  });
}

}  // namespace mpitcheck
