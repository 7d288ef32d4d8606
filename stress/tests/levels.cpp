// SPDX-License-Identifier: BSD-3-Clause
// Thread levels below MPI_THREAD_MULTIPLE: threads that take turns, and threads that let one of
// them use the interface.
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

#include "answers.hpp"
#include "stress/control/control.hpp"
#include "stress/control/surroundings.hpp"
#include "stress/history/counting.hpp"
#include "stress/history/history.hpp"
#include "stress/traffic/scene.hpp"

namespace mpitcheck::stress {
namespace {

constexpr std::size_t most_sums = 4;
constexpr std::size_t calls_on_a_handle = 4096;

/// A handle for all threads, and the calls on it: there is one order of them.
struct Common {
  Common(const PvarSession& session, const TrafficSum& followed)
      : sum(followed), handle(session, followed.pvar) {}

  const TrafficSum& sum;
  PvarHandle handle;
  History<CountedUse> history{calls_on_a_handle};
  bool running = false;
  bool readable = false;  // before the first start it may not be
};

/// What the threads do one at a time.
class Turns {
 public:
  explicit Turns(SumScene& scene) : pvar_(scene.pvar), cast_(scene.cast) {
    const std::size_t number = std::min(scene.sums.size(), most_sums);
    for (std::size_t i = 0; i < number; ++i) handles_.emplace_back(session_, scene.sums[i]);
    for (const Item& item : all_items()) entries_.push_back({item, ask(item), true});
  }

  /// A call, a query or a message; false if a history is full.
  bool take(Actor& actor) {
    const std::lock_guard turn(mutex_);
    Common& it = handles_[actor.roll(static_cast<unsigned>(handles_.size()))];
    if (it.history.full()) return false;
    const auto function = it.running ? pvar_.stop : pvar_.start;
    switch (actor.roll(6)) {
      case 0:
        note(actor, it, it.running ? Use::stop : Use::start, function);
        it.running = !it.running;
        it.readable = true;
        break;
      case 1:
        note(actor, it, Use::reset, pvar_.reset);
        break;
      case 2:
        actor.lane().exchange(actor.roll(2) == 0);
        break;
      case 3:
        ask_again(entries_[actor.roll(static_cast<unsigned>(entries_.size()))]);
        break;
      default:
        if (!it.readable) break;
        note(actor, it, Use::read, [this](auto session, auto handle) {
          return pvar_.read(session, handle, word_.bytes);
        });
    }
    return true;
  }

  void judge_all(Test& t) const {
    constexpr Clause threads = clause::init_provided_governs_mpit_calls;
    for (const Common& it : handles_) {
      judge(t, threads, it.sum.label(), check_counting(it.history.entries(), it.sum.counted));
    }
    for (const Entry& entry : entries_) {
      if (entry.same || ask(entry.item) != entry.answer) continue;  // it changes by itself
      t.found(threads, entry.item.label(), "what it said at first", "something else", {}, false);
    }
  }

 private:
  struct Entry {
    Item item;
    Answer answer;
    bool same;
  };

  template <class Call>
  void note(Actor& actor, Common& it, Use use, const Call& call) {
    const std::uint64_t sent = cast_.messages().done;
    const bool ok = actor.did("a call on a pvar handle", call(session_.get(), it.handle.get()));
    const std::uint64_t value = use == Use::read ? word_.number(it.sum.counted) : 0;
    if (ok) it.history.add({use, value, sent, sent, sent});
  }

  static void ask_again(Entry& entry) {
    entry.same = entry.same && ask(entry.item) == entry.answer;
  }

  const PvarCalls& pvar_;
  Cast& cast_;
  PvarSession session_;
  std::deque<Common> handles_;
  std::vector<Entry> entries_;
  std::mutex mutex_;
  Word word_;
};

/// Plays rounds of turns; `round(turns, deadline)` takes some.
template <class Round>
void play(Test& t, int level, const Round& round) {
  SumScene scene(t, level);
  t.examining(clause::init_provided_governs_mpit_calls);
  std::uint64_t rounds = 0;
  for (const Deadline deadline(scene.control.seconds); !deadline.over(); ++rounds) {
    Turns turns(scene);
    round(scene, turns, deadline);
    turns.judge_all(t);
  }
  t.measured("rounds", std::to_string(rounds));
  scene.cast.judge_codes(t, clause::init_provided_governs_mpit_calls);
}

MPITCHECK_TEST("stress.levels.serialized",
               "With MPI_THREAD_SERIALIZED threads may take turns, on the same handles.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  play(t, MPI_THREAD_SERIALIZED, [](SumScene& scene, Turns& turns, const Deadline& deadline) {
    team(scene.control.threads, "one at a time: MPI_T_pvar_* on common handles, queries, messages",
         [&](int thread) {
           while (!deadline.over() && turns.take(scene.cast[thread])) continue;
         });
  });
}

/// Threads that use no MPI, until the end of the scope.
class Bystanders {
 public:
  explicit Bystanders(int number) {
    for (int i = 0; i < number; ++i) threads_.emplace_back(&Bystanders::be_busy);
  }

 private:
  static void be_busy(const std::stop_token& stop) {
    constexpr std::size_t most = 1U << 16U;
    for (std::size_t size = 1; !stop.stop_requested(); size = size * 3 % most) {
      const std::vector<char> memory(size, 'x');
      if (std::getenv("MPITCHECK_THREADS") == nullptr) std::this_thread::yield();
    }
  }

  std::vector<std::jthread> threads_;
};

MPITCHECK_TEST("stress.levels.funneled",
               "With MPI_THREAD_FUNNELED one thread may use the interface beside others.",
               cites(clause::init_provided_governs_mpit_calls), needs::nothing) {
  play(t, MPI_THREAD_FUNNELED, [](SumScene& scene, Turns& turns, const Deadline& deadline) {
    const Bystanders bystanders(scene.control.threads - 1);
    while (!deadline.over() && turns.take(scene.cast[0])) continue;
  });
}

}  // namespace
}  // namespace mpitcheck::stress
