// SPDX-License-Identifier: BSD-3-Clause
// Operations of watermarks, interrupted at each instruction while many epochs pass.
#include <cstdint>

#include "reference/engine/core/cell.hpp"
#include "reference/engine/pvar/watermark.hpp"
#include "reference/tests/fixture.hpp"
#include "reference/tests/pvar/stepping.hpp"

#if MPIT_STEPPING

namespace mpit {
namespace {

class SteppingWatermarkTest : public EngineTest {
 protected:
  Stepper stepper;
  PvarSession session = new_session();
};

/// The storage of a mark, and a running cell whose resets open epochs.
struct Marks {
  explicit Marks(bool restart_keeps) : kind(watermark_cells(restart_keeps)) {
    kind.initialize(resetting, storage, 0);
    storage.attach(&resetting);
    kind.follow(resetting, storage, 0, 1);
  }
  void reset() { kind.read_reset(resetting, storage, 0); }

  const CellKind& kind;
  WatermarkStorage storage{WatermarkStorage::Direction::high, Datatype::unsigned_, 1, 0};
  Pair resetting;
};

TEST_F(SteppingWatermarkTest, SlowUpdateRaisesTheMark) {
  HighWatermark<unsigned> mark(engine, {.name = "mark"});
  const PvarHandle watching = new_handle(session, 0);
  const PvarHandle resetting = new_handle(session, 0);
  start(session, watching);
  start(session, resetting);
  unsigned top = 100;
  const std::size_t steps = Stepper::at_steps([&](std::size_t step) {
    mark.update(1);
    reset(session, watching);
    ++top;
    // Enough epochs for a fold of the watching handle, but less than one round of the ring.
    const auto pass_time = [&] {
      for (int i = 0; i != 20; ++i) {
        mark.update(2);
        mark.update(1);
        engine.pvar_reset(session, resetting);
      }
    };
    stepper.run(
        step, [&] { mark.update(top); }, pass_time);
    EXPECT_EQ(read<unsigned>(session, watching), top) << "interrupted at step " << step;
    mark.update(1);
    reset(session, watching);
    EXPECT_EQ(read<unsigned>(session, watching), 1U) << "interrupted at step " << step;
  });
  EXPECT_GT(steps, 10U);
}

// The cell of a mark follows a start that is interrupted for long. The handle is stopped meanwhile.
TEST_F(SteppingWatermarkTest, SlowStartStaysStoppedAfterAStop) {
  Marks marks(true);
  const CellKind& kind = marks.kind;
  WatermarkStorage& storage = marks.storage;
  const auto update = [&](std::uint64_t level) { storage.update(level); };
  update(9);  // so that each start opens an epoch, like the first one, whose steps are counted
  const std::size_t steps = Stepper::at_steps(
      [&](std::size_t step) {
        Pair cell;
        update(1);
        kind.initialize(cell, storage, 0);
        const std::uint32_t position = storage.attach(&cell);
        const bool more = stepper.run(
            step, [&] { kind.follow(cell, storage, 0, 1); },
            [&] {
              for (int i = 0; i != 20; ++i) {
                update(2);
                update(1);
                marks.reset();
              }
              for (const mpit::Run run : {1U, 2U}) kind.follow(cell, storage, 0, run);
            });
        EXPECT_EQ(run_of(cell.load()), more ? 2U : 1U) << "interrupted at step " << step;
        kind.follow(cell, storage, 0, 2);
        const std::uint64_t stopped = kind.read(cell, storage, 0);
        EXPECT_LE(stopped, 2U) << "interrupted at step " << step;
        update(9);
        EXPECT_EQ(kind.read(cell, storage, 0), stopped) << "interrupted at step " << step;
        storage.detach(position);
      },
      500);
  EXPECT_GT(steps, 10U);
}

// Interrupted for more epochs than the ring keeps.
TEST_F(SteppingWatermarkTest, UpdateOvertakenByAllEpochsRaisesTheMark) {
  HighWatermark<unsigned> mark(engine, {.name = "mark"});
  const PvarHandle watching = new_handle(session, 0);
  const PvarHandle resetting = new_handle(session, 0);
  start(session, watching);
  start(session, resetting);
  unsigned top = 100;
  Stepper::at_steps([&](std::size_t step) {
    mark.update(1);
    reset(session, watching);
    ++top;
    stepper.run(
        step, [&] { mark.update(top); },
        [&] {
          for (int i = 0; i != 64; ++i) {
            mark.update(2);
            mark.update(1);
            engine.pvar_reset(session, resetting);
          }
        });
    EXPECT_EQ(read<unsigned>(session, watching), top) << "interrupted at step " << step;
  });
}

// The start's epoch has left the ring before the start is published.
TEST_F(SteppingWatermarkTest, StartOvertakenByAllEpochsShowsNoEarlierUpdate) {
  constexpr std::uint64_t before = 5;
  constexpr std::uint64_t top = 100;
  constexpr std::uint64_t after = 1;
  Marks marks(false);
  const CellKind& kind = marks.kind;
  WatermarkStorage& storage = marks.storage;
  const std::size_t steps = Stepper::at_steps(
      [&](std::size_t step) {
        Pair cell;
        storage.update(before);
        marks.reset();
        kind.initialize(cell, storage, 0);
        const std::uint32_t position = storage.attach(&cell);
        const bool overtaken = stepper.run(
            step, [&] { kind.follow(cell, storage, 0, 1); },
            [&] {
              storage.update(top);
              for (int i = 0; i != 64; ++i) {
                storage.update(after + 1);
                storage.update(after);
                marks.reset();
              }
            });
        const std::uint64_t shown = kind.read(cell, storage, 0);
        if (overtaken) {
          EXPECT_TRUE(shown == top || shown <= after + 1)
              << shown << ", interrupted at step " << step;
        } else {
          EXPECT_EQ(shown, before);
        }
        storage.detach(position);
      },
      500);
  EXPECT_GT(steps, 10U);
}

}  // namespace
}  // namespace mpit

#endif
