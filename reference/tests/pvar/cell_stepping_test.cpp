// SPDX-License-Identifier: BSD-3-Clause
// A change of a cell that another change interrupts at each instruction. Both take effect, one
// after the other.
#include <cstdint>
#include <memory>

#include "reference/engine/core/cell.hpp"
#include "reference/engine/core/storage.hpp"
#include "reference/engine/core/value.hpp"
#include "reference/engine/pvar/watermark.hpp"
#include "reference/tests/pvar/stepping.hpp"

#if MPIT_STEPPING

namespace mpit {
namespace {

using MadeStorage = std::unique_ptr<Storage>;

/// A kind of cell, and functions that create a storage with the value 7. They run in the test,
/// because the storage of watermarks prepares barriers, which other tests do themselves.
struct Kind {
  const char* name;
  const CellKind& cells;
  MadeStorage (*storage)();
  std::uint64_t written;  // a word of 9
};

template <Datatype datatype>
MadeStorage computed() {
  return std::make_unique<ComputedStorage>(
      datatype, 1, [](int) { return datatype == Datatype::double_ ? to_word(7.0) : 7; });
}

MadeStorage high_watermark() {
  return std::make_unique<WatermarkStorage>(WatermarkStorage::Direction::high, Datatype::unsigned_,
                                            1, 7);
}

class CellSteppingTest : public testing::TestWithParam<Kind> {
 protected:
  CellSteppingTest() {
    if (WatermarkStorage* const marks = storage_->watermarks()) place_ = marks->attach(&cell_);
  }
  ~CellSteppingTest() override {
    if (WatermarkStorage* const marks = storage_->watermarks()) marks->detach(place_);
  }

  void set_up(bool runs) {
    cells_.initialize(cell_, *storage_, 0);
    cells_.write(cell_, *storage_, 0, 0);
    if (runs) follow(1);
  }
  void follow(std::uint32_t target) { cells_.follow(cell_, *storage_, 0, target); }
  bool write() { return cells_.write(cell_, *storage_, 0, GetParam().written); }
  std::uint64_t reset() { return cells_.read_reset(cell_, *storage_, 0); }
  std::uint64_t shown() { return cells_.read(cell_, *storage_, 0); }
  std::uint32_t run() { return run_of(cell_.load()); }

  Stepper stepper;

 private:
  const CellKind& cells_ = GetParam().cells;
  const MadeStorage storage_ = GetParam().storage();
  Pair cell_;
  std::uint32_t place_ = 0;
};

TEST_P(CellSteppingTest, StartAndStopSurviveConcurrentChanges) {
  for (const bool runs : {false, true}) {
    const std::uint32_t target = runs ? 2 : 1;
    const auto interrupt_by = [&](auto change) {
      const std::size_t steps = Stepper::at_steps(
          [&](std::size_t step) {
            set_up(runs);
            stepper.run(
                step, [&] { follow(target); }, change);
            EXPECT_EQ(run(), target) << "interrupted at step " << step;
          },
          100);
      EXPECT_GT(steps, 10U);
    };
    interrupt_by([&] { write(); });
    interrupt_by([&] { reset(); });
  }
}

TEST_P(CellSteppingTest, WriteAndResetAreSerialized) {
  for (const bool runs : {false, true}) {
    std::uint64_t before = 0;
    bool wrote = false;
    const auto writes = [&] { wrote = write(); };
    const auto resets = [&] { before = reset(); };
    const auto interrupt = [&](auto change, auto by) {
      const std::size_t steps = Stepper::at_steps(
          [&](std::size_t step) {
            set_up(runs);
            if (!stepper.run(step, change, by)) by();
            const std::uint64_t written = GetParam().written;
            // After a refused write the value is that of the reset.
            EXPECT_EQ(before == written || shown() == written, wrote)
                << "interrupted at step " << step;
            EXPECT_FALSE(before == written && shown() == written) << "interrupted at step " << step;
          },
          100);
      EXPECT_GT(steps, 10U);
    };
    interrupt(writes, resets);
    interrupt(resets, writes);
  }
}

const Kind kinds[] = {
    {"sum", integer_sum_cells(), computed<Datatype::unsigned_long_long>, 9},
    {"double_sum", double_sum_cells(), computed<Datatype::double_>, to_word(9.0)},
    {"gauge", gauge_cells(), computed<Datatype::unsigned_>, 9},
    {"watermark", watermark_cells(false), high_watermark, 9},
    {"kept_watermark", watermark_cells(true), high_watermark, 9},
};

INSTANTIATE_TEST_SUITE_P(Of, CellSteppingTest, testing::ValuesIn(kinds),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace mpit

#endif
