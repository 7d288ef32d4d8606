// SPDX-License-Identifier: BSD-3-Clause
// start, stop and reset of ALL_HANDLES.
#include "reference/tests/fixture.hpp"

namespace mpit {
namespace {

class AllHandlesTest : public EngineTest {
 protected:
  unsigned long long value(PvarSession in, PvarHandle handle) {
    return read<unsigned long long>(in, handle);
  }

  Counter<> free_running{engine, {.name = "continuous", .readonly = true, .continuous = true}};
  Counter<> plain{engine, {.name = "plain"}};
  PvarSession session = new_session();
  PvarSession other = new_session();
};

TEST_F(AllHandlesTest, EmptySessionsAreAccepted) {
  EXPECT_EQ(engine.pvar_start(session, PvarHandle::all), Code::success);
  EXPECT_EQ(engine.pvar_stop(session, PvarHandle::all), Code::success);
  EXPECT_EQ(engine.pvar_reset(session, PvarHandle::all), Code::success);
}

TEST_F(AllHandlesTest, StartAndStopAffectOnlyTheirSession) {
  const PvarHandle mine = new_handle(session, 1);
  const PvarHandle theirs = new_handle(other, 1);
  new_handle(session, 0);
  for (int twice = 0; twice != 2; ++twice) {
    EXPECT_EQ(engine.pvar_start(session, PvarHandle::all), Code::success);
  }
  plain.inc(2);
  for (int twice = 0; twice != 2; ++twice) {
    EXPECT_EQ(engine.pvar_stop(session, PvarHandle::all), Code::success);
  }
  plain.inc(2);
  EXPECT_EQ(value(session, mine), 2U);
  EXPECT_EQ(value(other, theirs), 0U);
}

TEST_F(AllHandlesTest, ResetSkipsReadonly) {
  const PvarHandle resettable = new_handle(session, 1);
  const PvarHandle readonly = new_handle(session, 0);
  const PvarHandle theirs = new_handle(other, 1);
  EXPECT_EQ(engine.pvar_start(session, resettable), Code::success);
  EXPECT_EQ(engine.pvar_start(other, theirs), Code::success);
  plain.inc(4);
  free_running.inc(4);
  EXPECT_EQ(engine.pvar_reset(session, PvarHandle::all), Code::success);
  EXPECT_EQ(value(session, resettable), 0U);
  EXPECT_EQ(value(session, readonly), 4U);
  EXPECT_EQ(value(other, theirs), 4U);
}

TEST_F(AllHandlesTest, FreedHandlesAreSkipped) {
  PvarHandle gone = new_handle(session, 1);
  EXPECT_EQ(engine.pvar_handle_free(session, &gone), Code::success);
  const PvarHandle theirs = new_handle(other, 1);  // may use the same slot
  EXPECT_EQ(engine.pvar_start(session, PvarHandle::all), Code::success);
  plain.inc();
  EXPECT_EQ(value(other, theirs), 0U);
}

}  // namespace
}  // namespace mpit
