// SPDX-License-Identifier: BSD-3-Clause
// Thread levels below MPI_THREAD_MULTIPLE: threads that take turns, and threads of which only one
// uses the interface.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <optional>

#include "conformance/harness/facts/words.hpp"
#include "conformance/harness/process/thread.hpp"
#include "stress/control/control.hpp"
#include "stress/history/counting.hpp"
#include "stress/history/history.hpp"
#include "stress/suite/answers.hpp"
#include "stress/traffic/sums.hpp"
#include "stress/traffic/worker.hpp"

namespace mpitcheck::stress {
namespace {

constexpr std::size_t most_level_sums = 4;
constexpr std::size_t calls_on_a_handle = 4096;

/// A handle for all threads, and the totally ordered calls on it.
struct Common {
  Common(const PvarSession& session, const TrafficSum& followed)
      : sum(followed), handle(session, followed.pvar) {}

  const TrafficSum& sum;
  PvarHandle handle;
  History<CountedUse> history{calls_on_a_handle};
  bool running = false;
  bool readable = false;  // before the first start it may not be readable
};

constexpr const char* function_of(Use use) {
  switch (use) {
    case Use::start:
      return "MPI_T_pvar_start";
    case Use::stop:
      return "MPI_T_pvar_stop";
    case Use::reset:
      return "MPI_T_pvar_reset";
    default:
      return "MPI_T_pvar_read";
  }
}

/// The work of the threads, one at a time.
class Turns {
 public:
  Turns(const PvarCalls& pvar, const std::vector<TrafficSum>& sums, const std::vector<Item>& items,
        Workers& workers)
      : pvar_(pvar), workers_(workers) {
    const std::size_t number = std::min(sums.size(), most_level_sums);
    for (std::size_t i = 0; i < number; ++i) handles_.emplace_back(session_, sums[i]);
    entries_.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      entries_[i].item = items[i];
      ask(items[i], entries_[i].first);
    }
  }

  /// A call, a query or a message; false if a history is full.
  bool take(Worker& worker) {
    const Lock turn(mutex_);
    const unsigned which = worker.roll(6);
    if (which == 0) {
      worker.messages_to_self().exchange(worker.roll(2) == 0);
    } else if (which == 1 && !entries_.empty()) {
      ask_again(entries_[worker.roll(static_cast<unsigned>(entries_.size()))]);
    } else if (!handles_.empty()) {
      return use(worker, handles_[worker.roll(static_cast<unsigned>(handles_.size()))], which);
    }
    return true;
  }

  void judge_all(Test& t) const {
    constexpr Clause threads = clause::init_provided_governs_mpit_calls;
    for (const Common& it : handles_) {
      if (it.history.entries().empty()) continue;
      judge(t, threads, it.sum.label(), check_counting(it.history.entries(), it.sum.counted),
            "MPI_T_pvar_read");
    }
    for (const Entry& entry : entries_) {
      const bool at_rest = ask(entry.item) == entry.first.answer();
      if (!entry.asked || !at_rest) continue;  // it changes by itself
      t.check(
          threads, entry.item.label(),
          has_property(
              "", entry.difference, [](const auto& found) { return !found; },
              [&] { return entry.difference->one; }, [](const auto& found) { return found->other; })
              .as_before());
    }
  }

 private:
  struct Entry {
    Item item{};
    Reply first;
    bool asked = false;
    std::optional<Difference> difference{};
  };

  bool use(Worker& worker, Common& it, unsigned which) {
    if (it.history.full()) return false;
    if (which == 2) {
      note(worker, it, it.running ? Use::stop : Use::start, it.running ? pvar_.stop : pvar_.start);
      it.running = !it.running;
      it.readable = true;
    } else if (which == 3) {
      note(worker, it, Use::reset, pvar_.reset);
    } else if (it.readable) {
      note(worker, it, Use::read,
           [this](auto session, auto handle) { return pvar_.read(session, handle, word_.bytes); });
    }
    return true;
  }

  template <class Call>
  void note(Worker& worker, Common& it, Use use, const Call& call) {
    const std::uint64_t sent = workers_.messages().done;
    const bool ok = worker.did(function_of(use), call(session_.get(), it.handle.get()));
    const std::uint64_t value = use == Use::read ? word_.number(it.sum.counted) : 0;
    if (ok) it.history.add({use, value, sent, sent, sent});
  }

  void ask_again(Entry& entry) {
    entry.asked = true;
    ask(entry.item, again_);
    if (!entry.difference) entry.difference = entry.first.difference(again_);
  }

  const PvarCalls& pvar_;
  Workers& workers_;
  PvarSession session_;
  std::deque<Common> handles_;
  std::vector<Entry> entries_;
  Mutex mutex_;
  Word word_;
  Reply again_;
};

/// Makes rounds of turns. Each call of `round(workers, turns, deadline)` makes some.
template <class Round>
void take_turns(Test& t, int level, const Round& round) {
  const Control control = Control::of(t);
  mpi_for_threads(t, level);
  const PvarCalls pvar;
  const std::vector<TrafficSum> sums = traffic_sums();
  if (sums.empty()) t.missing(std::string(traffic_sum));
  const std::vector<Item> items = askable_items(t);
  Workers workers(control);
  t.examining(clause::init_provided_governs_mpit_calls);
  std::uint64_t rounds = 0;
  for (const Deadline deadline(control.seconds); !deadline.over(); ++rounds) {
    Turns turns(pvar, sums, items, workers);
    round(workers, turns, deadline);
    turns.judge_all(t);
  }
  t.measured("rounds", std::to_string(rounds));
  workers.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

MPITCHECK_TEST("stress.levels.serialized",
               "With MPI_THREAD_SERIALIZED, threads may use the same handles in turn.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  take_turns(
      t, MPI_THREAD_SERIALIZED, [](Workers& workers, Turns& turns, const Deadline& deadline) {
        team(workers.size(), "one at a time: MPI_T_pvar_* on common handles, queries, messages",
             [&](int thread) {
               while (!deadline.over() && turns.take(workers[thread])) continue;
             });
      });
}

/// Threads that do not use MPI, until the end of the scope.
class Bystanders {
 public:
  explicit Bystanders(int number) {
    for (int i = 0; i < number; ++i) threads_.emplace_back([this] { be_busy(); });
  }
  ~Bystanders() {
    stop_ = true;
    for (Thread& thread : threads_) thread.join();
  }
  Bystanders(const Bystanders&) = delete;
  Bystanders& operator=(const Bystanders&) = delete;

 private:
  void be_busy() const {
    constexpr std::size_t most = 1U << 16U;
    for (std::size_t size = 1; !stop_; size = size * 3 % most) {
      const std::vector<char> memory(size, 'x');
      if (std::getenv("MPITCHECK_THREADS") == nullptr) yield_processor();
    }
  }

  std::atomic<bool> stop_{false};
  std::vector<Thread> threads_;
};

MPITCHECK_TEST(
    "stress.levels.funneled",
    "With MPI_THREAD_FUNNELED, one thread may use the interface while other threads run.",
    cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  take_turns(t, MPI_THREAD_FUNNELED, [](Workers& workers, Turns& turns, const Deadline& deadline) {
    const Bystanders bystanders(workers.size() - 1);
    while (!deadline.over() && turns.take(workers[0])) continue;
  });
}

}  // namespace
}  // namespace mpitcheck::stress
