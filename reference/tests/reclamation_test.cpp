// SPDX-License-Identifier: BSD-3-Clause
// Handles that are freed, and whose slots are reused, during an access. Each access sees its own
// handle or none.
#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "reference/engine/core/handle_table.hpp"
#include "reference/engine/core/visit.hpp"
#include "reference/tests/fixture.hpp"
#include "reference/tests/pvar/stepping.hpp"

namespace mpit {
namespace {

// Variables are arrays, so that handles allocate cells. All elements have the variable's number.
class ReclamationTest : public EngineTest {
 protected:
  static constexpr int variables = 3;
  static constexpr int counts[variables] = {1, 8, 300};
  using Values = std::array<unsigned long long, 300>;

  ReclamationTest() {
    for (int i = 0; i != variables; ++i) {
      const auto number = static_cast<std::uint64_t>(i) + 1;
      engine.add_pvar({.name = "v" + std::to_string(i),
                       .var_class = PvarClass::counter,
                       .datatype = Datatype::unsigned_long_long,
                       .resolve = [number, i](ObjectWord) {
                         return std::make_shared<ComputedStorage>(Datatype::unsigned_long_long,
                                                                  counts[i],
                                                                  [number](int) { return number; });
                       }});
    }
  }

  // The results of all calls with a handle that need no lock.
  struct Answers {
    std::array<Code, 5> codes{};
    Values read{};
    Values readreset{};
  };
  void use(PvarSession in, PvarHandle handle, Answers& answers) {
    answers.codes = {engine.pvar_start(in, handle),
                     engine.pvar_read(in, handle, answers.read.data()),
                     engine.pvar_readreset(in, handle, answers.readreset.data()),
                     engine.pvar_stop(in, handle), engine.pvar_reset(in, handle)};
  }

  // Whether a handle of this variable can have these values: its elements are 0 or the variable's
  // number, depending on starts, stops and resets. Nothing may follow the elements.
  static bool plausible(const Values& values, int variable) {
    const auto number = static_cast<unsigned long long>(variable) + 1;
    const auto end = values.begin() + counts[variable];
    return std::all_of(values.begin(), end,
                       [&](auto value) { return value == 0 || value == number; }) &&
           std::all_of(end, values.end(), [](auto value) { return value == 0; });
  }
  static bool plausible(Code code) {
    return code == Code::success || code == Code::invalid_handle || code == Code::invalid_session ||
           code == Code::not_initialized;
  }
  static bool plausible(const Answers& answers, int variable) {
    return std::all_of(answers.codes.begin(), answers.codes.end(),
                       [](Code code) { return plausible(code); }) &&
           plausible(answers.read, variable) && plausible(answers.readreset, variable);
  }

