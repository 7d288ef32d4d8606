// SPDX-License-Identifier: BSD-3-Clause
// Start, stop and reset of all handles of a session while other threads allocate and free handles
// in it.
#include "stress/control/control.hpp"
#include "stress/history/counting.hpp"
#include "stress/traffic/sums.hpp"

namespace mpitcheck::stress {
namespace {

constexpr int handles_held = 8;
constexpr int messages_afterwards = 5;
constexpr double share_of_round = 0.1;

/// Handles of one thread in the common session.
struct Held {
  MPI_T_pvar_handle handle;
  const TrafficSum* sum;
};

class CommonSession {
 public:
  CommonSession(const PvarCalls& pvar, const std::vector<TrafficSum>& sums)
      : pvar_(pvar), sums_(sums) {}

  /// One of the calls on ALL_HANDLES.
  void switch_all(Worker& worker) { switch_all(worker, worker.roll(3)); }

  /// Allocates or frees a handle, or sends a message.
  void change(Worker& worker, std::vector<Held>& held) {
    const unsigned which = worker.roll(4);
    if (which == 0) {
      worker.messages_to_self().exchange(true);
    } else if (held.size() < handles_held && which != 1) {
      const TrafficSum& sum = sums_[worker.roll(static_cast<unsigned>(sums_.size()))];
      Held it{MPI_T_PVAR_HANDLE_NULL, &sum};
      int count = 0;
      const int code = pvar_.handle_alloc(session_.get(), sum.pvar.index,
                                          object_for(sum.pvar.bind).value(), &it.handle, &count);
      if (worker.did("MPI_T_pvar_handle_alloc", code)) held.push_back(it);
    } else if (!held.empty()) {
      drop(worker, held, worker.roll(static_cast<unsigned>(held.size())));
    }
  }

  void drop(Worker& worker, std::vector<Held>& held, std::size_t which) {
    worker.did("MPI_T_pvar_handle_free", pvar_.handle_free(session_.get(), &held[which].handle));
    held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
  }

  /// Once no other calls run, the calls on all handles reach each handle that is left.
  void check_at_rest(Test& t, Workers& workers, const std::vector<std::vector<Held>>& held) {
    Worker& worker = workers[0];
    for (const unsigned which : {stop, reset, start}) switch_all(worker, which);
    worker.messages_to_self().exchange(messages_afterwards);
    for (const auto& thread : held) {
      for (const Held& it : thread) {
        Word word;
        if (!worker.did("MPI_T_pvar_read", pvar_.read(session_.get(), it.handle, word.bytes)) ||
            !it.sum->counted.exact) {
          continue;
        }
        const std::uint64_t due = messages_afterwards * it.sum->counted.per_message;
        const std::uint64_t got = word.number(it.sum->counted);
        t.check(clause::pvar_start_all_handles, *it.sum,
                number_is("gain after stop, reset and start of all", got, Relation::one_of, due)
                    .of("MPI_T_pvar_read"));
      }
    }
  }

 private:
  static constexpr unsigned start = 0, stop = 1, reset = 2;

  void switch_all(Worker& worker, unsigned which) {
    constexpr const char* names[] = {"MPI_T_pvar_start", "MPI_T_pvar_stop", "MPI_T_pvar_reset"};
    const auto function = which == start ? pvar_.start : which == stop ? pvar_.stop : pvar_.reset;
    worker.did(names[which], function(session_.get(), MPI_T_PVAR_ALL_HANDLES));
  }

  const PvarCalls& pvar_;
  const std::vector<TrafficSum>& sums_;
  PvarSession session_;
};

MPITCHECK_TEST("stress.all-handles.beside-alloc",
               "Start, stop and reset of all handles work while other threads allocate and free, "
               "and do not affect other sessions.",
               cites(clause::init_provided_governs_mpit_calls, clause::pvar_start_all_handles,
                     clause::pvar_session_isolation_start_stop),
               needs::nothing) {
  SumFixture fixture(t);
  const Control& control = fixture.control;
  const PvarCalls& pvar = fixture.pvar;
  const std::vector<TrafficSum>& sums = fixture.sums;
  Workers& workers = fixture.workers;
  t.examining(clause::init_provided_governs_mpit_calls);
  std::size_t round = 0;
  for (const Deadline deadline(control.seconds); !deadline.over(); ++round) {
    const TrafficSum& watched = sums[round % sums.size()];
    const PvarSession elsewhere;
    const Witness witness(elsewhere, watched.pvar);
    CommonSession common(pvar, sums);
    std::vector<std::vector<Held>> held(static_cast<std::size_t>(control.threads));
    const std::uint64_t before = watched.shown_by(witness);
    const std::uint64_t sent_before = workers.messages().done;
    const Deadline end_of_round(control.seconds * share_of_round);
    team(control.threads, "MPI_T_pvar_start, _stop, _reset of all handles, _alloc, _free",
         [&](int thread) {
           auto& own = held[static_cast<std::size_t>(thread)];
           while (!end_of_round.over()) {
             if (thread % 2 == 0) common.switch_all(workers[thread]);
             if (thread % 2 == 1 || workers.size() == 1) common.change(workers[thread], own);
           }
         });
    if (watched.counted.exact) {
      const std::uint64_t due =
          (workers.messages().done - sent_before) * watched.counted.per_message &
          watched.counted.mask;
      const std::uint64_t got = (watched.shown_by(witness) - before) & watched.counted.mask;
      t.check(
          clause::pvar_session_isolation_start_stop, watched,
          number_is("gain in the other session", got, Relation::one_of, due).of("MPI_T_pvar_read"));
    }
    common.check_at_rest(t, workers, held);
    for (auto& own : held) {
      while (!own.empty()) common.drop(workers[0], own, 0);
    }
  }
  t.measured("rounds", std::to_string(round));
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

}  // namespace
}  // namespace mpitcheck::stress
