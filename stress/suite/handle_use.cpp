// SPDX-License-Identifier: BSD-3-Clause
// The life of a handle, many times over.
#include "stress/suite/handle_use.hpp"

#include <optional>
#include <string>
#include "stress/control/control.hpp"
#include "stress/history/counting.hpp"
#include "stress/history/history.hpp"
#include "stress/traffic/sums.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

constexpr int calls_per_handle = 24;

/// One handle from its allocation to its end, and the calls on it.
class HandleLife {
 public:
  HandleLife(const PvarCalls& pvar, const TrafficSum& sum, MPI_T_pvar_session session,
             Messages& messages, Worker& worker, History<CountedUse>& history)
      : pvar_(pvar),
        sum_(sum),
        session_(session),
        messages_(messages),
        worker_(worker),
        history_(history) {}

  void live() {
    const auto object = object_for(sum_.pvar.bind);
    int count = 0;
    if (!object ||
        !worker_.did("MPI_T_pvar_handle_alloc",
                     pvar_.handle_alloc(session_, sum_.pvar.index, *object, &handle_, &count))) {
      return;
    }
    bool running = false;
    bool readable = false;  // before the first start it may not be readable
    for (int i = 0; i < calls_per_handle; ++i) {
      switch (worker_.roll(6)) {
        case 0:
          if (running) note(Use::stop, "MPI_T_pvar_stop", pvar_.stop);
          if (!running) note(Use::start, "MPI_T_pvar_start", pvar_.start);
          running = !running;
          readable = true;
          break;
        case 1:
          note(Use::reset, "MPI_T_pvar_reset", pvar_.reset);
          break;
        case 2:
        case 3:
          worker_.messages_to_self().exchange(worker_.roll(2) == 0);
          break;
        default:
          if (!readable) break;
          note(Use::read, "MPI_T_pvar_read",
               [&](auto session, auto handle) { return pvar_.read(session, handle, word_.bytes); });
      }
    }
    worker_.did("MPI_T_pvar_handle_free", pvar_.handle_free(session_, &handle_));
  }

 private:
  template <class Call>
  void note(Use use, const char* function, const Call& call) {
    CountedUse noted{use, 0, messages_.done, 0, 0};
    const bool ok = worker_.did(function, call(session_, handle_));
    noted.begun_after = messages_.begun;
    noted.own_messages = worker_.messages_to_self().sent();
    if (use == Use::read) noted.value = word_.number(sum_.counted);
    if (ok) history_.add(noted);
  }

  const PvarCalls& pvar_;
  const TrafficSum& sum_;
  MPI_T_pvar_session session_;
  Messages& messages_;
  Worker& worker_;
  History<CountedUse>& history_;
  MPI_T_pvar_handle handle_ = MPI_T_PVAR_HANDLE_NULL;
  Word word_;
};

/// The range of one handle's calls in its thread's history.
struct RunningSpan {
  std::size_t begin, end;
  const TrafficSum* sum;
};

struct ThreadRound {
  History<CountedUse> history;
  std::vector<RunningSpan> stretches;
};

}  // namespace

void use_handles(Test& t, const Control& control, Sessions sessions) {
  const bool shared = sessions == Sessions::one_for_all;
  const PvarCalls pvar;
  const std::vector<TrafficSum> sums = traffic_sums();
  if (sums.empty()) throw CannotGoOn(std::string(traffic_sum));
  std::optional<PvarSession> common;
  if (shared) common.emplace();
  Workers workers(control);
  std::vector<ThreadRound> rounds(static_cast<std::size_t>(control.threads));
  t.examining(clause::init_provided_governs_mpit_calls);
  for (const Deadline deadline(control.seconds); !deadline.over();) {
    team(control.threads, "MPI_T_pvar_* on handles of their own, and messages", [&](int thread) {
      Worker& worker = workers[thread];
      ThreadRound& round = rounds[static_cast<std::size_t>(thread)];
      round.history.clear();
      round.stretches.clear();
      while (!deadline.over() && round.history.room() > calls_per_handle) {
        const TrafficSum& sum = sums[worker.roll(static_cast<unsigned>(sums.size()))];
        MPI_T_pvar_session session = shared ? common->get() : MPI_T_PVAR_SESSION_NULL;
        if (!shared && !worker.did("MPI_T_pvar_session_create", pvar.session_create(&session))) {
          continue;
        }
        const std::size_t begin = round.history.entries().size();
        HandleLife(pvar, sum, session, workers.messages(), worker, round.history).live();
        round.stretches.push_back({begin, round.history.entries().size(), &sum});
        if (!shared) worker.did("MPI_T_pvar_session_free", pvar.session_free(&session));
      }
    });
    for (const ThreadRound& round : rounds) {
      for (const RunningSpan& stretch : round.stretches) {
        judge(t, clause::init_provided_governs_mpit_calls, stretch.sum->label(),
              check_counting(
                  round.history.entries().subspan(stretch.begin, stretch.end - stretch.begin),
                  stretch.sum->counted),
              "MPI_T_pvar_read");
      }
    }
  }
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

}  // namespace mpitcheck::stress
