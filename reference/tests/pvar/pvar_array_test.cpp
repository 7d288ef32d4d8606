// SPDX-License-Identifier: BSD-3-Clause
// Variables of several elements.
#include <array>

#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

template <class Instrument>
class ArrayTest : public EngineTest {
 protected:
  template <class... Arguments>
  explicit ArrayTest(Arguments... arguments)
      : instrument(engine, {.name = "v"}, arguments...),
        session(new_session()),
        handle(new_handle<Instrument>(session, "v")) {}

  using Values = std::array<unsigned, 4>;
  Values values() {
    Values buffer{99, 99, 99, 99};
    EXPECT_EQ(engine.pvar_read(session, handle, buffer.data()), Code::success);
    return buffer;
  }

  Instrument instrument;
  PvarSession session;
  PvarHandle handle;
};

class CounterArrayTest : public ArrayTest<Counter<unsigned>> {
 protected:
  CounterArrayTest() : ArrayTest(3) {}
};

TEST_F(CounterArrayTest, ElementsCountSeparatelyWithinTheBuffer) {
  start(session, handle);
  instrument.inc(1, 0);
  instrument.inc(5, 2);
  EXPECT_EQ(values(), (Values{1, 0, 5, 99}));
  stop(session, handle);
  instrument.inc(1, 1);
  EXPECT_EQ(values(), (Values{1, 0, 5, 99}));
}

TEST_F(CounterArrayTest, ReadResetAndWriteAffectEveryElement) {
  const Values written{7, 8, 9, 0};
  EXPECT_EQ(engine.pvar_write(session, handle, written.data()), Code::success);
  start(session, handle);
  instrument.inc(1, 1);
  Values seen{99, 99, 99, 99};
  EXPECT_EQ(engine.pvar_readreset(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (Values{7, 9, 9, 99}));
  EXPECT_EQ(values(), (Values{0, 0, 0, 99}));
}

class HighArrayTest : public ArrayTest<HighWatermark<unsigned>> {
 protected:
  HighArrayTest() : ArrayTest(0U, 3) {}
};

TEST_F(HighArrayTest, ElementsHaveTheirOwnMarks) {
  start(session, handle);
  instrument.update(6, 1);
  instrument.update(2, 1);
  instrument.update(3, 2);
  EXPECT_EQ(values(), (Values{0, 6, 3, 99}));
  reset(session, handle);
  EXPECT_EQ(values(), (Values{0, 2, 3, 99}));
}

class LevelArrayTest : public ArrayTest<Level<unsigned>> {
 protected:
  LevelArrayTest() : ArrayTest(4U, 3) {}
};

TEST_F(LevelArrayTest, ElementsFollowTheirResources) {
  start(session, handle);
  instrument.set(1, 0);
  EXPECT_EQ(values(), (Values{1, 4, 4, 99}));
}

class MarksOfALevelTest : public EngineTest {};

TEST_F(MarksOfALevelTest, EachElementHasItsOwnMarks) {
  Level<unsigned> levels(engine, {.name = "levels"}, 4U, 3);
  HighWatermark<unsigned> marks(engine, {.name = "marks"}, levels);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 1);
  start(session, handle);
  for (int element = 0; element != 3; ++element) {
    const auto level = 5U + static_cast<unsigned>(element);
    levels.set(level, element);
    marks.notice(level, element);
    levels.set(1, element);
  }
  std::array<unsigned, 4> seen{99, 99, 99, 99};
  EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (std::array{5U, 6U, 7U, 99U}));
  levels.set(2, 2);
  reset(session, handle);
  EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
  EXPECT_EQ(seen, (std::array{1U, 1U, 2U, 99U}));
}

class ShareArrayTest : public EngineTest {};

TEST_F(ShareArrayTest, WriteWithOneInvalidValueChangesNothing) {
  const Percentage shares(engine, {.name = "v"}, 0.25, 3);
  const PvarSession session = new_session();
  const PvarHandle handle = new_handle(session, 0);
  using Values = std::array<double, 3>;
  Values seen{};
  for (const Values& written : {Values{1.5, 0.5, 0.5}, Values{0.5, 0.5, -0.5}}) {
    EXPECT_EQ(engine.pvar_write(session, handle, written.data()), Code::invalid);
    EXPECT_EQ(engine.pvar_read(session, handle, seen.data()), Code::success);
    EXPECT_EQ(seen, (Values{0.25, 0.25, 0.25}));
  }
}

}  // namespace
}  // namespace mpit
