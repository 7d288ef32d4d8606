// SPDX-License-Identifier: BSD-3-Clause
// Random sequences of calls: the engine against the naive model.
#include <cstdlib>
#include <vector>

#include "reference/selftests/fixture.hpp"
#include "reference/selftests/model.hpp"

namespace mpit {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t limit) {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return (z ^ (z >> 31)) % limit;
  }

 private:
  std::uint64_t state_;
};

class ModelTest : public EngineTest, public testing::WithParamInterface<int> {
 protected:
  static constexpr int variables = 5;  // one per kind, in the order of registration

  ModelTest() {
    for (int i = 0; i != 3; ++i) sessions.push_back(new_session());
  }

  void update(std::size_t variable, std::uint64_t amount) {
    model_variables[variable].updates.push_back(amount);
    switch (variable) {
      case 0:
        return counter.inc(amount);
      case 1:
        return aggregate.inc(amount);
      case 2:
        return level.set(amount);
      case 3:
        return high.update(amount);
      default:
        return low.update(amount);
    }
  }

  struct Pair {
    PvarSession session;
    PvarHandle handle;
    model::Handle model;
  };

  void alloc() {
    const PvarSession session = sessions[random.below(sessions.size())];
    const std::uint64_t variable = random.below(variables);
    pairs.push_back({session, new_handle(session, static_cast<int>(variable)),
                     model::Handle(model_variables[variable])});
  }

  void check(const Pair& pair) {
    ASSERT_EQ(read<unsigned long long>(pair.session, pair.handle), pair.model.value());
  }

  void step() {
    if (pairs.empty() || random.below(40) == 0) return alloc();
    if (random.below(3) == 0) return update(random.below(variables), random.below(100));
    const std::size_t chosen = random.below(pairs.size());
    Pair& pair = pairs[chosen];
    switch (random.below(8)) {
      case 0:
      case 1:
        start(pair.session, pair.handle);
        return pair.model.start();
      case 2:
        stop(pair.session, pair.handle);
        return pair.model.stop();
      case 3:
        reset(pair.session, pair.handle);
        return pair.model.reset();
      case 4: {
        const unsigned long long value = random.below(200);
        const Code expected = pair.model.write(value) ? Code::success : Code::pvar_no_write;
        ASSERT_EQ(write(pair.session, pair.handle, value), expected);
        return;
      }
      case 5: {
        const std::uint64_t expected = pair.model.value();
        pair.model.reset();
        ASSERT_EQ(read_reset<unsigned long long>(pair.session, pair.handle), expected);
        return;
      }
      case 6:
        if (random.below(8) != 0) return check(pair);
        ASSERT_EQ(engine.pvar_handle_free(pair.session, &pair.handle), Code::success);
        pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(chosen));
        return;
      default:
        check(pair);
    }
  }

  Counter<> counter{engine, {.name = "counter"}};
  Aggregate<> aggregate{engine, {.name = "aggregate"}};
  Level<> level{engine, {.name = "level"}};
  HighWatermark<> high{engine, {.name = "high"}};
  LowWatermark<> low{engine, {.name = "low"}};
  std::vector<model::Variable> model_variables{
      model::Variable(PvarClass::counter), model::Variable(PvarClass::aggregate),
      model::Variable(PvarClass::level), model::Variable(PvarClass::highwatermark),
      model::Variable(PvarClass::lowwatermark)};
  std::vector<PvarSession> sessions;
  std::vector<Pair> pairs;
  Random random{0};
};

TEST_P(ModelTest, AgreesWithTheEngine) {
  const char* const chosen = std::getenv("MPIT_MODEL_SEED");
  const std::uint64_t seed = chosen != nullptr ? std::strtoull(chosen, nullptr, 10)
                                               : static_cast<std::uint64_t>(GetParam());
  SCOPED_TRACE("again with MPIT_MODEL_SEED=" + std::to_string(seed));
  random = Random(seed);
  for (int i = 0; i != 3000 && !HasFailure(); ++i) step();
  for (const Pair& pair : pairs) check(pair);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ModelTest, testing::Range(1, 21));

}  // namespace
}  // namespace mpit
