// SPDX-License-Identifier: BSD-3-Clause
// Small concurrent histories of updates, reads and resets. Each is checked for linearizability by
// trying all orders.
#include <gtest/gtest.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "reference/engine/core/engine.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/pvar/watermark.hpp"
#include "reference/support/run_concurrently.hpp"
#include "reference/tests/model/linearizable.hpp"

namespace mpit {
namespace {

using linearizable::has_explanation;
using linearizable::Operation;

enum class Act { update, read, reset, readreset };

struct Call {
  Act act;
  std::uint64_t amount = 0;
};

using History = std::vector<Operation<Call>>;

/// A running handle of a counter whose updates add one.
struct CounterModel {
  std::uint64_t value = 0;

  std::uint64_t apply(const Call& call) {
    const std::uint64_t before = value;
    if (call.act == Act::update) ++value;
    if (call.act == Act::reset || call.act == Act::readreset) value = 0;
    return call.act == Act::read || call.act == Act::readreset ? before : 0;
  }
};

/// A running handle of a high watermark.
struct WatermarkModel {
  std::uint64_t level = 0, mark = 0;

  std::uint64_t apply(const Call& call) {
    const std::uint64_t before = mark;
    if (call.act == Act::update) {
      level = call.amount;
      mark = std::max(mark, level);
    }
    if (call.act == Act::reset || call.act == Act::readreset) mark = level;
    return call.act == Act::read || call.act == Act::readreset ? before : 0;
  }
};

/// A sum that yields while the engine reads it, so that calls overlap even on a single core.
class HesitantSum final : public SumStorage {
 public:
  using SumStorage::SumStorage;

  std::uint64_t load(int element) const noexcept override {
    thread_local unsigned turn = 0;
    const std::uint64_t value = SumStorage::load(element);
    if (++turn % 2 == 0) std::this_thread::yield();
    return value;
  }
};

class Subject {
 public:
  explicit Subject(PvarClass var_class) {
    int provided = 0;
    engine_.init_thread(static_cast<int>(ThreadLevel::multiple), &provided);
    PvarSpec spec;
    spec.name = "v";
    spec.var_class = var_class;
    if (var_class == PvarClass::counter) {
      sums_ = std::make_shared<HesitantSum>(engine_.thread_words(), spec.datatype, 1);
      spec.storage = sums_;
    } else {
      marks_ = std::make_shared<WatermarkStorage>(WatermarkStorage::Direction::high, spec.datatype,
                                                  1, 0);
      spec.storage = marks_;
    }
    const int index = engine_.add_pvar(std::move(spec));
    int count = 0;
    engine_.pvar_session_create(&session_);
    engine_.pvar_handle_alloc(session_, index, nullptr, &handle_, &count);
    engine_.pvar_start(session_, handle_);
  }

  std::uint64_t make(const Call& call) {
    std::uint64_t value = 0;
    switch (call.act) {
      case Act::update:
        if (sums_ != nullptr) sums_->adder().add(std::uint64_t{1});
        if (marks_ != nullptr) marks_->update(call.amount);
        break;
      case Act::read:
        EXPECT_EQ(engine_.pvar_read(session_, handle_, &value), Code::success);
        break;
      case Act::reset:
        EXPECT_EQ(engine_.pvar_reset(session_, handle_), Code::success);
        break;
      case Act::readreset:
        EXPECT_EQ(engine_.pvar_readreset(session_, handle_, &value), Code::success);
        break;
    }
    return value;
  }

 private:
  Engine engine_;
  std::shared_ptr<HesitantSum> sums_;
  std::shared_ptr<WatermarkStorage> marks_;
  PvarSession session_{};
  PvarHandle handle_{};
};

constexpr std::size_t most_threads = 3;
constexpr std::size_t calls_each = 4;

struct Plan {
  std::size_t threads;
  std::array<std::array<Call, calls_each>, most_threads> calls;
  /// Delays before each call, in iterations of a loop. They vary where the calls overlap.
  std::array<std::array<unsigned, calls_each>, most_threads> delays;
  Call last;  // after all others: shows lost updates
};

/// The cores of the threads. On one core, calls overlap where threads yield, even on a busy
/// machine. On all cores, threads run at the same time unless the machine is busy.
enum class Cores { one, all };

/// Keeps this thread, and threads that it starts, on its current core.
class OnOneCore {
 public:
  OnOneCore() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<unsigned>(::sched_getcpu()), &here);
    ::sched_setaffinity(0, sizeof here, &here);
  }
  ~OnOneCore() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OnOneCore(const OnOneCore&) = delete;
  OnOneCore& operator=(const OnOneCore&) = delete;

 private:
  cpu_set_t before_{};
};

