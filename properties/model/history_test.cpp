// SPDX-License-Identifier: BSD-3-Clause
// Small concurrent histories of updates, reads and resets on the engine, each checked by trying
// all orders.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "engine/engine.hpp"
#include "engine/storage.hpp"
#include "engine/watermark.hpp"
#include "model/linearizable.hpp"

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

class Subject {
 public:
  explicit Subject(PvarClass var_class) : var_class_(var_class) {
    int provided = 0;
    engine_.init_thread(static_cast<int>(ThreadLevel::multiple), &provided);
    PvarSpec spec;
    spec.name = "v";
    spec.var_class = var_class;
    if (var_class == PvarClass::counter) {
      sums_ = std::make_shared<SumStorage>(engine_.thread_words(), spec.datatype, 1);
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
  PvarClass var_class_;
  Engine engine_;
  std::shared_ptr<SumStorage> sums_;
  std::shared_ptr<WatermarkStorage> marks_;
  PvarSession session_{};
  PvarHandle handle_{};
};

constexpr std::size_t threads = 3;
constexpr std::size_t calls_each = 4;

using Plan = std::array<std::array<Call, calls_each>, threads>;

/// Lets three threads make their calls at once; what they saw.
History observed(Subject& subject, const Plan& plan) {
  std::array<History, threads> seen;
  std::atomic<std::uint64_t> clock{0};
  std::atomic<std::size_t> ready{0};
  std::vector<std::thread> crew;
  for (std::size_t i = 0; i != threads; ++i) {
    crew.emplace_back([&, i] {
      ++ready;
      while (ready != threads) std::this_thread::yield();
      for (const Call& call : plan[i]) {
        const std::uint64_t begun = clock++;
        if (call.amount % 2 == 0) std::this_thread::yield();  // others come in between
        const std::uint64_t result = subject.make(call);
        if (call.amount % 3 == 0) std::this_thread::yield();
        seen[i].push_back({call, result, begun, clock++});
      }
    });
  }
  for (std::thread& thread : crew) thread.join();
  History history;
  for (const History& part : seen) history.insert(history.end(), part.begin(), part.end());
  return history;
}

/// Reads, or resets. Both at once are not promised to be one story: a read may see an update that a
/// reset under way leaves to the next one. It is never lost or counted twice.
Plan random_plan(std::mt19937_64& random, std::size_t updaters, bool reads) {
  Plan plan;
  for (std::size_t i = 0; i != threads; ++i) {
    for (Call& call : plan[i]) {
      const bool updates = i < updaters && random() % 4 != 0;
      const Act other = reads ? Act::read : random() % 2 == 0 ? Act::reset : Act::readreset;
      call = {updates ? Act::update : other, random() % 50};
    }
  }
  return plan;
}

std::string told(const History& history) {
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
void check_histories(PvarClass var_class, std::size_t updaters) {
  std::mt19937_64 random(var_class == PvarClass::counter ? 1 : 2);
  std::size_t overlapping = 0;
  for (int round = 0; round != 3000; ++round) {
    Subject subject(var_class);
    const History history = observed(subject, random_plan(random, updaters, round % 2 == 0));
    overlapping += overlaps(history) > 0 ? 1 : 0;
    ASSERT_TRUE(has_explanation(history, Model{})) << "round " << round << told(history);
  }
  EXPECT_GT(overlapping, 0U) << "nothing ever happened at the same time";
}

TEST(Histories, OfACounterCanBeExplained) { check_histories<CounterModel>(PvarClass::counter, 2); }

TEST(Histories, OfAWatermarkCanBeExplained) {
  check_histories<WatermarkModel>(PvarClass::highwatermark, 1);  // racing levels have no order
}

TEST(Histories, ThatContradictTheOrderAreRefused) {
  const History lost{{{Act::update, 0}, 0, 0, 1}, {{Act::read, 0}, 0, 2, 3}};
  EXPECT_FALSE(has_explanation(lost, CounterModel{}));
  const History overlapping{{{Act::update, 0}, 0, 0, 3}, {{Act::read, 0}, 0, 1, 2}};
  EXPECT_TRUE(has_explanation(overlapping, CounterModel{}));
}

TEST(Histories, ThatCountTwiceAreRefused) {
  const History twice{
      {{Act::update, 0}, 0, 0, 1}, {{Act::readreset, 0}, 1, 2, 5}, {{Act::readreset, 0}, 1, 3, 4}};
  EXPECT_FALSE(has_explanation(twice, CounterModel{}));
}

}  // namespace
}  // namespace mpit