  // Whether all results are possible for a handle of this variable.
  bool use(PvarSession in, PvarHandle handle, int variable) {
    Answers answers;
    use(in, handle, answers);
    return plausible(answers, variable);
  }
};

// A component's callback frees handles during the call that invoked it.
TEST_F(ReclamationTest, FreeInsideAVisitIsDeferredUntilItsEnd) {
  PvarSession session = new_session();
  PvarSession ending = new_session();
  const PvarHandle freed = new_handle(ending, 1);
  PvarHandle later = new_handle(session, 1);
  const PvarHandle kept = new_handle(session, 2);
  engine.pvar_start(session, kept);
  const auto end = [&](ObjectWord, const void*) {
    EXPECT_EQ(engine.pvar_session_free(&ending), Code::success);
    return Code::success;
  };
  const int index = engine.add_cvar({.name = "ends", .set = end});
  CvarHandle handle{};
  int count = 0;
  ASSERT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
  const int value = 1;
  EXPECT_EQ(engine.cvar_write(handle, &value), Code::success);
  // Both slots wait for the end of the visit and are not reused.
  const PvarHandle gone = later;
  EXPECT_EQ(engine.pvar_handle_free(session, &later), Code::success);
  const auto place = [](PvarHandle of) { return slot_of(static_cast<Word>(of)); };
  PvarHandle heir = new_handle(session, 1);
  EXPECT_NE(place(heir), place(freed));
  EXPECT_NE(place(heir), place(gone));
  for (const PvarHandle stale : {freed, gone}) {
    Values values{};
    EXPECT_EQ(engine.pvar_read(session, stale, values.data()), Code::invalid_handle);
  }
  // The end of a session reclaims slots that no visit uses.
  PvarSession another = new_session();
  EXPECT_EQ(engine.pvar_session_free(&another), Code::success);
  EXPECT_EQ(engine.pvar_handle_free(session, &heir), Code::success);
  bool reused = false;
  for (int i = 0; i != 3; ++i) {
    const auto next = place(new_handle(session, 1));
    reused = reused || next == place(freed) || next == place(gone);
  }
  EXPECT_TRUE(reused);
  EXPECT_TRUE(use(session, kept, 2));
}

// The visit of a thread without a block.
TEST_F(ReclamationTest, VisitInTheSharedBlockCounts) {
  if (!single_threaded()) GTEST_SKIP() << "this process has had threads";
  EXPECT_TRUE(Visit::none());
  ++detail::shared_block->visiting;
  EXPECT_FALSE(Visit::none());
  --detail::shared_block->visiting;
}

// A component's callback reads during the call that invoked it. The end of this inner visit does
// not end the outer one.
TEST_F(ReclamationTest, NestedVisitKeepsTheOuterVisit) {
  const PvarSession session = new_session();
  const PvarHandle read = new_handle(session, 1);
  PvarHandle freed = new_handle(session, 2);
  const PvarHandle place = freed;
  const int index =
      engine.add_cvar({.name = "reads", .set = [&](ObjectWord, const void*) {
                         Values values{};
                         EXPECT_EQ(engine.pvar_read(session, read, values.data()), Code::success);
                         engine.pvar_handle_free(session, &freed);
                         EXPECT_NE(slot_of(static_cast<Word>(new_handle(session, 2))),
                                   slot_of(static_cast<Word>(place)));
                         return Code::success;
                       }});
  CvarHandle handle{};
  int count = 0;
  ASSERT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
  const int value = 1;
  EXPECT_EQ(engine.cvar_write(handle, &value), Code::success);
  // The end of a session reclaims slots that no visit uses.
  PvarSession another = new_session();
  EXPECT_EQ(engine.pvar_session_free(&another), Code::success);
  EXPECT_EQ(slot_of(static_cast<Word>(new_handle(session, 2))), slot_of(static_cast<Word>(place)));
}

// Handles that outlive their session. The test has a second thread, so that slots are not
// reclaimed at once.
class ReclamationKeptTest : public EngineTest {
 protected:
  ReclamationKeptTest() : EngineTest({.session_free = Behaviour::LiveHandles::kept}) {}
};

TEST_F(ReclamationKeptTest, LastFinalizeReleasesStorageOfHandles) {
  std::weak_ptr<Storage> held;
  const int index = engine.add_pvar({.name = "held",
                                     .var_class = PvarClass::counter,
                                     .datatype = Datatype::unsigned_long_long,
                                     .resolve = [&held](ObjectWord) {
                                       const auto storage = std::make_shared<ComputedStorage>(
                                           Datatype::unsigned_long_long, 1, [](int) { return 0; });
                                       held = storage;
                                       return storage;
                                     }});
  std::promise<void> finalized;
  std::thread second([&] { finalized.get_future().wait(); });
  PvarSession session = new_session();
  new_handle(session, index);
  EXPECT_EQ(engine.pvar_session_free(&session), Code::success);
  EXPECT_FALSE(held.expired());
  EXPECT_EQ(engine.finalize(), Code::success);
  EXPECT_TRUE(held.expired());
  finalized.set_value();
  second.join();
}

TEST_F(ReclamationTest, HandlesAreFreedDuringUse) {
  constexpr int rounds = 20'000;
  PvarSession session = new_session();
  std::array<std::atomic<PvarHandle>, variables> shared;
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  for (auto& handle : shared) handle = PvarHandle::null;
  const auto use_all = [&] {
    while (!done) {
      for (int i = 0; i != variables; ++i) {
        if (!use(session, shared[static_cast<std::size_t>(i)], i)) ++wrong;
      }
    }
  };
  std::vector<std::thread> users;
  for (int t = 0; t != 2; ++t) users.emplace_back(use_all);
  for (int round = 0; round != rounds; ++round) {
    const int variable = round % variables;
    PvarHandle handle = new_handle(session, variable);
    shared[static_cast<std::size_t>(variable)] = handle;
    if (round % 16 == 0) std::this_thread::yield();
    // Users of the handle continue. The next handle in its slot is not theirs and was never
    // started.
    ASSERT_EQ(engine.pvar_handle_free(session, &handle), Code::success);
    PvarHandle own = new_handle(session, variable);
    Values values{};
    EXPECT_EQ(engine.pvar_read(session, own, values.data()), Code::success);
    EXPECT_EQ(values, Values{}) << "in round " << round;
    ASSERT_EQ(engine.pvar_handle_free(session, &own), Code::success);
    if (testing::Test::HasFailure()) break;
  }
  done = true;
  for (auto& user : users) user.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(ReclamationTest, LastFinalizeDuringUse) {
  constexpr int rounds = 3000;
  std::atomic<PvarSession> session{PvarSession::null};
  std::atomic<PvarHandle> shared{PvarHandle::null};
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::thread user([&] {
    while (!done) {
      if (!use(session, shared, 1)) ++wrong;
      engine.pvar_start(session, PvarHandle::all);
      engine.pvar_reset(session, PvarHandle::all);
    }
  });
  for (int round = 0; round != rounds; ++round) {
    const PvarSession in = new_session();
    for (int i = 0; i != 4; ++i) shared = new_handle(in, 1);
    session = in;
    std::this_thread::yield();
    ASSERT_EQ(engine.finalize(), Code::success);
    int provided = 0;
    ASSERT_EQ(engine.init_thread(0, &provided), Code::success);
    new_handle(new_session(), 2);  // reuses the freed slots
  }
  done = true;
  user.join();
  EXPECT_EQ(wrong, 0);
}

#if MPIT_STEPPING

// The interruption, at each instruction, acts as a fast second thread. A real second thread exists,
// because slots are reclaimed at once in a single-threaded process.
class SteppingReclamationTest : public ReclamationTest {
 protected:
  std::promise<void> done;
  std::jthread other{[end = done.get_future()] { end.wait(); }};
  Stepper stepper;

  ~SteppingReclamationTest() override { done.set_value(); }
};
class SteppingVariablesTest : public SteppingReclamationTest,
                              public testing::WithParamInterface<int> {};

TEST_P(SteppingVariablesTest, PvarHandleIsFreedAndItsSlotReusedAtEachInstruction) {
  const PvarSession session = new_session();
  const int variable = GetParam();
  const std::size_t steps = Stepper::at_steps(
      [&](std::size_t step) {
        PvarHandle handle = new_handle(session, variable);
        const PvarHandle used = handle;
        std::vector<PvarHandle> heirs;
        Answers answers;
        stepper.run(
            step, [&] { use(session, used, answers); },
            [&] {
              engine.pvar_handle_free(session, &handle);
              for (int i = 0; i != variables; ++i) heirs.push_back(new_handle(session, i));
            });
        EXPECT_TRUE(plausible(answers, variable)) << "interrupted at step " << step;
        for (int i = 0; PvarHandle & heir : heirs) {
          Values values{};
          EXPECT_EQ(engine.pvar_read(session, heir, values.data()), Code::success);
          EXPECT_EQ(values, Values{}) << "variable " << i << ", interrupted at step " << step;
          engine.pvar_handle_free(session, &heir);
          ++i;
        }
        if (heirs.empty()) engine.pvar_handle_free(session, &handle);
      },
      40);
  EXPECT_GT(steps, 100U);
}

INSTANTIATE_TEST_SUITE_P(Of, SteppingVariablesTest, testing::Values(0, 1));

TEST_F(SteppingReclamationTest, CvarHandleIsFreedAndItsSlotReusedAtEachInstruction) {
  engine.add_cvar({.name = "short", .count = 1});
  engine.add_cvar({.name = "long", .count = 2, .initial = std::vector<std::byte>(8, std::byte{1})});
  const auto alloc = [&](int index, CvarHandle& handle) {
    int count = 0;
    EXPECT_EQ(engine.cvar_handle_alloc(index, nullptr, &handle, &count), Code::success);
  };
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    CvarHandle handle{};
    alloc(0, handle);
    const CvarHandle used = handle;
    std::array<int, 2> values{};
    stepper.run(
        step, [&] { engine.cvar_read(used, values.data()); },
        [&] {
          engine.cvar_handle_free(&handle);
          alloc(1, handle);
        });
    EXPECT_EQ(values, (std::array{0, 0})) << "interrupted at step " << step;
    EXPECT_EQ(engine.cvar_handle_free(&handle), Code::success);
  });
  EXPECT_GT(steps, 10U);
}

#endif

}  // namespace
}  // namespace mpit