/// Makes the calls of the plan on concurrent threads and returns what they observed.
History observed(Subject& subject, const Plan& plan) {
  std::array<History, most_threads> seen;
  for (History& part : seen) part.reserve(calls_each);
  std::atomic<std::uint64_t> clock{0};
  const auto make = [&](const Call& call, History& into) {
    const std::uint64_t begun = clock++;
    if (call.amount % 4 == 0) std::this_thread::yield();  // so that other calls overlap this one
    const std::uint64_t result = subject.make(call);
    into.push_back({call, result, begun, clock++});
  };
  run_concurrently(static_cast<int>(plan.threads), [&](int number) {
    const auto i = static_cast<std::size_t>(number);
    for (std::size_t call = 0; call != calls_each; ++call) {
      for (volatile unsigned turns = plan.delays[i][call]; turns != 0;) turns = turns - 1;
      make(plan.calls[i][call], seen[i]);
    }
  });
  History history;
  for (const History& part : seen) history.insert(history.end(), part.begin(), part.end());
  make(plan.last, history);
  return history;
}

/// A plan with reads or with resets. Together they need not be linearizable: a read may see an
/// update that a concurrent reset leaves to the next one. No update is lost or counted twice.
Plan random_plan(std::mt19937_64& random, std::size_t threads, std::size_t updaters, bool reads) {
  Plan plan{.threads = threads, .calls = {}, .delays = {}, .last = {Act::readreset}};
  for (std::size_t i = 0; i != threads; ++i) {
    for (std::size_t call = 0; call != calls_each; ++call) {
      const bool updates = i < updaters && random() % 2 == 0;
      const Act other = reads ? Act::read : random() % 4 == 0 ? Act::reset : Act::readreset;
      plan.calls[i][call] = {updates ? Act::update : other, random() % 50};
      plan.delays[i][call] = static_cast<unsigned>(random() % 40);
    }
  }
  return plan;
}

std::string text_of(const History& history) {
  constexpr const char* names[] = {"update", "read", "reset", "readreset"};
  std::string text;
  for (const auto& operation : history) {
    text += "\n  " + std::to_string(operation.begun) + " to " + std::to_string(operation.ended) +
            ": " + names[static_cast<int>(operation.call.act)] + "(" +
            std::to_string(operation.call.amount) + ") = " + std::to_string(operation.result);
  }
  return text;
}

std::size_t overlaps(const History& history) {
  std::size_t count = 0;
  for (const auto& a : history) {
    for (const auto& b : history) count += a.begun < b.begun && b.begun < a.ended;
  }
  return count;
}

template <class Model>
void check_histories(PvarClass var_class, std::size_t updaters, std::size_t threads, Cores cores) {
  constexpr int subjects = 60;
  constexpr int histories_each = 50;
  std::mt19937_64 random(static_cast<unsigned>(var_class) + threads);
  std::optional<OnOneCore> on_one_core;
  if (cores == Cores::one) on_one_core.emplace();
  std::size_t overlapping = 0;
  for (int i = 0; i != subjects; ++i) {
    Subject subject(var_class);
    for (int j = 0; j != histories_each; ++j) {
      subject.make({Act::update, 0});
      subject.make({Act::reset});
      const Plan plan = random_plan(random, threads, updaters, j % 4 == 0);
      const History history = observed(subject, plan);
      overlapping += overlaps(history) > 0 ? 1 : 0;
      ASSERT_TRUE(has_explanation(history, Model{})) << text_of(history);
    }
  }
  // On all cores, a busy machine may run the threads one after the other.
  EXPECT_TRUE(overlapping > 0 || cores == Cores::all) << "nothing ever happened at the same time";
}

TEST(Histories, CounterHistoryIsLinearizable) {
  check_histories<CounterModel>(PvarClass::counter, 2, 3, Cores::one);
  check_histories<CounterModel>(PvarClass::counter, 2, 2, Cores::all);
  check_histories<CounterModel>(PvarClass::counter, 2, 3, Cores::all);
}

TEST(Histories, WatermarkHistoryIsLinearizable) {
  // One updater, because the last level of several concurrent ones is undefined.
  check_histories<WatermarkModel>(PvarClass::highwatermark, 1, 3, Cores::one);
  check_histories<WatermarkModel>(PvarClass::highwatermark, 1, 2, Cores::all);
  check_histories<WatermarkModel>(PvarClass::highwatermark, 1, 3, Cores::all);
}

TEST(Histories, ContradictoryOrderIsRejected) {
  const History lost{{{Act::update, 0}, 0, 0, 1}, {{Act::read, 0}, 0, 2, 3}};
  EXPECT_FALSE(has_explanation(lost, CounterModel{}));
  const History overlapping{{{Act::update, 0}, 0, 0, 3}, {{Act::read, 0}, 0, 1, 2}};
  EXPECT_TRUE(has_explanation(overlapping, CounterModel{}));
}

TEST(Histories, DoubleCountIsRejected) {
  const History twice{
      {{Act::update, 0}, 0, 0, 1}, {{Act::readreset, 0}, 1, 2, 5}, {{Act::readreset, 0}, 1, 3, 4}};
  EXPECT_FALSE(has_explanation(twice, CounterModel{}));
}

}  // namespace
}  // namespace mpit
